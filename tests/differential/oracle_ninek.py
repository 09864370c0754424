"""Nine-K as its rules page tells it: slow, plain, and free of chance.

What it owns: the rules N1 to N8 on lists of lists. What it does not: dealing the opening board, choosing new
tiles or the outcome of a shuffle (all handed in), ranks, colours and hints, and anything of the engine it is
compared with.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

CROWN = 9
CROWN_POINTS = 900
UNDOS = 3
SHUFFLES = 2

Board = list[list[int]]
Cell = tuple[int, int]
Refill = Callable[[int], int]


def cell_text(cell: Cell) -> str:
    """Return the name of a cell, ``r1c1`` being the top left one."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def cells_of(board: Board) -> list[Cell]:
    """Return all cells, row by row."""
    return [(row, column) for row in range(len(board)) for column in range(len(board[0]))]


def beside(board: Board, cell: Cell) -> set[Cell]:
    """Return the cells that touch `cell` side by side."""
    row, column = cell
    around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return {(row, column) for row, column in around if 0 <= row < len(board) and 0 <= column < len(board[0])}


def group_at(board: Board, start: Cell) -> set[Cell]:
    """Return the cells that hang together with `start` and hold the same number."""
    number = board[start[0]][start[1]]
    group: set[Cell] = set()
    frontier = {start}
    while frontier:
        group |= frontier
        reached = {other for cell in frontier for other in beside(board, cell)}
        frontier = {(row, column) for row, column in reached if board[row][column] == number} - group
    return group


def has_group(board: Board, least: int = 2) -> bool:
    """Return whether as many touching cells as make a group hold the same number."""
    return any(len(group_at(board, cell)) >= least for cell in cells_of(board))


def where(board: Board) -> dict[int, set[Cell]]:
    """Return, for each number on the board, the cells that hold it."""
    found: dict[int, set[Cell]] = {}
    for row, column in cells_of(board):
        found.setdefault(board[row][column], set()).add((row, column))
    return found


def every_tile_moved(before: Board, after: Board) -> bool:
    """Return whether `after` can come of `before` with every tile on another cell than it was.

    Tiles with equal numbers cannot be told apart, so two of them may swap. Hence a number that occurs once
    must have left its cell, while two or more equal tiles can always be thought to have moved, whichever
    cells they took: passed round among the cells that hold them both times, and from the old ones to the new
    ones for the rest.
    """
    old, new = where(before), where(after)
    if old.keys() != new.keys() or any(len(old[number]) != len(new[number]) for number in old):
        return False
    return all(len(cells) > 1 or new[number] != cells for number, cells in old.items())


def can_shuffle(board: Board, least: int = 2) -> bool:
    """Return whether any arrangement moves every tile and holds a group.

    All it takes is two equal tiles: put them on two touching cells. Of the others only numbers that occur
    once are bound, each to keep off its own cell. With two or more of them, passing the free cells round does
    it. A lone one is stuck only if its own cell is the only free one, which takes a board of three cells in a
    line, and there the pair has another place to go.

    Where a group takes more than two, as many equal tiles do it in the same way, on boards much larger than
    a group.
    """
    return any(len(cells) >= least for cells in where(board).values())


