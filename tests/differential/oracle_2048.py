"""Doubling as its rules page tells it: slow, plain, and free of chance.

What it owns: the rules D1 to D9 on lists of lists. What it does not: where a tile appears and which (both are handed
in, and checked), the keyboard, the best score, restart (build another one), and anything of the engine it is compared
with.
"""

from __future__ import annotations

SIZE = 4
GOAL = 2048
LARGEST = 131072
DIRECTIONS = ["up", "down", "left", "right"]

Row = list[int]
Board = list[list[int | None]]


def pushed(row: list[int | None]) -> tuple[list[int | None], int]:
    """Return a row after a slide to its beginning, and the points it pays (D2, D3, D5)."""
    tiles = [tile for tile in row if tile is not None]
    result: list[int | None] = []
    points = 0
    while tiles:
        first = tiles.pop(0)
        if tiles and tiles[0] == first and first != LARGEST:
            tiles.pop(0)
            first = 2 * first
            points += first
        result.append(first)
    return result + [None] * (len(row) - len(result)), points


def slid(board: Board, direction: str) -> tuple[Board, int]:
    """Return a board after a slide, and the points it pays; no tile has appeared yet."""
    if direction in ("up", "down"):
        columns, points = slid([list(column) for column in zip(*board, strict=True)],
                               "left" if direction == "up" else "right")  # fmt: skip
        return [list(row) for row in zip(*columns, strict=True)], points
    rows = []
    points = 0
    for row in board:
        line = row if direction == "left" else row[::-1]
        line, paid = pushed(line)
        rows.append(line if direction == "left" else line[::-1])
        points += paid
    return rows, points


class Doubling:
    """One run of Doubling.

    Attributes:
        board: Rows of numbers, top row first; None where a cell is empty.
        score: Points so far.
        variables: ``kept_on``.
        queue: Always empty.
    """

    def __init__(self, board: Board) -> None:
        """Start a run on the opening that is handed in."""
        self.board = [list(row) for row in board]
        self.score = 0
        self.variables = {"kept_on": 0}
        self.queue: list[int] = []

    @property
    def status(self) -> str:
        """``paused`` once a 2048 was made (D7), ``over`` when nothing moves (D8), else ``playing``."""
        return {"won": "paused", "stuck": "over", "": "playing"}[self.reason]

    @property
    def reason(self) -> str:
        """``won``, ``stuck`` or nothing."""
        largest = max((tile for row in self.board for tile in row if tile is not None), default=0)
        if largest >= GOAL and not self.variables["kept_on"]:
            return "won"
        return "" if self._ways() else "stuck"

    def legal(self) -> set[str]:
        """Return the texts of all legal actions (D6)."""
        return {"keep_on"} if self.reason == "won" else {f"slide {direction}" for direction in self._ways()}

    def play(self, action: str, appears: tuple[int, int, int] | None = None) -> None:
        """Play one action; `appears` is row, column and number of the tile that comes after a slide (D4).

        Raises:
            ValueError: It is not legal now, or no tile may appear so.
        """
        if action not in self.legal():
            raise ValueError(f"not legal now: {action}")
        if action == "keep_on":
            self.variables["kept_on"] = 1
            return
        self.board, points = slid(self.board, action.split()[1])
        self.score += points
        if appears is None:
            raise ValueError("a tile appears after each slide")
        row, column, tile = appears
        if self.board[row][column] is not None:
            raise ValueError(f"row {row}, column {column} is taken")
        self.board[row][column] = tile

    def can_undo(self) -> bool:
        """Return whether there is an action to take back: there is no undo (D9)."""
        return False

    def _ways(self) -> list[str]:
        return [direction for direction in DIRECTIONS if slid(self.board, direction)[0] != self.board]
