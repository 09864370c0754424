"""Random games of Nine-K; nothing is taken back."""

from __future__ import annotations

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


def touching(board: list[int]) -> list[int]:
    """The cells that have an equal neighbour."""
    return [cell for cell, others in enumerate(NEIGHBOURS) if board[cell] in [board[other] for other in others]]


def shuffle(board: list[int], rnd: Callable[[], float]) -> None:
    """Move every tile, so that a group stands; all such arrangements are equally likely."""
    before = board[:]
    while True:
        source = list(range(25))
        for i in range(24, 0, -1):
            j = int(rnd() * (i + 1))
            source[i], source[j] = source[j], source[i]
        if any(cell == at for at, cell in enumerate(source)):
            continue
        board[:] = [before[cell] for cell in source]
        if touching(board):
            return


def play(rnd: Callable[[], float]) -> tuple[int, int]:
    """Return how many actions one random game took and what it scored.

    Args:
        rnd: Gives numbers from 0 up to, but not including, 1.
    """
    tiles = NEW_TILES[3]  # 1 to 3 with weights 3:2:1, as the opening wants them
    board = [tiles[int(rnd() * 6)] for _ in range(25)]
    highest = max(board)
    score = actions = crowned = 0
    shuffles = 2
    neighbours = NEIGHBOURS
    while True:
        # A random cell is kept if it has an equal neighbour; only after eight misses are all cells looked at.
        # While a shuffle is left, it is one choice more.
        for _ in range(8):
            cell = int(rnd() * (26 if shuffles else 25))
            if cell == 25:
                break
            number = board[cell]
            for other in neighbours[cell]:
                if board[other] == number:
                    break
            else:
                continue
            break
        else:
            legal = touching(board)
            if not legal and not actions:  # an opening without a group is dealt again
                board = [tiles[int(rnd() * 6)] for _ in range(25)]
                highest = max(board)
                continue
            if shuffles:
                legal.append(25)
            elif not legal:
                return actions, score
            cell = legal[int(rnd() * len(legal))]
            if cell < 25:
                number = board[cell]
        actions += 1
        if cell == 25:
            shuffles -= 1
            shuffle(board, rnd)
            continue
        group = [cell]
        board[cell] = 0
        for member in group:  # the list grows while it is walked
            for other in neighbours[member]:
                if board[other] == number:
                    board[other] = 0
                    group.append(other)
        number += 1
        score += number * len(group) * 10
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
