"""The menu on a terminal: how the list of games is drawn.

Owns where its lines are, and what a click on one means. What keys do there is the core's: see `tilekit.Chooser`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tilekit_curses.board import Look, Part
from tilekit_curses.canvas import PLAIN, Canvas, Style
from tilekit_curses.screen import Frame, draw_need, draw_page

if TYPE_CHECKING:
    from tilekit import MenuEntry, MenuScreen
    from tilekit_curses.canvas import Charset

_BOLD: Final = Style(bold=True)
_LEAST: Final = (24, 6)
_WIDEST: Final = 64
#: How many lines there are at most for what is to be told, and for what is said of the selected game.
_TOLD: Final = 4
_SAID: Final = 3


def draw_menu(screen: MenuScreen, look: Look, height: int, width: int) -> Frame:
    """Draws the menu on a screen of this size. A click on a game is a place: its number, and 0."""
    look = replace(look, palette=look.palette.preferred(screen.preferences))
    charset = look.charset
    frame = Part(Canvas(height, width, charset))
    if height < _LEAST[1] or width < _LEAST[0]:
        draw_need(frame, _LEAST, look.say)
        return Frame(frame, fits=False)
    if screen.page is not None:
        return Frame(frame, first=draw_page(frame, screen.page, look))
    canvas, items, at = frame.canvas, screen.items, screen.selected
    across = min(width - 2, _WIDEST)
    told = [line for text in screen.news for line in charset.wrap(text, across)]
    told = _cut(told, min(_TOLD, (height - _LEAST[1]) // 2), across, charset)
    said = 1 if not any(item.entry.about for item in items) else max(1, min(_SAID, (height - 4) // 4))
    # What lies free below the list goes to the selected game, as much as any of them needs.
    needed = max((_lines_about(item.entry, charset, across) for item in items), default=1)
    said = max(said, min(needed, height - 4 - len(told) - len(items)))
    body = height - 4 - len(told) - said
    roomy = body > 2 * len(items)
    step = 2 if roomy else 1
    shown = min(len(items), max(1, body // step))
    first = max(0, min(at - shown // 2, len(items) - shown))
    left = (width - across) // 2
    top = max(0, (body - shown * step) // 2)
    canvas.write(top, left, screen.title, _BOLD)
    line = "─" if charset.is_rich else "-"
    canvas.write(top + 1, left, line * across, look.palette.faint)
    for text in told:
        canvas.write(top + 2, left, text, look.palette.alarm)
        top += 1
    wide = max((charset.width(charset.clean(item.entry.title)) for item in items), default=0)
    wide = min(wide + 2, across // 2)
    for number in range(first, first + shown):
        row = top + 2 + (number - first) * step
        _draw_item(frame, row, (left, across), wide, number, screen, look)
    foot = top + 2 + shown * step + (0 if roomy else 1)
    foot = min(foot, height - 1 - said)
    alarm = screen.message.sentence if screen.message else "" if told else " ".join(screen.news)
    if alarm:
        texts = [alarm]
    else:
        facts = _facts(screen, at, charset, across - wide - 4) if items else []
        texts = [text for text in screen.said if charset.clean(text) not in facts]
    lines = [line for text in texts for line in charset.wrap(text, across)]
    for number, text in enumerate(_cut(lines, said, across, charset)):
        canvas.write(foot + number, left, text, look.palette.alarm if alarm else PLAIN)
    _draw_keys(frame, screen, foot + said, left, across)
    return Frame(frame, rows=5)


def _lines_about(entry: MenuEntry, charset: Charset, room: int) -> int:
    """How many lines are said of a game."""
    texts = [entry.running] if entry.running else [text for text in (entry.goal, entry.about) if text]
    return sum(len(charset.wrap(text, room)) for text in texts)


def _draw_item(
    frame: Part, row: int, span: tuple[int, int], wide: int, number: int, screen: MenuScreen, look: Look
) -> None:
    canvas, charset, item = frame.canvas, look.charset, screen.items[number]
    left, across = span
    selected = number == screen.selected and not screen.button
    style = Style(bold=True, reverse=True) if selected else PLAIN if not item.entry.problem else look.palette.faint
    canvas.fill(row, left, 1, across, " ", style)
    mark = ">" if selected else " "
    canvas.write(row, left, charset.fit(f"{mark} {item.entry.title}", wide + 2), style)
    room = across - wide - 4
    words = charset.fit("   ".join(_facts(screen, number, charset, room)), room)
    canvas.write(row, left + across - 1 - charset.width(words), words, style)
    for column in range(left, left + across):
        frame.targets[row, column] = (number, 0)
    if selected:
        frame.cursor = (row, left)


def _facts(screen: MenuScreen, number: int, charset: Charset, room: int) -> list[str]:
    """What stands beside a title: how far one came there, or what there is to be reached."""
    item = screen.items[number]
    facts = [charset.clean(fact) for fact in item.facts]
    if not facts and charset.width(charset.clean(item.entry.goal)) <= room:
        return [charset.clean(item.entry.goal)]
    while len(facts) > 1 and charset.width("   ".join(facts)) > room:
        facts.pop(0)  # The last say most of what to do next.
    return facts


def _draw_keys(frame: Part, screen: MenuScreen, row: int, left: int, across: int) -> None:
    charset, column = frame.canvas.charset, left
    for button in screen.buttons:
        caption = f"[{button.key}] {button.label}"
        if column + charset.width(charset.clean(caption)) > left + across:
            break
        chosen = screen.button == button.action
        end = frame.canvas.write(row, column, caption, Style(bold=True, reverse=True) if chosen else PLAIN)
        if not chosen:
            frame.canvas.write(row, column + 1, button.key, _BOLD)
        for at in range(column, end):
            frame.targets[row, at] = button.action
        column = end + 3


def _cut(lines: list[str], most: int, room: int, charset: Charset) -> list[str]:
    """So many lines at most; the last shows where there were more."""
    return lines if len(lines) <= most else [*lines[: most - 1], charset.fit(" ".join(lines[most - 1 :]), room)][:most]
