"""Random games of Merge. NEXT is left out, since random play does not look at it."""

from __future__ import annotations

from collections.abc import Callable

# Cell numbers count row by row; 0 is an empty cell, 1 to 6 the chain from Spark to Singularity.
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
POINTS = (0, 0, 6, 24, 96, 384, 1536)
PRISM = 4
SINGULARITY = 6
STONE = 7


def play(rnd: Callable[[], float]) -> tuple[int, int]:
    """Return how many actions one random game took and what it scored.

    Args:
        rnd: Gives numbers from 0 up to, but not including, 1.
    """
    board = [0] * 25
    empty = list(range(25))
    stones: list[int] = []
    charges = score = actions = 0
    dealt = 1
    now = 1 if rnd() < 0.75 else 2
    while True:
        count = len(empty)
        if charges and stones:
            choice = int(rnd() * (count + len(stones)))
        elif count:
            choice = int(rnd() * count)
        else:
            return actions, score
        actions += 1
        if choice >= count:
            cell = stones.pop(choice - count)
            board[cell] = 0
            empty.append(cell)
            charges -= 1
            score += 4
            continue
        cell = empty[choice]
        empty[choice] = empty[-1]
        empty.pop()
        tile = now
        if tile == STONE:
            board[cell] = STONE
            stones.append(cell)
        else:
            step = 0
            while tile < SINGULARITY:
                group = [cell]
                seen = 1 << cell
                for member in group:  # the list grows while it is walked
                    for other in NEIGHBOURS[member]:
                        if board[other] == tile and not seen >> other & 1:
                            seen |= 1 << other
                            group.append(other)
                if len(group) < 3:
                    break
                for member in group:
                    board[member] = 0
                del group[0]
                empty += group
                tile += 1
                step += 1
                score += step * POINTS[tile]
                if tile >= PRISM:
                    charges += 1
            board[cell] = tile
        dealt += 1
        now = STONE if dealt % 14 == 0 else 1 if rnd() < 0.75 else 2
