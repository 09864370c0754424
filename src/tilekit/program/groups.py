"""What a loop over cells asks of every cell's group, worked out for all of them at once.

Owns two lists by cell; a group is looked at once, whatever its size, so that a board of one large group costs no more
than another.
"""

from __future__ import annotations

from collections.abc import Callable

from tilekit.board import Board, State

Listing = Callable[[State], list[int]]


def listings(board: Board) -> tuple[Listing, Listing]:
    """``sizes(s)`` and ``rooms(s)``: each cell's group's size, and the empty cells beside it; 0 where empty."""

    def listed(s: State, number: Callable[[int], int]) -> list[int]:
        found = [0] * board.grid.size
        rest = board.full & ~s[board.planes]
        while rest:
            group = board.group(s, board.lowest(rest))
            rest &= ~group
            value = number(group)
            for cell in board.each(group):
                found[cell] = value
        return found

    def sizes(s: State) -> list[int]:
        return listed(s, board.count)

    def rooms(s: State) -> list[int]:
        return listed(s, lambda group: board.count(board.near(group) & s[board.planes]))

    return sizes, rooms
