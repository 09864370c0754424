"""The board words against plain lists: what is where, which tiles touch, and that both ways of keeping it agree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilekit import board as b
from tilekit.board import MOVE, PUT, SWAP, TOP, Board
from tilekit.grid import ADJACENCIES, Grid

LAST = 4
REGISTERS = 12


@st.composite
def places(draw: st.DrawFn) -> tuple[Grid, list[int]]:
    """A grid, and tiles for its cells: codes, 0 for none."""
    adjacency = draw(st.sampled_from(ADJACENCIES))
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    wrap = draw(st.booleans()) and not (adjacency == "hex" and rows % 2)
    holes = draw(st.sets(st.integers(0, rows * columns - 1), max_size=min(4, rows * columns - 1)))
    grid = Grid(rows, columns, adjacency, wrap=wrap, holes=sorted(holes))
    tiles = draw(st.lists(st.integers(0, LAST), min_size=grid.size, max_size=grid.size))
    return grid, [0 if cell in holes else tile for cell, tile in enumerate(tiles)]


def kept(grid: Grid, tiles: list[int], *, journal: bool = False) -> tuple[Board, list[int]]:
    board = Board(grid, REGISTERS, LAST, journal=journal)
    state = board.new_state(0)
    board.set_cells(state, tiles)
    board.log.clear()
    return board, state


def cells_of(mask: int) -> set[int]:
    return {cell for cell in range(mask.bit_length()) if mask >> cell & 1}


def mask_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


class Patient(int):
    """A mask that can be shifted so often and no more: a search in it that never ends fails."""

    left: int

    def __new__(cls, mask: int, left: int = 40) -> Self:
        made = super().__new__(cls, mask)
        made.left = left
        return made

    def __and__(self, other: int) -> Patient:
        return Patient(int(self) & other, self.left)

    def __rshift__(self, by: int) -> Patient:
        assert self.left, "the search goes on and on"
        return Patient(int(self) >> by, self.left - 1)


def reached(grid: Grid, start: set[int], within: set[int]) -> set[int]:
    found, waiting = set(start), list(start)
    while waiting:
        for other in grid.neighbours[waiting.pop()]:
            if other in within and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def sound(board: Board, state: list[int], tiles: list[int]) -> None:
    """Cells say what is expected, and the planes say the same."""
    assert board.codes(state) == tiles
    assert state[board.planes : board.planes + LAST + 1] == board.rebuilt_planes(state)
    assert state[TOP] >= max(tiles)


# ---------------------------------------------------------------- the words that read


@given(places())
def test_what_is_where(place: tuple[Grid, list[int]]) -> None:
    grid, tiles = place
    board, state = kept(grid, tiles)
    sound(board, state, tiles)
    cells = cells_of(grid.full)
    assert [board.at(state, cell) for cell in range(grid.size)] == tiles
    for code in range(LAST + 1):
        assert cells_of(board.where(state, code)) == {cell for cell in cells if tiles[cell] == code}
    assert board.top(state) == max(tiles)
    assert board.distinct(state) == len(set(tiles) - {0})


@given(places())
def test_which_tiles_touch(place: tuple[Grid, list[int]]) -> None:
    grid, tiles = place
    board, state = kept(grid, tiles)
    touching = set()
    for cell in cells_of(grid.full):
        alike = {other for other in cells_of(grid.full) if tiles[other] == tiles[cell]}
        assert cells_of(board.group(state, cell)) == reached(grid, {cell}, alike)
        if tiles[cell] and any(tiles[other] == tiles[cell] for other in grid.neighbours[cell]):
            touching.add(cell)
    assert cells_of(board.touching(state)) == touching


@given(places(), st.sets(st.integers(1, LAST)))
def test_where_a_tile_has_one_of_its_own_code_next_to_it(place: tuple[Grid, list[int]], codes: set[int]) -> None:
    grid, tiles = place
    board, state = kept(grid, tiles)
    alike = set()
    for number, toward in enumerate(grid.directions):
        for cell, other in enumerate(grid.ahead(toward)):
            if other >= 0 and tiles[cell] == tiles[other] and tiles[cell] in codes:
                alike.add(number)
    found = board.alike(sorted(codes))
    assert cells_of(found(state, 0)) == alike
    assert cells_of(found(state, 2)) == alike | {1}


@given(places(), st.data())
def test_masks(place: tuple[Grid, list[int]], data: st.DataObject) -> None:
    grid, _ = place
    board = Board(grid, REGISTERS, LAST, journal=False)
    cells = sorted(cells_of(grid.full))
    some = data.draw(st.sets(st.sampled_from(cells), min_size=1))
    within = some | data.draw(st.sets(st.sampled_from(cells)))
    mask = mask_of(some)
    assert board.count(mask) == len(some)
    assert board.lowest(mask) == min(some)
    assert [board.pick(Patient(mask), n) for n in range(len(some))] == sorted(some)
    assert list(board.each(mask)) == sorted(some)
    assert cells_of(board.near(mask)) == {other for cell in some for other in grid.neighbours[cell]}
    assert cells_of(board.flood(mask, mask_of(within))) == reached(grid, some, within)
    assert [board.bit(cell) for cell in cells] == [1 << cell for cell in cells]
    assert [board.masks([mask, 0, 1])(i) for i in range(3)] == [mask, 0, 1]
    assert list(board.numbers([3, 1])) == [3, 1]
    for toward in grid.directions:
        assert list(board.along(toward)(mask)) == [cell for line in grid.lines(toward) for cell in line if cell in some]
        nexts = grid.ahead(toward)
        assert cells_of(board.ahead(toward)(mask)) == {nexts[cell] for cell in some} - {-1}


@pytest.mark.parametrize("columns", [1, 4, 8, 15, 16, 17, 32, 33, 64])
def test_the_nth_cell_of_a_mask(columns: int) -> None:
    """On boards of one byte to 4,096 cells, which are halved again and again: around each place where one is cut."""
    size = columns * columns
    board = Board(Grid(columns, columns), REGISTERS, LAST, journal=False)
    cuts = [cut for cut in (8 * i for i in range(columns * columns // 8 + 1)) if cut <= 64 or cut % 128 == 0]
    edges = {cell for cut in cuts for cell in range(cut - 2, cut + 2)} & set(range(size))
    for cells in (
        range(size), range(0, size, 3), range(1, size, 64), range(size // 2, size), range(size // 2),
        range(size - 1, size), sorted(edges),
    ):  # fmt: skip
        mask = mask_of(cells)
        asked = range(len(cells)) if len(cells) <= 300 else sorted(n for n in edges if n < len(cells))
        assert [board.pick(Patient(mask), n) for n in asked] == [cells[n] for n in asked]


def test_words_on_the_largest_board() -> None:
    grid = Grid(64, 64)
    board, state = kept(grid, [2] * 4096)
    assert board.group(state, 2080) == grid.full == board.touching(state)
    assert board.pick(Patient(grid.full), 4095) == 4095
    board.take(state, grid.full)
    assert (board.where(state, 0), board.top(state)) == (grid.full, 0)


# ---------------------------------------------------------------- the words that write


@st.composite
def writings(draw: st.DrawFn) -> tuple[Grid, list[int], list[tuple[Any, ...]]]:
    """A board, and words to write on it, each of which fits what the ones before it left."""
    grid, tiles = draw(places())
    now = list(tiles)
    cells = sorted(cells_of(grid.full))
    words: list[tuple[Any, ...]] = []
    for _ in range(draw(st.integers(1, 6))):
        held, gaps = [c for c in cells if now[c]], [c for c in cells if not now[c]]
        able = ["put", "clear", "wipe", "swap"] + (["move"] if held and gaps else []) + (["take"] if held else [])
        word = draw(st.sampled_from(able))
        if word == "put":
            words.append((word, draw(st.sampled_from(cells)), draw(st.integers(0, LAST))))
            now[words[-1][1]] = words[-1][2]
        elif word == "move":
            words.append((word, draw(st.sampled_from(held)), draw(st.sampled_from(gaps))))
            now[words[-1][2]], now[words[-1][1]] = now[words[-1][1]], 0
        elif word == "swap":
            a, c = draw(st.sampled_from(cells)), draw(st.sampled_from(cells))
            if a == c:
                continue
            words.append((word, a, c))
            now[a], now[c] = now[c], now[a]
        else:
            tile = now[draw(st.sampled_from(held))] if word == "take" else -1
            alike = [c for c in held if now[c] == tile] if word == "take" else cells
            some = draw(st.sets(st.sampled_from(alike), min_size=1)) if word != "wipe" else set(cells)
            words.append((word,) if word == "wipe" else (word, mask_of(some)))
            for cell in some:
                now[cell] = 0
        words.append(("is", list(now)))
    return grid, tiles, words


@given(writings(), st.booleans())
def test_what_is_written_is_there(writing: tuple[Grid, list[int], list[tuple[Any, ...]]], journal: bool) -> None:
    grid, tiles, words = writing
    board, state = kept(grid, tiles, journal=journal)
    for word, *arguments in words:
        if word == "is":
            sound(board, state, arguments[0])
        else:
            getattr(board, word)(state, *arguments)


@given(writings())
def test_the_log_leads_from_the_board_before_to_the_board_after(
    writing: tuple[Grid, list[int], list[tuple[Any, ...]]],
) -> None:
    grid, tiles, words = writing
    board, state = kept(grid, tiles, journal=True)
    replayed = list(tiles)
    for word, *arguments in words:
        if word != "is":
            getattr(board, word)(state, *arguments)
    for kind, *entry in board.log:
        if kind == PUT:
            cell, before, after = entry
            assert replayed[cell] == before
            replayed[cell] = after
        elif kind == MOVE:
            cell, to, tile = entry
            assert (replayed[cell], replayed[to]) == (tile, 0)
            replayed[cell], replayed[to] = 0, tile
        else:
            assert kind == SWAP
            cell, other, tile, tile_there = entry
            assert (replayed[cell], replayed[other]) == (tile, tile_there)
            replayed[cell], replayed[other] = tile_there, tile
    assert replayed == board.codes(state)


def test_nothing_is_logged_without_a_journal() -> None:
    board, state = kept(Grid(2, 2), [1, 2, 0, 0])
    board.move(state, 0, 2)
    board.put(state, 0, 3)
    board.swap(state, 0, 1)
    board.wipe(state)
    assert board.log == []


def test_the_best_made_and_the_pass_are_registers_of_their_own() -> None:
    board, state = kept(Grid(1, 2), [4, 0])
    board.made(state, 3)
    board.made(state, 2)
    board.step(state, 5)
    assert (state[5], state[6], board.top(state)) == (3, 5, 4)


def test_no_two_registers_are_one() -> None:
    registers = [b.SEED, b.SCORE, b.TURN, b.END, b.TOP, b.MADE, b.STEP, b.DEALT, b.OPENING, b.KEY, b.SCRIPT, b.CHOSEN]
    assert sorted(registers) == list(range(b.FIXED))


def test_what_is_reserved_lies_behind_the_planes() -> None:
    board = Board(Grid(1, 2), REGISTERS, LAST, journal=False)
    first, second = board.reserve(3), board.reserve(2)
    assert (first, second, board.size) == (REGISTERS + 2 + LAST + 1, first + 3, second + 2)
    assert len(board.new_state(9)) == board.size
