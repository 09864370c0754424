"""The menu: which games there are to play.

Owns the list a frontend shows where no ruleset was asked for, and what choosing an entry gives. It does not own how it
is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilekit.preferences import Preferences
    from tilekit.session import Session
    from tilekit.words import Words


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


@dataclass(frozen=True, slots=True)
class Menu:
    """The games to play, in alphabetical order of their ids.

    Attributes:
        load: the entries as they stand now; asked again after each game.
        open: ``open(id, resume)`` gives the session to play: the running game, or with ``resume=False`` a new one.
        preferences: how the player wants it shown.
        words: ``words(*packages)``, as `Session.words`.
    """

    load: Callable[[], Sequence[MenuEntry]]
    open: Callable[[str, bool], Session]
    preferences: Preferences
    words: Callable[..., Words]