class NineK:
    """One game of Nine-K.

    Attributes:
        board: Rows of numbers, top row first; always full.
        score: Points so far.
        variables: ``undos``, ``shuffles`` and ``crowned``.
        queue: Always empty.
        drawn: How many new tiles stand. Undo sets it back, so a `refill` that answers for the tile of this
            index goes back too.
    """

    def __init__(self, board: Board, refill: Refill, least: int = 2, undos: int = UNDOS) -> None:
        """Start a game on a given board.

        Args:
            board: The opening, rows of numbers.
            refill: Called with the ceiling once for each new tile, in the order of N3: columns from the left,
                lowest gap first. After an undo the tiles already drawn come again without a call, up to the
                first that is asked for under another ceiling: from there on the same chance may mean other
                tiles, so it is asked anew.
            least: The smallest group that can be tapped.
            undos: How many undos there are.
        """
        self._least = least
        self._refill = refill
        self._tape: list[tuple[int, int]] = []  # (ceiling, tile) of every draw that may come again
        self._before_merge: tuple[Board, int, int, int] | None = None
        self.board = copy.deepcopy(board)
        self.score = 0
        self.variables = {"undos": undos, "shuffles": SHUFFLES, "crowned": 0}
        self.queue: list[int] = []
        self.drawn = 0

    @property
    def status(self) -> str:
        """``playing`` while a group stands, then ``paused`` if a shuffle can help, else ``over`` (N8)."""
        if self._has_group():
            return "playing"
        return "paused" if self._may_shuffle() else "over"

    @property
    def reason(self) -> str:
        """``no-groups`` when paused or over, else nothing."""
        return "" if self._has_group() else "no-groups"

    def legal(self) -> set[str]:
        """Return the texts of all legal actions."""
        in_groups = [cell for cell in cells_of(self.board) if len(group_at(self.board, cell)) >= self._least]
        actions = {f"tap {cell_text(cell)}" for cell in in_groups}
        if self._may_shuffle():
            actions.add("shuffle")
        return actions

    def play(self, action: str, result: Board | None = None) -> None:
        """Play one action.

        Args:
            action: Its text.
            result: The board a shuffle led to; of no use to a tap.

        Raises:
            ValueError: The action is not legal now, or a shuffle cannot lead to `result`; nothing has
                changed.
        """
        if action not in self.legal():
            raise ValueError(f"not legal now: {action}")
        if action == "shuffle":
            self._shuffle(result)
        else:
            place = action.split()[1]
            self._tap(next(cell for cell in cells_of(self.board) if cell_text(cell) == place))

    def can_undo(self) -> bool:
        """Return whether the latest merge may be taken back.

        That takes an undo left, and since that merge neither an undo (N6) nor a shuffle (N7).
        """
        return self._before_merge is not None and self.variables["undos"] > 0

    def undo(self) -> None:
        """Take back the latest merge, score, crown and chance included; what was spent on undo stays spent.

        Raises:
            ValueError: No merge may be taken back now.
        """
        if self._before_merge is None or self.variables["undos"] == 0:
            raise ValueError("nothing to undo, or no undo left")
        self.board, self.score, self.variables["crowned"], self.drawn = self._before_merge
        self.variables["undos"] -= 1
        self._before_merge = None

    def _has_group(self) -> bool:
        return has_group(self.board, self._least)

    def _may_shuffle(self) -> bool:
        return self.variables["shuffles"] > 0 and can_shuffle(self.board, self._least)

    def _shuffle(self, result: Board | None) -> None:
        if result is None:
            raise ValueError("a shuffle needs its outcome handed in")
        if cells_of(result) != cells_of(self.board) or not every_tile_moved(self.board, result):
            raise ValueError(f"a shuffle cannot lead from {self.board} to {result}")
        if not has_group(result, self._least):
            raise ValueError(f"a shuffle may not leave a board without a group: {result}")
        self.board = copy.deepcopy(result)
        self.variables["shuffles"] -= 1
        self._before_merge = None
        del self._tape[self.drawn :]  # no rule says whether a shuffle uses the same chance as new tiles do

    def _tap(self, tapped: Cell) -> None:
        self._before_merge = copy.deepcopy((self.board, self.score, self.variables["crowned"], self.drawn))
        group = group_at(self.board, tapped)
        number = self.board[tapped[0]][tapped[1]] + 1
        self.score += number * len(group) * 10
        if number == CROWN and self.variables["crowned"] == 0:
            self.score += CROWN_POINTS
            self.variables["crowned"] = 1
        # What stays of each column, lowest tile first: the list is what has fallen.
        columns: list[list[int]] = []
        for column in range(len(self.board[0])):
            fallen = []
            for row in reversed(range(len(self.board))):
                if (row, column) == tapped:
                    fallen.append(number)
                elif (row, column) not in group:
                    fallen.append(self.board[row][column])
            columns.append(fallen)
        ceiling = min(6, max(3, max(tile for fallen in columns for tile in fallen) - 2))
        for fallen in columns:
            while len(fallen) < len(self.board):
                fallen.append(self._draw(ceiling))
        self.board = [[fallen[row] for fallen in columns] for row in reversed(range(len(self.board)))]

    def _draw(self, ceiling: int) -> int:
        if self.drawn == len(self._tape) or self._tape[self.drawn][0] != ceiling:
            tile = self._refill(ceiling)
            if not 1 <= tile <= ceiling:
                raise RuntimeError(f"a new tile must lie from 1 to {ceiling}, but {tile} was handed in")
            del self._tape[self.drawn :]
            self._tape.append((ceiling, tile))
        self.drawn += 1
        return self._tape[self.drawn - 1][1]
