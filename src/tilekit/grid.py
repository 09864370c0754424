"""The board's geometry: cells, neighbours, lines.

Owns which cells exist, which touch, and how a cell is named (``r2c3``). Cells are numbered row by row from
0; a set of cells is a mask, an int with bit ``i`` set for cell ``i``. It knows no tiles and no state: every
table is worked out once, when the grid is made, and never changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

#: The largest number of rows, and of columns.
LARGEST: Final = 64
ADJACENCIES: Final = ("orthogonal", "king", "hex")
#: The four ways in which tiles fall or slide, whatever the adjacency: (rows down, columns right).
DIRECTIONS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
#: The six ways of a grid of hexagons. A step to another row goes half a cell aside: which column that is, counted
#: from the cell's own, depends on the row; here it is that of an odd row (the second, the fourth, …).
HEX_DIRECTIONS: Final = {
    "up-left": (-1, 0),
    "up-right": (-1, 1),
    "left": (0, -1),
    "right": (0, 1),
    "down-left": (1, 0),
    "down-right": (1, 1),
}

_CELL = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?)")


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a mask, lowest first.

    >>> list(cells_of(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class Grid:
    """A board of ``rows`` by ``columns`` cells, some of which may be holes.

    Args:
        rows: 1 to 64.
        columns: 1 to 64.
        adjacency: which cells touch: ``orthogonal`` (side by side), ``king`` (all eight around) or ``hex``
            (six around; every second row, the second one first, lies half a cell to the right).
        wrap: whether the last row touches the first, and the last column the first.
        holes: cells (numbers) that do not exist.

    Raises:
        ValueError: a size out of range, an unknown adjacency, a hex grid that cannot wrap, or no cell left.

    >>> Grid(2, 3).neighbours[0]
    (1, 3)
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        adjacency: str = "orthogonal",
        *,
        wrap: bool = False,
        holes: Sequence[int] = (),
    ) -> None:
        if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
            raise ValueError(f"a grid has 1 to {LARGEST} rows and columns, not {rows} by {columns}")
        if adjacency not in ADJACENCIES:
            raise ValueError(f"adjacency is one of {', '.join(ADJACENCIES)}, not {adjacency!r}")
        if adjacency == "hex" and wrap and rows % 2:
            raise ValueError("a hex grid that wraps has an even number of rows, so that the seam fits")
        self.rows: Final = rows
        self.columns: Final = columns
        self.adjacency: Final = adjacency
        self.wrap: Final = wrap
        self.holes: Final = frozenset(holes)
        self.size: Final = rows * columns
        #: The mask of all cells that exist.
        self.full: Final = sum(1 << cell for cell in range(self.size) if cell not in self.holes)
        if not self.full:
            raise ValueError("a grid has at least one cell that is no hole")

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that touch it, ascending; empty for a hole."""
        return tuple(
            tuple(sorted(set(self._around(cell)) - {cell})) if cell not in self.holes else ()
            for cell in range(self.size)
        )

    @cached_property
    def near(self) -> tuple[int, ...]:
        """For each cell the mask of the cells that touch it."""
        return tuple(sum(1 << other for other in others) for others in self.neighbours)

    def _around(self, cell: int) -> Iterator[int]:
        row, column = divmod(cell, self.columns)
        for down, right in _STEPS[self.adjacency]:
            # On a hex grid a step to another row goes half a cell aside: which column that is depends on the row.
            aside = right - 1 + row % 2 if self.adjacency == "hex" and down else right
            other = self._cell(row + down, column + aside)
            if other is not None:
                yield other

    def _cell(self, row: int, column: int) -> int | None:
        if self.wrap:
            row, column = row % self.rows, column % self.columns
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        cell = row * self.columns + column
        return None if cell in self.holes else cell

    @cached_property
    def shifts(self) -> dict[int, int]:
        """``{offset: mask}``: the cells of ``mask`` have a neighbour ``offset`` cells further on.

        All neighbours of a set ``m`` are the union of ``(m & mask) << offset`` over the items (``>>`` for a
        negative offset), whatever the shape of the board: edges, holes, wrap and hex need no special case.
        """
        found: dict[int, int] = {}
        for cell, others in enumerate(self.neighbours):
            for other in others:
                found[other - cell] = found.get(other - cell, 0) | 1 << cell
        return dict(sorted(found.items()))

    @property
    def directions(self) -> tuple[str, ...]:
        """The ways in which a player can send tiles, by name: four, or six on a grid of hexagons."""
        return tuple(HEX_DIRECTIONS if self.adjacency == "hex" else DIRECTIONS)

    def ahead(self, toward: str) -> tuple[int, ...]:
        """For each cell the next one in a direction, -1 where a wall or a hole is; as in `lines`, wrap joins none."""
        down, right = HEX_DIRECTIONS[toward] if toward not in DIRECTIONS else DIRECTIONS[toward]
        found: list[int] = []
        for cell in range(self.size):
            row, column = divmod(cell, self.columns)
            column += right - 1 + row % 2 if toward not in DIRECTIONS else right
            row += down
            other = row * self.columns + column
            inside = 0 <= row < self.rows and 0 <= column < self.columns
            found.append(other if inside and not {cell, other} & self.holes else -1)
        return tuple(found)

    def lines(self, toward: str) -> tuple[tuple[int, ...], ...]:
        """The board cut into straight lines, each from the wall in direction ``toward`` backwards.

        Lines come in reading order across (columns from the left, rows from the top; slanting ones by the cell at
        the wall). Holes split a line; wrap does not join its ends, so there is always a wall to fall to.
        """
        if toward not in DIRECTIONS:
            return self._slanting(toward)
        down, right = DIRECTIONS[toward]
        along = range(self.rows) if down else range(self.columns)
        across = range(self.columns) if down else range(self.rows)
        lines: list[tuple[int, ...]] = []
        for fixed in across:
            line: list[int] = []
            for moving in reversed(along) if down + right > 0 else along:
                cell = moving * self.columns + fixed if down else fixed * self.columns + moving
                if cell in self.holes:
                    if line:
                        lines.append(tuple(line))
                    line = []
                else:
                    line.append(cell)
            if line:
                lines.append(tuple(line))
        return tuple(lines)

    def _slanting(self, toward: str) -> tuple[tuple[int, ...], ...]:
        ahead = self.ahead(toward)
        behind = {other: cell for cell, other in enumerate(ahead) if other >= 0}
        lines: list[tuple[int, ...]] = []
        for cell, other in enumerate(ahead):
            if other < 0 and cell not in self.holes:
                line = [cell]
                while line[-1] in behind:
                    line.append(behind[line[-1]])
                lines.append(tuple(line))
        return tuple(lines)

    def connected(self, within: int, count: int) -> int:
        """A connected set of ``count`` cells of the mask ``within``, or 0 when there is none."""
        while within:
            first = within & -within
            part, edge = first, first
            while edge:
                edge = sum_of_near(self.near, edge) & within & ~part
                part |= edge
            if part.bit_count() >= count:
                return self._grown(first, part, count)
            within &= ~part
        return 0

    def _grown(self, start: int, within: int, count: int) -> int:
        grown = start
        while grown.bit_count() < count:
            edge = sum_of_near(self.near, grown) & within & ~grown
            grown |= edge & -edge
        return grown

    def name(self, cell: int) -> str:
        """``r2c3``: row 2, column 3, counted from 1."""
        row, column = divmod(cell, self.columns)
        return f"r{row + 1}c{column + 1}"

    def parse(self, text: str) -> int | None:
        """The cell of a name, or None when the text names no cell of this board (holes are none)."""
        match = _CELL.fullmatch(text)
        if match is None:
            return None
        row, column = int(match[1]) - 1, int(match[2]) - 1
        if row >= self.rows or column >= self.columns:
            return None
        cell = row * self.columns + column
        return None if cell in self.holes else cell


def sum_of_near(near: Sequence[int], mask: int) -> int:
    """The union of ``near[cell]`` over the cells of ``mask``."""
    found = 0
    for cell in cells_of(mask):
        found |= near[cell]
    return found


_STEPS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "orthogonal": tuple(DIRECTIONS.values()),
    "king": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    "hex": tuple(HEX_DIRECTIONS.values()),
}
