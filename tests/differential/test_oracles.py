"""The oracles against the rules page: every number it works out, and every rule a game turns on.

Expected values are worked out by hand from the rules, never taken from an oracle's or the engine's answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from tests.differential.oracle_merge import Merge
from tests.differential.oracle_ninek import NineK, can_shuffle, every_tile_moved, has_group
from tests.differential.oracle_sum10 import Sum10, layout

GLYPHS = {"s": "spark", "n": "node", "c": "core", "p": "prism", "v": "nova", "g": "singularity", "#": "stone"}


def tokens(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def merge_board(text: str) -> list[list[str | None]]:
    return [[GLYPHS.get(token) for token in line] for line in tokens(text)]


def numbers(text: str) -> list[list[int]]:
    return [[int(token) for token in line] for line in tokens(text)]


def digits(text: str) -> list[list[int | None]]:
    return [[None if token == "." else int(token) for token in line] for line in tokens(text)]


# Merge ------------------------------------------------------------------------------------------------------


def merge(board: str, queue: str, charges: int = 0, then: str = "spark") -> Merge:
    """Return a run standing at a board; `queue` is what comes, then `then` for ever."""
    rows = merge_board(board)
    game = Merge(itertools.chain(queue.split(), itertools.repeat(then)), len(rows), len(rows[0]))
    game.board = rows
    game.variables["charges"] = charges
    return game


def all_drops(rows: int, columns: int) -> set[str]:
    return {f"drop r{row}c{column}" for row in range(1, rows + 1) for column in range(1, columns + 1)}


def test_merge_starts_empty_with_two_tiles_dealt() -> None:
    game = Merge(iter(["node", "spark"]))
    assert game.board == [[None] * 5 for _ in range(5)]
    assert game.queue == ["node", "spark"]
    assert game.variables == {"charges": 0, "drops": 0, "dealt": 2}
    assert (game.score, game.status, game.reason, game.notices) == (0, "playing", "", set())
    assert game.legal() == all_drops(5, 5)
    assert not game.can_undo()


def test_merge_takes_other_sizes() -> None:
    game = Merge(itertools.repeat("spark"), rows=2, columns=3, stone_every=3, least=2)
    assert game.legal() == all_drops(2, 3)
    game.play("drop r1c1")
    assert game.queue == ["spark", "stone"]
    game.play("drop r1c2")  # two are a group here
    assert game.board == merge_board(". n .\n. . .")
    assert game.score == 6


def test_merge_a_drop_moves_nothing_else() -> None:
    game = Merge(iter(["node", "spark", "node"]))
    game.play("drop r2c3")
    assert game.board == merge_board(
        """
        . . . . .
        . . n . .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    assert game.queue == ["spark", "node"]
    assert game.variables == {"charges": 0, "drops": 1, "dealt": 3}
    assert game.score == 0
    with pytest.raises(ValueError, match="drop r2c3"):
        game.play("drop r2c3")
    assert game.variables == {"charges": 0, "drops": 1, "dealt": 3}


@pytest.mark.parametrize(
    "action",
    ["drop r0c1", "drop r6c1", "drop r1c6", "drop", "shatter r1c1", "tap r1c1", "undo", "", "drop r1c1 "],
)
def test_merge_refuses_what_is_not_legal(action: str) -> None:
    game = Merge(itertools.repeat("spark"))
    with pytest.raises(ValueError, match="not legal"):
        game.play(action)


