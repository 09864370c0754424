"""A small ruleset for the tests of profiles, and profiles whose clock stands still."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.rulesets import small

import tilekit
from tilekit.profile.profile import Profile

BODY = """
[actions.gain]
add = { score = 10 }
[actions.lose]
add = { score = -10 }
[undo]
depth = 9
after_end = true
[ranks]
of = "score"
titles = { 30 = "Third", 10 = "First", 20 = "Second" }
"""
RULES = small(BODY, end='when = "score >= 50"\nreason = "rich"\noutcome = "won"')
#: The same ruleset in the same version, with other rules.
OTHERS = small(BODY, end='when = "score >= 60"\nreason = "rich"\noutcome = "won"')
#: 30 November 2026.
NOW = 1_796_000_000


def kept_in(folder: Path | None, **options: Any) -> Profile:
    return Profile(folder, clock=lambda: NOW, **options)


def sit(profile: Profile | None, *commands: str, rules: tilekit.Rules = RULES, **options: Any) -> tilekit.Session:
    """A session that goes on where it may, with commands played in it."""
    session = tilekit.Session(rules, **{"seed": 1, "resume": True, **options}, profile=profile)
    for command in commands:
        assert session.play(command) == ""
    return session


def play(folder: Path, *commands: str, **options: Any) -> None:
    """A process of its own, as far as the profile can tell: opens, goes on, plays, and ends."""
    with kept_in(folder) as profile:
        sit(profile, *commands, **options)
        assert profile.problems == []


def scores(profile: Profile) -> list[tuple[str, int, int]]:
    """Where each game is, its score and how many actions it has; the latest first."""
    return [(game.place, game.score, game.actions) for game in profile.games()]
