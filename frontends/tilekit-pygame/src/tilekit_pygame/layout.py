"""Where everything lies in a window.

Owns rectangles, in points, from a view and the size of the window; and what lies at a point. Points are what the
mouse speaks: on a dense screen there are several pixels to one, which is the drawing's affair alone. It knows neither
pygame nor what anything looks like.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tilekit import Button, View

#: A cell as (row, column) from 0, or the action of a button.
Target = tuple[int, int] | str
#: Rows of hexagons stand closer together than their columns.
HEX_RISE: Final = 0.866
#: The smallest window in which everything can still be made out, in points.
LEAST: Final = (320, 320)
#: What is laid out for at least: a smaller window, which nobody can play in, shows the upper left part of that.
FLOOR: Final = (160, 160)
#: The size, in points, of the smallest letters that can be read; and the unit of text with which nothing is smaller.
SMALLEST: Final = 11.0
LEGIBLE: Final = SMALLEST / 1.5


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in points; its right and lower edges are outside."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, by: float) -> Rect:
        """What is left without a rim."""
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def moved(self, right: float, down: float) -> Rect:
        """The same elsewhere."""
        return Rect(self.x + right, self.y + down, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Board:
    """Where the cells of a board lie.

    Attributes:
        frame: what the board stands on.
        left: of the first cell.
        top: of the first cell.
        pitch: from one cell to the next in a row.
        rise: from one row to the next.
        size: of a cell.
        shift: how far every second row lies to the right.
        rows: how many.
        columns: how many.
    """

    frame: Rect
    left: float
    top: float
    pitch: float
    rise: float
    size: float
    shift: float
    rows: int
    columns: int

    def cell(self, row: float, column: float) -> Rect:
        """The square of a cell, counted from 0; also of a place between two, for what moves."""
        below = math.floor(row)
        part = row - below
        shift = self.shift * ((below % 2) * (1 - part) + ((below + 1) % 2) * part)
        x = self.left + column * self.pitch + shift
        return Rect(x, self.top + row * self.rise, self.size, self.size)

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """The cell at a point: half the gap around a cell belongs to it; None beside the board."""
        guess = math.floor((y - self.top + (self.pitch - self.size) / 2) / self.rise)
        best: tuple[float, int, int] | None = None
        for row in (guess - 1, guess, guess + 1):
            column = math.floor((x - self.cell(row, 0).x + (self.pitch - self.size) / 2) / self.pitch)
            if 0 <= row < self.rows and 0 <= column < self.columns:
                middle, half = self.cell(row, column).centre
                away = (abs(x - middle), abs(y - half))
                if max(away) <= self.pitch / 2:
                    found = (math.hypot(*away), row, column)
                    best = min(best or found, found)
        return best and best[1:]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a game lies.

    Attributes:
        text: the unit of text and spacing.
        title: the ruleset's title, and its goals below it.
        board: the cells.
        queue: a square for each tile of the queue; its label stands above it.
        panels: a box for each panel.
        buttons: a box for each button, by its action; what only a pause offers is in `urgent` alone.
        urgent: large boxes for what is waited for, inside `foot`.
        foot: the notices, or the banner.
        captions: whether there is room for words below the pictures of the buttons that are about the sitting.
        lettering: how high the letters on the other buttons are, as a part of their boxes.
        keys: whether those have room for their keys. Either all keys are shown or none: half of them would look like
            a mistake.
        told: whether the foot has room for all its words.
    """

    width: float
    height: float
    text: float
    title: Rect
    board: Board
    queue: tuple[Rect, ...]
    panels: tuple[Rect, ...]
    buttons: dict[str, Rect]
    urgent: dict[str, Rect]
    foot: Rect
    captions: bool
    lettering: float
    keys: bool
    told: bool

    def with_redo(self) -> Layout:
        """The same with redo in the right end of undo's box, so that nothing moves when it comes and goes."""
        box = self.buttons["undo"]
        side = min(box.height, 0.4 * box.width)
        undo = replace(box, width=box.width - side - 0.5 * self.text)
        redo = Rect(box.right - side, box.y, side, box.height)
        return replace(self, buttons={**self.buttons, "undo": undo, "redo": redo})

    def target(self, x: float, y: float, view: View) -> Target | None:
        """What lies at a point: a cell, a button's action, or nothing."""
        for boxes in (self.urgent, self.buttons):
            for action, box in boxes.items():
                if box.holds(x, y):
                    return action
        place = self.board.at(x, y)
        return None if place is None or view.cells[place[0]][place[1]].hole else place


