"""Where everything lies in a window.

Owns rectangles, in points, from a view and the size of the window; and what lies at a point. Points are what the
mouse speaks: on a dense screen there are several pixels to one, which is the drawing's affair alone. It knows neither
pygame nor what anything looks like.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilekit import Button, View
    from tilekit_pygame.player import Target

#: Rows of hexagons stand closer together than their columns.
HEX_RISE: Final = 0.866
#: The smallest window in which everything can still be made out, in points.
LEAST: Final = (320, 320)


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
        buttons: a box for each button, by its action.
        urgent: further, larger boxes for what is waited for, inside `foot`.
        foot: the notices, or the banner.
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

    def target(self, x: float, y: float, view: View) -> Target | None:
        """What lies at a point: a cell, a button's action, or nothing."""
        for boxes in (self.urgent, self.buttons):
            for action, box in boxes.items():
                if box.holds(x, y):
                    return action
        place = self.board.at(x, y)
        return None if place is None or view.cells[place[0]][place[1]].hole else place


def arrange(view: View, buttons: Sequence[Button], width: float, height: float) -> Layout:
    """Lays a game out in a window: beside the board or around it, whichever leaves more room for the board.

    Text grows more slowly than the window, and shrinks until everything has its place.
    """
    beside = _fitted(_beside, view, buttons, width, height, 10 * (min(width / 96, height / 72) / 10) ** 0.75)
    around = _fitted(_around, view, buttons, width, height, 11 * (min(width / 52, height / 84) / 10) ** 0.85)
    return max((beside, around), key=lambda layout: layout.board.pitch * layout.text**0.5)


def _fitted(
    place: Callable[[View, Sequence[Button], float, float, float], tuple[Layout, bool]],
    view: View,
    buttons: Sequence[Button],
    width: float,
    height: float,
    text: float,
) -> Layout:
    while True:
        layout, fits = place(view, buttons, width, height, text)
        if fits or text < 2:
            return layout
        text *= 0.96


def _margin(width: float, height: float) -> float:
    return max(8.0, 0.032 * min(width, height))


def _title_height(view: View, text: float) -> float:
    return 3.6 * text + 2.1 * text * len(view.goals)


def _board(view: View, area: Rect, *, top: bool) -> Board:
    """The largest board in an area: in the middle of it, or at its upper edge."""
    hexes = view.adjacency == "hex"
    rise = HEX_RISE if hexes else 1.0
    shift = 0.5 if hexes and view.rows > 1 else 0.0
    rim = 0.16
    across, along = view.columns + shift + 2 * rim, (view.rows - 1) * rise + 1 + 2 * rim
    pitch = max(2.0, min(area.width / across, area.height / along))
    width, height = across * pitch, along * pitch
    down = 0 if top else (area.height - height) / 2
    frame = Rect(area.x + (area.width - width) / 2, area.y + down, width, height)
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


def _queue(view: View, x: float, y: float, text: float, width: float) -> tuple[Rect, ...]:
    """NOW large, what follows smaller, on one base line; below the labels."""
    sizes = [8.4, 6.0, *[4.8] * len(view.queue)][: len(view.queue)]
    natural = sum(sizes) + 1.6 * (len(sizes) - 1)
    unit = min(text, width / natural) if sizes else text
    found = []
    for size in sizes:
        found.append(Rect(x, y + 2.2 * text + (sizes[0] - size) * unit, size * unit, size * unit))
        x += (size + 1.6) * unit
    return tuple(found)


