"""Small rulesets for unit tests: only what a test is about stands in the test."""

from __future__ import annotations

from functools import cache
from textwrap import dedent
from typing import Any

import tilekit
from tilekit.game import Game
from tilekit.plugins import Plugins
from tilekit.ruleset.models import Given

#: The bundled plugins alone: what else is installed must not matter here.
PLUGINS = Plugins(entry_points=False)


@cache
def load(text: str) -> tilekit.Rules:
    return tilekit.loads(text, plugins=PLUGINS)


def small(
    body: str = "",
    *,
    rows: int = 3,
    columns: int = 3,
    grid: str = "",
    tiers: str = 'chain = ["a", "b", "c", "d"]',
    end: str = 'when = "no_moves"\nreason = "stuck"',
) -> tilekit.Rules:
    """Rules of a small board; `body` holds the actions and whatever else the test is about."""
    head = f"""
        format = 1
        [game]
        id = "small"
        title = "Small"
        version = 1
        [grid]
        rows = {rows}
        columns = {columns}
    """
    parts = [head, grid, "[tiers]", tiers, body, f"[[end]]\n{end}" if end else ""]
    return load("\n".join(dedent(part).strip() for part in parts) + "\n")


def stand(rules: tilekit.Rules, board: str | None = None, *, seed: int = 0, **given: Any) -> Game:
    """A game in a given position."""
    return Game(rules, seed, given=Given(board=board, **given))


def drawn(text: str) -> str:
    """Board text as `str(board)` writes it, from board text indented as one likes."""
    rows = [line.split() for line in text.strip().splitlines()]
    width = max(len(token) for row in rows for token in row)
    return "\n".join(" ".join(token.rjust(width) for token in row) for row in rows)


def after(rules: tilekit.Rules, board: str, *actions: str, seed: int = 0, **given: Any) -> str:
    """The board to which actions lead from a position."""
    game = stand(rules, board, seed=seed, **given)
    for action in actions:
        game.play(action)
    return str(game.board)


def kinds(turn: tilekit.Turn) -> list[str]:
    return [entry.kind for entry in turn.journal]
