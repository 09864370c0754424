"""The menu: which games there are to play.

Owns the list a frontend shows where no ruleset was asked for, its order, and what choosing an entry gives. It does not
own how it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tilekit.preferences import Preferences
from tilekit.session import Session
from tilekit.view import TileView
from tilekit.words import Words

if TYPE_CHECKING:
    from tilekit.profile.profile import Statistics


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One game of the menu."""

    id: str
    """What `Menu.open` takes: ``"merge"``, ``"merge:hard"``."""
    title: str
    best: str
    """The best score as it is shown; empty where none was made."""
    rank: str
    """The highest title earned; empty where there is none."""
    running: str
    """What is known of the game to go on with: ``"turn 31, score 1536"``; empty where none is running."""
    problem: str
    """Why it cannot be played, in one line; empty where it can."""
    played: int = 0
    """When it was last played, in seconds since 1970; 0 where it never was."""
    tiles: tuple[TileView, ...] = ()
    """Some of its tiles, four at most, for a picture of it."""
    goal: str = ""
    """What there is to be reached; empty where the ruleset names no goal."""
    about: str = ""
    """How it is played: the first of its rules in words, a sentence or several."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The games to play.

    Attributes:
        load: ``load()`` gives the entries as they stand now, `in_order`; asked again after each game.
            ``load(language)`` in another language than the player's, for who has no letters for that.
        open: ``open(id, resume)`` gives the session to play: the running game, or with ``resume=False`` a new one.
        preferences: how the player wants it shown.
        words: ``words(*packages)``, as `Session.words`.
        news: ``news()`` gives what is to be told beside the entries, a line each: that nothing can be saved, that a
            damaged profile was kept aside. Asked after each `load`, and in a language as that.
        statistics: ``statistics()`` gives, for each game that was played, its title, its best score as it is shown, and
            what its games came to.
        prefer: ``prefer(preferences)`` keeps what a player chose, and gives the menu as it is then.
    """

    load: Callable[..., Sequence[MenuEntry]]
    open: Callable[[str, bool], Session]
    preferences: Preferences
    words: Callable[..., Words]
    news: Callable[..., Sequence[str]] = tuple
    statistics: Callable[[], Sequence[tuple[str, str, Statistics]]] = tuple
    prefer: Callable[[Preferences], Menu] | None = None

    def in_english(self) -> Menu:
        """The same menu in English, for a screen that has no letters for the player's language."""
        return replace(self, load=lambda: self.load("en"), words=lambda *_: Words(), news=lambda: self.news("en"))

    def preferring(self, chosen: Preferences) -> Menu:
        """The menu as a player wants it who has chosen these preferences, which are kept."""
        return replace(self, preferences=chosen) if self.prefer is None else self.prefer(chosen)


def in_order(entries: Iterable[MenuEntry]) -> list[MenuEntry]:
    """Entries as a menu lists them: games that are running, games that were played, the rest.

    The first two begin with what was played last; the rest goes by title.
    """

    def key(entry: MenuEntry) -> tuple[bool, int, str, str]:
        return not entry.running, -entry.played, entry.title.casefold(), entry.id

    return sorted(entries, key=key)