def _grid(count: int, area: Rect, columns: int, height: float, gap: float) -> tuple[Rect, ...]:
    wide = (area.width - gap * (columns - 1)) / columns
    return tuple(
        Rect(area.x + i % columns * (wide + gap), area.y + i // columns * (height + gap), wide, height)
        for i in range(count)
    )


def _stack_height(count: int, columns: int, height: float, gap: float) -> float:
    rows = math.ceil(count / columns)
    return rows * height + max(0, rows - 1) * gap


def _button_rows(buttons: Sequence[Button], area: Rect, columns: int, text: float) -> tuple[dict[str, Rect], float]:
    """Boxes from the top of an area: a row of small ones for directions, then the rest; and how high they are."""
    ways = [button for button in buttons if button.direction]
    others = [button for button in buttons if not button.direction]
    gap, y = 0.7 * text, area.y
    found: dict[str, Rect] = {}
    if ways:
        boxes = _grid(len(ways), area, len(ways), 4.2 * text, gap)
        found |= {button.action: box for button, box in zip(ways, boxes, strict=True)}
        y += 4.2 * text + gap
    boxes = _grid(len(others), Rect(area.x, y, area.width, 0), columns, 3.9 * text, gap)
    found |= {button.action: box for button, box in zip(others, boxes, strict=True)}
    return found, y + _stack_height(len(others), columns, 3.9 * text, gap) - area.y


def _urgent(view: View, foot: Rect, text: float) -> dict[str, Rect]:
    """Boxes at the right end of the foot for what is waited for, where there is a banner."""
    waited_for = [button for button in view.buttons if button.prominent] if view.banner else []
    pad = 1.0 * text
    wide = min(14 * text, foot.width * 0.46 / max(1, len(waited_for)))
    return {
        button.action: Rect(
            foot.right - pad - (len(waited_for) - i) * (wide + pad) + pad,
            foot.y + pad,
            wide,
            foot.height - 2 * pad,
        )
        for i, button in enumerate(waited_for)
    }


def _beside(view: View, buttons: Sequence[Button], width: float, height: float, text: float) -> tuple[Layout, bool]:
    margin = _margin(width, height)
    side = min(31 * text, 0.45 * width)
    foot = 7.0 * text
    gap = 1.4 * text
    room = Rect(margin, margin, width - 2 * margin - side - 2 * gap, height - 2 * margin - foot - gap)
    board = _board(view, Rect(0, 0, room.width, room.height), top=True)
    wide = max(board.frame.width, min(room.width, 42 * text))
    left = (width - wide - 2 * gap - side) / 2
    used = board.frame.height + gap + foot
    top = max(margin, (height - max(used, min(height - 2 * margin, 52 * text))) / 2)
    board = _board(view, Rect(left, top, wide, room.height), top=True)
    x, y = left + wide + 2 * gap, top
    title = Rect(x, y, side, _title_height(view, text))
    y = title.bottom + 0.8 * text
    queue = _queue(view, x, y, text, side)
    if queue:
        y = queue[0].bottom + 1.6 * text
    panel = 5.8 * text
    panels = _grid(len(view.panels), Rect(x, y, side, 0), 2, panel, 0.7 * text)
    y += _stack_height(len(panels), 2, panel, 0.7 * text) + gap
    foot_box = Rect(left, board.frame.bottom + gap, wide, foot)
    _, high = _button_rows(buttons, Rect(x, y, side, 0), 2, text)
    bottom = max(foot_box.bottom, y + high)
    boxes, _ = _button_rows(buttons, Rect(x, bottom - high, side, 0), 2, text)
    layout = Layout(width, height, text, title, board, queue, panels, boxes, _urgent(view, foot_box, text), foot_box)
    return layout, bottom <= height - margin + 0.01 and board.frame.width <= wide + 0.01


def _around(view: View, buttons: Sequence[Button], width: float, height: float, text: float) -> tuple[Layout, bool]:
    margin = _margin(width, height)
    across = width - 2 * margin
    gap = 1.2 * text
    title = Rect(margin, margin, across, _title_height(view, text))
    y = title.bottom + 0.4 * text
    queue = _queue(view, margin, y, text, across * 0.4)
    x = queue[-1].right + 2 * text if queue else margin
    rest = margin + across - x
    columns = max(1, min(len(view.panels), int(rest / (10.5 * text))))
    panels = _grid(len(view.panels), Rect(x, y, rest, 0), columns, 4.6 * text, 0.6 * text)
    y += max(_stack_height(len(panels), columns, 4.6 * text, 0.6 * text), queue[0].bottom - y if queue else 0) + gap
    foot = 7.0 * text
    columns = max(2, min(4, int(across / (12 * text))))
    _, high = _button_rows(buttons, Rect(margin, 0, across, 0), columns, text)
    room = height - margin - high - gap - foot - gap - y
    board = _board(view, Rect(margin, y, across, max(room, 1)), top=True)
    spare = max(0.0, room - board.frame.height)
    board = _board(view, Rect(margin, y + spare * 0.3, across, max(room, 1)), top=True)
    foot_box = Rect(margin, board.frame.bottom + gap, across, foot)
    boxes, _ = _button_rows(buttons, Rect(margin, height - margin - high, across, 0), columns, text)
    layout = Layout(width, height, text, title, board, queue, panels, boxes, _urgent(view, foot_box, text), foot_box)
    # The board is what one came for: it takes up the width, or nearly half of the height.
    return layout, room >= min(0.46 * height, board.frame.height * 0.999 if room > 0.3 * height else height)


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
        body: what the cards are seen through.
        most: how far it can be scrolled.
    """

    width: float
    height: float
    text: float
    title: Rect
    cards: tuple[Rect, ...]
    fresh: tuple[Rect | None, ...]
    leave: Rect
    body: Rect
    most: float


def arrange_menu(running: Sequence[bool], width: float, height: float, scrolled: float = 0.0) -> MenuLayout:
    """Lays a menu out.

    Args:
        running: for each entry, whether there is a game to go on with, beside which a new one can be started.
        width: of the window.
        height: of the window.
        scrolled: how many points of the cards lie above what is seen.
    """
    text = 11.5 * (min(width / 76, height / 72) / 10) ** 0.7
    margin = _margin(width, height)
    across = min(width - 2 * margin, 84 * text)
    left = (width - across) / 2
    title = Rect(left, margin + 1.4 * text, across - 12 * text, 6.0 * text)
    leave = Rect(left + across - 10 * text, margin + 1.4 * text, 10 * text, 3.9 * text)
    top = title.bottom + 1.6 * text
    body = Rect(left, top, across, height - top - margin)
    columns = 2 if across >= 76 * text and len(running) > 6 else 1
    high, gap = 8.4 * text, 1.0 * text
    most = max(0.0, _stack_height(len(running), columns, high, gap) - body.height)
    scrolled = min(max(0.0, scrolled), most)
    cards = _grid(len(running), Rect(left, top - scrolled, across, 0), columns, high, gap)
    fresh = tuple(
        Rect(card.right - 12.4 * text, card.y + 2.2 * text, 10.8 * text, 4.0 * text) if has else None
        for card, has in zip(cards, running, strict=True)
    )
    return MenuLayout(width, height, text, title, cards, fresh, leave, body, most)
