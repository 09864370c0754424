"""What a loop over cells asks of every cell's group or run, worked out for all of them at once.

Owns lists by cell, kept in the state while the loop runs; a group is looked at once, whatever its size, so that a
board of one large group costs no more than another. A *run* is what lies in one straight line without a gap: tiles of
any kind, or equal ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tilekit.board import TOP, Board, State
from tilekit.expressions.parsing import Node
from tilekit.source import Line, defined, py

#: The words that speak of the run a cell lies in, and the direction in which that is walked.
RUNS: Final = {"row_run": "right", "column_run": "down", "row_match": "right", "column_match": "down"}
_BACK: Final = {"right": "left", "down": "up"}
#: Up to this length all runs are found at once, with so many steps of whole sets of cells.
LONGEST_RUN: Final = 9


def listing(board: Board, word: str) -> Callable[[State], int]:
    """``sizes(s)`` or ``rooms(s)``: where in the state a list by cell begins.

    Of ``sizes`` each cell's group's size, of ``rooms`` the empty cells beside that group; 0 where empty.
    """
    at = board.reserve(board.grid.size)
    size, whole = board.grid.size, board.masks([board.full])
    where, group, lowest, each, count, near = (
        board.where,
        board.group,
        board.lowest,
        board.each,
        board.count,
        board.near,
    )
    of_rooms = word == "rooms"

    def listed(s: State) -> int:
        for cell in range(size):
            s[at + cell] = 0
        rest = whole(0) & ~where(s, 0)
        while rest != 0:
            together = group(s, lowest(rest))
            rest = rest & ~together
            value = count(near(together) & where(s, 0)) if of_rooms else count(together)
            for cell in each(together):
                s[at + cell] = value
        return at

    return listed


def run_listing(board: Board, word: str) -> Callable[[State], int]:
    """``listed(s)``: where in the state the length of each cell's run begins: 0 where empty, and walls end one."""
    at = board.reserve(board.grid.size)
    size, cells = board.grid.size, board.cells
    # Lines run back from their wall: those of "left" begin at the left.
    lines = board.grid.lines(_BACK[RUNS[word]])
    flat = board.numbers([cell for line in lines for cell in line])
    # For each place in `flat` whether a line begins there; one more, so that the last line ends.
    begins = board.numbers([int(k == 0) for line in lines for k in range(len(line))] + [1])
    total = sum(map(len, lines))
    alike = word.endswith("match")

    def listed(s: State) -> int:
        for cell in range(size):
            s[at + cell] = 0
        first = 0
        for k in range(1, total + 1):
            tile = s[cells + flat[first]]
            if begins[k] == 0:
                other = s[cells + flat[k]]
                if other == tile or (not alike and other != 0 and tile != 0):
                    continue
            if tile != 0:
                for i in range(first, k):
                    s[at + flat[i]] = k - first
            first = k
        return at

    return listed


def run_mask(board: Board, word: str, least: int) -> Callable[[State], int]:
    """``found(s)``: the cells whose run is so long at least; ``least`` is 1 to `LONGEST_RUN`."""
    # Written out, since it is asked of every choice that is tried, and calls would take most of the time.
    ahead, back = board.ahead_source("ends", RUNS[word]), board.ahead_source("ends", _BACK[RUNS[word]])
    plane = py("where(s, t)") if board.wide else py("s[{} + t]", board.planes)
    alike = word.endswith("match")
    tiles = plane if alike else py("whole(0) & ~gaps")
    found: list[Line] = ["found = found | ends", *[py("ends = {}", back), py("found = found | ends")] * (least - 1)]
    each: list[Line] = [py("m = {}", tiles), "ends = m", *[py("ends = {} & m", ahead)] * (least - 1)]
    lines: list[Line] = [
        "t = 0", py("gaps = {}", plane), "found = gaps & ~gaps",
        py("for t in range(1, s[{}] + 1):", TOP) if alike else "for t in range(1):",
        [*each, "if ends != 0:", found], "return found",
    ]  # fmt: skip
    names = {**board.names, "where": board.where, "whole": board.masks([board.full])}
    return defined("found(s)", lines, names)


def least_run(board: Board, node: Node) -> tuple[str, int] | None:
    """The word and the number of ``row_match >= 3`` and the like; None of any other comparison, or a large number."""
    first, other = node.parts[:2]
    if first.kind != "name" or first.value not in RUNS or other.kind != "number" or node.kind not in (">=", ">"):
        return None
    word, least = str(first.value), int(other.value) + (node.kind == ">")
    line = board.grid.rows if RUNS[word] == "down" else board.grid.columns
    return (word, least) if 1 <= least <= min(line, LONGEST_RUN) else None
