"""What a person at the controls can do in the menu, for every frontend.

Owns which game is selected, what keys and pointers do there, its pages, and what is said of each game. It starts no
game: what was chosen is in `Chooser.chosen`. Like `tilekit.controller` it is driven by abstract input and gives one
value that says what to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tilekit.controller import Held, Message
from tilekit.menu import Menu, MenuEntry
from tilekit.pages import TABS, Line, Page, Pages, numbers_of
from tilekit.preferences import VARIABLES, Preferences
from tilekit.view import Button
from tilekit.words import Phrase, Words

#: An entry by its number, or the action of a button: ``"^play"``, ``"^new"`` with a number, ``"^help"``, ``"^quit"``.
Choice = int | str

_ROWS: Final = {"up": -1, "k": -1, "down": 1, "j": 1}
_STEPS: Final = {"left": -1, "h": -1, "right": 1, "l": 1}
_PAGES: Final = {",": "settings", ".": "statistics", "?": "help"}
_KEYS: Final = {"?": TABS["help"], ",": TABS["settings"], ".": TABS["statistics"], "q": Phrase("Quit")}


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A game of the menu, with what is said of it."""

    entry: MenuEntry
    facts: tuple[str, ...]
    """How far one came there, what matters least first: the rank, the best score, that a game is running, or that it
    cannot be played."""


@dataclass(frozen=True, slots=True)
class MenuScreen:
    """What to draw of the menu, as plain values."""

    title: str
    items: tuple[MenuItem, ...]
    selected: int
    """Number of the selected entry."""
    button: str
    """Action of the selected button; empty while an entry is selected."""
    over: Choice | None
    """What the pointer is over."""
    buttons: tuple[Button, ...]
    """What can be done with the selected game, then help and leaving."""
    said: tuple[str, ...]
    """What is said of the selected game."""
    message: Message | None
    news: tuple[str, ...]
    page: Page | None
    preferences: Preferences


