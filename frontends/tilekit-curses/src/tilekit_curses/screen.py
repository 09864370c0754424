"""The whole screen of a game, on a canvas.

Owns the layout: which size of cells fits, what stands beside and under the board, the help page, and the
line that says how much room is needed. It does not talk to a terminal and does not read keys.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Final

from tilekit_curses.board import Look, Part, Size, draw_board, draw_tile, extent, origin, sizes
from tilekit_curses.canvas import PLAIN, Canvas, Charset, Style
from tilekit_curses.colours import Palette
from tilekit_curses.player import HINT, RESERVED, Player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilekit import Button, Session, View, Words

#: A larger board than this is shown through a window that follows the cursor, where it does not fit.
_WINDOW: Final = (9, 12)
_BOLD: Final = Style(bold=True)


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
    look = replace(look, palette=look.palette.of(player.view.tiles))
    view, plan = player.view, _plan(player, look, height, width)
    if plan.height > height or plan.width > width:
        draw_need(frame, (plan.width, plan.height), player.say)
        return Frame(frame, fits=False)
    if player.help is not None:
        title = player.say("{title}: rules and keys", title=view.title)
        player.help = draw_page(frame, title, (*view.help, *_about_keys(player.say)), player.help, player.say)
        return Frame(frame, fits=True)
    # Everything in one block in the middle; lines of text may run on to the right.
    gap = min(4, 1 + (width - plan.width) // 2)
    across = plan.board[1] + gap + plan.panel.canvas.width
    top, left = (height - plan.height) // 2, (width - across) // 2
    board = draw_board(
        view,
        look,
        plan.size,
        rows=plan.rows,
        columns=plan.columns,
        framed=plan.framed,
        cursor=player.cursor,
        focused=player.button is None and not player.view.slides,
        hints=player.hints,
        picture=player.picture,
        picked=player.picked,
        seconds=_seconds(player),
        refused=player.refused,
        marks=_has_marks(view, plan, left),
    )
    player.window = (plan.rows, plan.columns)
    foot = top + plan.height - 1
    _draw_title(frame.canvas, player, look, top, left, across)
    frame.paste(board, top + 1, left)
    if _has_marks(view, plan, left):
        first, _ = origin(view, player.cursor, plan.rows, plan.columns)
        wide = len(f"r{view.rows}")
        for row in range(plan.rows):
            at = top + 2 + row * plan.size.height + plan.size.height // 2
            mark = f"r{first + row + 1}".rjust(wide)
            frame.canvas.write(at, max(0, left - wide - 1), mark, look.palette.faint)
    frame.paste(plan.panel, top + 1, left + plan.board[1] + gap)
    span = (left, across, width - left)
    told = _draw_bottom(frame.canvas, player, look, foot - plan.bottom, span, plan.bottom)
    _draw_message(frame.canvas, player, look, foot, left, "" if told else _describe(player))
    return Frame(frame, fits=True)


def _has_marks(view: View, plan: _Plan, left: int) -> bool:
    """Whether rows and columns are numbered: where places are spoken of, and there is room without any being made."""
    has_room = left >= len(f"r{view.rows}") and plan.size.pitch > len(f"c{view.columns}")
    return plan.framed and has_room and not view.slides


def draw_session(session: Session, width: int, height: int) -> Frame:
    """Draws a session as it stands on a rich screen that nobody looks at, of so many columns and rows."""
    # An hour passes between two glances at the clock, so that what glows after a while is drawn glowing.
    player = Player(session, partial(next, count(step=3600)))
    return draw(player, Look(Charset(), Palette(256)), height, width)


def _seconds(player: Player) -> frozenset[tuple[int, int]]:
    """The cells that an action on two cells can be played with, once the first is chosen."""
    return frozenset(player.view.partners(player.picked)) if player.picked is not None else frozenset()


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


def _draw_panel(player: Player, look: Look, room: int, style: int) -> Part:
    """The panel in one of the styles, no wider than ``room`` and no higher than it needs to be."""
    view, charset, dense = player.view, look.charset, style == _DENSE
    width = room
    if not dense:
        widths = [_NARROW, *(5 + charset.width(charset.clean(button.label)) for button in view.buttons)]
        widths += [4 + charset.width(charset.clean(panel.label + panel.text)) for panel in view.panels]
        widths.append(_across(_own(player), charset))
        width = min(room, max(widths))
    part = Part(Canvas(_TALLEST, width, charset))
    row = 0
    if view.queue:
        row = _draw_queue(part.canvas, view, look, style)
    spaced = 1 if style == _ROOMY else 0
    row += spaced if view.queue else 0
    if dense:
        words = [f"{panel.label} {panel.text}" for panel in view.panels]
        if player.gain and words:  # The score is the first of them.
            words[0] += f" +{player.gain:,}"
        row = _flow(part, row, [(word, None) for word in words], player)
    else:
        for number, panel in enumerate(view.panels):
            text = charset.fit(panel.text, width - 4)
            end = width - charset.width(text)
            label = charset.fit(panel.label, end - 2)
            after = part.canvas.write(row, 1, label, look.palette.faint if look.palette.colours else PLAIN)
            part.canvas.write(row, end, text, _BOLD)
            gain = f"+{player.gain:,}"
            if number == 0 and player.gain and after + len(gain) + 2 <= end:
                part.canvas.write(row, end - 1 - len(gain), gain, look.palette.gain)
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
    key = button.key_beside(RESERVED)
    return f"[{key}]{button.label}" if button.enabled and key else button.label


def _draw_button(part: Part, row: int, column: int, button: Button, player: Player, look: Look) -> None:
    canvas = part.canvas
    key = button.key_beside(RESERVED) or "-"
    caption = f"[{key}] {button.label}" if button.enabled else f" {key}  {button.label}"
    caption = look.charset.fit(caption, canvas.width - 1)
    style = PLAIN if button.enabled else look.palette.faint
    if button.enabled and button.prominent:
        style = look.palette.block(button.colour or "#ffd75f")
        caption += " " * (canvas.width - 1 - look.charset.width(caption))
    if player.refused == button.action:
        style = look.palette.alarm._replace(reverse=True)
    end = canvas.write(row, column + 1, caption, style)
    if button.enabled and not button.prominent and player.refused != button.action:
        canvas.write(row, column + 2, key, _BOLD)
    _mark(part, row, column, end, button.action, player)


def _own(player: Player) -> list[tuple[str, str, str]]:
    """The buttons of this frontend itself: caption, key, action."""
    say = player.say
    own = [("i", say("Hint"), HINT)] if player.view.hint_after or player.view.can_hint else []
    own += [("?", say("Help"), "help"), ("q", say("Quit"), "quit")]
    return [(f"[{key}] {label}", key, action) for key, label, action in own]


def _draw_own(part: Part, row: int, player: Player) -> int:
    """This frontend's buttons in one line, or the hint in one and what is about the program in the next."""
    charset, own = part.canvas.charset, _own(player)
    groups = [own] if _across(own, charset) <= part.canvas.width else [own[:-2], own[-2:]]
    for group in groups:
        column = 0
        for caption, key, action in group:
            end = part.canvas.write(row, column + 1, caption)
            part.canvas.write(row, column + 2, key, _BOLD)
            _mark(part, row, column, end, action, player)
            column = end
        row += bool(group)
    return row


