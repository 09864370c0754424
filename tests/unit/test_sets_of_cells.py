"""Sets of cells: a condition over all cells gives what each cell says for itself, and nothing is worked out twice."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import pytest
from tests.unit.rulesets import SHAPES, load, small, stand

from tilekit.expressions.parsing import CAP
from tilekit.expressions.values import power, times
from tilekit.game import Game

BOARD = """
a . b c
. a a .
b . . c
"""
NEVER = 'when = "turn > 99"\nreason = "late"'
CELLS = {(r + 1, c + 1): token for r, row in enumerate(BOARD.split("\n")[1:4]) for c, token in enumerate(row.split())}


def neighbours(row: int, column: int) -> int:
    """How many tiles lie around a cell."""
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return sum(CELLS.get(cell, ".") != "." for cell in around)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        # of the place alone, and of the place and the cell played
        ("row + column == 4", lambda r, c, _t, _h: r + c == 4),
        (
            "0 <= row - sum(row, here) <= 1 and column >= sum(column, here)",
            lambda r, c, _t, h: 0 <= r - h[0] <= 1 and c >= h[1],
        ),
        ("here or abs(row - sum(row, here)) == 1", lambda r, c, _t, h: (r, c) == h or abs(r - h[0]) == 1),
        ("not (row == sum(row, here)) and not here", lambda r, _c, _t, h: r != h[0]),
        ("near_it", lambda r, c, _t, h: abs(r - h[0]) + abs(c - h[1]) == 1),
        ("near_it and not empty", lambda r, c, t, h: abs(r - h[0]) + abs(c - h[1]) == 1 and t != "."),
        # cell by cell, where masks leave it open
        ("tile == a and near(not empty) == 1", lambda r, c, t, _h: t == "a" and neighbours(r, c) == 1),
        (
            "near(not empty) == 1 and tile == a and column > 1",
            lambda r, c, t, _h: t == "a" and neighbours(r, c) == 1 and c > 1,
        ),
        ("empty or near(not empty) >= 2", lambda r, c, t, _h: t == "." or neighbours(r, c) >= 2),
        ("near(not empty) == 3 or near(not empty) == 1", lambda r, c, _t, _h: neighbours(r, c) in (1, 3)),
        (
            "not empty and (near(not empty) == 0 or row_run == 2)",
            lambda r, c, t, _h: t != "." and (neighbours(r, c) == 0 or (r, c) in {(1, 3), (1, 4), (2, 2), (2, 3)}),
        ),
        ("not (tile == a and near(not empty) == 1)", lambda r, c, t, _h: not (t == "a" and neighbours(r, c) == 1)),
        ("tile == at(here) or tile == at(r1c4)", lambda r, c, t, h: t in (CELLS[h], "c")),
        ("row == sum(row_run, r1c3)", lambda r, _c, _t, _h: r == 2),
        ("column == sum(near(not empty), here) + 1", lambda _r, c, _t, h: c == 1 + neighbours(*h)),
        (
            "tile == sum(tile, here) + 1",
            lambda _r, _c, t, h: (CELLS[h], t) in {("a", "b"), ("b", "c"), ("c", "d"), (".", "a")},
        ),
        ("row * 2 ** (column - 3) == 3", lambda r, c, _t, _h: (r, c) == (3, 3)),
    ],
)  # fmt: skip
def test_a_set_is_what_each_cell_says(written: str, means: Callable[..., bool]) -> None:
    rules = small(
        f"""
        [areas]
        near_it = "abs(row - sum(row, here)) + abs(column - sum(column, here)) == 1"
        [actions.mark]
        target = "cell"
        steps = ["mark"]
        [mechanics.mark]
        use = "change"
        cells = "{written}"
        to = "d"
        """,
        columns=4,
        end=NEVER,
    )
    for row, column in CELLS:
        game = stand(rules, BOARD)
        game.play(f"mark r{row}c{column}")
        marked = {(r + 1, c + 1) for r, line in enumerate(game.board) for c, tile in enumerate(line) if tile == "d"}
        assert marked == {cell for cell, tile in CELLS.items() if means(*cell, tile, (row, column))}, (row, column)


@pytest.mark.parametrize(("cell", "found"), [("r1c1", 121), ("r1c3", 1), ("r2c2", 211), ("r3c3", 311)])
def test_a_sum_over_one_cell_is_a_number_even_of_tiles(cell: str, found: int) -> None:
    rules = small(
        f"""
        [actions.ask]
        target = "cell"
        steps = ["ask"]
        [mechanics.ask]
        use = "change"
        cells = "100 * sum(tile, here) + 10 * sum(group, here) + sum(near(empty), r1c1) == {found}"
        to = "d"
        """,
        end=NEVER,
    )
    game = stand(rules, "a a .\n. b .\n. . c")
    game.play(f"ask {cell}")
    assert str(game.board) == "d d d\nd d d\nd d d"


@pytest.mark.parametrize("x", [0, 1, -1, 2, -2, 3, -3, 10, -10, 2**31, -(2**31), CAP, -CAP])
def test_a_power_is_its_product_saturated_step_by_step(x: int) -> None:
    for y in range(-2, 140):
        product = 0 if y < 0 else 1
        for _ in range(max(y, 0)):
            product = times(product, x)
        assert power(x, y) == product


def calls(asked: Callable[[], object]) -> int:
    """How many functions of Python are called; what a clock says differs from machine to machine."""
    found = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal found
        found += event == "call"

    sys.setprofile(count)
    try:
        asked()
    finally:
        sys.setprofile(None)
    return found


def test_what_can_be_played_is_found_without_asking_each_cell_of_each_action() -> None:
    game = Game(load(SHAPES), 1)
    for _ in range(4):
        last = game.legal_actions()[-1]
        assert calls(lambda action=last: game.play(action)) < 1_500  # type: ignore[misc]  # bound at once
    assert 300 < calls(game.legal_actions) < 40_000
    assert calls(game.legal_actions) < 500  # the same state is not looked at again
    assert calls(lambda: game.is_legal("first r1c1")) < 500


def test_a_state_that_was_changed_is_looked_at_again() -> None:
    rules = load(SHAPES)
    game, other = Game(rules, 3), Game(rules, 4)
    dice = random.Random(5)
    while game.legal_actions() and other.legal_actions():
        for one in (game, other):  # one program, two games in turn
            told = one.legal_actions()
            assert [str(action) for action in told] == [
                text
                for verb in ("first", "second", "third")
                for r in range(1, 11)
                for c in range(1, 11)
                if one.is_legal(text := f"{verb} r{r}c{c}")
            ]
        game.play(dice.choice(game.legal_actions()))
        other.play(dice.choice(other.legal_actions()))
        if game.turn == 6:
            break
