"""Random games of 2048: four rows of sixteen bits each, and what becomes of each possible row, looked up."""

from __future__ import annotations

from collections.abc import Callable

#: What each row becomes when it slides to its low end and to its high end; what that scores; the same row as the
#: column of a board, its cells sixteen bits apart; and a 2 for each cell that is empty.
LOW: list[int] = []
HIGH: list[int] = []
POINTS: list[int] = []
UPRIGHT: list[int] = []
EMPTY: list[list[int]] = []
ROW = 0xFFFF


def slid(tiles: list[int]) -> tuple[list[int], int]:
    """A row after a slide to its first cell, and the points for it."""
    out: list[int] = []
    points = 0
    may_fuse = False
    for tile in filter(None, tiles):
        if may_fuse and out[-1] == tile:
            out[-1] += 1
            points += 1 << out[-1]
            may_fuse = False
        else:
            out.append(tile)
            may_fuse = tile < 15  # no more than fits four bits, and more than random play ever sees
    return out + [0] * (4 - len(out)), points


def packed(tiles: list[int], *, apart: int = 4) -> int:
    """One number of four tiles, the first one lowest."""
    return sum(tile << apart * i for i, tile in enumerate(tiles))


def prepare() -> None:
    """Fill the tables."""
    for row in range(0x10000):
        tiles = [row >> shift & 15 for shift in (0, 4, 8, 12)]
        low, points = slid(tiles)
        LOW.append(packed(low))
        HIGH.append(packed(slid(tiles[::-1])[0][::-1]))
        POINTS.append(points)
        UPRIGHT.append(packed(tiles, apart=16))
        EMPTY.append([1 << 4 * i for i, tile in enumerate(tiles) if not tile])


def spawn(rows: list[int], rnd: Callable[[], float]) -> None:
    """A 2, one time in ten a 4, onto an empty cell."""
    a, b, c, d = rows
    first, second, third, fourth = EMPTY[a], EMPTY[b], EMPTY[c], EMPTY[d]
    cells = [*first, *second, *third, *fourth]
    drawn = int(rnd() * len(cells) * 10)  # cell and tile at once
    choice = drawn // 10
    tile = cells[choice] if drawn % 10 else cells[choice] * 2
    if choice < len(first):
        rows[0] |= tile
    elif choice < len(first) + len(second):
        rows[1] |= tile
    elif choice < len(first) + len(second) + len(third):
        rows[2] |= tile
    else:
        rows[3] |= tile


def play(rnd: Callable[[], float]) -> tuple[int, int]:
    """Return how many slides one random game took and what it scored.

    Args:
        rnd: Gives numbers from 0 up to, but not including, 1.
    """
    if not LOW:
        prepare()
    upright, points = UPRIGHT, POINTS
    rows = [0, 0, 0, 0]
    spawn(rows, rnd)
    spawn(rows, rnd)
    actions = score = 0
    while True:
        untried = [0, 1, 2, 3]
        while untried:
            way = untried.pop(int(rnd() * len(untried)))
            table = HIGH if way & 1 else LOW
            a, b, c, d = rows
            if way > 1:
                board = upright[a] | upright[b] << 4 | upright[c] << 8 | upright[d] << 12
                a, b, c, d = board & ROW, board >> 16 & ROW, board >> 32 & ROW, board >> 48
            e, f, g, h = table[a], table[b], table[c], table[d]
            if e != a or f != b or g != c or h != d:
                break
        else:
            return actions, score
        score += points[a] + points[b] + points[c] + points[d]
        actions += 1
        if way > 1:
            board = upright[e] | upright[f] << 4 | upright[g] << 8 | upright[h] << 12
            rows = [board & ROW, board >> 16 & ROW, board >> 32 & ROW, board >> 48]
        else:
            rows = [e, f, g, h]
        spawn(rows, rnd)
