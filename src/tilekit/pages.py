"""The pages over a game or the menu: help, settings, statistics.

Owns what stands on each, which one is open, and what keys do there. It does not own how a page is drawn, nor where a
setting is kept: whoever opened it is told of a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tilekit.preferences import Preferences, choices_of
from tilekit.view import Button, TileView, View
from tilekit.words import Phrase, Words

if TYPE_CHECKING:
    from tilekit.profile.profile import Statistics

#: The pages, in the order of their tabs, with what each is called.
TABS: Final = {"help": Phrase("Help"), "settings": Phrase("Settings"), "statistics": Phrase("Statistics")}
#: What each preference is called, and what each of its choices is.
_NAMES: Final = {
    "motion": Phrase("Motion"),
    "sound": Phrase("Sound"),
    "language": Phrase("Language"),
    "colours": Phrase("Colours"),
    "theme": Phrase("Background"),
}
_CHOICES: Final = {
    ("motion", "full"): Phrase("full"),
    ("motion", "reduced"): Phrase("reduced: nothing flies"),
    ("motion", "none"): Phrase("none"),
    ("sound", "on"): Phrase("on"),
    ("sound", "off"): Phrase("off"),
    ("colours", "full"): Phrase("full"),
    ("colours", "none"): Phrase("greys alone"),
    ("theme", "dark"): Phrase("dark"),
    ("theme", "light"): Phrase("light"),
}
#: What a language calls itself.
_TONGUES: Final = {"en": "English", "ja": "日本語"}
#: By how many lines a key turns a page.
_TURNS: Final = {
    "down": 1, "j": 1, "up": -1, "k": -1, "space": 8, "pagedown": 8, "pageup": -8, "home": -9999, "end": 9999,
}  # fmt: skip
_CLOSES: Final = frozenset({"?", "q", "escape"})
_NEXT: Final = {"right": 1, "l": 1, "enter": 1, "space": 1, "left": -1, "h": -1}


@dataclass(frozen=True, slots=True)
class Line:
    """A part of a page: a paragraph, or one item of a list."""

    kind: str
    """``"heading"``, ``"text"``, ``"key"`` (what a key or a gesture does), ``"tiles"``, ``"choice"`` (a setting) or
    ``"number"`` (of statistics)."""
    text: str
    """What it says, or what the key does, or what the number counts."""
    key: str = ""
    """The key or the gesture."""
    value: str = ""
    """What is chosen now, or the number."""
    tiles: tuple[tuple[TileView, str], ...] = ()
    """Tiles to be drawn beside one another, each with its name."""
    action: str = ""
    """What a click on it presses: ``"^set motion"``."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is to be drawn."""

    kind: str
    """``"help"``, ``"settings"`` or ``"statistics"``."""
    title: str
    tabs: tuple[tuple[str, str], ...]
    """The action of each page's tab, and what it is called: ``("^settings", "Settings")``."""
    lines: tuple[Line, ...]
    first: int
    """The first line of what is drawn, counted in lines as they are drawn."""
    selected: int
    """The number of the selected one of ``lines``; -1 where none can be selected."""
    foot: str
    """Which keys there are."""


class Pages:
    """Which page is open, and where on it one is.

    Args:
        settings: the preferences that can be changed here.

    Attributes:
        kind: of the page that is open; empty where none is.
        first: the line that the page begins with, as it is drawn.
        selected: which of the settings is selected.
    """

    def __init__(self, settings: Sequence[str]) -> None:
        self._settings = tuple(settings)
        self.kind = ""
        self.first = 0
        self.selected = 0
        self._kept: tuple[Line, ...] | None = None

    def open(self, kind: str) -> None:
        """Opens a page at its beginning; an empty text closes it."""
        self.kind, self.first, self.selected = kind, 0, 0
        self._kept = None

    def kept(self, made: Callable[[], Iterable[Line]]) -> tuple[Line, ...]:
        """What is worked out once for as long as the page is open: statistics are asked of every game that is kept."""
        if self._kept is None:
            self._kept = tuple(made())
        return self._kept

    def turn(self, lines: int) -> None:
        """Scrolls it."""
        self.first = max(0, self.first + lines)

    def press(self, key: str, preferences: Preferences) -> Preferences:
        """Does what a key stands for on the open page; returns the preferences as they are then."""
        key = key.lower() if len(key) == 1 else key
        if key in _CLOSES or (key == "enter" and self.kind != "settings"):
            self.open("")
        elif key in {"tab", "backtab"} or (self.kind != "settings" and key in {"left", "right", "h", "l"}):
            kinds = list(TABS)
            by = 1 if key in {"tab", "right", "l"} else -1
            self.open(kinds[(kinds.index(self.kind) + by) % len(kinds)])
        elif self.kind != "settings":
            self.turn(_TURNS.get(key, 0))
        elif key in _NEXT and self._settings:
            return changed(preferences, self._settings[self.selected], _NEXT[key])
        else:
            self.selected = max(0, min(self.selected + _TURNS.get(key, 0), len(self._settings) - 1))
        return preferences

    def click(self, action: str, preferences: Preferences) -> Preferences:
        """Does what a click on something of the page does: a tab, a setting, or ``"^close"``."""
        if action == "^close":
            self.open("")
        elif action.removeprefix("^") in TABS:
            self.open(action.removeprefix("^"))
        elif action.startswith("^set ") and (name := action.removeprefix("^set ")) in self._settings:
            self.selected = self._settings.index(name)
            return changed(preferences, name, 1)
        return preferences

    def page(self, title: str, lines: Sequence[Line], words: Words) -> Page:
        """The open page, with these lines on it."""
        settings = self.kind == "settings"
        return Page(
            self.kind,
            words("{title}: {page}", title=title, page=TABS[self.kind]),
            tuple((f"^{kind}", words(name)) for kind, name in TABS.items()),
            tuple(lines),
            self.first,
            self.selected if settings and self._settings else -1,
            words("Left and right change it, Tab turns the page, q closes") if settings
            else words("Tab turns the page, q closes"),
        )  # fmt: skip

    def settings(self, preferences: Preferences, words: Words) -> Iterator[Line]:
        """What can be chosen."""
        for name in self._settings:
            value = getattr(preferences, name)
            said = _TONGUES.get(value, value) if name == "language" else words(_CHOICES[name, value])
            yield Line("choice", words(_NAMES[name]), value=said, action=f"^set {name}")


