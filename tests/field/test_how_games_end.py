"""A game ends when nothing can be done any more, not before, and not because the board is full."""

from __future__ import annotations

import pytest
from tests.field.positions import apart, changed, count, legal, stand
from tests.work import at_most

import tilekit
from tilekit.errors import IllegalAction

#: Calls of functions that what looks hard may take.
CALLS = 1_000_000

#: Merge with eight tiers that go by numbers, as boards are written here.
EIGHT = (
    ('chain = ["spark", "node", "core", "prism", "nova", "singularity"]',
     'chain = ["spark", "node", "core", "prism", "nova", "singularity", "seven", "eight"]'),
    ("points = { node = 6,", "points = { seven = 1, eight = 2, node = 6,"),
)  # fmt: skip


def eight() -> tilekit.Rules:
    return changed("merge", *EIGHT)


# ---------------------------------------------------------------- the piece first, then the question whether it is over


@pytest.mark.parametrize(
    ("changes", "made", "empties", "status"),
    [
        ({"r2c3": 6, "r3c2": 6, "r3c3": "."}, "seven", 2, "playing"),
        ({"r2c3": 6, "r3c2": 6, "r3c3": ".", "r3c4": 7, "r4c3": 7}, "eight", 4, "playing"),
        ({"r3c3": "."}, "singularity", 0, "over"),
    ],
)
def test_the_tile_that_fills_the_board_is_fused_before_the_game_is_lost(
    changes: dict[str, int | str], made: str, empties: int, status: str
) -> None:
    game = stand(eight(), apart(**changes), queue=["singularity", "spark"])
    game.play("drop r3c3")
    assert (game.board[2][2], count(game, None), game.status) == (made, empties, status)
    assert game.reason == ("jammed" if status == "over" else "")


def test_a_charge_earned_by_the_last_tile_counts() -> None:
    board = apart(r2c3=3, r3c2=3, r3c3=".", r3c4=5, r1c1="#")
    lost = stand(eight(), board, queue=["spark", "spark"])
    lost.play("drop r3c3")
    assert (lost.status, lost.reason, lost.variables["charges"]) == ("over", "jammed", 0)
    saved = stand(eight(), board, queue=["core", "spark"])
    saved.play("drop r3c3")
    assert (saved.status, saved.variables["charges"], count(saved, None)) == ("playing", 1, 4)


# ---------------------------------------------------------------- a full board is no end


@pytest.mark.parametrize(
    ("changes", "taps"),
    [
        ({"r5c5": 2, "r5c4": 2}, ["tap r5c4", "tap r5c5"]),
        ({"r5c5": 1}, ["tap r4c5", "tap r5c5"]),
        ({"r1c2": 1}, ["tap r1c1", "tap r1c2"]),
        ({"r1c5": 2}, ["tap r1c5", "tap r2c5"]),
        ({"r5c1": 5}, ["tap r5c1", "tap r5c2"]),
        ({"r3c3": 4}, ["tap r3c3", "tap r4c3"]),
    ],
)
def test_a_pair_at_any_edge_keeps_the_game_going(changes: dict[str, int], taps: list[str]) -> None:
    game = stand("ninek", apart(**changes), variables={"shuffles": 0})
    assert (game.status, legal(game)) == ("playing", taps)


def test_no_pair_and_no_shuffle_is_the_end() -> None:
    game = stand("ninek", apart(), variables={"shuffles": 0})
    assert (game.status, game.reason, legal(game)) == ("over", "no-groups", [])


