"""Cells, neighbours and lines against plain geometry."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilekit.board import Board
from tilekit.grid import ADJACENCIES, DIRECTIONS, Grid, cells_of, sum_of_near

# ---------------------------------------------------------------- an oracle that knows coordinates only


def middle(adjacency: str, row: int, column: int) -> tuple[float, float]:
    """Where the middle of a cell lies; on a hex grid every second row lies half a cell to the right."""
    if adjacency == "hex":
        return row * math.sqrt(3) / 2, column + (row % 2) / 2
    return float(row), float(column)


def touch(grid: Grid, cell: int, other: int) -> bool:
    """Whether two cells lie next to each other, the board repeated all around where it wraps."""
    (row, column), (row_2, column_2) = divmod(cell, grid.columns), divmod(other, grid.columns)
    around = (-1, 0, 1) if grid.wrap else (0,)
    here = middle(grid.adjacency, row, column)
    for down in around:
        for right in around:
            there = middle(grid.adjacency, row_2 + down * grid.rows, column_2 + right * grid.columns)
            apart = math.dist(here, there)
            if 0.5 < apart < (1.5 if grid.adjacency == "king" else 1.2):
                return True
    return False


def neighbours(grid: Grid) -> tuple[tuple[int, ...], ...]:
    cells = [cell for cell in range(grid.size) if cell not in grid.holes]
    return tuple(
        tuple(other for other in cells if other != cell and touch(grid, cell, other)) if cell in cells else ()
        for cell in range(grid.size)
    )


@st.composite
def grids(draw: st.DrawFn, largest: int = 6) -> Grid:
    adjacency = draw(st.sampled_from(ADJACENCIES))
    wrap = draw(st.booleans())
    rows, columns = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    if adjacency == "hex" and wrap and rows % 2:
        rows += 1
    holes = draw(st.sets(st.integers(0, rows * columns - 1), max_size=rows * columns - 1))
    return Grid(rows, columns, adjacency, wrap=wrap, holes=sorted(holes))


# ---------------------------------------------------------------- neighbours


@given(grids())
def test_neighbours_are_the_cells_that_lie_next_to_it(grid: Grid) -> None:
    assert grid.neighbours == neighbours(grid)
    assert grid.near == tuple(sum(1 << other for other in others) for others in neighbours(grid))


@pytest.mark.parametrize("adjacency", ADJACENCIES)
@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 7), (7, 1), (2, 1), (2, 2), (2, 5), (5, 2), (4, 3)])
def test_neighbours_of_narrow_boards(adjacency: str, wrap: bool, rows: int, columns: int) -> None:
    wrap = wrap and not (adjacency == "hex" and rows % 2)  # no such seam
    grid = Grid(rows, columns, adjacency, wrap=wrap)
    assert grid.neighbours == neighbours(grid)


@pytest.mark.parametrize(("adjacency", "most"), [("orthogonal", 4), ("king", 8), ("hex", 6)])
@pytest.mark.parametrize("wrap", [False, True])
def test_the_largest_board_is_regular_inside(adjacency: str, most: int, wrap: bool) -> None:
    grid = Grid(64, 64, adjacency, wrap=wrap)
    counts = [len(others) for others in grid.neighbours]
    inside = [counts[row * 64 + column] for row in range(1, 63) for column in range(1, 63)]
    assert set(inside) == {most}
    assert (set(counts) == {most}) == wrap
    for cell, others in enumerate(grid.neighbours):
        assert all(cell in grid.neighbours[other] for other in others)


def test_two_rows_that_wrap_touch_once() -> None:
    assert Grid(2, 3, wrap=True).neighbours == ((1, 2, 3), (0, 2, 4), (0, 1, 5), (0, 4, 5), (1, 3, 5), (2, 3, 4))


def test_a_hex_grid_by_hand() -> None:
    #  0 1 2
    #   3 4 5
    #  6 7 8
    grid = Grid(3, 3, "hex")
    assert grid.neighbours[4] == (1, 2, 3, 5, 7, 8)
    assert grid.neighbours[1] == (0, 2, 3, 4)
    assert grid.neighbours[6] == (3, 7)


# ---------------------------------------------------------------- the same as shifts of masks


@given(grids(), st.data())
def test_shifts_give_the_same_neighbours(grid: Grid, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, (1 << grid.size) - 1)) & grid.full
    by_shifts = 0
    for offset, movable in grid.shifts.items():
        by_shifts |= (mask & movable) << offset if offset > 0 else (mask & movable) >> -offset
    expected = {other for cell in cells_of(mask) for other in neighbours(grid)[cell]}
    assert sorted(cells_of(by_shifts)) == sorted(expected)
    assert sum_of_near(grid.near, mask) == by_shifts
    assert Board(grid, 11, 1, journal=False).near(mask) == by_shifts


@given(grids(), st.data())
def test_connected_finds_a_connected_set_where_there_is_one(grid: Grid, data: st.DataObject) -> None:
    within = data.draw(st.integers(0, (1 << grid.size) - 1)) & grid.full
    count = data.draw(st.integers(1, grid.size))
    parts: list[set[int]] = []
    left = set(cells_of(within))
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            edge = {other for cell in edge for other in grid.neighbours[cell] if other in left} - part
        parts.append(part)
        left -= part
    found = set(cells_of(grid.connected(within, count)))
    assert bool(found) == any(len(part) >= count for part in parts)
    if found:
        assert len(found) == count
        assert found <= set(cells_of(within))
        reached, edge = set(), {min(found)}
        while edge:
            reached |= edge
            edge = {other for cell in edge for other in grid.neighbours[cell] if other in found} - reached
        assert reached == found


# ---------------------------------------------------------------- lines


def test_lines_run_back_from_the_wall() -> None:
    # 0 1 2
    # 3 4 5
    grid = Grid(2, 3)
    assert {toward: grid.lines(toward) for toward in DIRECTIONS} == {
        "up": ((0, 3), (1, 4), (2, 5)),
        "down": ((3, 0), (4, 1), (5, 2)),
        "left": ((0, 1, 2), (3, 4, 5)),
        "right": ((2, 1, 0), (5, 4, 3)),
    }


def test_holes_split_lines_and_wrap_does_not_join_them() -> None:
    #  0  1  2  3
    #  4  _  6  7
    #  _  _ 10 11
    grid = Grid(3, 4, wrap=True, holes=[5, 8, 9])
    assert grid.lines("down") == ((4, 0), (1,), (10, 6, 2), (11, 7, 3))
    assert grid.lines("right") == ((3, 2, 1, 0), (7, 6), (4,), (11, 10))


@given(grids(), st.sampled_from(sorted(DIRECTIONS)))
def test_every_cell_lies_on_one_line(grid: Grid, toward: str) -> None:
    down, right = DIRECTIONS[toward]
    lines = grid.lines(toward)
    assert sorted(cell for line in lines for cell in line) == list(cells_of(grid.full))
    for line in lines:
        for nearer, farther in pairwise(line):
            assert nearer - farther == down * grid.columns + right
    # A line ends where the board ends, or at a hole.
    for line in lines:
        for cell, step in ((line[0], 1), (line[-1], -1)):
            row, column = divmod(cell, grid.columns)
            row, column = row + step * down, column + step * right
            inside = 0 <= row < grid.rows and 0 <= column < grid.columns
            assert not inside or row * grid.columns + column in grid.holes


def test_no_cell_lies_ahead_of_a_hole_and_none_of_it() -> None:
    #  0  _  2
    #  3  4  _
    grid = Grid(2, 3, wrap=True, holes=[1, 5])
    assert {toward: grid.ahead(toward) for toward in DIRECTIONS} == {
        "up": (-1, -1, -1, 0, -1, -1),
        "down": (3, -1, -1, -1, -1, -1),
        "left": (-1, -1, -1, -1, 3, -1),
        "right": (-1, -1, -1, 4, -1, -1),
    }


ROW = math.sqrt(3) / 2
WAYS = {
    "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1),
    "up-left": (-ROW, -0.5), "up-right": (-ROW, 0.5), "down-left": (ROW, -0.5), "down-right": (ROW, 0.5),
}  # fmt: skip


@given(grids())
def test_the_cell_ahead_lies_where_its_direction_points(grid: Grid) -> None:
    cells = list(cells_of(grid.full))
    middles = {cell: middle(grid.adjacency, *divmod(cell, grid.columns)) for cell in cells}
    ways = {"left", "right", "up-left", "up-right", "down-left", "down-right"}
    assert set(grid.directions) == (ways if grid.adjacency == "hex" else set(DIRECTIONS))
    for toward in grid.directions:
        expected = [-1] * grid.size
        for cell in cells:
            there = tuple(at + by for at, by in zip(middles[cell], WAYS[toward], strict=True))
            for other in cells:
                if math.dist(middles[other], there) < 0.1:
                    expected[cell] = other
        assert list(grid.ahead(toward)) == expected


# ---------------------------------------------------------------- names and refusals


@given(grids(largest=64))
def test_names_round_trip(grid: Grid) -> None:
    for cell in (0, grid.size // 2, grid.size - 1):
        row, column = divmod(cell, grid.columns)
        assert grid.name(cell) == f"r{row + 1}c{column + 1}"
        assert grid.parse(grid.name(cell)) == (None if cell in grid.holes else cell)


@pytest.mark.parametrize(
    "text",
    ["", "r0c1", "r1c0", "r4c1", "r1c4", "r01c1", "r1c01", "R1C1", " r1c1", "r1c1 ", "r1c1\n", "c1r1", "r1", "r-1c1",
     "r1c1r1c1", "r\uff11c1", "r100c1", "r1c100", "11"],
)  # fmt: skip
def test_what_names_no_cell(text: str) -> None:
    assert Grid(3, 3).parse(text) is None


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        ((0, 1), {}, "a grid has 1 to 64 rows and columns, not 0 by 1"),
        ((1, 65), {}, "a grid has 1 to 64 rows and columns, not 1 by 65"),
        ((2, 2, "round"), {}, "adjacency is one of orthogonal, king, hex, not 'round'"),
        ((3, 2, "hex"), {"wrap": True}, "a hex grid that wraps has an even number of rows, so that the seam fits"),
        ((1, 2), {"holes": [0, 1]}, "a grid has at least one cell that is no hole"),
    ],
)
def test_grids_that_cannot_be(arguments: tuple[object, ...], more: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        Grid(*arguments, **more)  # type: ignore[arg-type]
    assert str(caught.value) == message