def test_merge_two_steps_into_a_core_pay_6_and_48() -> None:
    game = merge(
        """
        . . . . .
        . s s . .
        . . . n .
        . . . n .
        . . . . .
        """,
        "spark node",
    )
    game.play("drop r2c4")
    assert game.board == merge_board(
        """
        . . . . .
        . . . c .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    assert game.score == 6 + 48
    assert game.queue == ["node", "spark"]
    assert game.variables == {"charges": 0, "drops": 1, "dealt": 3}


@pytest.mark.parametrize(
    ("tile", "made", "points", "charges"),
    [("s", "n", 6, 0), ("n", "c", 24, 0), ("c", "p", 96, 1), ("p", "v", 384, 1), ("v", "g", 1536, 1)],
)
def test_merge_points_and_charges_by_the_tier_made(tile: str, made: str, points: int, charges: int) -> None:
    game = merge(f"{tile} {tile} .\n. . .", GLYPHS[tile] + " spark")
    game.play("drop r1c3")
    assert game.board == merge_board(f". . {made}\n. . .")
    assert (game.score, game.variables["charges"]) == (points, charges)


def test_merge_step_k_pays_k_times_and_each_step_earns_its_charge() -> None:
    # A step needs a neighbour of its tier, and a cell has four: no chain is longer than this one.
    game = merge(
        """
        . s s . .
        . c . n n
        . c p v .
        . . p v .
        . . . . .
        """,
        "spark nova",
    )
    game.play("drop r2c3")
    # The novas touch r2c4, not r2c3, so they stay.
    assert game.board == merge_board(
        """
        . . . . .
        . . v . .
        . . . v .
        . . . v .
        . . . . .
        """
    )
    assert game.score == 6 + 2 * 24 + 3 * 96 + 4 * 384
    assert game.variables["charges"] == 2
    game.play("drop r2c4")
    assert game.board == merge_board(
        """
        . . . . .
        . . . g .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    assert game.score == 6 + 2 * 24 + 3 * 96 + 4 * 384 + 1536
    assert game.variables["charges"] == 3


def test_merge_group_size_does_not_matter() -> None:
    game = merge(
        """
        s s s s s
        . . . . s
        s s s . s
        s . . . s
        s s s s s
        """,
        "spark spark",
    )
    game.play("drop r2c1")
    assert game.score == 6
    assert [tile for line in game.board for tile in line if tile] == ["node"]
    assert game.board[1][0] == "node"


def test_merge_diagonals_do_not_touch_and_two_are_too_few() -> None:
    game = merge(
        """
        s . s . .
        . . . . .
        s . s s .
        . . . . .
        . . . . .
        """,
        "spark spark",
    )
    game.play("drop r2c2")
    assert game.board[1][1] == "spark"
    game.play("drop r5c5")
    assert game.score == 0


def test_merge_only_the_group_of_the_played_cell_fuses() -> None:
    game = merge(
        """
        n n n . .
        . . . . .
        . . . s s
        . . . . .
        . . . . .
        """,
        "spark spark",
    )
    game.play("drop r3c3")
    assert game.board == merge_board(
        """
        n n n . .
        . . . . .
        . . n . .
        . . . . .
        . . . . .
        """
    )
    assert game.score == 6


def test_merge_singularities_and_stones_never_fuse() -> None:
    game = merge(
        """
        g g . # #
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        """,
        "singularity stone",
    )
    game.play("drop r1c3")
    game.play("drop r2c5")
    assert game.board[0] == ["singularity", "singularity", "singularity", "stone", "stone"]
    assert game.board[1][4] == "stone"
    assert game.score == 0
    assert "drop r1c4" not in game.legal()
    assert not any(action.startswith("shatter") for action in game.legal())


def test_merge_every_14th_tile_is_a_stone_and_uses_up_no_pick() -> None:
    picks = ["spark", "node"] * 20
    game = Merge(iter(picks))
    seen = list(game.queue)
    while len(seen) < 30:
        game.board = [[None] * 5 for _ in range(5)]
        game.play("drop r1c1")
        seen.append(game.queue[-1])
        assert game.variables["dealt"] == len(seen)
    expected = [*picks[:13], "stone", *picks[13:26], "stone", *picks[26:28]]
    assert seen == expected


def test_merge_shatter_costs_a_charge_and_pays_4() -> None:
    game = merge("# . .\n. . #", "node spark", charges=1)
    before = dict(game.variables)
    assert game.legal() == (all_drops(2, 3) - {"drop r1c1", "drop r2c3"}) | {"shatter r1c1", "shatter r2c3"}
    game.play("shatter r2c3")
    assert game.board == merge_board("# . .\n. . .")
    assert game.score == 4
    assert game.queue == ["node", "spark"]
    assert game.variables == before | {"charges": 0}
    assert game.legal() == all_drops(2, 3) - {"drop r1c1"}


FULL_BUT_ONE = """
    s n s n s
    n s n s n
    s n . n s
    n s n s n
    s n s n #
    """


def test_merge_jams_when_full_without_a_charge() -> None:
    game = merge(FULL_BUT_ONE, "core spark")
    assert game.notices == {"few-cells", "stranded"}
    game.play("drop r3c3")
    assert (game.status, game.reason) == ("over", "jammed")
    assert game.notices == {"few-cells", "stranded", "jammed"}
    assert game.legal() == set()
    game.undo()
    assert (game.status, game.reason) == ("playing", "")
    assert game.board == merge_board(FULL_BUT_ONE)


def test_merge_a_full_board_with_a_stone_and_a_charge_goes_on() -> None:
    game = merge(FULL_BUT_ONE, "core spark", charges=1)
    assert game.notices == {"few-cells"}
    game.play("drop r3c3")
    assert (game.status, game.reason, game.notices) == ("playing", "", {"few-cells"})
    assert game.legal() == {"shatter r5c5"}
    game.play("shatter r5c5")
    assert game.legal() == {"drop r5c5"}
    game.play("drop r5c5")
    assert (game.status, game.notices) == ("over", {"few-cells", "jammed"})


def test_merge_the_end_is_tested_after_fusing() -> None:
    game = merge(FULL_BUT_ONE, "node spark")
    game.play("drop r3c3")  # four nodes around it
    assert game.status == "playing"
    assert game.score == 24
    assert game.board[2][2] == "core"
    assert len(game.legal()) == 4


def test_merge_few_cells_are_four_or_fewer() -> None:
    game = merge("g g g g g\ng g g g g\ng g g g g\ng g g g g\n. . . . .", "spark node")
    assert game.notices == set()
    game.play("drop r5c1")
    assert game.notices == {"few-cells"}


def test_merge_undo_brings_everything_back_and_the_same_tiles_come() -> None:
    picks = iter(["spark", "node", "node", "spark", "node", "spark"])
    game = Merge(picks)
    game.play("drop r1c1")
    game.play("drop r1c2")
    assert game.queue == ["node", "spark"]
    game.undo()
    assert game.queue == ["node", "node"]
    assert game.variables == {"charges": 0, "drops": 1, "dealt": 3}
    game.undo()
    assert game.queue == ["spark", "node"]
    assert game.variables == {"charges": 0, "drops": 0, "dealt": 2}
    assert game.board == [[None] * 5 for _ in range(5)]
    assert not game.can_undo()
    with pytest.raises(ValueError, match="undo"):
        game.undo()
    for place in ["r5c5", "r4c4", "r3c3", "r2c2"]:
        game.play(f"drop {place}")
    assert game.queue == ["node", "spark"]


def test_merge_undo_covers_shatters_and_200_actions() -> None:
    game = merge("# . .\n. . .", "spark node", charges=250)
    for _ in range(205):
        game.board[0][0] = "stone"
        game.play("shatter r1c1")
    assert (game.variables["charges"], game.score) == (45, 820)
    for count in range(200):
        assert game.can_undo(), count
        game.undo()
    assert not game.can_undo()
    assert (game.variables["charges"], game.score) == (245, 20)


# Nine-K -----------------------------------------------------------------------------------------------------

LONE = numbers(
    """
    1 2 1 2 1
    2 1 2 1 2
    1 2 1 2 1
    2 1 2 1 2
    1 2 1 2 1
    """
)
"""A board without a group."""


def ninek(board: str, refills: str = "") -> NineK:
    """Return a game whose n-th new tile is the n-th of `refills`."""
    tiles = [int(tile) for tile in refills.split()]
    game = NineK(numbers(board), lambda ceiling: tiles[game.drawn])
    return game


def test_ninek_starts_as_handed_in() -> None:
    board = [[1, 1], [2, 3]]
    game = NineK(board, lambda ceiling: 1)
    assert game.variables == {"undos": 3, "shuffles": 2, "crowned": 0}
    assert (game.board, game.score, game.queue, game.status, game.reason) == (board, 0, [], "playing", "")
    assert game.legal() == {"tap r1c1", "tap r1c2", "shuffle"}
    assert not game.can_undo()


@pytest.mark.parametrize(
    ("count", "number", "points"),
    [(2, 2, 60), (3, 4, 150), (5, 4, 250), (5, 5, 300), (2, 7, 160), (3, 9, 300), (2, 4, 100)],
)
def test_ninek_points_table(count: int, number: int, points: int) -> None:
    filler = [20, 21, 22, 23, 24][: 5 - count]
    game = NineK([[number] * count + filler], lambda ceiling: 1)
    game.play("tap r1c1")
    assert game.score == points
    assert game.board == [[number + 1] + [1] * (count - 1) + filler]
    assert game.variables["crowned"] == 0


def test_ninek_the_tapped_cell_rises_then_columns_fall() -> None:
    game = ninek(
        """
        4 5 6
        2 2 7
        8 2 2
        """,
        "1 2 3 4",
    )
    game.play("tap r2c2")
    # r2c2 becomes 3 and falls to r3c2; r2c1, r3c2, r3c3 vanish
    assert game.board == numbers(
        """
        1 2 3
        4 5 6
        8 3 7
        """
    )
    assert game.drawn == 3
    assert game.score == 3 * 4 * 10


def test_ninek_gaps_fill_by_columns_from_the_left_lowest_first() -> None:
    asked: list[int] = []

    def refill(ceiling: int) -> int:
        asked.append(ceiling)
        return len(asked)

    game = NineK([[2, 9, 2], [2, 2, 2], [2, 8, 2]], refill)
    game.play("tap r3c3")
    # column 1 loses three, column 2 one, column 3 keeps the raised tile at the bottom
    assert game.board == [[3, 4, 6], [2, 9, 5], [1, 8, 3]]
    assert asked == [6] * 6


@pytest.mark.parametrize(
    ("row", "ceiling"),
    [
        ([1, 1, 1], 3),
        ([2, 2, 5], 3),
        ([4, 4, 3], 3),  # makes a 5
        ([5, 5, 3], 4),  # makes a 6
        ([2, 2, 6], 4),
        ([2, 2, 7], 5),
        ([2, 2, 8], 6),
        ([7, 7, 1], 6),
        ([2, 2, 9], 6),
        ([9, 9, 1], 6),
        ([2, 2, 30], 6),
    ],
)
def test_ninek_ceiling_follows_the_highest_tile_after_the_merge(row: list[int], ceiling: int) -> None:
    asked: list[int] = []

    def refill(given: int) -> int:
        asked.append(given)
        return 1

    NineK([row], refill).play("tap r1c2")
    assert set(asked) == {ceiling}


def test_ninek_refuses_a_lone_tile_and_a_refill_above_the_ceiling() -> None:
    game = NineK([[1, 1, 2]], lambda ceiling: 4)
    with pytest.raises(ValueError, match="tap r1c3"):
        game.play("tap r1c3")
    assert (game.board, game.score) == ([[1, 1, 2]], 0)
    with pytest.raises(RuntimeError, match="from 1 to 3"):
        game.play("tap r1c1")


def test_ninek_corners_do_not_touch_and_nothing_merges_by_itself() -> None:
    game = ninek("1 2\n2 1", "")
    assert game.legal() == {"shuffle"}
    game = ninek("5 9\n4 4", "3 3 3")
    game.play("tap r2c1")  # the 5 it makes lands under the 5 above and stays
    assert game.board == numbers("5 3\n5 9")
    assert game.legal() == {"tap r1c1", "tap r2c1", "shuffle"}


def test_ninek_the_first_9_adds_900_once() -> None:
    game = ninek("8 8 1 8 8", "2 2 3")
    game.play("tap r1c1")
    assert (game.score, game.variables["crowned"]) == (180 + 900, 1)
    game.play("tap r1c5")
    assert (game.score, game.variables["crowned"]) == (180 + 900 + 180, 1)


def test_ninek_a_9_standing_or_a_10_made_is_no_crown() -> None:
    game = ninek("9 9 8 8 1", "1 1 1")
    game.play("tap r1c1")
    assert (game.score, game.variables["crowned"]) == (200, 0)
    game.play("tap r1c3")
    assert (game.score, game.variables["crowned"]) == (200 + 180 + 900, 1)


def test_ninek_undo_takes_back_score_crown_and_chance_and_stays_spent() -> None:
    tiles = iter([1, 2, 3])
    game = NineK([[8, 8, 7, 7, 5]], lambda ceiling: next(tiles))
    game.play("tap r1c1")
    assert game.board == [[9, 1, 7, 7, 5]]
    assert game.can_undo()
    game.undo()
    assert game.board == [[8, 8, 7, 7, 5]]
    assert (game.score, game.drawn) == (0, 0)
    assert game.variables == {"undos": 2, "shuffles": 2, "crowned": 0}
    game.play("tap r1c1")  # the same tap brings the same tile, asked of nobody
    assert game.board == [[9, 1, 7, 7, 5]]
    assert (game.score, game.variables["crowned"]) == (1080, 1)
    game.play("tap r1c4")
    assert game.board == [[9, 1, 2, 8, 5]]


def test_ninek_after_undo_another_ceiling_asks_anew() -> None:
    asked: list[tuple[int, int]] = []

    def refill(ceiling: int) -> int:
        asked.append((game.drawn, ceiling))
        return 1

    game = NineK([[5, 5, 7, 7, 2]], refill)
    game.play("tap r1c1")  # top tile 7, ceiling 5
    game.undo()
    game.play("tap r1c3")  # makes an 8, ceiling 6
    assert asked == [(0, 5), (0, 6)]


def test_ninek_never_two_undos_in_a_row_and_three_a_game() -> None:
    game = NineK([[1, 1, 2, 2, 9]], lambda ceiling: 1)
    game.play("tap r1c1")
    game.play("tap r1c3")
    game.undo()
    assert not game.can_undo()
    with pytest.raises(ValueError, match="undo"):
        game.undo()
    game.play("tap r1c3")
    game.undo()
    game.play("tap r1c3")
    assert game.variables["undos"] == 1
    assert game.can_undo()
    game.undo()
    assert game.variables["undos"] == 0
    game.play("tap r1c3")
    assert not game.can_undo()
    with pytest.raises(ValueError, match="undo"):
        game.undo()


def test_ninek_shuffle_is_a_barrier_and_cannot_be_undone() -> None:
    game = NineK([[1, 1, 2, 2, 9]], lambda ceiling: 3)
    game.play("tap r1c1")
    assert game.board == [[2, 3, 2, 2, 9]]
    game.play("shuffle", result=[[2, 2, 9, 2, 3]])
    assert game.board == [[2, 2, 9, 2, 3]]
    assert game.variables == {"undos": 3, "shuffles": 1, "crowned": 0}
    assert game.score == 40
    assert not game.can_undo()
    game.play("tap r1c1")
    assert game.can_undo()


@pytest.mark.parametrize(
    "result",
    [
        None,
        [[1, 1, 9, 2]],  # the 9 stayed
        [[1, 9, 1, 2]],  # no group
        [[1, 2, 2, 9]],  # other tiles
        [[2, 1], [1, 9]],  # another shape
    ],
)
def test_ninek_refuses_an_impossible_shuffle(result: list[list[int]] | None) -> None:
    game = NineK([[2, 1, 9, 1]], lambda ceiling: 1)
    with pytest.raises(ValueError, match="shuffle"):
        game.play("shuffle", result=result)
    assert (game.board, game.variables["shuffles"]) == ([[2, 1, 9, 1]], 2)
    game.play("shuffle", result=[[1, 1, 2, 9]])
    assert (game.board, game.variables["shuffles"]) == ([[1, 1, 2, 9]], 1)


def test_ninek_without_groups_pauses_while_a_shuffle_is_left_then_ends() -> None:
    game = NineK(LONE, lambda ceiling: 1)
    assert (game.status, game.reason, game.legal()) == ("paused", "no-groups", {"shuffle"})
    game.play("shuffle", result=[[1] * 5, [1] * 5, [1, 1, 1, 2, 2], [2] * 5, [2] * 5])
    assert (game.status, game.reason) == ("playing", "")
    game.board = [list(line) for line in LONE]
    assert game.status == "paused"
    game.variables["shuffles"] = 0
    assert (game.status, game.reason, game.legal()) == ("over", "no-groups", set())


def test_ninek_a_shuffle_that_cannot_help_counts_as_none_left() -> None:
    game = NineK([[1, 2], [3, 4]], lambda ceiling: 1)
    assert (game.status, game.reason, game.legal()) == ("over", "no-groups", set())


@pytest.mark.parametrize("shuffles", [0, 2])
def test_ninek_an_undo_rescues_a_paused_or_ended_game(shuffles: int) -> None:
    tiles = iter([1, 3])
    game = NineK([[1, 1, 3]], lambda ceiling: next(tiles))
    game.variables["shuffles"] = shuffles
    game.play("tap r1c1")  # 2 1 3
    assert game.status == "over"
    game.undo()
    assert (game.status, game.reason, game.board) == ("playing", "", [[1, 1, 3]])
    game = NineK([[1, 1, 3, 1]], lambda ceiling: 1)
    game.variables["shuffles"] = shuffles
    game.play("tap r1c1")  # 2 1 3 1
    assert game.status == ("paused" if shuffles else "over")
    game.undo()
    assert game.status == "playing"


SMALL = [(1, 1), (1, 2), (1, 3), (2, 2), (1, 4), (1, 5)]


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_ninek_shuffles_agree_with_trying_every_arrangement(rows: int, columns: int) -> None:
    """Compare the short conditions with all ways to send each cell's tile to another cell."""
    cells = range(rows * columns)
    moves = [way for way in itertools.permutations(cells) if all(way[cell] != cell for cell in cells)]

    def shaped(flat: tuple[int, ...]) -> list[list[int]]:
        return [list(flat[row * columns : (row + 1) * columns]) for row in range(rows)]

    for flat in itertools.product(range(1, min(4, len(cells)) + 1), repeat=len(cells)):
        outcomes = {tuple(flat[way[cell]] for cell in cells) for way in moves}
        assert can_shuffle(shaped(flat)) == any(has_group(shaped(outcome)) for outcome in outcomes), flat
        for after in set(itertools.permutations(flat)):
            assert every_tile_moved(shaped(flat), shaped(after)) == (after in outcomes), (flat, after)


# Sum-10 -----------------------------------------------------------------------------------------------------


def sum10(board: str, coming: str, then: int = 1) -> Sum10:
    """Return a game each stage of which opens with the board; digits are `coming`, then `then` for ever."""
    opening = digits(board)
    stream = itertools.chain((int(digit) for digit in coming.split()), itertools.repeat(then))
    return Sum10(lambda level, stage: opening, stream)


# Round r4c4 up to eight 1s, one more far off so that no stage is complete.
FAR = (0, 0)
ROUND = [(2, 2), (2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3), (4, 4)]


def test_sum10_starts_at_level_1_stage_1() -> None:
    asked: list[tuple[int, int]] = []

    def opening(level: int, stage: int) -> list[list[int | None]]:
        asked.append((level, stage))
        return [[5 if (row, column) in layout(level) else None for column in range(7)] for row in range(7)]

    game = Sum10(opening, iter([4, 2]))
    assert asked == [(1, 1)]
    assert game.variables == {"moves": 25, "lives": 3, "stage": 1, "level": 1}
    assert (game.score, game.queue, game.status, game.reason) == (0, [4], "playing", "")
    block = {f"place r{row}c{column}" for row in (3, 4, 5) for column in (3, 4, 5)}
    assert game.legal() == {f"place r{row}c{column}" for row in range(1, 8) for column in range(1, 8)} - block
    assert not game.can_undo()
    with pytest.raises(ValueError, match="no undo"):
        game.undo()


def test_sum10_layouts() -> None:
    drawn = {
        level: "\n".join(
            "".join("x" if (row, column) in layout(level) else "." for column in range(7)) for row in range(7)
        )
        for level in range(1, 6)
    }
    assert drawn == {
        1: ".......\n.......\n..xxx..\n..xxx..\n..xxx..\n.......\n.......",
        2: ".......\n...x...\n..xxx..\n.xxxxx.\n..xxx..\n...x...\n.......",
        3: ".......\n.xxxxx.\n.x...x.\n.x...x.\n.x...x.\n.xxxxx.\n.......",
        4: ".......\n..xxx..\n.xxxxx.\n.xxxxx.\n.xxxxx.\n..xxx..\n.......",
        5: ".......\n.xxxxx.\n.xxxxx.\n.xxxxx.\n.xxxxx.\n.xxxxx.\n.......",
    }
    assert [len(layout(level)) for level in range(1, 6)] == [9, 13, 16, 21, 25]


@pytest.mark.parametrize(
    ("removed", "points"),
    [(0, 0), (1, 5), (2, 10), (3, 20), (4, 50), (5, 100), (6, 200), (7, 500), (8, 1000)],
)
def test_sum10_points_by_tiles_removed(removed: int, points: int) -> None:
    game = Sum10(lambda level, stage: [[None] * 7 for _ in range(7)], itertools.repeat(removed))
    for row, column in [FAR, *ROUND[:removed]]:
        game.board[row][column] = 1
    game.play("place r4c4")
    assert game.score == points
    assert [tile for line in game.board for tile in line if tile is not None] == [1]
    assert (game.board[0][0], game.variables["moves"], game.status) == (1, 24, "playing")


ONLY_THE_LAST_DIGIT = """
    . . . . . . .
    . . . . . . .
    . . 7 . . . .
    . . . . 7 . .
    . . . 2 . . .
    . . . . . . .
    9 . . . . . .
    """


def test_sum10_only_the_last_digit_counts() -> None:
    game = sum10(ONLY_THE_LAST_DIGIT, "6 5")
    game.play("place r4c4")  # 7 + 7 + 2 = 16
    assert game.score == 20
    assert game.board == digits(". . . . . . .\n" * 6 + "9 . . . . . .")
    assert game.queue == [5]


def test_sum10_neighbours_at_an_edge() -> None:
    opening = """
        . . . . 5 1 1
        . . . . 5 1 1
        2 2 . . . . .
        2 2 . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """
    game = sum10(opening, "4 9")
    game.play("place r3c7")  # 1 + 1 = 2, not 4
    assert game.board[2][6] == 4
    game.play("place r3c6")  # 5 + 1 + 1 + 4 = 11, not 9
    assert game.board[2][5] == 9
    game = sum10(opening, "2 4")
    game.play("place r3c7")  # 1 + 1
    game.play("place r5c1")  # 2 + 2
    assert game.board == digits(
        """
        . . . . 5 1 1
        . . . . 5 . .
        2 2 . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """
    )
    assert game.score == 20


def test_sum10_else_the_digit_stays_and_costs_the_move() -> None:
    game = sum10(ONLY_THE_LAST_DIGIT, "5 0 4")
    game.play("place r4c4")
    assert game.board[3][3] == 5
    assert (game.score, game.variables["moves"], game.queue) == (0, 24, [0])
    with pytest.raises(ValueError, match="place r4c4"):
        game.play("place r4c4")
    assert game.queue == [0]
    game.play("place r1c7")  # a 0 with no neighbour
    assert game.board[0][6] is None
    assert (game.score, game.variables["moves"]) == (0, 23)
    game.play("place r1c7")  # any other digit with no neighbour stays
    assert game.board[0][6] == 4


def test_sum10_a_zero_on_the_board_is_a_tile() -> None:
    game = sum10("0 . . . . . .\n" + ". . . . . . .\n" * 6, "3 0")
    game.play("place r1c2")
    assert game.board[0][:2] == [0, 3]
    game = sum10("0 . . . . . .\n. . . . . . .\n" + ". . . . . . .\n" * 4 + ". . . . . . 1", "0")
    game.play("place r2c2")  # sums to 0: both go
    assert game.board[0][0] is None
    assert game.board[1][1] is None
    assert game.score == 5


ONE_TILE = ". . . . . . .\n" * 3 + ". . . 3 . . .\n" + ". . . . . . .\n" * 3
"""A stage that a 3 beside the tile completes."""


def test_sum10_a_stage_completed_with_14_moves_left_adds_1400() -> None:
    game = sum10(ONE_TILE, "0 0 0 0 0 0 0 0 0 0 3 8")
    for _ in range(10):
        game.play("place r1c1")
    game.play("place r3c3")
    assert game.variables == {"moves": 14, "lives": 3, "stage": 1, "level": 1}
    assert game.score == 5 + 1400
    assert (game.status, game.reason, game.legal()) == ("paused", "stage-complete", {"next"})
    assert game.queue == [8]
    with pytest.raises(ValueError, match="retry"):
        game.play("retry")
    game.play("next")
    assert game.variables == {"moves": 25, "lives": 3, "stage": 2, "level": 1}
    assert (game.score, game.status, game.reason, game.queue) == (1405, "playing", "", [8])


def test_sum10_clearing_the_board_on_the_last_move_completes_the_stage() -> None:
    game = sum10(ONE_TILE, "0 " * 24 + "3")
    for _ in range(24):
        game.play("place r1c1")
    assert game.status == "playing"
    game.play("place r3c3")
    assert (game.status, game.reason) == ("paused", "stage-complete")
    assert game.variables == {"moves": 0, "lives": 3, "stage": 1, "level": 1}
    assert game.score == 5


def test_sum10_a_zero_alone_does_not_complete_a_stage_that_has_tiles() -> None:
    game = sum10(ONE_TILE, "0")
    game.play("place r1c1")
    assert (game.status, game.score) == ("playing", 0)


def run_out_of_moves(game: Sum10) -> None:
    for _ in range(game.variables["moves"]):
        game.play("place r1c1")


def test_sum10_out_of_moves_costs_a_life_and_retry_replays_the_stage() -> None:
    game = sum10(ONE_TILE, "1 " + "0 " * 24 + "7")
    game.score = 40
    game.play("place r7c7")
    run_out_of_moves(game)
    assert (game.status, game.reason, game.legal()) == ("paused", "out-of-moves", {"retry"})
    assert game.variables == {"moves": 0, "lives": 2, "stage": 1, "level": 1}
    assert game.board[6][6] == 1
    game.play("retry")
    assert game.board == digits(ONE_TILE)
    assert game.variables == {"moves": 25, "lives": 2, "stage": 1, "level": 1}
    assert (game.status, game.reason, game.score, game.queue) == ("playing", "", 40, [7])


def test_sum10_retry_with_no_life_left_is_game_over() -> None:
    game = sum10(ONE_TILE, "", then=0)
    for lives in (2, 1):
        run_out_of_moves(game)
        assert game.variables["lives"] == lives
        game.play("retry")
    run_out_of_moves(game)
    assert game.variables["lives"] == 0
    assert (game.status, game.reason, game.legal()) == ("paused", "out-of-moves", {"retry"})
    game.play("retry")
    assert (game.status, game.reason, game.legal()) == ("over", "game-over", set())
    with pytest.raises(ValueError, match="retry"):
        game.play("retry")


def test_sum10_a_full_board_with_moves_left_costs_a_life() -> None:
    game = sum10(". 9 9 9 9 9 9\n" + "9 9 9 9 9 9 9\n" * 6, "1 4")
    game.play("place r1c1")
    assert (game.status, game.reason, game.legal()) == ("paused", "board-full", {"retry"})
    assert game.variables == {"moves": 24, "lives": 2, "stage": 1, "level": 1}
    game.play("retry")
    assert game.variables == {"moves": 25, "lives": 2, "stage": 1, "level": 1}
    assert game.legal() == {"place r1c1"}


def test_sum10_a_full_board_on_the_last_move_is_out_of_moves() -> None:
    game = sum10(". 9 9 9 9 9 9\n" + "9 9 9 9 9 9 9\n" * 6, "1")
    game.variables["moves"] = 1
    game.play("place r1c1")
    assert (game.reason, game.variables["lives"]) == ("out-of-moves", 2)


def test_sum10_the_last_empty_cell_may_clear_instead() -> None:
    game = sum10(". 9 9 9 9 9 9\n" + "9 9 9 9 9 9 9\n" * 6, "7")
    game.play("place r1c1")
    assert (game.status, game.score, len(game.legal())) == ("playing", 20, 4)


@pytest.mark.parametrize(
    ("score", "lives", "after"),
    [
        (9_994, 3, 3),
        (9_995, 3, 4),
        (19_995, 3, 4),
        (999_995, 3, 4),
        (9_995, 8, 9),
        (9_995, 9, 9),
        (10_000, 3, 3),
    ],
)
def test_sum10_a_life_more_at_every_10_000_points_and_9_at_most(score: int, lives: int, after: int) -> None:
    game = sum10("1 . . . . . .\n" + ". . . . . . .\n" * 5 + ". . . . . . 1", "1")
    game.score, game.variables["lives"] = score, lives
    game.play("place r1c2")
    assert (game.score, game.variables["lives"], game.status) == (score + 5, after, "playing")


def test_sum10_the_bonus_brings_lives_too_and_the_score_passes_a_million() -> None:
    game = sum10(ONE_TILE, "3")
    game.score = 997_600
    game.play("place r3c3")
    assert (game.score, game.variables["lives"]) == (1_000_005, 4)


def test_sum10_several_lives_at_once() -> None:
    game = sum10(ONE_TILE, "3")
    game.variables["moves"] = 251  # more than a stage gives, so that one bonus crosses two marks
    game.play("place r3c3")
    assert (game.score, game.variables["lives"]) == (25_005, 5)


@pytest.mark.parametrize(("lives", "after"), [(1, 1), (8, 8), (9, 8)])
def test_sum10_a_life_gained_counts_before_one_lost(lives: int, after: int) -> None:
    game = sum10("1 . . . . . .\n" + ". . . . . . .\n" * 5 + ". . . . . . 1", "1")
    game.score, game.variables["lives"], game.variables["moves"] = 9_995, lives, 1
    game.play("place r1c2")
    assert (game.score, game.variables["lives"], game.reason) == (10_000, after, "out-of-moves")


def test_sum10_after_level_5_stage_5_comes_level_1_stage_1() -> None:
    asked: list[tuple[int, int]] = []

    def opening(level: int, stage: int) -> list[list[int | None]]:
        asked.append((level, stage))
        return digits(ONE_TILE)

    game = Sum10(opening, itertools.repeat(3))
    for count in range(1, 26):
        game.play("place r3c3")
        assert game.score == count * (5 + 2400)
        assert game.variables["lives"] == min(9, 3 + game.score // 10_000)
        game.play("next")
    order = [(level, stage) for level in range(1, 6) for stage in range(1, 6)]
    assert asked == [*order, (1, 1)]
    assert game.variables == {"moves": 25, "lives": 9, "stage": 1, "level": 1}
    assert game.score == 60_125


def test_sum10_the_opening_handed_in_is_left_alone() -> None:
    stream: Iterator[int] = itertools.repeat(3)
    board = digits(ONE_TILE)
    game = Sum10(lambda level, stage: board, stream)
    game.play("place r3c3")
    assert board == digits(ONE_TILE)
