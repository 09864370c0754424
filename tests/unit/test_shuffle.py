"""Shuffle: every tile moves, a group stands, and where that cannot be it is refused."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import combinations_with_replacement, permutations, product

import pytest
from tests.unit.rulesets import drawn, load, small, stand

from tilekit.board import Board
from tilekit.errors import IllegalAction, PluginError
from tilekit.game import Game
from tilekit.grid import Grid
from tilekit.mechanics import shuffle

TIERS = 'chain = ["a", "b", "c", "d", "e", "f"]'


def rules_of(leaves: int, rows: int, columns: int, *, mask: str = "", more: str = "", adjacency: str = "orthogonal"):
    grid = f'adjacency = "{adjacency}"\n' + (f'mask = """\n{mask}\n"""' if mask else "")
    body = f'[actions.do]\nsteps = ["shuffle"]\n[mechanics]\nshuffle = {{ leaves = {leaves}{more} }}\n'
    return small(body, rows=rows, columns=columns, grid=grid, tiers=TIERS, end='when = "score < 0"\nreason = "never"')


def cells_by_id(game: Game) -> dict[int, int]:
    return {tile: cell for cell, tile in enumerate(game._ids.at) if tile}


def largest_group(grid: Grid, tiles: list[str | None]) -> int:
    best = 0
    for start in range(grid.size):
        if tiles[start] is None:
            continue
        found, waiting = {start}, [start]
        while waiting:
            for other in grid.neighbours[waiting.pop()]:
                if other not in found and tiles[other] == tiles[start]:
                    found.add(other)
                    waiting.append(other)
        best = max(best, len(found))
    return best


def flat(game: Game) -> list[str | None]:
    return [tile for row in game.board for tile in row]


# ---------------------------------------------------------------- what a shuffle does


@pytest.mark.parametrize("leaves", [0, 1, 2, 3, 4])
def test_every_tile_moves_none_is_lost_and_a_group_stands(leaves: int) -> None:
    rules = rules_of(leaves, 3, 4, mask=". . . .\n. _ . .\n. . . .")
    board = "a b c d\na _ d a\nb . . a"
    for seed in range(40):
        game = stand(rules, board, seed=seed)
        before, ids = flat(game), cells_by_id(game)
        turn = game.play("do")
        now, moved = flat(game), cells_by_id(game)
        assert Counter(now) == Counter(before)
        assert set(moved) == set(ids)
        assert set(moved.values()) == set(ids.values())  # the same cells are filled
        assert all(moved[tile] != cell for tile, cell in ids.items())
        assert all(now[moved[tile]] == before[cell] for tile, cell in ids.items())
        assert largest_group(rules.program.grid, now) >= leaves
        assert [entry.kind for entry in turn.journal] == ["shuffled"]
        assert dict(turn.journal[0].values) == {"count": 9, "step": 1}
        # The journal says the same: the changes lead from one board to the other.
        replayed = {rules.program.grid.name(cell): tile for cell, tile in enumerate(before)}
        for change in turn.journal[0].changes:
            assert replayed[change.cell] == change.before
            replayed[change.cell] = change.after
        assert list(replayed.values()) == now


def test_tiles_outside_its_cells_stay() -> None:
    rules = rules_of(0, 2, 3, more=', cells = "tile != f"')
    for seed in range(20):
        game = stand(rules, "a f b\nf c d", seed=seed)
        before = flat(game)
        game.play("do")
        now = flat(game)
        assert [now[1], now[3]] == ["f", "f"]
        assert all(now[cell] != before[cell] for cell in (0, 2, 4, 5))
        assert Counter(now) == Counter(before)


def test_all_arrangements_that_will_do_are_as_likely() -> None:
    # Four tiles in a row: 9 ways to move them all, of which those with the two a side by side will do.
    rules = rules_of(2, 1, 4)
    seen = Counter()
    for seed in range(3_000):
        game = stand(rules, "a b a c", seed=seed)
        game.play("do")
        moved = cells_by_id(game)
        seen[tuple(moved[tile] for tile in (1, 2, 3, 4))] += 1
    will_do = [
        places for places in permutations(range(4))
        if all(place != cell for cell, place in enumerate(places)) and abs(places[0] - places[2]) == 1
    ]  # fmt: skip
    assert sorted(seen) == sorted(will_do)
    assert len(will_do) == 3
    assert sum((count - 1_000) ** 2 / 1_000 for count in seen.values()) < 13.8  # 1 in 1,000 for 2 degrees


@pytest.mark.parametrize("tiles", [2, 3, 4, 5])
def test_each_course_of_the_draws_makes_another_permutation(monkeypatch: pytest.MonkeyPatch, tiles: int) -> None:
    """Fisher and Yates' shuffle: one draw of n, one of n - 1, … of 2, and each of the n! courses has its own result.

    So each permutation has one course, and of those that move every tile none is passed over or comes twice.
    """
    script: list[int] = []
    asked: list[int] = []

    def below(_state: object, n: int) -> int:
        answer = script.pop(0)
        asked.append(n)
        return answer

    monkeypatch.setattr(Board, "below", lambda _board, _counter, _stream, *, keyed=False: below)
    load.cache_clear()
    rules = rules_of(0, 1, tiles)
    load.cache_clear()
    sizes = list(range(tiles, 1, -1))
    found = []
    for course in product(*map(range, sizes)):
        game = stand(rules, " ".join("abcdef"[:tiles]))
        script[:] = course
        asked.clear()
        with suppress(PluginError):  # no draw is left: a tile stayed, so that all are drawn anew
            game.play("do")
            found.append(tuple(flat(game)))
        assert asked == sizes
    moved = [
        places
        for places in permutations("abcdef"[:tiles])
        if all(a != b for a, b in zip(places, "abcdef", strict=False))
    ]
    assert sorted(found) == sorted(moved)


# ---------------------------------------------------------------- where it can be


BOARDS = [
    (1, 2, ""), (1, 3, ""), (1, 4, ""), (1, 5, ""), (2, 2, ""), (2, 3, ""), (1, 5, ". . _ . ."), (2, 3, ". _ .\n. . ."),
    (2, 3, ". _ .\n_ . _"), (1, 6, ". . . _ . ."), (3, 3, ". . _\n. . _\n_ _ ."),
]  # fmt: skip


@cache
def best_group(rows: int, columns: int, mask: str, tiles: tuple[str | None, ...]) -> int:
    """Tried out: the largest group that some way to move every tile leaves; -1 where there is no such way."""
    grid = rules_of(0, rows, columns, mask=mask).program.grid
    cells = [cell for cell, tile in enumerate(tiles) if tile is not None]
    best = -1
    seen: set[tuple[str | None, ...]] = set()
    for places in permutations(cells):
        if len(cells) < 2 or any(place == cell for place, cell in zip(places, cells, strict=True)):
            continue
        arranged: list[str | None] = [None] * grid.size
        for cell, place in zip(cells, places, strict=True):
            arranged[place] = tiles[cell]
        if tuple(arranged) not in seen:
            seen.add(tuple(arranged))
            best = max(best, largest_group(grid, arranged))
    return best


def boards_of(grid: Grid, sizes: range) -> list[list[str | None]]:
    """Every multiset of tiles in every order that matters here, on the first cells of a grid."""
    cells = [cell for cell in range(grid.size) if cell not in grid.holes]
    found: set[tuple[str | None, ...]] = set()
    for size in sizes:
        for tiles in combinations_with_replacement("abcdef"[:size], size):
            orders = set(permutations(tiles)) if size <= 4 else {tiles, tiles[::-1]}
            for order in orders:
                board: list[str | None] = [None] * grid.size
                for cell, tile in zip(cells, order, strict=False):
                    board[cell] = tile
                found.add(tuple(board))
    return [list(board) for board in sorted(found, key=str)]


def text_of(grid: Grid, tiles: list[str | None]) -> str:
    tokens = ["_" if cell in grid.holes else tile or "." for cell, tile in enumerate(tiles)]
    return "\n".join(" ".join(tokens[at : at + grid.columns]) for at in range(0, grid.size, grid.columns))


@pytest.mark.parametrize("leaves", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(("rows", "columns", "mask"), BOARDS)
@pytest.mark.parametrize("constructed", [False, True], ids=["drawn", "constructed"])
def test_it_can_be_played_exactly_where_an_arrangement_exists(
    monkeypatch: pytest.MonkeyPatch, leaves: int, rows: int, columns: int, mask: str, constructed: bool
) -> None:
    """Against all permutations; and also where no draw ever fits, so that one must be constructed."""
    rules = rules_of(leaves, rows, columns, mask=mask)
    grid = rules.program.grid
    free = grid.size - len(grid.holes)
    if constructed:
        monkeypatch.setattr(shuffle, "_MOST_TRIES", 0)
    for tiles in boards_of(grid, range(max(1, free - 1), free + 1)):
        game = stand(rules, text_of(grid, tiles))
        can = best_group(rows, columns, mask, tuple(tiles)) >= leaves
        assert game.is_legal("do") == can, text_of(grid, tiles)
        if not can:
            with pytest.raises(IllegalAction) as caught:
                game.play("do")
            assert caught.value.reason == "do would change nothing"
            continue
        ids = cells_by_id(game)
        game.play("do")
        moved = cells_by_id(game)
        assert all(moved[tile] != cell for tile, cell in ids.items()), text_of(grid, tiles)
        assert sorted(moved.values()) == sorted(ids.values())
        assert largest_group(grid, flat(game)) >= leaves


@pytest.mark.parametrize("leaves", [0, 1, 2, 5, 24, 25])
@pytest.mark.parametrize("adjacency", ["orthogonal", "king", "hex"])
def test_the_constructed_way_out_is_sound_on_full_boards(
    monkeypatch: pytest.MonkeyPatch, leaves: int, adjacency: str
) -> None:
    monkeypatch.setattr(shuffle, "_MOST_TRIES", 0)
    rules = rules_of(leaves, 5, 5, adjacency=adjacency)
    tiles = ["a"] * max(leaves, 2) + list("bcdef" * 5)
    board = text_of(rules.program.grid, list(tiles[:25]))
    for text in (board, "\n".join(reversed(board.splitlines()))):
        game = stand(rules, text)
        ids = cells_by_id(game)
        game.play("do")
        moved = cells_by_id(game)
        assert sorted(moved) == sorted(ids)
        assert all(moved[tile] != cell for tile, cell in ids.items())
        assert largest_group(rules.program.grid, flat(game)) >= leaves


@pytest.mark.slow
def test_a_large_board_and_a_large_group_take_no_time() -> None:
    """No draw would ever bring six hundred together; the way out is taken soon."""
    rules = small(
        '[actions.do]\nsteps = ["shuffle"]\n[mechanics]\nshuffle = { leaves = 600 }\n'
        '[start]\nsteps = ["fill"]\n[mechanics.fill]\nfrom = "any"\n[spawn.any]\nweights = { a = 1, b = 1, c = 1 }\n',
        rows=64, columns=64,
    )  # fmt: skip
    game = rules.new_game(1)
    ids = cells_by_id(game)
    game.play("do")
    assert all(cells_by_id(game)[tile] != cell for tile, cell in ids.items())
    assert largest_group(rules.program.grid, flat(game)) >= 600


def test_it_draws_from_its_own_stream_and_the_same_each_time() -> None:
    rules = rules_of(2, 3, 3)
    board = "a b c\nb c a\nc a b"
    one, two = stand(rules, board, seed=5), stand(rules, board, seed=5)
    one.play("do")
    two.play("do")
    assert one.board == two.board
    assert str(one.board) == drawn(str(one.board))
    assert one.digest == two.digest != stand(rules, board, seed=5).digest
