"""``wander``: tiles go to an empty cell beside them, wherever chance sends them."""

from __future__ import annotations

from tilekit.hooks import Builder, Cells, Event, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Wander(Settings):
    """Tiles go to an empty cell beside them, all such cells being equally likely.

    They go in reading order, each at most once, and a cell that one has left is open to those after it. Who has no
    empty cell beside it stays. It can act anywhere.

    Attributes:
        cells: where they stand before the first one goes.
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
                    "tiles wandered; ``count`` is how many moved",
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
