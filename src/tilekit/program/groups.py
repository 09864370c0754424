"""What a loop over cells asks of every cell's group, worked out for all of them at once.

Owns two lists by cell, kept in the state while the loop runs; a group is looked at once, whatever its size, so that a
board of one large group costs no more than another.
"""

from __future__ import annotations

from collections.abc import Callable

from tilekit.board import Board, State


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
