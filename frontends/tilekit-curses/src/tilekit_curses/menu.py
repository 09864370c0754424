"""The menu on a terminal: which game to play.

Owns the list with its selected line, what keys and clicks do there, and how it is drawn. It neither starts a game nor
knows the terminal: what was chosen stands in `Chooser.chosen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tilekit_curses.board import Look, Part
from tilekit_curses.canvas import PLAIN, Canvas, Style
from tilekit_curses.player import CLOSES, PAGES
from tilekit_curses.screen import Frame, draw_need, draw_page

if TYPE_CHECKING:
    from tilekit import Menu, MenuEntry, Words
    from tilekit_curses.board import Target
    from tilekit_curses.canvas import Charset

_BOLD: Final = Style(bold=True)
_LEAST: Final = (24, 6)
_WIDEST: Final = 64
#: How many lines there are at most for what is to be told, and for what is said of the selected game.
_TOLD: Final = 4
_SAID: Final = 3
_STEPS: Final = {"up": -1, "k": -1, "backtab": -1, "down": 1, "j": 1, "tab": 1, "pageup": -5, "pagedown": 5}


class Chooser:
    """One person at the menu.

    Attributes:
        entries: the games as they stand.
        news: what is to be told beside them, as that nothing can be saved.
        at: number of the selected one, counted from 0.
        message: why one cannot be played, or which key leaves; else empty.
        help: the first line of the help page that is shown, or None while the list is.
        chosen: what is to be played: an id, and whether to go on with the running game; None until then.
        done: whether the player has left, or has chosen.
        blocked: whether the screen is too small; only leaving works then. Set by who draws.
        say: the words of the player's language.
    """

    def __init__(self, menu: Menu) -> None:
        self._menu = menu
        self.say = menu.words("tilekit_curses")
        self.entries: list[MenuEntry] = []
        self.news: tuple[str, ...] = ()
        self.at = 0
        self.message = ""
        self.help: int | None = None
        self.chosen: tuple[str, bool] | None = None
        self.done = False
        self.blocked = False
        self.load()

    def load(self) -> None:
        """Asks for the games anew, as after one was played; the same one stays selected."""
        before = self.entries[self.at].id if self.entries else ""
        self.entries, self.news = list(self._menu.load()), tuple(self._menu.news())
        ids = [entry.id for entry in self.entries]
        self.at = ids.index(before) if before in ids else 0
        self.chosen, self.done = None, False

    def until(self) -> float | None:
        """Nothing happens here by itself."""
        return None

    def tick(self) -> None:
        """Nothing happens here by itself."""

    def press(self, key: str) -> None:
        """Does what a key stands for; keys have the names that `Player.press` knows."""
        self.message = ""
        plain = key.lower() if len(key) == 1 else key
        if self.help is not None and not self.blocked:
            self.help = None if key in CLOSES else max(0, self.help + PAGES.get(plain, 0))
        elif plain == "q":
            self.done = True
        elif self.blocked:
            return
        elif plain == "?":
            self.help = 0
        elif plain == "escape":
            # It goes back, and there is nothing to go back to; leaving altogether would surprise.
            self.message = self.say("Press q to leave")
        elif not self.entries:
            return
        elif plain in _STEPS:
            self._select(self.at + _STEPS[plain])
        elif plain in {"home", "end"}:
            self._select(0 if plain == "home" else len(self.entries))
        elif plain in {"enter", "space", "n"}:
            self._choose(resume=plain != "n")
        elif plain in "123456789" and int(plain) <= len(self.entries):
            self._select(int(plain) - 1)

    def click(self, target: Target) -> None:
        """Plays the game that was clicked, or presses the button."""
        self.message = ""
        if self.blocked:
            return
        if isinstance(target, str):
            self.press(target)
        elif target[0] < len(self.entries):
            self._select(target[0])
            self._choose(resume=True)

    def turn_page(self, lines: int) -> None:
        """Goes up or down the list, or the help page."""
        if self.help is not None:
            self.help = max(0, self.help + lines)
            return
        self._select(self.at + (1 if lines > 0 else -1))

    def _select(self, at: int) -> None:
        self.at = max(0, min(at, len(self.entries) - 1))

    def _choose(self, *, resume: bool) -> None:
        entry = self.entries[self.at]
        if entry.problem:
            self.message = entry.problem
        else:
            self.chosen, self.done = (entry.id, resume), True

    def draw(self, look: Look, height: int, width: int) -> Frame:
        """Draws the menu on a screen of this size."""
        charset, say = look.charset, self.say
        frame = Part(Canvas(height, width, charset))
        if height < _LEAST[1] or width < _LEAST[0]:
            draw_need(frame, _LEAST, say)
            return Frame(frame, fits=False)
        if self.help is not None:
            self.help = draw_page(frame, say("Games: keys"), _about_keys(say), self.help, say)
            return Frame(frame, fits=True)
        canvas = frame.canvas
        across = min(width - 2, _WIDEST)
        told = [line for text in self.news for line in charset.wrap(text, across)]
        told = _cut(told, min(_TOLD, (height - _LEAST[1]) // 2), across, charset)
        said = 1 if not any(entry.about for entry in self.entries) else max(1, min(_SAID, (height - 4) // 4))
        body = height - 4 - len(told) - said
        roomy = body > 2 * len(self.entries)
        step = 2 if roomy else 1
        shown = min(len(self.entries), max(1, body // step))
        first = max(0, min(self.at - shown // 2, len(self.entries) - shown))
        left = (width - across) // 2
        top = max(0, (body - shown * step) // 2)
        canvas.write(top, left, say("Games"), _BOLD)
        line = "─" if charset.is_rich else "-"
        canvas.write(top + 1, left, line * across, look.palette.faint)
        for text in told:
            canvas.write(top + 2, left, text, look.palette.alarm)
            top += 1
        wide = max((charset.width(charset.clean(entry.title)) for entry in self.entries), default=0)
        wide = min(wide + 2, across // 2)
        for number in range(first, first + shown):
            row = top + 2 + (number - first) * step
            self._draw_entry(frame, row, (left, across), wide, number, look)
        foot = top + 2 + shown * step + (0 if roomy else 1)
        foot = min(foot, height - 1 - said)
        alarm = self.message or ("" if told else " ".join(self.news))
        texts = [alarm] if alarm else self._said(charset, across - wide - 4)
        lines = [line for text in texts for line in charset.wrap(text, across)]
        for number, text in enumerate(_cut(lines, said, across, charset)):
            canvas.write(foot + number, left, text, look.palette.alarm if alarm else PLAIN)
        self._draw_keys(frame, foot + said, left, across)
        return Frame(frame, fits=True)

    def _said(self, charset: Charset, room: int) -> list[str]:
        """What is said of the selected game: the one that is running, else what its line has no room for."""
        entry = self.entries[self.at] if self.entries else None
        if entry is None:
            return []
        if entry.running:
            return [self.say("Running: {game}", game=entry.running)]
        goal = [entry.goal] if entry.goal and charset.clean(entry.goal) not in self._facts(entry, charset, room) else []
        return [*goal, entry.about] if entry.about else goal

    def _draw_entry(self, frame: Part, row: int, span: tuple[int, int], wide: int, number: int, look: Look) -> None:
        canvas, charset, entry = frame.canvas, look.charset, self.entries[number]
        left, across = span
        selected = number == self.at
        style = Style(bold=True, reverse=True) if selected else PLAIN if not entry.problem else look.palette.faint
        canvas.fill(row, left, 1, across, " ", style)
        mark = ">" if selected else " "
        canvas.write(row, left, charset.fit(f"{mark} {entry.title}", wide + 2), style)
        room = across - wide - 4
        words = charset.fit("   ".join(self._facts(entry, charset, room)), room)
        canvas.write(row, left + across - 1 - charset.width(words), words, style)
        for column in range(left, left + across):
            frame.targets[row, column] = (number, 0)
        if selected:
            frame.cursor = (row, left)

    def _facts(self, entry: MenuEntry, charset: Charset, room: int) -> list[str]:
        """What stands beside a title: how far one came there, or what there is to be reached."""
        say = self.say
        facts = [
            entry.rank,
            say("best {score}", score=entry.best) if entry.best else "",
            say("running") if entry.running else "",
            say("cannot be played") if entry.problem else "",
        ]
        facts = [charset.clean(fact) for fact in facts if fact]
        if not facts and charset.width(charset.clean(entry.goal)) <= room:
            return [charset.clean(entry.goal)]
        while len(facts) > 1 and charset.width("   ".join(facts)) > room:
            facts.pop(0)  # The last say most of what to do next.
        return facts

    def _draw_keys(self, frame: Part, row: int, left: int, across: int) -> None:
        say, charset = self.say, frame.canvas.charset
        running = bool(self.entries and self.entries[self.at].running)
        column = left
        for key, label, target in (
            (say("Enter"), say("Go on") if running else say("Play"), "enter"),
            ("n", say("New game"), "n"),
            ("?", say("Help"), "?"),
            ("q", say("Quit"), "q"),
        ):
            if column + charset.width(charset.clean(f"[{key}] {label}")) > left + across:
                break
            end = frame.canvas.write(row, column, f"[{key}] {label}")
            frame.canvas.write(row, column + 1, key, _BOLD)
            for at in range(column, end):
                frame.targets[row, at] = target
            column = end + 3


def _cut(lines: list[str], most: int, room: int, charset: Charset) -> list[str]:
    """So many lines at most; the last shows where there were more."""
    return lines if len(lines) <= most else [*lines[: most - 1], charset.fit(" ".join(lines[most - 1 :]), room)][:most]


def _about_keys(say: Words) -> tuple[str, ...]:
    return (
        say("Up and down, j and k, or a number from 1 to 9 select a game."),
        say("Enter or a click goes on with the game that is running, or begins one; n begins a new one in any case."),
        say("Games that are running come first, then those that were played, the latest first, then the others."),
        say("? or q closes this page; in the menu, q leaves."),
    )