#: How wide a text is, in sizes of its letters.
Letters = Callable[[str], float]


def estimated(text: str) -> float:
    """About how wide a text is, in sizes of its letters, where no font is at hand."""
    return sum(1.0 if ord(character) > 0x2E80 else 0.58 for character in text)


#: What stays on one line: a word; or a letter of East Asia, where words stand without spaces, with what belongs to it.
_UNITS: Final = re.compile(
    r" +|[（「『【〔]*(?:[^ \u2e80-\uffef]+|[\u2e80-\uffef])"  # noqa: RUF001  these are meant
    r"[、。，．・）」』】〕：；！？ー…々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]*"  # noqa: RUF001
)


def broken(text: str, width: float, wide: Letters) -> list[str]:
    """A text in lines that are no wider than asked for; a word that is wider is broken anywhere.

    Args:
        text: without line ends.
        width: of a line.
        wide: how wide a piece of text is, in the same unit.
    """
    lines: list[str] = []
    line = ""
    for unit in _UNITS.findall(text):
        if wide(line + unit.rstrip()) <= width:
            line += unit if line or unit.strip() else ""
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = unit.lstrip()
        while wide(line) > width and len(line) > 1:
            cut = next((n for n in range(len(line) - 1, 1, -1) if wide(line[:n]) <= width), 1)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


@dataclass(frozen=True, slots=True)
class _Content:
    """What is laid out, and how wide its words are."""

    view: View
    buttons: Sequence[Button]
    letters: Letters
    later: Sequence[str]


def arrange(
    view: View,
    buttons: Sequence[Button],
    width: float,
    height: float,
    *,
    letters: Letters = estimated,
    later: Sequence[str] = (),
) -> Layout:
    """Lays a game out in a window.

    Of all ways to do so (the rest beside the board or around it, text larger or smaller) it takes the one that makes
    the most of board and text and leaves the fewest holes. Text gives way to the board, but stays legible as long as
    there is any way.

    Args:
        view: what is shown.
        buttons: of the view and of the frontend.
        width: of the window.
        height: of the window.
        letters: measures words in the fonts that they are drawn in.
        later: captions of small buttons that may come: there is room for them before, so that nothing moves then.
    """
    content = _Content(view, buttons, letters, later)
    width, height = max(width, FLOOR[0]), max(height, FLOOR[1])
    wide, tall = min(width / 900, height / 700) ** 0.85, min(width / 330, height / 640) ** 0.7
    text = max(LEGIBLE, 11.6 * wide, 10.6 * tall)
    best: Layout | None = None
    most = 0.0
    whole_words = True
    while text >= LEGIBLE or best is None:
        for way in _WAYS:
            # What has holes or lacks words is worth less than board and text promise, and is not laid out to find that.
            plan = way(content, width, height, text, least=most / text**0.45)
            if plan is None or not ((plan.fits and (plan.readable or not whole_words)) or text < 2):
                continue
            worth = plan.pitch * text**0.45 * plan.filled
            if best is None or worth > most:
                layout = plan.lay()
                told = (layout.captions, layout.keys, layout.told, layout.told)  # of which the foot says most
                worth *= _UNTOLD ** told.count(False)
                if best is None or worth > most:
                    best, most = layout, worth
        if LEGIBLE < text < LEGIBLE / 0.95:
            text = LEGIBLE
        elif text == LEGIBLE and whole_words and best is None:
            whole_words = False  # Rather words that are cut short than any that are too small.
        else:
            text *= 0.95
    return best


