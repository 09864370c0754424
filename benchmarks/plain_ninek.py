"""Random playouts of Nine-K in plain Python, tuned by hand: a speed anchor that uses nothing of the engine.

The player taps each cell that has an equal neighbour with the same chance, never shuffles, never takes back,
and stops when no group is left.

Run as ``python plain_ninek.py [seconds]``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

# Cell numbers count column by column from the bottom, so that a column is a slice and falling is a filter.
NEIGHBOURS = [
    tuple(
        other
        for other, there in (
            (cell - 5, cell >= 5),
            (cell + 5, cell < 20),
            (cell - 1, cell % 5 > 0),
            (cell + 1, cell % 5 < 4),
        )
        if there
    )
    for cell in range(25)
]
# For each ceiling, every new tile as often as its weight says.
NEW_TILES = {
    3: [1, 1, 1, 2, 2, 3],
    4: [1, 1, 1, 1, 2, 2, 2, 3, 3, 4],
    5: [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5],
    6: [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6],
}


def play(rnd: Callable[[], float]) -> tuple[int, int]:
    """Return how many taps one random game took and what it scored.

    Args:
        rnd: Gives numbers from 0 up to, but not including, 1.
    """
    tiles = NEW_TILES[3]  # 1 to 3 with weights 3:2:1, as the opening wants them
    board = [tiles[int(rnd() * 6)] for _ in range(25)]
    highest = max(board)
    score = moves = crowned = 0
    neighbours = NEIGHBOURS
    while True:
        # A random cell is kept if it has an equal neighbour; only after eight misses are all cells looked at.
        for _ in range(8):
            cell = int(rnd() * 25)
            number = board[cell]
            for other in neighbours[cell]:
                if board[other] == number:
                    break
            else:
                continue
            break
        else:
            around = [[board[other] for other in others] for others in neighbours]
            legal = [cell for cell in range(25) if board[cell] in around[cell]]
            if not legal:
                if moves:
                    return moves, score
                # An opening without a group is dealt again.
                board = [tiles[int(rnd() * 6)] for _ in range(25)]
                highest = max(board)
                continue
            cell = legal[int(rnd() * len(legal))]
            number = board[cell]
        group = [cell]
        board[cell] = 0
        for member in group:  # the list grows while it is walked
            for other in neighbours[member]:
                if board[other] == number:
                    board[other] = 0
                    group.append(other)
        number += 1
        score += number * len(group) * 10
        moves += 1
        board[cell] = number
        if number > highest:  # noqa: PLR1730 - calling max costs more
            highest = number
        if number == 9 and not crowned:
            crowned = 1
            score += 900
        # New tiles never raise a ceiling: up to a 4 it is 3, and above that they stay below the highest.
        tiles = NEW_TILES[3 if highest < 5 else 6 if highest > 8 else highest - 2]
        count = len(tiles)
        for bottom in (0, 5, 10, 15, 20):
            column = board[bottom : bottom + 5]
            if 0 in column:
                column = [tile for tile in column if tile]
                while len(column) < 5:
                    column.append(tiles[int(rnd() * count)])
                board[bottom : bottom + 5] = column


if __name__ == "__main__":
    from plain_merge import measure

    measure("ninek", play, float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
