"""``wander``: tiles go to an empty cell beside them, wherever chance sends them."""

from __future__ import annotations

from tilekit.hooks import Builder, Cells, Mechanic, Settings, State, Step, hookimpl


class Wander(Settings):
    """Who wanders.

    Attributes:
        cells: where they stand before the first one goes. They go in reading order, each at most once, and a cell that
            one has left is open to those after it; who has no empty cell beside it stays.
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


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="wander",
            summary="tiles go to a random empty cell beside them",
            settings=Wander,
            build=build,
            events={"moved": {"count": "number"}},
            streams=("wander",),
        )
    ]