def test_equal_numbers_do_not_touch_across_the_edges_or_from_row_to_row() -> None:
    for board in (apart(r1c5=1), apart(r5c1=1, r5c3=4), apart(r2c1=5, r2c5=3)):
        game = stand("ninek", board, variables={"shuffles": 0})
        rows = [line.split() for line in board.splitlines()]
        pairs = [
            (r, c) for r in range(5) for c in range(5)
            if any(0 <= r + dr < 5 and 0 <= c + dc < 5 and rows[r][c] == rows[r + dr][c + dc]
                   for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        ]  # fmt: skip
        assert legal(game) == [f"tap r{r + 1}c{c + 1}" for r, c in pairs]


# ---------------------------------------------------------------- a shuffle that cannot help


def numbered(rows: int, columns: int, *numbers: int) -> str:
    return "\n".join(" ".join(map(str, numbers[at : at + columns])) for at in range(0, rows * columns, columns))


def test_a_board_of_all_different_numbers_cannot_be_shuffled() -> None:
    with at_most(CALLS):
        game = stand("ninek", numbered(5, 5, *range(1, 26)))
        assert (game.status, game.reason, game.variables["shuffles"]) == ("over", "no-groups", 2)
        with pytest.raises(IllegalAction):
            game.play("shuffle")


def test_one_pair_among_all_different_numbers_is_brought_together() -> None:
    for seed in range(25):
        numbers = [*range(1, 25), 1]
        with at_most(CALLS):
            game = stand("ninek", numbered(5, 5, *numbers), seed=seed)
        assert (game.status, legal(game)) == ("paused", ["shuffle"])
        before = [tile for row in game.board for tile in row]
        with at_most(CALLS):
            game.play("shuffle")
        now = [tile for row in game.board for tile in row]
        assert sorted(now) == sorted(before)  # type: ignore[type-var]
        assert (game.status, len([action for action in legal(game) if "tap" in action])) == ("playing", 2)


@pytest.mark.parametrize(
    ("board", "can"), [("1 2 1", True), ("1 2 3", False), ("1 2 1 3", True), ("1 2", False), ("1", False)]
)
def test_narrow_boards_can_be_shuffled_where_an_arrangement_exists(board: str, can: bool) -> None:
    columns = len(board.split())
    rules = changed("ninek", ("rows = 5\ncolumns = 5", f"rows = 1\ncolumns = {columns}"),
                    ('until = "can(tap)"', 'until = "tiles > 0"'))  # fmt: skip
    game = stand(rules, board)
    assert (game.status, game.is_legal("shuffle")) == ("paused" if can else "over", can)
    if can:
        game.play("shuffle")
        assert [action for action in legal(game) if "tap" in action]


def test_stones_that_cannot_move_stay_and_do_not_count() -> None:
    rules = changed(
        "ninek",
        ("numbers = { first = 1 }                      # no last: three 9s make a 10",
         'numbers = { first = 1 }\npieces = ["stone"]\nglyphs = { stone = "#" }'),
        ("shuffle = { leaves = 2 }", 'shuffle = { leaves = 2, cells = "tile != stone" }'),
        ('where = "group >= 2"', 'where = "group >= 2 and tile != stone"'),
        ('cells = "group >= 2"', 'cells = "group >= 2 and tile != stone"'),
    )  # fmt: skip
    board = "# # # # #\n1 # 2 # 1\n# # # # #\n3 4 # # #\n# # # # #"
    for seed in range(20):
        game = stand(rules, board, seed=seed)
        assert (game.status, legal(game)) == ("paused", ["shuffle"])
        game.play("shuffle")
        assert legal(game)[0].startswith("tap")
        assert [r * 5 + c for r in range(5) for c in range(5) if game.board[r][c] == "stone"] == [
            0, 1, 2, 3, 4, 6, 8, 10, 11, 12, 13, 14, 17, 18, 19, 20, 21, 22, 23, 24,
        ]  # fmt: skip
    alone = stand(rules, "# # # # #\n1 # 2 # 1\n# # # # #\n3 # 4 # #\n# # # # #")
    assert (alone.status, alone.is_legal("shuffle")) == ("over", False)


def test_dead_boards_of_ordinary_play_are_revived() -> None:
    """Played until no pair is left, over and over: the shuffle that is offered brings one, or is not offered."""
    rules = tilekit.load("ninek")
    revived = 0
    for seed in range(40):
        game = rules.new_game(seed)
        for turn in range(400):
            if game.status == "over":
                assert not game.is_legal("shuffle")
                break
            if game.status == "paused":
                before = sorted(tile or "" for row in game.board for tile in row)
                used = game.actions
                game.play("shuffle")
                assert sorted(tile or "" for row in game.board for tile in row) == before
                assert any("tap" in action for action in legal(game))
                assert game.actions == (*used, "shuffle")
                revived += 1
            taps = [action for action in legal(game) if "tap" in action]
            game.play(taps[turn % len(taps)])
    assert revived > 10
