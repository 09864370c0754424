"""Boards that the field tests share, and changed copies of the bundled rulesets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.unit.rulesets import load

import tilekit
from tilekit.game import Game
from tilekit.ruleset.models import Given

#: No two equal numbers touch here, side by side or corner to corner, nor across the edges.
APART = """
1 2 3 4 5
3 4 5 1 2
5 1 2 3 4
2 3 4 5 1
4 5 1 2 3
"""


def apart(**changes: int | str) -> str:
    """That board with some cells changed: ``apart(r5c5=2)``."""
    rows = [line.split() for line in APART.strip().splitlines()]
    for name, token in changes.items():
        row, column = name[1:].split("c")
        rows[int(row) - 1][int(column) - 1] = str(token)
    return "\n".join(" ".join(row) for row in rows)


def text_of(ruleset: str) -> str:
    path = tilekit.load(ruleset).path
    assert path is not None
    return Path(path).read_text(encoding="utf-8")


def changed(ruleset: str, *replacements: tuple[str, str]) -> tilekit.Rules:
    """A bundled ruleset with parts of its text replaced; each part stands in it exactly once."""
    text = text_of(ruleset)
    for old, new in replacements:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return load(text)


def stand(ruleset: str | tilekit.Rules, board: str | None = None, *, seed: int = 0, **given: Any) -> Game:
    rules = tilekit.load(ruleset) if isinstance(ruleset, str) else ruleset
    return Game(rules, seed, given=Given(board=board, **given))


def legal(game: Game) -> list[str]:
    return [str(action) for action in game.legal_actions()]


def count(game: Game, tile: str | None) -> int:
    return sum(here == tile for row in game.board for here in row)