def changed(preferences: Preferences, name: str, by: int) -> Preferences:
    """Preferences with the next choice of one of them, or with -1 the one before; after the last comes the first."""
    choices = choices_of(name)
    value = choices[(choices.index(getattr(preferences, name)) + by) % len(choices)]
    return preferences.changed(name, **{name: value})


# ---------------------------------------------------------------- what stands on them


def _gestures(view: View, *, drags: bool) -> Iterator[tuple[str, str]]:
    pairs = any(cell.partners for row in view.cells for cell in row)
    if view.slides:
        yield Phrase("Arrows, swipe") if drags else Phrase("Arrows"), Phrase("slide that way")
    else:
        yield Phrase("Arrows, Enter"), Phrase("move the cursor, and play the cell")
        yield Phrase("Click, tap"), Phrase("play a cell or press a button")
        if pairs:
            yield Phrase("Enter, Enter"), Phrase("where an action takes two cells: choose the first, then the second")
            if drags:
                yield Phrase("Drag"), Phrase("from one cell to another, where an action takes two")
    yield Phrase("Tab"), Phrase("the next cell that can be played, then the buttons")
    back = Phrase("back to the board; lets the first of two cells go") if pairs else Phrase("back to the board")
    yield Phrase("Escape"), back


def help_of(view: View, buttons: Sequence[Button], words: Words, *, drags: bool, watched: bool) -> Iterator[Line]:
    """The help of a game: goals, the rules in words with pictures of the tiles, keys, and the seed.

    Args:
        view: of the game.
        buttons: all that there are, with their keys.
        words: of the player's language.
        drags: whether a pointer can be drawn across the board.
        watched: whether it is a recording, which is watched and has its buttons alone.
    """
    if view.goals:
        yield Line("heading", words("Goals"))
        yield from (Line("text", goal) for goal in view.goals)
    yield Line("heading", words("How to play"))
    yield from (Line("text", text) for text in view.help[: len(view.help) - len(view.legend)])
    for text, tiles in view.legend:
        yield Line("text", text)
        if tiles:
            yield Line("tiles", "", tiles=tuple((tile, words(tile.tile)) for tile in tiles))
    yield Line("heading", words("Keys"))
    for key, text in () if watched else _gestures(view, drags=drags):
        yield Line("key", words(text), key=words(key))
    for button in buttons:
        if button.key:
            yield Line("key", button.label, key=button.key)
    yield Line("heading", words("Seed"))
    yield Line("text", view.seed)


def numbers_of(found: Statistics | None, score: str, words: Words) -> Iterator[Line]:
    """What the games of a ruleset came to.

    Args:
        found: as the profile has it; None where it has nothing.
        score: the best score as it is shown; empty where none is kept.
        words: of the player's language.
    """
    if found is None:
        yield Line("text", words("Nothing is known of other games: none was played, or none is kept."))
    else:
        for text, number in (
            (words("Games played"), found.begun),
            (words("Played to the end"), found.finished),
            (words("Won"), found.won),
            (words("Actions"), found.actions),
        ):
            yield Line("number", text, value=words.number(number))
    if score:
        yield Line("number", words("Best"), value=score)
    if found is not None and found.rank:
        yield Line("number", words("Rank"), value=words(found.rank))