@dataclass(frozen=True, slots=True)
class _Plan:
    """One way to lay a game out, before it is done.

    Attributes:
        pitch: of the board.
        fits: whether everything has a place.
        readable: whether all words have room.
        filled: how few holes are left, at most 1.
        lay: does it.
    """

    pitch: float
    fits: bool
    readable: bool
    filled: float
    lay: Callable[[], Layout]


#: What a layout is worth whose small pictures have no words, its buttons no keys, or its foot no room for all that is
#: told there: a board larger by more than this makes up for them.
_UNTOLD: Final = 0.8


def _margin(width: float, height: float) -> float:
    return max(8.0, 0.032 * min(width, height))


def _board(view: View, area: Rect) -> Board:
    """The largest board at the upper edge of an area, in the middle of its width."""
    hexes = view.adjacency == "hex"
    rise = HEX_RISE if hexes else 1.0
    shift = 0.5 if hexes and view.rows > 1 else 0.0
    rim = 0.16
    across, along = view.columns + shift + 2 * rim, (view.rows - 1) * rise + 1 + 2 * rim
    pitch = max(2.0, min(area.width / across, area.height / along))
    width, height = across * pitch, along * pitch
    frame = Rect(area.x + (area.width - width) / 2, area.y, width, height)
    gap = pitch * 0.09
    return Board(
        frame,
        frame.x + rim * pitch + gap / 2,
        frame.y + rim * pitch + gap / 2,
        pitch,
        rise * pitch,
        pitch - gap,
        shift * pitch,
        view.rows,
        view.columns,
    )


