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

#: Pieces laid from a hand: what each covers is worked out from a number, cell by cell, and `must` asks each of them of
#: every cell. So much is asked that it matters how sets of cells are worked out.
SHAPES = """
format = 1
[game]
id = "shapes"
title = "Shapes"
version = 1
[grid]
rows = 12
columns = 10
mask = '''
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
_ _ _ _ _ _ _ _ _ _
_ . _ _ . _ _ . _ _
'''
[tiers]
pieces = ["block", "fresh", "dot", "bar", "pole", "corner", "square"]
glyphs = { block = "#", fresh = "+", dot = "1", bar = "3", pole = "T", corner = "L", square = "Q" }
[properties]
shape = { dot = 1, bar = 7, pole = 1057, corner = 97, square = 7399 }
size = { dot = 1, bar = 3, pole = 3, corner = 3, square = 9 }
[areas]
window = "row <= 10 and 0 <= row - sum(row, here) <= 4 and 0 <= column - sum(column, here) <= 4"
of1 = "window and shape(at(r12c2)) // 2 ** (5 * (row - sum(row, here)) + column - sum(column, here)) % 2 == 1"
of2 = "window and shape(at(r12c5)) // 2 ** (5 * (row - sum(row, here)) + column - sum(column, here)) % 2 == 1"
of3 = "window and shape(at(r12c8)) // 2 ** (5 * (row - sum(row, here)) + column - sum(column, here)) % 2 == 1"
[spawn.hand]
weights = { dot = 1, bar = 2, pole = 2, corner = 2, square = 1 }
[start]
steps = ["hand"]
[actions.first]
target = "cell"
where = "row <= 10"
must = "count(tile == fresh) == size(at(r12c2)) and exists(tile == fresh)"
steps = ["lay1", "settle", "take1", "full", "hand"]
[actions.second]
target = "cell"
where = "row <= 10"
must = "count(tile == fresh) == size(at(r12c5)) and exists(tile == fresh)"
steps = ["lay2", "settle", "take2", "full", "hand"]
[actions.third]
target = "cell"
where = "row <= 10"
must = "count(tile == fresh) == size(at(r12c8)) and exists(tile == fresh)"
steps = ["lay3", "settle", "take3", "full", "hand"]
[mechanics]
lay1 = { use = "change", cells = "of1 and empty", to = "fresh", emits = "laid" }
lay2 = { use = "change", cells = "of2 and empty", to = "fresh", emits = "laid" }
lay3 = { use = "change", cells = "of3 and empty", to = "fresh", emits = "laid" }
settle = { use = "change", cells = "tile == fresh", to = "block", emits = "settled" }
take1 = { use = "clear", cells = "r12c2", emits = "taken" }
take2 = { use = "clear", cells = "r12c5", emits = "taken" }
take3 = { use = "clear", cells = "r12c8", emits = "taken" }
full = { use = "clear", cells = "row <= 10 and (row_run == 10 or column_run == 10)" }
hand = { use = "fill", from = "hand", cells = "row == 12", when = "not exists(row == 12 and not empty)" }
[scoring]
laid = "count"
cleared = 10
[[end]]
when = "no_moves"
reason = "full"
outcome = "ended"
"""


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
