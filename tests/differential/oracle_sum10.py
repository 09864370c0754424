"""Sum-10 as its rules page tells it: slow, plain, and free of chance.

What it owns: the rules S1 to S8 on lists of lists. What it does not: dealing openings and digits (both handed
in), the six-digit display, the words on screen, and anything of the engine it is compared with.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

SIZE = 7
MOVES = 25
LIVES = 3
MOST_LIVES = 9
LIFE_EVERY = 10_000
POINTS = {0: 0, 1: 5, 2: 10, 3: 20, 4: 50, 5: 100, 6: 200, 7: 500, 8: 1000}
POINTS_A_MOVE_LEFT = 100
STAGES = 5
LEVELS = 5

Board = list[list[int | None]]
Cell = tuple[int, int]

CELLS = [(row, column) for row in range(SIZE) for column in range(SIZE)]


def cell_text(cell: Cell) -> str:
    """Return the name of a cell, ``r1c1`` being the top left one."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def layout(level: int) -> set[Cell]:
    """Return the cells that hold a digit when a stage of this level opens (S8)."""
    middle = SIZE // 2
    found = set()
    for row, column in CELLS:
        down, right = abs(row - middle), abs(column - middle)
        inside = {
            1: down <= 1 and right <= 1,
            2: down + right <= 2,
            3: max(down, right) == 2,
            4: down <= 2 and right <= 2 and down + right < 4,
            5: down <= 2 and right <= 2,
        }
        if inside[level]:
            found.add((row, column))
    return found


class Sum10:
    """One game of Sum-10.

    Attributes:
        board: Rows of digits, top row first; None where a cell is empty.
        score: Points so far.
        variables: ``moves``, ``lives``, ``stage`` and ``level``.
        queue: The digit to place, also during a pause.
        status: ``playing``, ``paused`` or ``over``.
        reason: ``stage-complete``, ``out-of-moves``, ``board-full`` or ``game-over``; nothing while playing.
    """

    def __init__(
        self,
        opening: Callable[[int, int], Board],
        digits: Iterator[int],
        moves: int = MOVES,
        life_every: int = LIFE_EVERY,
    ) -> None:
        """Start a game at level 1 stage 1.

        Args:
            opening: The board a stage opens with, from level and stage; asked again at each retry, and must
                then say the same.
            digits: The digits to place, in order.
            moves: How many moves a stage has.
            life_every: One more life comes at every so many points.
        """
        self._moves = moves
        self._life_every = life_every
        self._opening = opening
        self._digits = digits
        self.score = 0
        self.variables = {"moves": moves, "lives": LIVES, "stage": 1, "level": 1}
        self.queue = [next(digits)]
        self.board: Board = []
        self.status = ""
        self.reason = ""
        self._open()

    def legal(self) -> set[str]:
        """Return the texts of all legal actions."""
        if self.status == "over":
            return set()
        if self.status == "paused":
            return {"next"} if self.reason == "stage-complete" else {"retry"}
        empty = [(row, column) for row, column in CELLS if self.board[row][column] is None]
        return {f"place {cell_text(cell)}" for cell in empty}

    def play(self, action: str) -> None:
        """Play one action.

        Raises:
            ValueError: It is not legal now; nothing has changed.
        """
        if action not in self.legal():
            raise ValueError(f"not legal now: {action}")
        if action == "next":
            self._next()
        elif action == "retry":
            self._retry()
        else:
            place = action.split()[1]
            self._place(next(cell for cell in CELLS if cell_text(cell) == place))

    def can_undo(self) -> bool:
        """Return False: Sum-10 has no undo (S10)."""
        return False

    def undo(self) -> None:
        """Refuse: Sum-10 has no undo (S10).

        Raises:
            ValueError: Always.
        """
        raise ValueError("Sum-10 has no undo")

    def _place(self, cell: Cell) -> None:
        digit = self.queue.pop(0)
        self.queue.append(next(self._digits))
        self.variables["moves"] -= 1
        around = {}
        for row, column in CELLS:
            near = abs(row - cell[0]) <= 1 and abs(column - cell[1]) <= 1 and (row, column) != cell
            neighbour = self.board[row][column]
            if near and neighbour is not None:
                around[row, column] = neighbour
        points = 0
        if sum(around.values()) % 10 == digit:
            for row, column in around:
                self.board[row][column] = None
            points += POINTS[len(around)]
        else:
            self.board[cell[0]][cell[1]] = digit

        tiles = [tile for line in self.board for tile in line if tile is not None]
        if not tiles:
            self.status, self.reason = "paused", "stage-complete"
            points += POINTS_A_MOVE_LEFT * self.variables["moves"]
        elif self.variables["moves"] == 0:
            self.status, self.reason = "paused", "out-of-moves"
        elif len(tiles) == SIZE * SIZE:
            self.status, self.reason = "paused", "board-full"

        # Lives: what the points bring comes before what the stage costs (S7).
        gained = (self.score + points) // self._life_every - self.score // self._life_every
        self.score += points
        self.variables["lives"] = min(MOST_LIVES, self.variables["lives"] + gained)
        if self.reason in {"out-of-moves", "board-full"}:
            self.variables["lives"] -= 1

    def _next(self) -> None:
        if self.variables["stage"] < STAGES:
            self.variables["stage"] += 1
        else:
            self.variables["stage"] = 1
            self.variables["level"] = self.variables["level"] % LEVELS + 1
        self._open()

    def _retry(self) -> None:
        if self.variables["lives"] == 0:
            self.status, self.reason = "over", "game-over"
        else:
            self._open()

    def _open(self) -> None:
        self.board = copy.deepcopy(self._opening(self.variables["level"], self.variables["stage"]))
        self.variables["moves"] = self._moves
        self.status, self.reason = "playing", ""