class Chooser:
    """One person at the menu.

    Args:
        menu: what there is to play.
        package: whose catalogue of words to take beside the engine's.
        held: which keys are down; one of its own if None.
        settings: the preferences that can be changed here.
        unreadable: why a screen cannot show these words, in a sentence, or empty. English is spoken where it cannot.
        warning: what the frontend has to tell first, or empty.

    Attributes:
        words: the words of the player's language.
        chosen: what is to be played: an id, and whether to resume the running game; None until then.
        done: whether the player has left, or has chosen.
        fits: whether there is room; without it only leaving works.
    """

    def __init__(
        self,
        menu: Menu,
        *,
        package: str = "tilekit",
        held: Held | None = None,
        settings: Sequence[str] = tuple(VARIABLES),
        unreadable: Callable[[Words], str] = lambda _: "",
        warning: str = "",
    ) -> None:
        self.held = held or Held()
        self._given = self._menu = menu
        self._package, self._unreadable = package, unreadable
        self._pages = Pages(settings)
        self._message: Message | None = None
        self._entries: Sequence[MenuEntry] = ()
        self._news: tuple[str, ...] = ()
        self._at, self._button = 0, ""
        self._over: Choice | None = None
        self._pressed: Choice | None = None
        self._columns, self._rows = 1, 5
        self.fits = True
        self.chosen: tuple[str, bool] | None = None
        self.done = False
        self.load(warning)

    def load(self, message: str = "", *, preferences: Preferences | None = None) -> None:
        """Asks for the games again, as after one was played; the same one stays selected.

        Args:
            message: what went wrong meanwhile, or empty.
            preferences: as they were changed meanwhile.
        """
        if preferences is not None and self._menu is not self._given:
            # English was spoken there for want of letters; the player chose another language.
            preferences = replace(preferences, language=self._given.preferences.language)
        if preferences is not None and preferences != self._given.preferences:
            self._given = self._given.preferring(preferences)
        self._message = Message("problem", message) if message else None
        self._menu, self.words = self._given, self._given.words(self._package)
        why = self._unreadable(self.words)
        if why:
            self._menu = self._given.in_english()
            self.words, self._message = self._menu.words(self._package), self._message or Message("unreadable", why)
        before = self._entries[self._at].id if self._entries else ""
        self._entries, self._news = tuple(self._menu.load()), tuple(self._menu.news())
        ids = [entry.id for entry in self._entries]
        self._at = ids.index(before) if before in ids else 0
        self.chosen, self.done, self._button = None, False, ""

    # -- what to show

    def screen(self) -> MenuScreen:
        """What to draw."""
        return MenuScreen(
            title=self.words("Games"),
            items=tuple(self._item(entry) for entry in self._entries),
            selected=self._at,
            button=self._button,
            over=self._over,
            buttons=tuple(self._buttons()),
            said=tuple(self._said()),
            message=self._message,
            news=self._news,
            page=self._page(),
            preferences=self._given.preferences,
        )

    def _item(self, entry: MenuEntry) -> MenuItem:
        words = self.words
        facts = [
            entry.rank,
            words("best {score}", score=entry.best) if entry.best else "",
            words("running") if entry.running else "",
            words("cannot be played") if entry.problem else "",
        ]
        return MenuItem(entry, tuple(fact for fact in facts if fact))

    def _buttons(self) -> Iterator[Button]:
        words = self.words
        running = bool(self._entries and self._entries[self._at].running)
        for action, key, label in (
            ("^play", words("Enter"), words("Resume") if running else words("Play")),
            ("^new", "n", words("New game")),
            ("^help", "?", words("Help")),
            ("^quit", "q", words("Quit")),
        ):
            yield Button(action, key, label, "", enabled=True, prominent=False, kind="sitting")

    def _said(self) -> Iterator[str]:
        entry = self._entries[self._at] if self._entries else None
        if entry is not None and entry.running:
            yield self.words("Running: {game}", game=entry.running)
        elif entry is not None:
            yield from (text for text in (entry.goal, entry.about) if text)

    def _page(self) -> Page | None:
        words, kind = self.words, self._pages.kind
        if not kind:
            return None
        lines: list[Line] = []
        if kind == "help":
            lines = [
                Line("text", words("Up and down, j and k, or a number from 1 to 9 select a game.")),
                Line(
                    "text",
                    words("Enter or a click resumes the running game, or begins one; n begins a new one in any case."),
                ),
                Line(
                    "text",
                    words("Running games come first, then those that were played, the latest first, then the others."),
                ),
                *(Line("key", words(name), key=key) for key, name in _KEYS.items()),
            ]
        elif kind == "settings":
            lines = list(self._pages.settings(self._given.preferences, words))
        else:
            lines = list(self._pages.kept(self._numbers))
        return self._pages.page(words("Games"), lines, words)

    def _numbers(self) -> Iterator[Line]:
        found = self._menu.statistics()
        for title, best, numbers in found:
            yield Line("heading", title)
            yield from numbers_of(numbers, best, self.words)
        if not found:
            yield from numbers_of(None, "", self.words)

    def fit(
        self, rows: int | None = None, columns: int | None = None, *, first: int | None = None, fits: bool = True
    ) -> None:
        """What was drawn had room for so much.

        Args:
            rows: of entries, by which a page goes on; 5 if None.
            columns: of entries beside one another; 1 if None.
            first: the line that the open page was drawn from, which may be less than was asked for.
            fits: whether there is room at all.
        """
        self._rows, self._columns, self.fits = rows or 5, columns or 1, fits
        if first is not None and self._pages.kind:
            self._pages.first = first

    # -- input

    def press(self, key: str, now: float) -> None:
        """Does what a key stands for; keys have the names that `Controller.press` knows."""
        new = self.held.press(key, now)
        plain = key.lower() if len(key) == 1 else key
        if not self.fits:
            self.done = self.done or (plain == "q" and new is not None)
            return
        steps = plain in _ROWS or plain in _STEPS or plain in {"tab", "backtab", "pageup", "pagedown"}
        if new is None or not (new or steps):
            return
        self._message = None
        if self._pages.kind:
            self._in_page(lambda: self._pages.press(key, self._given.preferences), now)
        elif plain == "q":
            self.done = True
        elif plain in _PAGES:
            self._pages.open(_PAGES[plain])
            self.held.freeze(now)
        elif plain == "escape":
            # It goes back, and there is nothing to go back to; leaving altogether would surprise.
            self._button = ""
            self._message = Message.of("leave", Phrase("Press q to leave"), self.words)
        elif plain in {"tab", "backtab"}:
            self._tab(1 if plain == "tab" else -1)
        elif self._button:
            self._press_on_button(plain)
        else:
            self._press_on_list(plain)

    def _press_on_button(self, key: str) -> None:
        if key in {"enter", "space"}:
            self._do(self._button)
        elif key in _ROWS or key in _STEPS:
            self._button = ""

    def _press_on_list(self, key: str) -> None:
        last = len(self._entries) - 1
        if last < 0:
            return
        if key in _ROWS:
            there = self._at + _ROWS[key] * self._columns
            if there > last and self._at < last - last % self._columns:
                there = last  # No entry is below it in the last row, which is shorter.
            self._at = there if 0 <= there <= last else self._at
        elif key in _STEPS:
            self._at = max(0, min(self._at + _STEPS[key], last))
        elif key in {"pageup", "pagedown"}:
            page = self._rows * self._columns
            self._at = max(0, min(self._at + (page if key == "pagedown" else -page), last))
        elif key in {"home", "end"}:
            self._at = 0 if key == "home" else last
        elif key in {"enter", "space", "n"}:
            self._choose(self._at, resume=key != "n")
        elif key in "123456789" and int(key) - 1 <= last:
            self._at = int(key) - 1

    def _tab(self, by: int) -> None:
        """Through the games, then help and leaving, and round."""
        stops: list[Choice] = [*range(len(self._entries)), "^help", "^quit"]
        here = self._button or self._at
        there = stops[(stops.index(here) + by) % len(stops)] if here in stops else stops[0]
        if isinstance(there, str):
            self._button = there
        else:
            self._button, self._at = "", there

    def release(self, key: str) -> None:
        """A key comes up."""
        self.held.release(key)

    def point_at(self, target: Choice | None) -> None:
        """The pointer is over an entry, a button, or nothing."""
        self._over = target

    def point_down(self, target: Choice | None, _now: float) -> None:
        """A pointer or a finger goes down."""
        self._pressed = target

    def point_up(self, target: Choice | None, now: float) -> None:
        """It comes up again: what it went down on is pressed where it still is there."""
        begun, self._pressed = self._pressed, None
        if begun is None or begun != target or not self.fits:
            return
        self._message = None
        if self._pages.kind:
            if isinstance(begun, str):
                self._in_page(lambda: self._pages.click(begun, self._given.preferences), now)
        elif isinstance(begun, str):
            self._do(begun)
        elif begun < len(self._entries):
            self._choose(begun, resume=True)

    def point_gone(self) -> None:
        """The pointer has left, or was taken away by something else."""
        self._over = self._pressed = None

    def wheel(self, lines: int, _now: float) -> None:
        """Goes up or down the list, or the open page."""
        if self._pages.kind:
            self._pages.turn(lines)
        elif self._entries:
            self._at = max(0, min(self._at + (1 if lines > 0 else -1), len(self._entries) - 1))

    def _do(self, action: str) -> None:
        verb, _, number = action.partition(" ")
        if verb.removeprefix("^") in TABS:
            self._pages.open(verb.removeprefix("^"))
        elif verb == "^quit":
            self.done = True
        elif self._entries:
            self._choose(int(number) if number else self._at, resume=verb == "^play")

    def _in_page(self, act: Callable[[], Preferences], now: float) -> None:
        before, kept = self._pages.kind, self._given.preferences
        chosen = act()
        if chosen != kept:
            self._given = self._given.preferring(chosen)
            self.load()
        if self._pages.kind != before:
            self.held.freeze(now)

    def _choose(self, number: int, *, resume: bool) -> None:
        self._at = number
        entry = self._entries[number]
        if entry.problem:
            self._message = Message("broken", entry.problem)
        else:
            self.chosen, self.done = (entry.id, resume), True