def _across(own: list[tuple[str, str, str]], charset: Charset) -> int:
    return sum(1 + charset.width(charset.clean(caption)) for caption, _, _ in own)


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


def _draw_title(canvas: Canvas, player: Player, look: Look, row: int, column: int, room: int) -> None:
    charset, view = canvas.charset, player.view
    seed = charset.fit(player.say("seed {seed}", seed=view.seed), room // 2)
    title = charset.fit(view.title, room - charset.width(seed) - 2)
    canvas.write(row, column, title, _BOLD)
    canvas.write(row, column + room - charset.width(seed), seed, look.palette.faint)


def _draw_bottom(canvas: Canvas, player: Player, look: Look, row: int, span: tuple[int, int, int], height: int) -> bool:
    """The banner, then as many notices and goals as fit; whether it says what can be done next."""
    column, across, room = span
    view, charset = player.view, look.charset
    end, notices, told = row + height, view.notices, False
    if view.banner and view.status != "playing":
        notices = tuple(notice for notice in notices if notice != view.banner)
        style = look.palette.block(view.banner_colour or "#d0d0d0")
        next_ = _describe(player) if player.button is None else ""
        words = _banner(player, charset, next_, across - 2, height if height >= 3 else 1)
        tall = max(3, len(words)) if height >= 3 else 1
        canvas.fill(row, column, tall, across, " ", style)
        for line, word in enumerate(words, start=(tall - len(words)) // 2):
            canvas.centre(row + line, column + 1, across - 2, word, style)
        row += tall
        told = next_ in words[1:]
    lines = [(line, _BOLD) for notice in notices for line in charset.wrap(notice, room)]
    left = max(0, end - row)
    if len(lines) > left and left:
        # The most urgent first; dots where not all of them fit.
        lines = [*lines[: left - 1], (charset.fit(lines[left - 1][0] + " ..", room), _BOLD)]
    goals = [player.say("Goal: {goal}", goal=goal) for goal in view.goals]
    spare = left - len(lines)
    if goals and len(goals) > spare:  # What is aimed at stays to be seen, if need be behind the last notice.
        goals = ["   ".join(goals)]
        if spare < 1 and lines:
            lines[-1] = (charset.fit(f"{lines[-1][0]}   {goals.pop()}", room), _BOLD)
    lines += [(charset.fit(goal, room), PLAIN) for goal in goals]
    for text, style in lines[:left]:
        canvas.write(row, column, text, style)
        row += 1
    return told


def _banner(player: Player, charset: Charset, next_: str, room: int, height: int) -> list[str]:
    """The lines of a banner: what it says, the score, and what can be done next, as far as they fit."""
    view = player.view
    head = _balanced(charset, view.banner, room)
    result = view.standing(player.say)
    if height == 1:
        one = f"{view.banner}   {result}"
        return [one if charset.width(charset.clean(one)) <= room else view.banner]
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


def _draw_message(canvas: Canvas, player: Player, look: Look, row: int, column: int, otherwise: str) -> None:
    """Why the last action was refused; otherwise what is selected, and what Enter would do.

    A long reason takes the free lines above as well.
    """
    text, style = (player.message, look.palette.alarm) if player.message else (otherwise, PLAIN)
    room = canvas.width - column
    if canvas.charset.width(text) > room:
        text = text.removesuffix(".")
    lines = canvas.charset.wrap(text, room) if player.message else [text]
    free = 1
    while free <= row and all(each.isspace() and shown == PLAIN for _, each, shown in canvas.runs(row - free)):
        free += 1
    if len(lines) > free:
        lines = [*lines[: free - 1], " ".join(lines[free - 1 :])]
    for number, line in enumerate(lines, start=row + 1 - len(lines)):
        canvas.write(number, column, canvas.charset.fit(line, room), style)


def _describe(player: Player) -> str:
    view, cell, say = player.view, player.cell, player.say
    if player.button is not None:
        own = {"help": say("Help"), "quit": say("Quit")}
        label = own.get(player.button) or next(
            (b.label for b in view.buttons if b.action == player.button), player.button
        )
        return say("Enter: {what}", what=label)
    if player.is_over_recording:
        return say("The recording ends here. Press {keys}.", keys=_listed(say, _keys_back(player)))
    if view.status != "playing":
        wanted = [b for b in view.buttons if b.enabled and b.prominent] or [b for b in view.buttons if b.enabled]
        named = [
            (button.key_beside(RESERVED), say("a new game") if button.action == "new" else button.label)
            for button in wanted
        ]
        keys = _listed(say, [say("{key} for {what}", key=key, what=label) for key, label in named if key])
        if not keys:
            return say("Press q to leave")
        return (
            say("Game over. Press {keys}.", keys=keys)
            if view.status == "over"
            else say("Paused. Press {keys}.", keys=keys)
        )
    if player.view.slides:
        verbs = {button.action.split()[0] for button in view.buttons if button.direction}
        does = say("Arrow keys {verb}", verb=verbs.pop()) if len(verbs) == 1 else say("Arrow keys press buttons")
        return f"{does}   " + say("Page Up, Page Down, Home, End scroll") if player.scrolls else does
    place = f"r{cell.row}c{cell.column} {say(cell.tile.tile) if cell.tile else say('empty')}"
    if player.picked is not None:
        first = f"r{player.picked[0] + 1}c{player.picked[1] + 1}"
        played = view.choose(player.cursor, player.picked).action
        if played and (cell.legal or played != cell.action):
            return f"{place}   {_enter(say, played)}"
        return f"{place}   " + say("{first} is chosen: choose a cell beside it, Escape lets go", first=first)
    if cell.partners:
        return f"{place}   " + say("Enter chooses it as the first of two")
    return f"{place}   {_enter(say, cell.action)}" if cell.legal and cell.action else place


def _listed(say: Words, texts: Sequence[str]) -> str:
    """Texts behind one another, as the language joins them."""
    return say("{first}, {rest}", first="", rest="").join(texts)


def _keys_back(player: Player) -> list[str]:
    """What can be done where a recording ends: go back, where there is a turn before, and leave."""
    say = player.say
    back = [(button.key, button.label) for button in player.view.buttons if button.action == "back" and button.enabled]
    return [say("{key} for {what}", key=key, what=label) for key, label in [*back, ("q", say("Quit"))]]


def _enter(say: Words, action: str) -> str:
    """What Enter plays: as it is written, or where its words are none of the player's language, what it is about."""
    verb, _, places = action.partition(" ")
    if say.language == "en" or verb in say:
        return say("Enter: {what}", what=f"{say(verb)} {places}")
    return say("Enter plays the two cells") if " " in places else say("Enter plays the cell")


# ----------------------------------------------------------------------------------------------- help


def _about_keys(say: Words) -> tuple[str, ...]:
    return (
        say(
            "Arrows or h j k l move; where no cell can be played, they slide. Tab and Shift-Tab go to the next and the "
            "last cell that can be played, then to the buttons. Enter or Space plays the cell, or presses the button, "
            "that is selected. A click does both at once."
        ),
        say(
            "Where an action takes two cells, Enter chooses the first, then Enter on a marked one beside it plays; "
            "Escape lets go."
        ),
        say(
            "A key in brackets presses its button. While a game is paused or over, Enter on the board does nothing: "
            "press the button's own key. A key that was held while that happened counts again once it was let go."
        ),
        say(
            "i shows a hint, where the game has hints. Where a sliding board is larger than the screen, Page Up, Page "
            "Down, Home and End scroll it, and so do Shift with an arrow, the wheel, and a click on the mark of a side."
        ),
        say("? or q closes this page; q leaves the game."),
    )


def draw_page(frame: Part, title: str, paragraphs: Sequence[str], first: int, say: Words) -> int:
    """Draws a page of text under a title, from its line ``first`` on; returns the line that it begins with.

    The page ends with its last line at the foot of the screen, however large ``first`` is.
    """
    canvas = frame.canvas
    charset, height, width = canvas.charset, canvas.height, canvas.width
    room = min(width - 2, 78)
    left = (width - room) // 2
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += [*charset.wrap(paragraph, room), ""]
    lines.pop()
    body = max(1, height - 3)
    first = max(0, min(first, len(lines) - body))
    canvas.write(0, left, charset.fit(title, room), _BOLD)
    for row, line in enumerate(lines[first : first + body]):
        canvas.write(row + 2 if height > 3 else row + 1, left, line)
    foot = say("? or q closes")
    if len(lines) > body:
        where = say("lines {first}-{last} of {all}", first=first + 1, last=first + body, all=len(lines))
        foot = f"{foot}   {where}   {say('up/down scroll')}"
    canvas.write(height - 1, left, charset.fit(foot, room), _BOLD)
    frame.cursor = (height - 1, left)
    return first
