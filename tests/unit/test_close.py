"""What the mechanic `close` does."""

from __future__ import annotations

import pytest
from tests.property import lanes
from tests.unit.rulesets import after, drawn, small, stand

import tilekit

TOWARD = ("left", "right", "up", "down")


def rules(board: str, toward: str, grid: str = "") -> tilekit.Rules:
    size = [line.split() for line in board.strip().splitlines()]
    body = (
        f'[actions.shut]\nsteps = ["close"]\n[mechanics]\nclose = {{ toward = "{toward}" }}\n[scoring]\nmoved = "count"'
    )
    return small(body, rows=len(size), columns=len(size[0]), grid=grid, end='when = "turn > 3"\nreason = "enough"')


def turned(board: str, toward: str) -> str:
    """A board drawn for `left`, as it is for another side."""
    rows = [line.split() for line in board.strip().splitlines()]
    if toward in ("up", "down"):
        rows = [list(column) for column in zip(*rows, strict=True)]
    if toward == "right":
        rows = [row[::-1] for row in rows]
    if toward == "down":
        rows = rows[::-1]
    return "\n".join(map(" ".join, rows))


@pytest.mark.parametrize("toward", TOWARD)
@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (". a b\n. . c", "a b .\n. c ."),
        ("a . b\n. . c", "a b .\n. c ."),  # a gap in a column that holds a tile is none of its own
        (". . b\n. . .", "b . .\n. . ."),
        (". a . . b . c\n. . . . d . .", "a b c . . . .\n. d . . . . ."),
        ("a b\n. c", "a b\n. c"),
        (". .\n. .", ". .\n. ."),
    ],
)
def test_columns_and_rows_close_up(board: str, expected: str, toward: str) -> None:
    board, expected = turned(board, toward), turned(expected, toward)
    assert after(rules(board, toward), board, "shut") == drawn(expected)


def masked(board: str) -> str:
    rows = [["_" if token == "_" else "." for token in line.split()] for line in board.strip().splitlines()]
    return 'mask = """\n' + "\n".join(map(" ".join, rows)) + '\n"""'


@pytest.mark.parametrize("toward", TOWARD)
@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("_ . a\n. . .", "_ a .\n. . ."),  # the tile stops before the hole
        (". _ a\n. . .", ". _ a\n. . ."),  # and does not leap over it
        (". _ .\n. . b", ". _ .\nb . ."),  # what needs no cell there is not held
        (
            ". _ a .\n. . . b",
            ". _ a b\n. . . .".replace("a b\n. . . .", "a .\n. . . b"),
        ),  # nobody passes one that is held
    ],
)
def test_holes_stop_a_column_whose_tiles_would_lie_there(board: str, expected: str, toward: str) -> None:
    board, expected = turned(board, toward), turned(expected, toward)
    assert after(rules(board, toward, masked(board)), board, "shut") == drawn(expected)


def test_the_tiles_that_moved_are_counted() -> None:
    board = ". a b\n. . c"
    game = stand(rules(board, "left"), board)
    game.play("shut")
    assert game.score == 3
    game.play("shut")
    assert game.score == 3


@pytest.mark.slow
@pytest.mark.parametrize("toward", ["left", "down"])
def test_it_is_compiled(toward: str) -> None:
    grid = 'mask = """\n. . . _ .\n. _ . . .\n. . . . .\n"""'
    body = f"""
        [spawn.some]
        weights = {{ a = 2, b = 1 }}
        [start]
        steps = ["sow"]
        [actions.take]
        target = "cell"
        where = "not empty"
        steps = ["clear", "close"]
        [mechanics]
        close = {{ toward = "{toward}" }}
        clear = {{ cells = "row == at_row or here" }}
        sow = {{ use = "spawn", from = "some", count = 9 }}
        [constants]
        at_row = 2
    """
    lanes.play_many(small(body, rows=3, columns=5, grid=grid), 60)
