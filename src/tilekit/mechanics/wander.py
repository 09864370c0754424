"""``wander``: tiles move to a random neighbouring empty cell."""

from __future__ import annotations

from tilekit.hooks import Builder, Cells, Event, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Wander(Settings):
    """Tiles move to a neighbouring empty cell; all such cells are equally likely.

    They move in reading order, each at most once, and a cell that a tile has left is open to the tiles after it. A tile
    without an empty neighbouring cell stays. It can act anywhere.

    Attributes:
        cells: the cells whose tiles move, as they are before the first tile moves.
    """

    cells: Cells = "not empty"


def build(_settings: Wander, b: Builder) -> Step:
    move, where, around, count, each, pick = b.move, b.where, b.around, b.count, b.each, b.pick
    cells, below = b.function("cells"), b.below("wander")
    moved = b.event("moved")

    def act(s: State, here: int) -> int:
        gone = 0
        for cell in each(cells(s, here) & ~where(s, 0)):
            room = around(cell) & where(s, 0)
            if room != 0:
                move(s, cell, pick(room, below(s, count(room))))
                gone += 1
        if gone == 0:
            return 0
        moved(s, gone)
        return 1

    return Step(act)


EXAMPLE = """\
[actions.wait]
steps = ["roam"]

[mechanics.roam]
use = "wander"
cells = "tile == stone"
"""


def says(step: Sayer) -> Phrase:
    found = step.cells(what="which tiles move")
    if found is None:
        return Phrase("tiles move to a random empty cell that touches theirs")
    if found.is_every_tile:
        return Phrase("every tile moves to a random empty cell that touches its own")
    return Phrase("tiles move from {cells} to a random empty cell that touches theirs", cells=found.every)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="wander",
            summary="tiles go to a random empty cell beside them",
            settings=Wander,
            build=build,
            events={
                "moved": Event(
                    "tiles wandered; ``count`` is the number of tiles that moved",
                    {"count": "number"},
                    follows=Phrase("When tiles move"),
                    counts="tile",
                )
            },
            streams=("wander",),
            says=says,
            examples=(EXAMPLE,),
        )
    ]