# ---------------------------------------------------------------- blocks: what is stacked beside or around a board


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of a stack.

    Attributes:
        high: what it needs.
        grows: whether it may become higher than that.
        put: what lies where once it has its place: given its upper edge and its height.
        fits: whether its words have room.
    """

    high: float
    grows: bool
    put: Callable[[float, float], dict[str, Any]]
    fits: bool = True


def _stacked(
    blocks: Sequence[_Block], top: float, high: float, gap: float, widest: float
) -> tuple[dict[str, Any], float]:
    """Puts blocks below one another so that they fill a height, and says where they end.

    They become higher by as much as half; then the gaps become wider, up to `widest`; what is left stays free below.
    """
    spare = high - gap * (len(blocks) - 1) - sum(block.high for block in blocks)
    growing = sum(block.high for block in blocks if block.grows)
    more = min(0.45, max(0.0, spare) / growing) if growing else 0.0
    spare -= more * growing
    if len(blocks) > 1:
        gap += min(max(0.0, spare) / (len(blocks) - 1), widest)
    found: dict[str, Any] = {}
    for block in blocks:
        height = block.high * (1 + more * block.grows)
        for name, what in block.put(top, height).items():
            found[name] = {**found[name], **what} if isinstance(what, dict) and name in found else what
        top += height + gap
    return found, top - gap


def _needed(blocks: Sequence[_Block], gap: float) -> float:
    return sum(block.high for block in blocks) + gap * max(0, len(blocks) - 1)


def _grid(count: int, area: Rect, columns: int, height: float, gap: float, *, fill: bool = False) -> tuple[Rect, ...]:
    """Boxes in rows; with `fill` those of the last row share its whole width."""
    boxes = []
    for i in range(count):
        row = i // columns
        along = min(columns, count - row * columns) if fill else columns
        wide = (area.width - gap * (along - 1)) / along
        boxes.append(Rect(area.x + i % columns * (wide + gap), area.y + row * (height + gap), wide, height))
    return tuple(boxes)


def _stack_height(count: int, columns: int, height: float, gap: float) -> float:
    rows = math.ceil(count / columns)
    return rows * height + max(0, rows - 1) * gap


def _rows(
    count: int, x: float, width: float, columns: int, height: float, gap: float, *, fill: bool = True
) -> tuple[float, Callable[[float, float], tuple[Rect, ...]]]:
    """How high boxes in rows are, and where they lie once they have an upper edge and a height."""
    rows = max(1, math.ceil(count / max(1, columns)))
    columns = max(1, math.ceil(count / rows)) if fill else columns

    def put(y: float, high: float) -> tuple[Rect, ...]:
        return _grid(count, Rect(x, y, width, 0), columns, (high - gap * (rows - 1)) / rows, gap, fill=fill)

    return rows * height + (rows - 1) * gap, put


def _title(view: View, x: float, width: float, text: float) -> _Block:
    high = 3.0 * text + 2.1 * text * len(view.goals)
    return _Block(high, grows=False, put=lambda y, high: {"title": Rect(x, y, width, high)})


def _facts(content: _Content, x: float, width: float, text: float) -> list[_Block]:
    """The queue and the panels: below one another, or beside one another where it is wide enough."""
    view, letters = content.view, content.letters
    sizes = [7.6, 5.6, *[4.4] * len(view.queue)][: len(view.queue)]
    aside = bool(sizes) and bool(view.panels) and width >= 27 * text
    room = width * 0.38 if aside else width
    natural = sum(sizes) + 1.4 * max(0, len(sizes) - 1)
    unit = min(text, room / natural) if sizes else text

    def queue(y: float, high: float) -> dict[str, Any]:
        """NOW large, what follows smaller, on one base line; below the labels."""
        each = min((high - 2.2 * text) / sizes[0], room / natural, 1.12 * unit if aside else unit * 2)
        down = (high - 2.2 * text - sizes[0] * each) / 2
        at, boxes = x, []
        for size in sizes:
            boxes.append(Rect(at, y + down + 2.2 * text + (sizes[0] - size) * each, size * each, size * each))
            at += (size + 1.4) * each
        return {"queue": tuple(boxes)}

    tall = 2.2 * text + sizes[0] * unit if sizes else 0.0
    left = x + natural * unit * 1.12 + 2 * text if aside else x
    wide = x + width - left
    count = len(view.panels)
    columns = max(1, min(4, int((wide + 0.6 * text) / (7.4 * text)), count))
    needed, panels = _rows(count, left, wide, columns, 5.0 * text, 0.6 * text)
    if aside and needed < tall:
        columns = max(1, min(columns, math.ceil(count / 2)))
        needed, panels = _rows(count, left, wide, columns, 4.8 * text, 0.6 * text)
    box = (wide - 0.6 * text * (columns - 1)) / columns - 1.6 * text
    fits = all(
        letters(panel.label) * SMALLEST <= box and letters(panel.text) * SMALLEST <= box for panel in view.panels
    )
    shown: list[_Block] = []
    if aside:
        both = lambda y, high: queue(y, high) | {"panels": panels(y, high)}  # noqa: E731
        return [_Block(max(tall, needed), grows=True, put=both, fits=fits)]
    if sizes:
        shown.append(_Block(tall, grows=True, put=queue))
    if count:
        shown.append(_Block(needed, grows=True, put=lambda y, high: {"panels": panels(y, high)}, fits=fits))
    return shown


def _own(content: _Content, x: float, width: float, text: float) -> list[_Block]:
    """What is played by buttons: a row for directions, then the rest. What a banner offers is not repeated."""
    called = {button.action for button in _waited_for(content.view)}
    shown = [b for b in content.buttons if b.kind != "sitting" and not (b.kind == "pause" and b.action in called)]
    # What comes and goes with a pause comes last, so that nothing moves away under the mouse.
    shown.sort(key=lambda button: button.kind == "pause")
    blocks = []
    for these, most in (
        ([button for button in shown if button.direction], 8),
        ([button for button in shown if not button.direction], max(1, min(4, int(width / (11 * text))))),
    ):
        if these:
            widest = 0.0 if these[0].direction else max(content.letters(button.label) for button in these)
            room = max(1, int(width / (widest * 1.6 * text + 2 * text)))
            columns = min(most, room)
            fits = widest * SMALLEST <= width / columns - 1.6 * text
            high, put = _rows(len(these), x, width, columns, 3.7 * text, 0.6 * text)
            blocks.append(_Block(high, grows=True, put=_named(put, these), fits=fits))
    return blocks


def _named(
    put: Callable[[float, float], tuple[Rect, ...]], buttons: Sequence[Button], **also: bool
) -> Callable[[float, float], dict[str, Any]]:
    return lambda y, high: {
        "buttons": {button.action: box for button, box in zip(buttons, put(y, high), strict=False)},
        **also,
    }


def _sitting(content: _Content, x: float, width: float, text: float, *, captions: bool, rows: int = 2) -> list[_Block]:
    """What is about the sitting, small: pictures, with `captions` where those can be read in so many rows at most."""
    shown = [button for button in content.buttons if button.kind == "sitting"]
    # The way back to the game before comes and goes: it is last, and its place is kept.
    shown.sort(key=lambda button: button.action == "reopen")
    if not shown:
        return []
    actions = {button.action for button in shown}
    places = len(shown) + ("new" in actions and "reopen" not in actions)
    widest = max(content.letters(label) for label in (*content.later, *(button.label for button in shown)))
    gap = 0.4 * text
    fitting = (
        columns
        for columns in (math.ceil(places / row) for row in range(1, rows + 1))
        if captions and widest * SMALLEST <= (width - gap * (columns - 1)) / columns - 2
    )
    columns = next(fitting, 0)
    captions = columns > 0
    if not captions:
        columns = places if width / places >= 3.0 * text else math.ceil(places / 2)
    high, put = _rows(places, x, width, columns, 4.3 * text if captions else 3.2 * text, gap, fill=False)
    return [_Block(high, grows=True, put=_named(put, shown, captions=captions))]


def _waited_for(view: View) -> list[Button]:
    return [button for button in view.buttons if button.prominent] if view.banner else []


def _urgent(content: _Content, foot: Rect, text: float) -> dict[str, Rect]:
    """Boxes at the right end of the foot for what is waited for, where there is a banner."""
    waited_for = _waited_for(content.view)
    pad = 0.9 * text
    most = foot.width * 0.5 / max(1, len(waited_for)) - pad
    found: dict[str, Rect] = {}
    x, high = foot.right, min(foot.height, _FOOT * text) - 2 * pad
    for button in reversed(waited_for):
        wide = min(most, max(8 * text, 2.2 * text * content.letters(button.label) + 3 * text))
        x -= wide + pad
        found[button.action] = Rect(x, foot.centre[1] - high / 2, wide, high)
    return {button.action: found[button.action] for button in waited_for}


_FOOT: Final = 5.6  # how high the foot is, in units of text


def _more(content: _Content, foot: Rect, text: float) -> float:
    """How much higher the foot would have to be for all its words."""
    view = content.view
    wide, said = foot.width, list(view.notices)
    if view.banner:
        end = min((box.x for box in _urgent(content, foot, text).values()), default=foot.right)
        wide, said = end - foot.x - 2.8 * text, [view.banner]
    lines = sum(len(broken(each, max(1.0, wide / (1.6 * text)), content.letters)) for each in said)
    return max(0.0, lines * 1.9 * text - foot.height)


#: How high the letters of a button are at most, of the button's height; and what is around its words and its key, in
#: heights of the button and of its letters.
_LETTERS: Final = 0.47
_AROUND: Final = (0.52, 1.23)


def _lettered(content: _Content, boxes: Mapping[str, Rect]) -> tuple[float, bool]:
    """How high the letters of buttons are, and whether there is room for their keys: letters give way to them."""
    own = [button for button in content.buttons if button.kind != "sitting" and not button.direction]
    keyed = [(button, boxes[button.action]) for button in own if button.key and button.action in boxes]
    part = _LETTERS
    for button, box in keyed:
        wide = content.letters(button.label) + content.letters(button.key) + _AROUND[1]
        part = min(part, (box.width / max(1.0, box.height) - _AROUND[0]) / wide)
    keys = all(part * box.height >= SMALLEST for _, box in keyed)
    return (part, True) if keys else (_LETTERS, False)


def _laid(
    content: _Content,
    width: float,
    height: float,
    text: float,
    board: Board,
    foot: Rect,
    found: dict[str, Any],
    below: Collection[str],
) -> Layout:
    """A layout; `below` are the buttons that lie below the foot."""
    # Where words need it the foot takes what is free below, and what lies there gives way.
    buttons = found.get("buttons", {})
    last = max([foot.bottom, *(buttons[action].bottom for action in below)])
    needed = _more(content, foot, text)
    more = min(needed, max(0.0, height - _margin(width, height) - last))
    foot = replace(foot, height=foot.height + more)
    buttons = {action: box.moved(0, more if action in below else 0) for action, box in buttons.items()}
    lettering, keys = _lettered(content, buttons)
    return Layout(
        width=width,
        height=height,
        text=text,
        title=found["title"],
        board=board,
        queue=found.get("queue", ()),
        panels=found.get("panels", ()),
        buttons=buttons,
        urgent=_urgent(content, foot, text),
        foot=foot,
        captions=found.get("captions", False),
        lettering=lettering,
        keys=keys,
        told=more >= needed,
    )


def _beside(
    content: _Content,
    width: float,
    height: float,
    text: float,
    *,
    side: float,
    below: bool,
    captions: bool,
    least: float,
) -> _Plan | None:
    """A column to the right of the board; what is about the sitting at its end, or `below` the board."""
    margin, gap, foot = _margin(width, height), 1.1 * text, _FOOT * text
    side = min(side * text, 0.5 * width)
    most = height - 2 * margin
    room = width - 2 * margin - side - 2 * gap
    ends = _sitting(content, 0, room, text, captions=captions) if below else []
    under = gap + foot + sum(gap + block.high for block in ends)
    board = _board(content.view, Rect(0, 0, room, most - under))
    if board.pitch <= least:
        return None
    wide = max(board.frame.width, min(room, 34 * text))
    left = (width - wide - 2 * gap - side) / 2
    x = left + wide + 2 * gap
    column = [_title(content.view, x, side, text), *_facts(content, x, side, text), *_own(content, x, side, text)]
    if below:
        ends = _sitting(content, left, wide, text, captions=captions)
    else:
        column += _sitting(content, x, side, text, captions=captions, rows=3)
    beside = board.frame.height + under
    needed = _needed(column, gap)
    whole = min(most, max(beside, needed))

    def lay() -> Layout:
        top = (height - whole) / 2
        found, _ = _stacked(column, top, whole, gap, 3.5 * text)
        placed = _board(content.view, Rect(left, top + (whole - beside) / 2, wide, board.frame.height))
        foot_box = Rect(left, placed.frame.bottom + gap, wide, foot)
        under_foot: Collection[str] = ()
        if ends:
            last, _ = _stacked(ends, foot_box.bottom + gap, _needed(ends, gap), gap, 0)
            under_foot = last["buttons"].keys()
            found["buttons"] = {**found.get("buttons", {}), **last.pop("buttons")}
            found.update(last)
        return _laid(content, width, height, text, placed, foot_box, found, under_foot)

    fits = needed <= most + 0.01 and beside <= most + 0.01 and room > 0
    readable = all(block.fits for block in column)
    filled = min(1.0, 1.6 * needed / whole, beside / whole + 0.1) ** 0.3
    return _Plan(board.pitch, fits, readable, filled, lay)


def _around(
    content: _Content, width: float, height: float, text: float, *, captions: bool, least: float
) -> _Plan | None:
    """Title, queue and panels above the board, buttons below it: in the middle of the window, as one."""
    margin, gap, foot = _margin(width, height), 1.1 * text, _FOOT * text
    across = width - 2 * margin
    above = [_title(content.view, margin, across, text), *_facts(content, margin, across, text)]
    below = [*_own(content, margin, across, text), *_sitting(content, margin, across, text, captions=captions)]
    rest = _needed(above, gap) + gap + gap + foot + (gap + _needed(below, gap) if below else 0)
    room = height - 2 * margin - rest
    board = _board(content.view, Rect(margin, 0, across, max(room, 1)))
    if board.pitch <= least:
        return None
    middle: list[Any] = []

    def put(y: float, _: float) -> dict[str, Any]:
        placed = _board(content.view, Rect(margin, y, across, board.frame.height))
        wide = min(across, max(placed.frame.width, 34 * text))
        middle[:] = placed, Rect((width - wide) / 2, placed.frame.bottom + gap, wide, foot)
        return {}

    blocks = [*above, _Block(board.frame.height + gap + foot, grows=False, put=put), *below]
    _, end = _stacked(blocks, margin, height - 2 * margin, gap, 1.6 * text)

    def lay() -> Layout:
        top = margin + (height - margin - end) / 2
        found, _ = _stacked(blocks, top, height - 2 * margin, gap, 1.6 * text)
        return _laid(content, width, height, text, middle[0], middle[1], found, found.get("buttons", ()))

    readable = all(block.fits for block in blocks)
    filled = min(1.0, 1.1 * (end - margin) / (height - 2 * margin)) ** 0.3
    return _Plan(board.pitch, room > 0.25 * height, readable, filled, lay)


#: The ways to lay a game out.
_WAYS: Final = tuple(
    way
    for captions in (True, False)
    for way in (
        partial(_around, captions=captions),
        *(
            partial(_beside, side=side, below=below, captions=captions)
            for side in (44, 32, 26, 21, 17)
            for below in (False, True)
        ),
    )
)


# ---------------------------------------------------------------- the menu


@dataclass(frozen=True, slots=True)
class MenuLayout:
    """Where the entries of a menu lie.

    Attributes:
        text: the unit of text and spacing.
        title: the heading.
        cards: a box for each entry, scrolled.
        fresh: the button for a new game on each card, or None.
        leave: the button that leaves.
        help: the button for help, settings and statistics.
        body: what the cards are seen through.
        most: how far it can be scrolled.
        scrolled: how far it is.
    """

    width: float
    height: float
    text: float
    title: Rect
    cards: tuple[Rect, ...]
    fresh: tuple[Rect | None, ...]
    leave: Rect
    help: Rect
    body: Rect
    most: float
    scrolled: float

    @property
    def columns(self) -> int:
        """How many cards lie beside one another."""
        return max(1, sum(card.y == self.cards[0].y for card in self.cards))

    @property
    def page(self) -> int:
        """How many cards are seen at once."""
        high = self.cards[0].height + self.text if self.cards else 1.0
        return self.columns * max(1, int((self.body.height + self.text) / high))


def arrange_menu(running: Sequence[bool], width: float, height: float, scrolled: float = 0.0) -> MenuLayout:
    """Lays a menu out.

    Args:
        running: for each entry, whether there is a game to go on with, beside which a new one can be started.
        width: of the window.
        height: of the window.
        scrolled: how many points of the cards lie above what is seen.
    """
    width, height = max(width, FLOOR[0]), max(height, FLOOR[1])
    text = max(LEGIBLE, 11.5 * (min(width / 76, height / 72) / 10) ** 0.7)
    margin = _margin(width, height)
    across = min(width - 2 * margin, 84 * text)
    left = (width - across) / 2
    title = Rect(left, margin + 1.4 * text, across - 20 * text, 6.0 * text)
    leave = Rect(left + across - 10 * text, margin + 1.4 * text, 10 * text, 3.9 * text)
    help_ = leave.moved(-9.0 * text, 0)
    help_ = replace(help_, width=8.0 * text)
    top = title.bottom + 1.6 * text
    body = Rect(left, top, across, height - top - margin)
    columns = 2 if across >= 70 * text and len(running) > 6 else 1
    high, gap = 9.0 * text, 1.0 * text
    most = max(0.0, _stack_height(len(running), columns, high, gap) - body.height)
    scrolled = min(max(0.0, scrolled), most)
    cards = _grid(len(running), Rect(left, top - scrolled, across, 0), columns, high, gap)
    fresh = tuple(
        Rect(card.right - 12.4 * text, card.y + 2.5 * text, 10.8 * text, 4.0 * text) if has else None
        for card, has in zip(cards, running, strict=True)
    )
    return MenuLayout(width, height, text, title, cards, fresh, leave, help_, body, most, scrolled)
