"""Random games of Sum-10, up to the ``retry`` that finds no life left."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

# Cell numbers count row by row. 0 is an empty cell and 10 the digit 0, so that summing up, where only the
# last digit counts, need not look at what is empty.
NEIGHBOURS = [
    tuple(
        other
        for other in range(49)
        if other != cell and abs(other // 7 - cell // 7) <= 1 and abs(other % 7 - cell % 7) <= 1
    )
    for cell in range(49)
]
PICK_NEIGHBOURS = [itemgetter(*others) for others in NEIGHBOURS]
POINTS = (0, 5, 10, 20, 50, 100, 200, 500, 1000)
LAYOUTS = (
    "....... ....... ..xxx.. ..xxx.. ..xxx.. ....... .......",
    "....... ...x... ..xxx.. .xxxxx. ..xxx.. ...x... .......",
    "....... .xxxxx. .x...x. .x...x. .x...x. .xxxxx. .......",
    "....... ..xxx.. .xxxxx. .xxxxx. .xxxxx. ..xxx.. .......",
    "....... .xxxxx. .xxxxx. .xxxxx. .xxxxx. .xxxxx. .......",
)
FILLED = [[cell for cell, mark in enumerate(text.replace(" ", "")) if mark == "x"] for text in LAYOUTS]
EMPTY = [[cell for cell, mark in enumerate(text.replace(" ", "")) if mark == "."] for text in LAYOUTS]


def play(rnd: Callable[[], float]) -> tuple[int, int]:
    """Return how many actions one random game took and what it scored.

    Args:
        rnd: Gives numbers from 0 up to, but not including, 1.
    """
    neighbours = NEIGHBOURS
    pick_neighbours = PICK_NEIGHBOURS
    points = POINTS
    # An opening stands for a whole game: at each retry, and when the stages come round again.
    openings: dict[int, list[int]] = {}
    stage = score = actions = 0  # stages count from 0 to 24, five a level
    lives = 3
    next_life = 10_000
    while True:
        level = stage // 5
        if stage not in openings:
            board = [0] * 49
            for cell in FILLED[level]:
                board[cell] = 1 + int(rnd() * 9)
            openings[stage] = board
        board = openings[stage][:]
        empty = EMPTY[level][:]
        for left in range(24, -1, -1):
            drawn = int(rnd() * len(empty) * 10)  # cell and digit at once: the digit is the last one
            choice = drawn // 10
            cell = empty[choice]
            if (sum(pick_neighbours[cell](board)) - drawn) % 10:
                board[cell] = drawn % 10 or 10
                empty[choice] = empty[-1]
                empty.pop()
                if not empty:  # full, so it cannot be cleared as well
                    lives -= 1
                    break
                continue
            before = len(empty)
            for other in neighbours[cell]:
                if board[other]:
                    board[other] = 0
                    empty.append(other)
            score += points[len(empty) - before]
            if len(empty) == 49:
                score += 100 * left
                stage = (stage + 1) % 25
            while score >= next_life:  # before a life is lost
                next_life += 10_000
                if lives < 9:
                    lives += 1
            if len(empty) == 49:
                break
        else:
            left = 0
            lives -= 1
        actions += 26 - left  # with the `next` or `retry` that follows
        if not lives:
            return actions, score
