"""The whole screen of a game, on a canvas.

Owns the layout: which size of cells fits, what stands beside and under the board, the help page, and the
line that says how much room is needed. It does not talk to a terminal and does not read keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tilekit_curses.board import Look, Part, Size, draw_board, draw_tile, extent, sizes
from tilekit_curses.canvas import PLAIN, Canvas, Style
from tilekit_curses.player import shown_key

if TYPE_CHECKING:
    from tilekit import Button, View
    from tilekit_curses.player import Player

#: A larger board than this is shown through a window that follows the cursor, where it does not fit.
_WINDOW: Final = (9, 12)
_BOLD: Final = Style(bold=True)

_KEYS: Final = """\
Arrows or h j k l move; where no cell can be played, they slide. \
Tab and Shift-Tab go to the next and the last cell that can be played, then to the \
buttons. Enter or Space plays the cell, or presses the button, that is selected. A click does both at once.
A key in brackets presses its button. While a game is paused or over, Enter on the board does nothing: press \
the button's own key. A key that was held while that happened counts again once it was let go.
? closes this page, q leaves the game.""".splitlines()


@dataclass(slots=True)
class Frame:
    """A drawn screen.

    Attributes:
        part: what it shows, what a click means, where the cursor is.
        fits: False where the screen is too small to play on.
    """

    part: Part
    fits: bool


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


def draw(player: Player, look: Look, height: int, width: int) -> Frame:
    """Draws what a player sees on a screen of this size.

    Args:
        player: whose game.
        look: what the terminal can do.
        height: rows of the screen.
        width: columns of the screen.
    """
    frame = Part(Canvas(height, width, look.charset))
    plan = _plan(player, look, height, width)
    if plan.height > height or plan.width > width:
        _draw_need(frame, plan, height, width)
        return Frame(frame, fits=False)
    if player.help is not None:
        _draw_help(frame, player, height, width)
        return Frame(frame, fits=True)
    # Everything in one block in the middle; lines of text may run on to the right.
    gap = min(4, 1 + (width - plan.width) // 2)
    across = plan.board[1] + gap + plan.panel.canvas.width
    top, left = (height - plan.height) // 2, (width - across) // 2
    view = player.view
    board = draw_board(
        view,
        look,
        plan.size,
        rows=plan.rows,
        columns=plan.columns,
        framed=plan.framed,
        cursor=player.cursor,
        focused=player.button is None and not player.slides,
        hints=player.hints,
    )
    foot = top + plan.height - 1
    _draw_title(frame.canvas, view, top, left, across)
    frame.paste(board, top + 1, left)
    frame.paste(plan.panel, top + 1, left + plan.board[1] + gap)
    _draw_bottom(frame.canvas, view, look, foot - plan.bottom, (left, across, width - left), plan.bottom)
    _draw_message(frame.canvas, player, foot, left, width - left)
    return Frame(frame, fits=True)


# ------------------------------------------------------------------------------------------- what fits


def _plan(player: Player, look: Look, height: int, width: int) -> _Plan:
    """The first arrangement that fits; where none does, the smallest there is."""
    view = player.view
    panels: dict[tuple[int, int], Part] = {}

    def plan(size: Size, style: int, bottom: int, rows: int, columns: int, *, framed: bool) -> _Plan:
        tall, wide = extent(view, size, rows, columns)
        inset = 2 if framed else 0
        room = max(_NARROW, min(width - wide - inset - 1, 28 if style != _DENSE else 36))
        if (room, style) not in panels:
            panels[room, style] = _draw_panel(player, look, room, style)
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
    for size in choices[3:]:
        for style in _STYLES:
            found = plan(size, style, 1, rows, columns, framed=True)
            if found.height <= height and found.width <= width:
                more_rows = min(view.rows, rows + (height - 2 - found.bottom - found.board[0]))
                more_columns = min(view.columns, columns + (width - found.width) // size.pitch)
                return plan(size, style, 1, more_rows, more_columns, framed=True)
    return plan(smallest, _DENSE, 1, rows, columns, framed=True)


def _draw_need(frame: Part, plan: _Plan, height: int, width: int) -> None:
    need, has = f"needs {plan.width}x{plan.height}", f"has {width}x{height}"
    canvas = frame.canvas
    for lines in ([f"{need}, {has}"], [f"{need},", has], [need], [f"{plan.width}x{plan.height}"]):
        if len(lines) <= height and max(map(len, lines)) <= width:
            break
    if len(lines) < height and width >= 7:
        lines = [*lines, "q quits"]
    for row, line in enumerate(lines):
        canvas.write(row, 0, line)
    frame.cursor = (0, 0)


# --------------------------------------------------------------------------------------- the side panel

# With blank lines; without; items one after the other.
_STYLES = _ROOMY, _CLOSE, _DENSE = range(3)
_NARROW: Final = 18
_TALLEST: Final = 200


def _draw_panel(player: Player, look: Look, room: int, style: int) -> Part:
    """The panel in one of the styles, no wider than ``room`` and no higher than it needs to be."""
    view, charset, dense = player.view, look.charset, style == _DENSE
    width = room
    if not dense:
        widths = [_NARROW, *(5 + charset.width(charset.clean(button.label)) for button in view.buttons)]
        widths += [4 + charset.width(charset.clean(panel.label + panel.text)) for panel in view.panels]
        width = min(room, max(widths))
    part = Part(Canvas(_TALLEST, width, charset))
    row = 0
    if view.queue:
        row = _draw_queue(part.canvas, view, look, style)
    spaced = 1 if style == _ROOMY else 0
    row += spaced if view.queue else 0
    if dense:
        words = [f"{panel.label} {panel.text}" for panel in view.panels]
        row = _flow(part, row, [(word, None) for word in words], player)
    else:
        for panel in view.panels:
            text = charset.fit(panel.text, width - 4)
            end = width - charset.width(text)
            label = charset.fit(panel.label, end - 2)
            part.canvas.write(row, 1, label, look.palette.faint if look.palette.colours else PLAIN)
            part.canvas.write(row, end, text, _BOLD)
            row += 1
    row += spaced if view.panels else 0
    if dense:
        row = _flow(part, row, [(_caption(button), button) for button in view.buttons], player)
        row = _draw_own(part, row, player)
    else:
        for button in sorted(view.buttons, key=lambda button: not button.prominent):
            _draw_button(part, row, 0, button, player, look)
            row += 1
        row = _draw_own(part, row + spaced, player)
    part.canvas = part.canvas.top(row)
    return part


def _draw_queue(canvas: Canvas, view: View, look: Look, style: int) -> int:
    """NOW, NEXT and so on, with their tiles; returns the row below."""
    small = style == _DENSE
    size = Size(max(3, *(len(tile.glyph) + 1 for tile in view.queue)), 1) if small else Size(6, 3)
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
    key = shown_key(button)
    return f"[{key}]{button.label}" if button.enabled and key else button.label


def _draw_button(part: Part, row: int, column: int, button: Button, player: Player, look: Look) -> None:
    canvas = part.canvas
    key = shown_key(button) or "-"
    caption = f"[{key}] {button.label}" if button.enabled else f" {key}  {button.label}"
    caption = look.charset.fit(caption, canvas.width - 1)
    style = PLAIN if button.enabled else look.palette.faint
    if button.enabled and button.prominent:
        style = look.palette.block(button.colour or "#ffd75f")
        caption = look.charset.fit(f"{caption:<{canvas.width - 2}} ", canvas.width - 1)
    end = canvas.write(row, column + 1, caption, style)
    if button.enabled and not button.prominent:
        canvas.write(row, column + 2, key, _BOLD)
    _mark(part, row, column, end, button.action, player)


def _draw_own(part: Part, row: int, player: Player) -> int:
    column = 0
    for caption, action in (("[?] Help", "help"), ("[q] Quit", "quit")):
        if column + 1 + len(caption) > part.canvas.width:
            row, column = row + 1, 0
        end = part.canvas.write(row, column + 1, caption)
        part.canvas.write(row, column + 2, caption[1], _BOLD)
        _mark(part, row, column, end, action, player)
        column = end
    return row + 1


def _flow(part: Part, row: int, items: list[tuple[str, Button | None]], player: Player) -> int:
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
            _mark(part, row, column, end, button.action, player)
        column = end
    return row + 1 if items else row


def _mark(part: Part, row: int, column: int, end: int, action: str, player: Player) -> None:
    """Makes a stretch a button: it can be clicked, and shows when it is selected."""
    for at in range(column + 1, end):
        part.targets[row, at] = action
    if player.button == action:
        part.canvas.write(row, column, ">", _BOLD)
        part.cursor = (row, column + 1)


# ------------------------------------------------------------------------------- above and below the board


def _draw_title(canvas: Canvas, view: View, row: int, column: int, room: int) -> None:
    charset = canvas.charset
    seed = charset.fit(f"seed {view.seed}", room // 2)
    title = charset.fit(view.title, room - charset.width(seed) - 2)
    canvas.write(row, column, title, _BOLD)
    canvas.write(row, column + room - charset.width(seed), seed)


def _draw_bottom(canvas: Canvas, view: View, look: Look, row: int, span: tuple[int, int, int], height: int) -> None:
    """The banner, as large as there is room for, then as many notices as fit."""
    column, across, room = span
    charset = look.charset
    end, notices = row + height, view.notices
    if view.banner and view.status != "playing":
        notices = tuple(notice for notice in notices if notice != view.banner)
        style = look.palette.block(view.banner_colour or "#d0d0d0")
        spaced = "   ".join(" ".join(word) for word in view.banner.split())
        text = spaced if charset.width(charset.clean(spaced)) <= across - 2 else view.banner
        tall = 3 if height >= 3 else 1
        canvas.fill(row, column, tall, across, " ", style)
        canvas.centre(row + tall // 2, column, across, text, style)
        row += tall
    lines = [line for notice in notices for line in charset.wrap(notice, room)]
    left = max(0, end - row)
    if len(lines) > left and left:
        # The most urgent first; dots where not all of them fit.
        lines = [*lines[: left - 1], charset.fit(lines[left - 1] + " ..", room)]
    for line in lines[:left]:
        canvas.write(row, column, line, _BOLD)
        row += 1


def _draw_message(canvas: Canvas, player: Player, row: int, column: int, room: int) -> None:
    """Why the last action was refused; else what is selected, and what Enter would do."""
    charset = canvas.charset
    text, style = _describe(player), PLAIN
    if player.message:
        text, style = player.message, _BOLD
    canvas.write(row, column, charset.fit(text, room), style)


def _describe(player: Player) -> str:
    view, cell = player.view, player.cell
    if player.button is not None:
        label = next((b.label for b in view.buttons if b.action == player.button), player.button)
        return f"Enter: {label}"
    if view.status != "playing":
        wanted = [b for b in view.buttons if b.enabled and b.prominent] or [b for b in view.buttons if b.enabled]
        keys = ", ".join(f"{shown_key(b)} for {b.label}" for b in wanted if shown_key(b))
        return f"{'Over' if view.status == 'over' else 'Paused'}: press {keys}" if keys else "Press q to leave"
    if player.slides:
        verbs = dict.fromkeys(button.action.split()[0] for button in view.buttons if button.direction)
        return f"Arrow keys {next(iter(verbs))}"
    place = f"r{cell.row}c{cell.column} {cell.tile.tile if cell.tile else 'empty'}"
    return f"{place}   Enter: {cell.action}" if cell.legal and cell.action else place


# ----------------------------------------------------------------------------------------------- help


def _draw_help(frame: Part, player: Player, height: int, width: int) -> None:
    canvas = frame.canvas
    charset = canvas.charset
    room = min(width - 2, 78)
    left = (width - room) // 2
    lines: list[str] = []
    for paragraph in (*player.view.help, *_KEYS):
        lines += [*charset.wrap(paragraph, room), ""]
    lines.pop()
    body = max(1, height - 3)
    # The page ends with its last line at the foot of the screen.
    top = player.help = max(0, min(player.help or 0, len(lines) - body))
    canvas.write(0, left, charset.fit(f"{player.view.title}: rules and keys", room), _BOLD)
    for row, line in enumerate(lines[top : top + body]):
        canvas.write(row + 2 if height > 3 else row + 1, left, line)
    more = f"lines {top + 1}-{top + body} of {len(lines)}   up/down scroll   " if len(lines) > body else ""
    canvas.write(height - 1, left, charset.fit(f"{more}? closes", room), _BOLD)
    frame.cursor = (height - 1, left)
