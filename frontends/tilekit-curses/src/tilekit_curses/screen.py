"""The whole screen of a game, on a canvas.

Owns the layout: which size of cells fits, what stands beside and under the board, the help page, and the
line that says how much room is needed. It does not talk to a terminal and does not read keys.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from tilekit import Controller, Held
from tilekit_curses.board import Look, Part, Size, draw_board, draw_tile, extent, origin, sizes
from tilekit_curses.canvas import PLAIN, Canvas, Charset, Style
from tilekit_curses.colours import Palette

if TYPE_CHECKING:
    from tilekit import Button, Line, Page, Screen, Session, TileView, View, Words

#: A larger board than this is shown through a window that follows the cursor, where it does not fit.
_WINDOW: Final = (9, 12)
_BOLD: Final = Style(bold=True)


@dataclass(slots=True)
class Frame:
    """A drawn screen.

    Attributes:
        part: what it shows, what a click means, where the cursor is.
        fits: False where the screen is too small to play on.
        rows: of the board, or of the menu, that are shown; None for all.
        columns: likewise.
        first: the line that a page was drawn from.
    """

    part: Part
    fits: bool = True
    rows: int | None = None
    columns: int | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    size: Size
    rows: int
    columns: int
    framed: bool
    bottom: int
    board: tuple[int, int]
    panel: Part

    @property
    def height(self) -> int:
        return 2 + max(self.board[0], self.panel.canvas.height) + self.bottom

    @property
    def width(self) -> int:
        return self.board[1] + 1 + self.panel.canvas.width


def draw(screen: Screen, look: Look, height: int, width: int) -> Frame:
    """Draws what a player sees on a screen of this size.

    Args:
        screen: what to show.
        look: what the terminal can do.
        height: rows of the screen.
        width: columns of the screen.
    """
    frame, view = Part(Canvas(height, width, look.charset)), screen.view
    look = replace(look, palette=look.palette.preferred(screen.preferences).of(view.tiles))
    plan = _plan(screen, look, height, width)
    if plan.height > height or plan.width > width:
        draw_need(frame, (plan.width, plan.height), look.say)
        return Frame(frame, fits=False)
    if screen.page is not None:
        return Frame(frame, first=draw_page(frame, screen.page, look))
    # Everything in one block in the middle; lines of text may run on to the right.
    gap = min(4, 1 + (width - plan.width) // 2)
    across = plan.board[1] + gap + plan.panel.canvas.width
    top, left = (height - plan.height) // 2, (width - across) // 2
    marks = _has_marks(view, plan, left)
    board = draw_board(
        screen, look, plan.size, rows=plan.rows, columns=plan.columns, framed=plan.framed, marks=marks
    )  # fmt: skip
    foot = top + plan.height - 1
    _draw_title(frame.canvas, view, look, top, left, across)
    frame.paste(board, top + 1, left)
    if marks:
        first, _ = origin(view, screen.cursor, plan.rows, plan.columns)
        wide = len(f"r{view.rows}")
        for row in range(plan.rows):
            at = top + 2 + row * plan.size.height + plan.size.height // 2
            mark = f"r{first + row + 1}".rjust(wide)
            frame.canvas.write(at, max(0, left - wide - 1), mark, look.palette.faint)
    frame.paste(plan.panel, top + 1, left + plan.board[1] + gap)
    span = (left, across, width - left)
    next_ = screen.prompt.sentence
    if view.slides and (plan.rows, plan.columns) != (view.rows, view.columns) and not screen.button:
        next_ += "   " + look.say("Page Up, Page Down, Home, End scroll")
    told = _draw_bottom(frame.canvas, screen, look, foot - plan.bottom, span, plan.bottom)
    _draw_message(frame.canvas, screen, look, foot, left, "" if told else next_)
    return Frame(frame, rows=plan.rows, columns=plan.columns)


def _has_marks(view: View, plan: _Plan, left: int) -> bool:
    """Whether rows and columns are numbered: where places are spoken of, and there is room without any being made."""
    has_room = left >= len(f"r{view.rows}") and plan.size.pitch > len(f"c{view.columns}")
    return plan.framed and has_room and not view.slides


def draw_session(session: Session, width: int, height: int) -> Frame:
    """Draws a session as it stands on a rich screen that nobody looks at, of so many columns and rows."""
    controller = Controller(session, package="tilekit_curses", held=Held(releases=False))
    # After an hour without input what glows after a while is drawn glowing.
    look = Look(Charset(), Palette(256), controller.words)
    return draw(controller.screen(3600.0), look, height, width)


# ------------------------------------------------------------------------------------------- what fits


def _plan(screen: Screen, look: Look, height: int, width: int) -> _Plan:
    """The first arrangement that fits; where none does, the smallest there is."""
    view = screen.view
    panels: dict[tuple[int, int], Part] = {}

    def plan(size: Size, style: int, bottom: int, rows: int, columns: int, *, framed: bool) -> _Plan:
        tall, wide = extent(view, size, rows, columns)
        inset = 2 if framed else 0
        room = max(_NARROW, min(width - wide - inset - 1, 28 if style != _DENSE else 36))
        if (room, style) not in panels:
            panels[room, style] = _draw_panel(screen, look, room, style)
        return _Plan(size, rows, columns, framed, bottom, (tall + inset, wide + inset), panels[room, style])

    choices = sizes(view)
    # Large cells, but not so large that neither frame nor banner find room; then whatever fits.
    order = [
        (size, True, style, bottom)
        for size in choices
        if size.height > 1
        for style in (_ROOMY, _CLOSE)
        for bottom in (4, 3)
    ]
    order += [
        (size, framed, style, bottom)
        for size in choices
        for framed in (True, False)
        for bottom in (4, 3, 2, 1)
        for style in _STYLES
    ]
    for size, framed, style, bottom in order:
        found = plan(size, style, bottom, view.rows, view.columns, framed=framed)
        if found.height <= height and found.width <= width:
            return found
    smallest = choices[-1]
    if view.rows <= _WINDOW[0] and view.columns <= _WINDOW[1]:
        return plan(smallest, _DENSE, 1, view.rows, view.columns, framed=False)
    rows, columns = min(view.rows, _WINDOW[0]), min(view.columns, _WINDOW[1])
    for size in choices[-2:]:
        for style in _STYLES:
            found = plan(size, style, 1, rows, columns, framed=True)
            if found.height <= height and found.width <= width:
                more_rows = min(view.rows, rows + (height - 2 - found.bottom - found.board[0]))
                more_columns = min(view.columns, columns + (width - found.width) // size.pitch)
                return plan(size, style, 1, more_rows, more_columns, framed=True)
    return plan(smallest, _DENSE, 1, rows, columns, framed=True)


def draw_need(frame: Part, need: tuple[int, int], say: Words) -> None:
    """Says that there is too little room: how much is needed, columns and rows, and how much there is."""
    canvas = frame.canvas
    charset, height, width = canvas.charset, canvas.height, canvas.width
    needs = say("needs {size}", size=f"{need[0]}x{need[1]}")
    has = say("has {size}", size=f"{width}x{height}")
    for lines in ([f"{needs}, {has}"], [f"{needs},", has], [needs], [f"{need[0]}x{need[1]}"]):
        if len(lines) <= height and max(map(charset.width, map(charset.clean, lines))) <= width:
            break
    leave = say("q quits")
    if len(lines) < height and width >= charset.width(charset.clean(leave)):
        lines = [*lines, leave]
    for row, line in enumerate(lines):
        canvas.write(row, 0, line)
    frame.cursor = (0, 0)


# --------------------------------------------------------------------------------------- the side panel

# With blank lines; without; items one after the other.
_STYLES = _ROOMY, _CLOSE, _DENSE = range(3)
_NARROW: Final = 18
_TALLEST: Final = 200


def _draw_panel(screen: Screen, look: Look, room: int, style: int) -> Part:
    """The panel in one of the styles, no wider than ``room`` and no higher than it needs to be."""
    view, charset, dense = screen.view, look.charset, style == _DENSE
    width = room
    moves = [button for button in screen.buttons if not button.action.startswith("^")]
    if not dense:
        widths = [_NARROW, *(5 + charset.width(charset.clean(button.label)) for button in moves)]
        widths += [4 + charset.width(charset.clean(panel.label + panel.text)) for panel in view.panels]
        widths.append(_across(_own(screen), charset))
        width = min(room, max(widths))
    part = Part(Canvas(_TALLEST, width, charset))
    row = 0
    if view.queue:
        row = _draw_queue(part.canvas, view, look, style)
    spaced = 1 if style == _ROOMY else 0
    row += spaced if view.queue else 0
    if dense:
        words = [f"{panel.label} {panel.text}" for panel in view.panels]
        if screen.gain and words:  # The score is the first of them.
            words[0] += f" +{screen.gain:,}"
        row = _flow(part, row, [(word, None) for word in words], screen)
    else:
        for number, panel in enumerate(view.panels):
            text = charset.fit(panel.text, width - 4)
            end = width - charset.width(text)
            label = charset.fit(panel.label, end - 2)
            after = part.canvas.write(row, 1, label, look.palette.faint if look.palette.colours else PLAIN)
            part.canvas.write(row, end, text, _BOLD)
            gain = f"+{screen.gain:,}"
            if number == 0 and screen.gain and after + len(gain) + 2 <= end:
                part.canvas.write(row, end - 1 - len(gain), gain, look.palette.gain)
            row += 1
    row += spaced if view.panels else 0
    if dense:
        row = _flow(part, row, [(_caption(button), button) for button in moves], screen)
        row = _draw_own(part, row, screen)
    else:
        for button in sorted(moves, key=lambda button: not button.prominent):
            _draw_button(part, row, 0, button, screen, look)
            row += 1
        row = _draw_own(part, row + spaced, screen)
    part.canvas = part.canvas.top(row)
    return part


def _draw_queue(canvas: Canvas, view: View, look: Look, style: int) -> int:
    """NOW, NEXT and so on, with their tiles; returns the row below."""
    small = style == _DENSE
    longest = max(len(tile.glyph) for tile in view.queue)
    size = Size(max(3, longest + 1), 1) if small else Size(max(6, longest + 1), 3)
    row, column = 0, 1
    for number, tile in enumerate(view.queue):
        label = view.queue_labels[number] if number < len(view.queue_labels) else ""
        words = look.charset.clean(label)
        wide = look.charset.width(words)
        step = wide + 1 + size.inner + 1 if small else max(size.inner, wide) + 3
        if column > 1 and column + step - 1 > canvas.width:
            row, column = row + (1 if small else size.height + 1), 1
        canvas.write(row, column, words, _BOLD if number == 0 else PLAIN)
        if small:
            draw_tile(canvas, row, column + wide + 1, size, tile, look, hint=False)
        else:
            draw_tile(canvas, row + 1, column, size, tile, look, hint=False)
        column += step
    return row + (1 if small else size.height + 1)


def _caption(button: Button) -> str:
    return f"[{button.key}]{button.label}" if button.enabled and button.key else button.label


def _draw_button(part: Part, row: int, column: int, button: Button, screen: Screen, look: Look) -> None:
    canvas = part.canvas
    key = button.key or "-"
    caption = f"[{key}] {button.label}" if button.enabled else f" {key}  {button.label}"
    caption = look.charset.fit(caption, canvas.width - 1)
    style = PLAIN if button.enabled else look.palette.faint
    if button.enabled and button.prominent:
        style = look.palette.block(button.colour or "#ffd75f")
        caption += " " * (canvas.width - 1 - look.charset.width(caption))
    if screen.refused == button.action:
        style = look.palette.alarm._replace(reverse=True)
    end = canvas.write(row, column + 1, caption, style)
    if button.enabled and not button.prominent and screen.refused != button.action:
        canvas.write(row, column + 2, key, _BOLD)
    _mark(part, row, column, end, button.action, screen)


def _own(screen: Screen) -> list[tuple[str, str, str]]:
    """The buttons that every game has: caption, key, action."""
    own = [button for button in screen.buttons if button.action.startswith("^")]
    return [(f"[{each.key}] {each.label}" if each.key else each.label, each.key, each.action) for each in own]


def _draw_own(part: Part, row: int, screen: Screen) -> int:
    """The buttons that every game has in one line, or the hint in one and the others in the next."""
    charset, own = part.canvas.charset, _own(screen)
    groups = [own] if _across(own, charset) <= part.canvas.width else [own[:-2], own[-2:]]
    for group in groups:
        column = 0
        for caption, key, action in group:
            end = part.canvas.write(row, column + 1, caption)
            part.canvas.write(row, column + 2, key, _BOLD)
            _mark(part, row, column, end, action, screen)
            column = end
        row += bool(group)
    return row


def _across(own: list[tuple[str, str, str]], charset: Charset) -> int:
    return sum(1 + charset.width(charset.clean(caption)) for caption, _, _ in own)


def _flow(part: Part, row: int, items: list[tuple[str, Button | None]], screen: Screen) -> int:
    """Items after one another, as many to a line as fit; returns the row below."""
    canvas, column = part.canvas, 0
    for caption, button in items:
        text = canvas.charset.fit(caption, canvas.width - 1)
        if column and column + 1 + canvas.charset.width(text) > canvas.width:
            row, column = row + 1, 0
        style = PLAIN
        if button is not None and button.enabled and button.prominent:
            style = Style(bold=True, reverse=True)
        elif button is not None and not button.enabled:
            style = Style(dim=True)
        end = canvas.write(row, column + 1, text, style)
        if button is not None:
            _mark(part, row, column, end, button.action, screen)
        column = end
    return row + 1 if items else row


def _mark(part: Part, row: int, column: int, end: int, action: str, screen: Screen) -> None:
    """Makes a stretch a button: it can be clicked, and shows when it is selected."""
    for at in range(column + 1, end):
        part.targets[row, at] = action
    if screen.button == action:
        part.canvas.write(row, column, ">", _BOLD)
        part.cursor = (row, column + 1)


# ------------------------------------------------------------------------------- above and below the board


def _draw_title(canvas: Canvas, view: View, look: Look, row: int, column: int, room: int) -> None:
    charset = canvas.charset
    seed = charset.fit(look.say("seed {seed}", seed=view.seed), room // 2)
    title = charset.fit(view.title, room - charset.width(seed) - 2)
    canvas.write(row, column, title, _BOLD)
    canvas.write(row, column + room - charset.width(seed), seed, look.palette.faint)


def _draw_bottom(canvas: Canvas, screen: Screen, look: Look, row: int, span: tuple[int, int, int], height: int) -> bool:
    """The banner, then as many notices and goals as fit; whether it says what can be done next."""
    column, across, room = span
    charset, end, told = look.charset, row + height, False
    if screen.banner:
        style = look.palette.block(screen.banner_colour or "#d0d0d0")
        next_ = screen.prompt.sentence if not screen.button else ""
        words = _banner(screen, charset, next_, across - 2, height if height >= 3 else 1)
        tall = max(3, len(words)) if height >= 3 else 1
        canvas.fill(row, column, tall, across, " ", style)
        for line, word in enumerate(words, start=(tall - len(words)) // 2):
            canvas.centre(row + line, column + 1, across - 2, word, style)
        row += tall
        told = next_ in words[1:]
    lines = [(line, _BOLD) for notice in screen.notices for line in charset.wrap(notice, room)]
    left = max(0, end - row)
    if len(lines) > left and left:
        # The most urgent first; dots where not all of them fit.
        lines = [*lines[: left - 1], (charset.fit(lines[left - 1][0] + " ..", room), _BOLD)]
    goals = [look.say("Goal: {goal}", goal=goal) for goal in screen.view.goals]
    spare = left - len(lines)
    if goals and len(goals) > spare:  # What is aimed at stays to be seen, if need be behind the last notice.
        goals = ["   ".join(goals)]
        if spare < 1 and lines:
            lines[-1] = (charset.fit(f"{lines[-1][0]}   {goals.pop()}", room), _BOLD)
    lines += [(charset.fit(goal, room), PLAIN) for goal in goals]
    tip = charset.wrap(screen.tip.sentence, room) if screen.tip is not None else []
    if len(lines) + len(tip) <= left:
        lines += [(text, look.palette.gain) for text in tip]
    for text, style in lines[:left]:
        canvas.write(row, column, text, style)
        row += 1
    return told


def _banner(screen: Screen, charset: Charset, next_: str, room: int, height: int) -> list[str]:
    """The lines of a banner: what it says, the score, and what can be done next, as far as they fit."""
    banner, result = screen.banner, screen.standing
    head = _balanced(charset, banner, room)
    if height == 1:
        one = f"{banner}   {result}"
        return [one if charset.width(charset.clean(one)) <= room else banner]
    facts = [charset.clean(fact) for fact in (result, next_) if fact]
    if len(head) + len(facts) > height and charset.width("   ".join(facts)) <= room:
        facts = ["   ".join(facts)]
    facts = facts[: max(0, height - len(head))]
    return [*(head if len(head) <= height else [*head[: height - 1], " ".join(head[height - 1 :])]), *facts]


def _balanced(charset: Charset, text: str, room: int) -> list[str]:
    """The lines of a text, none of which is much shorter than the others."""
    lines = charset.wrap(text, room)
    while room > 1 and len(narrower := charset.wrap(text, room - 1)) == len(lines):
        lines, room = narrower, room - 1
    return lines


def _draw_message(canvas: Canvas, screen: Screen, look: Look, row: int, column: int, otherwise: str) -> None:
    """Why the last action was refused; otherwise what is selected, and what Enter would do.

    A long reason takes the free lines above as well.
    """
    message = screen.message
    text, style = (message.sentence, look.palette.alarm) if message is not None else (otherwise, PLAIN)
    room = canvas.width - column
    if canvas.charset.width(text) > room:
        text = text.removesuffix(".")
    lines = canvas.charset.wrap(text, room) if message is not None else [text]
    free = 1
    while free <= row and all(each.isspace() and shown == PLAIN for _, each, shown in canvas.runs(row - free)):
        free += 1
    if len(lines) > free:
        lines = [*lines[: free - 1], " ".join(lines[free - 1 :])]
    for number, line in enumerate(lines, start=row + 1 - len(lines)):
        canvas.write(number, column, canvas.charset.fit(line, room), style)


# --------------------------------------------------------------------------------------------- pages


def draw_page(frame: Part, page: Page, look: Look) -> int:
    """Draws a page over a game or the menu; returns the line that it was drawn from.

    It ends with its last line at the foot of the screen, however large ``page.first`` is.
    """
    canvas = frame.canvas
    charset, height, width = canvas.charset, canvas.height, canvas.width
    room = min(width - 2, 78)
    left = (width - room) // 2
    lines = _page_lines(page, look, room)
    top = 2 if height > 3 else 1
    body = max(1, height - top - 1)
    first = max(0, min(page.first, len(lines) - body))
    chosen = next((at for at, line in enumerate(lines) if 0 <= page.selected == line.number), first)
    first = max(min(first, chosen), chosen - body + 1)
    tabs = sum(2 + charset.width(charset.clean(label)) for _, label in page.tabs)
    title = charset.fit(page.title, room - tabs - 1)
    canvas.write(0, left, title if room - tabs > 12 else "", _BOLD)
    column = left + max(0, room - tabs)
    for action, label in page.tabs:
        shown = Style(bold=True, reverse=True) if action == f"^{page.kind}" else PLAIN
        end = canvas.write(0, column, charset.fit(f" {label} ", left + room - column), shown)
        frame.targets |= {(0, at): action for at in range(column, end)}
        column = end
    for row, line in enumerate(lines[first : first + body], start=top):
        column = left
        for text, style in line.texts:
            column = canvas.write(row, column, text, style)
        for tile, size, at in line.tiles:
            draw_tile(canvas, row, left + at, size, tile, look)
        if line.action:
            frame.targets |= {(row, at): line.action for at in range(left, left + room)}
    foot = page.foot
    if len(lines) > body:
        where = look.say("lines {first}-{last} of {all}", first=first + 1, last=first + body, all=len(lines))
        foot = f"{foot}   {where}"
    canvas.write(height - 1, left, charset.fit(foot, room), _BOLD)
    frame.targets |= {(height - 1, at): "^close" for at in range(left, left + room)}
    frame.cursor = (height - 1, left)
    return first


@dataclass(slots=True)
class _PageLine:
    """One line of a page as it is drawn; ``number`` is that of the part of the page it belongs to."""

    number: int
    texts: list[tuple[str, Style]]
    tiles: list[tuple[TileView, Size, int]] = field(default_factory=list)
    action: str = ""


def _page_lines(page: Page, look: Look, room: int) -> list[_PageLine]:
    charset, found = look.charset, list[_PageLine]()
    beside = min(18, room // 3)
    before = ""
    for number, line in enumerate(page.lines):
        if found and (line.kind in {"heading", "text", "tiles"} or before != line.kind) and before != "heading":
            found.append(_PageLine(-1, []))
        before = line.kind
        if line.kind == "tiles":
            found += _tile_lines(number, line, look, room)
        elif line.kind == "key":
            for at, text in enumerate(charset.wrap(line.text, room - beside)):
                key = charset.fit(line.key, beside - 1) if at == 0 else ""
                pad = " " * (beside - charset.width(key))
                found.append(_PageLine(number, [(key, _BOLD), (pad, PLAIN), (text, PLAIN)]))
        elif line.kind in {"choice", "number"}:
            style = Style(bold=True, reverse=True) if number == page.selected else PLAIN
            mark = "> " if number == page.selected else "  "
            label = charset.fit(f"{mark}{line.text}", room - 2)
            pad = " " * max(1, min(24, room // 2) - charset.width(label))
            value = charset.fit(line.value, max(1, room - charset.width(label + pad)))
            found.append(_PageLine(number, [(label, style), (pad, style), (value, style)], action=line.action))
        else:
            style = _BOLD if line.kind == "heading" else PLAIN
            found += [_PageLine(number, [(text, style)]) for text in charset.wrap(line.text, room)]
    return found


def _tile_lines(number: int, line: Line, look: Look, room: int) -> list[_PageLine]:
    """Tiles with their names, as many beside one another as there is room for."""
    charset = look.charset
    size = Size(max((len(tile.glyph) for tile, _ in line.tiles), default=1) + 3, 1)
    names = [charset.clean(name) for _, name in line.tiles]
    apart = min(room, size.pitch + max(map(charset.width, names), default=0) + 3)
    across = max(1, room // apart)
    found = []
    for begin in range(0, len(names), across):
        texts: list[tuple[str, Style]] = []
        for name in names[begin : begin + across]:
            said = charset.fit(f"{' ' * size.pitch}{name}", apart)
            texts.append((said + " " * (apart - charset.width(said)), PLAIN))
        tiles = [(tile, size, at * apart) for at, (tile, _) in enumerate(line.tiles[begin : begin + across])]
        found.append(_PageLine(number, texts, tiles))
    return found
