"""Merge as its rules page tells it: slow, plain, and free of chance.

What it owns: the rules M1 to M12 on lists of lists. What it does not: drawing tiles (the picks are handed
in), the keyboard, the best score, restart (build another one), and anything of the engine it is compared
with.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

CHAIN = ["spark", "node", "core", "prism", "nova", "singularity"]
STONE = "stone"
POINTS = {"node": 6, "core": 24, "prism": 96, "nova": 384, "singularity": 1536}
EARNS_A_CHARGE = {"prism", "nova", "singularity"}
SHATTER_POINTS = 4
UNDO_DEPTH = 200
FEW_CELLS = 4

Cell = tuple[int, int]
Snapshot = tuple[list[list[str | None]], int, dict[str, int], list[str], int]


def cell_text(cell: Cell) -> str:
    """Return the name of a cell, ``r1c1`` being the top left one."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


class Merge:
    """One run of Merge.

    Attributes:
        board: Rows of tile ids, top row first; None where a cell is empty.
        score: Points so far.
        variables: ``charges``, ``drops`` and ``dealt``.
        queue: NOW and NEXT.
    """

    def __init__(
        self, queue: Iterator[str], rows: int = 5, columns: int = 5, stone_every: int = 14, least: int = 3
    ) -> None:
        """Start a run on an empty board, NOW and NEXT dealt.

        Args:
            queue: What the spawn table picks, in order: ``spark`` or ``node``. Stones are not among the picks
                (M5).
            rows: Height of the board.
            columns: Width of the board.
            stone_every: The tiles dealt as number 14, 28, 42 and so on are Stones, if it is 14.
            least: The smallest group that fuses.
        """
        self._source = queue
        self._picks: list[str] = []  # every pick ever taken from the source
        self._position = 0  # how many of them stand; undo sets this back, so that chance goes back too
        self._stone_every = stone_every
        self._least = least
        self._cells = [(row, column) for row in range(rows) for column in range(columns)]
        self._history: list[Snapshot] = []
        self.board: list[list[str | None]] = [[None] * columns for _ in range(rows)]
        self.score = 0
        self.variables = {"charges": 0, "drops": 0, "dealt": 0}
        self.queue: list[str] = []
        self._deal()
        self._deal()

    @property
    def status(self) -> str:
        """``playing``, or ``over`` when no legal action is left (M9)."""
        return "playing" if self.legal() else "over"

    @property
    def reason(self) -> str:
        """``jammed`` once the run is over, else nothing."""
        return "" if self.legal() else "jammed"

    @property
    def notices(self) -> set[str]:
        """The notices under the board (M12); each stands for as long as what it says is true."""
        found = set()
        if len(self._holding(None)) <= FEW_CELLS:
            found.add("few-cells")
        if self._holding(STONE) and self.variables["charges"] == 0:
            found.add("stranded")
        if not self.legal():
            found.add("jammed")
        return found

    def legal(self) -> set[str]:
        """Return the texts of all legal actions."""
        actions = {f"drop {cell_text(cell)}" for cell in self._holding(None)}
        if self.variables["charges"] > 0:
            actions |= {f"shatter {cell_text(cell)}" for cell in self._holding(STONE)}
        return actions

    def play(self, action: str) -> None:
        """Play one action.

        Raises:
            ValueError: It is not legal now; nothing has changed.
        """
        if action not in self.legal():
            raise ValueError(f"not legal now: {action}")
        state = (self.board, self.score, self.variables, self.queue, self._position)
        self._history.append(copy.deepcopy(state))
        self._history = self._history[-UNDO_DEPTH:]
        verb, place = action.split()
        cell = next(cell for cell in self._cells if cell_text(cell) == place)
        if verb == "drop":
            self._drop(cell)
        else:
            self._shatter(cell)

    def can_undo(self) -> bool:
        """Return whether there is an action to take back (M10)."""
        return bool(self._history)

    def undo(self) -> None:
        """Take back the latest action, with all that belongs to it, chance included.

        Raises:
            ValueError: There is nothing to take back.
        """
        if not self.can_undo():
            raise ValueError("nothing to undo")
        self.board, self.score, self.variables, self.queue, self._position = self._history.pop()

    def _drop(self, cell: Cell) -> None:
        row, column = cell
        self.board[row][column] = self.queue.pop(0)
        self.variables["drops"] += 1
        step = 0
        while True:
            tile = self.board[row][column]
            if tile not in CHAIN[:-1]:  # a stone, or the top of the chain (M3)
                break
            group = self._group(cell)
            if len(group) < self._least:
                break
            step += 1
            made = CHAIN[CHAIN.index(tile) + 1]
            for other_row, other_column in group:
                self.board[other_row][other_column] = None
            self.board[row][column] = made
            self.score += step * POINTS[made]
            if made in EARNS_A_CHARGE:
                self.variables["charges"] += 1
        self._deal()

    def _shatter(self, cell: Cell) -> None:
        self.board[cell[0]][cell[1]] = None
        self.variables["charges"] -= 1
        self.score += SHATTER_POINTS

    def _deal(self) -> None:
        self.variables["dealt"] += 1
        if self.variables["dealt"] % self._stone_every == 0:
            self.queue.append(STONE)  # in place of a draw: no pick is used up (M5)
            return
        if self._position == len(self._picks):
            self._picks.append(next(self._source))
        self.queue.append(self._picks[self._position])
        self._position += 1

    def _holding(self, content: str | None) -> list[Cell]:
        return [(row, column) for row, column in self._cells if self.board[row][column] == content]

    def _group(self, start: Cell) -> set[Cell]:
        """Return the cells that hang together with `start` side by side and hold the same tile."""
        same = set(self._holding(self.board[start[0]][start[1]]))
        group: set[Cell] = set()
        frontier = {start}
        while frontier:
            group |= frontier
            beside = {
                (row + down, column + right)
                for row, column in frontier
                for down, right in [(-1, 0), (1, 0), (0, -1), (0, 1)]
            }
            frontier = (beside & same) - group
        return group
