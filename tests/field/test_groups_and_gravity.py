"""Groups of any size and shape, the top of a ladder, and tiles that fall straight down in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.field.positions import apart, legal, stand
from tests.unit.rulesets import drawn, small
from tests.work import at_most

import tilekit
from tilekit.session import Session

#: Calls of functions that what looks hard may take.
CALLS = 1_000_000

# ---------------------------------------------------------------- the top of the ladder

DROP = """
[queue]
from = "any"
[spawn.any]
weights = { c = 1 }
[actions.drop]
target = "cell"
where = "empty"
steps = ["place", "fuse", "deal"]
[mechanics]
fuse = { least = 3 }
[scoring]
fused = 100
"""
THREE = 'chain = ["a", "b", "c"]'


def test_tiles_of_the_last_tier_stay_as_they_are() -> None:
    game = stand(small(DROP, tiers=THREE), "c c .\nb b .\n. . .", queue=["c"])
    turn = game.play("drop r1c3")
    assert str(game.board) == drawn("c c c\nb b .\n. . .")
    assert (turn.points, game.status) == (0, "playing")
    below = stand(small(DROP, tiers=THREE), "c c .\nb b .\n. . .", queue=["b"])
    assert below.play("drop r2c3").points == 100
    assert str(below.board) == drawn("c c .\n. . c\n. . .")


@pytest.mark.parametrize(("tiers", "top"), [("first = 1", 99), ("first = 1, last = 5", 5), ("first = 0, last = 9", 9)])
def test_the_top_number_cannot_be_tapped(tiers: str, top: int) -> None:
    rules = small(LARGE, rows=2, columns=3, tiers=f"numbers = {{ {tiers} }}")
    game = stand(rules, f"{top} {top} 1\n2 {top - 1} {top - 1}")
    assert legal(game) == ["tap r2c2", "tap r2c3"]
    game.play("tap r2c2")
    assert (legal(game), game.board[1][1]) == ([], str(top))
    assert game.status == "over"


def test_a_last_tier_that_needs_more_is_told_and_fuses_only_then() -> None:
    body = """
        [queue]
        from = "any"
        [spawn.any]
        weights = { c = 1 }
        [constants]
        group_min = 4
        [actions.drop]
        target = "cell"
        where = "empty"
        steps = ["place", "fuse", "deal"]
        [mechanics.fuse]
        least = "group_min if tile == c else 3"
    """
    rules = small(body)
    game = stand(rules, "c c .\n. . .\n. . .", queue=["c"])
    game.play("drop r1c3")
    assert str(game.board).splitlines()[0] == "c c c"
    game.play("drop r2c2")
    assert str(game.board) == drawn(". . .\n. d .\n. . .")


def test_forty_tiers_without_looks_can_all_be_told_apart() -> None:
    names = ", ".join(f'"t{i}"' for i in range(1, 41))
    rules = small('[actions.go]\ntarget = "cell"\nsteps = ["fuse"]\n', rows=5, columns=8, tiers=f"chain = [{names}]")
    board = "\n".join(" ".join(f"t{row * 8 + column + 1}" for column in range(8)) for row in range(5))
    view = Session(rules, game=stand(rules, board)).view()
    tiles = [cell.tile for row in view.cells for cell in row if cell.tile]
    assert len({(tile.colour, tile.shape) for tile in tiles}) == len({tile.symbol for tile in tiles}) == 40


# ---------------------------------------------------------------- large groups, long games

LARGE = """
[actions.tap]
target = "cell"
where = "group >= 2"
steps = ["fuse", "fall"]
[mechanics]
fuse = { least = 2 }
fall = { toward = "down" }
[scoring]
fused = "count"
[undo]
depth = 10
after_end = true
"""


def large(rows: int = 64, columns: int = 64) -> tilekit.Rules:
    return small(LARGE, rows=rows, columns=columns, tiers="numbers = { first = 1 }")


def test_the_largest_board_in_one_group_takes_no_time(tmp_path: Path) -> None:
    with at_most(CALLS):
        game = stand(large(), "\n".join([" ".join(["1"] * 64)] * 64))
        assert len(legal(game)) == 4096
        turn = game.play("tap r32c32")
    assert (game.score, game.board[63][31], turn.points) == (4096, "2", 4096)
    game.undo()
    assert game.copy() == game
    game.save(tmp_path / "large.json")
    assert tilekit.load_game(tmp_path / "large.json", large()) == game


def test_a_snake_through_the_whole_board_is_one_group() -> None:
    rows = []
    for row in range(63):
        if row % 2 == 0:
            rows.append(["1"] * 63)
        else:
            rows.append(["2"] * 62 + ["1"] if row % 4 == 1 else ["1"] + ["2"] * 62)
    length = 32 * 63 + 31
    game = stand(large(63, 63), "\n".join(" ".join(row) for row in rows))
    with at_most(CALLS):
        game.play("tap r1c1")
    assert game.score == length


def test_a_chain_of_sixty_tiers_runs_to_its_end() -> None:
    names = [f"t{i}" for i in range(62)]
    chain = ", ".join(f'"{name}"' for name in names)
    body = """
        [actions.go]
        target = "cell"
        where = "row == 2 and column == 1"
        steps = ["chain"]
        [mechanics]
        chain = { use = "repeat", steps = ["fuse"] }
        fuse = { least = 2 }
    """
    rules = small(body, rows=2, columns=61, tiers=f"chain = [{chain}]", grid="", end='when = "score > 0"\nreason = "x"')
    # t0 fuses with t0, the t1 that comes of it with the next neighbour, and so on: all of them lie around one cell
    # only where the row is short; so each step is tried by itself.
    for step in (0, 30, 60):
        board = " ".join([names[step], *["."] * 60]) + "\n" + " ".join([names[step], *["."] * 60])
        game = stand(rules, board)
        game.play("go r2c1")
        assert game.board[1][0] == names[step + 1]


def test_sixty_fusions_in_one_turn() -> None:
    """A mechanic that fuses whatever stands alone into the next tier climbs the whole chain in one turn."""
    chain = ", ".join(f'"t{i}"' for i in range(62))
    body = """
        [actions.go]
        target = "cell"
        steps = ["chain"]
        [mechanics]
        chain = { use = "repeat", steps = ["fuse"] }
        fuse = { least = 1 }
        [scoring]
        fused = "step"
    """
    game = stand(small(body, rows=1, columns=1, tiers=f"chain = [{chain}]"), "t0")
    game.play("go r1c1")
    assert (game.board[0][0], game.score) == ("t61", 61 * 62 // 2)


def test_five_thousand_moves_with_undo_can_be_copied_and_saved(tmp_path: Path) -> None:
    body = """
        [actions.go]
        add = { score = 1 }
        [undo]
        depth = 10000
    """
    rules = small(body)
    game = rules.new_game(1)
    for _ in range(5000):
        game.play("go")
    twin = game.copy()
    path = tmp_path / "long.json"
    game.save(path)
    back = tilekit.load_game(path, rules)
    for one in (game, twin, back):
        for _ in range(5000):
            one.undo()
        assert (one.score, one.can_undo, one.turn) == (0, False, 0)


# ---------------------------------------------------------------- falling


@pytest.mark.parametrize("tap", ["tap r4c5", "tap r5c5"])
def test_the_raised_tile_falls_and_the_refill_comes_on_top(tap: str) -> None:
    game = stand("ninek", apart(r5c5=1), draws=["3"])
    game.play(tap)
    assert [row[4] for row in game.board] == ["3", "5", "2", "4", "2"]
    assert [row[:4] for row in game.board] == [row[:4] for row in stand("ninek", apart()).board]


def test_a_group_in_the_top_row_is_refilled_from_the_left_lowest_gap_first() -> None:
    board = "1 1 1 4 5\n3 1 5 1 2\n5 1 2 3 4\n2 3 4 5 1\n4 5 1 2 3"
    game = stand("ninek", board, draws=["1", "2", "3", "1"])
    game.play("tap r1c3")
    # Column 1 lost its top, column 2 its three upper ones; the raised 2 lies in column 3.
    assert str(game.board) == drawn("1 1 2 4 5\n3 3 5 1 2\n5 2 2 3 4\n2 3 4 5 1\n4 5 1 2 3")


def test_survivors_keep_their_order_and_columns_do_not_close() -> None:
    game = stand(small(LARGE, rows=5, columns=4, tiers="numbers = { first = 1 }"),
                 "1 9 2 5\n1 9 9 6\n3 9 4 7\n1 9 9 8\n1 9 1 9")  # fmt: skip
    game.play("tap r3c2")
    assert str(game.board) == drawn(" 1  .  .  5\n 1  .  .  6\n 3  .  2  7\n 1 10  4  8\n 1  .  1  9".replace(
        " 1 10  4  8\n 1  .  1  9", " 1  .  4  8\n 1 10  1  9"))  # fmt: skip


def test_a_whole_column_cleared_stays_where_it_is() -> None:
    rules = small(
        '[actions.go]\nsteps = ["clear", "fall"]\n[mechanics]\nclear = { cells = "column == 2" }\nfall = {}\n',
    )
    game = stand(rules, "a b c\na b c\na b c")
    game.play("go")
    assert str(game.board) == drawn("a . c\na . c\na . c")


def test_tiles_rest_on_what_cannot_move_and_gaps_below_it_are_filled_where_they_are() -> None:
    body = """
        [spawn.new]
        tile = "d"
        [actions.go]
        target = "cell"
        steps = ["clear", "fall", "fill"]
        [mechanics]
        clear = { cells = "here" }
        fall = { cells = "tile != stone" }
        fill = { from = "new", order = "columns" }
    """
    rules = small(body, rows=5, columns=1, tiers='chain = ["a", "b", "c", "d"]\npieces = ["stone"]')
    game = stand(rules, "a\nb\nstone\nc\nb")
    game.play("go r5c1")
    assert str(game.board).split() == ["a", "b", "stone", "d", "c"]
    game = stand(rules, "a\nb\nstone\nc\nb")
    game.play("go r2c1")
    assert str(game.board).split() == ["d", "a", "stone", "c", "b"]
