"""``place``: NOW is put on the chosen cell."""

from __future__ import annotations

from tilekit.hooks import Builder, Event, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Place(Settings):
    """NOW is put on the chosen cell.

    It stays in the queue until ``deal`` moves the queue up, so an action needs both steps. It can act on empty cells.
    """


def build(_settings: Place, b: Builder) -> Step:
    put, now = b.put, b.now
    placed = b.event("placed")

    def act(s: State, here: int) -> int:
        tile = now(s)
        put(s, here, tile)
        placed(s, tile)
        return 1

    return Step(act, where="empty")


EXAMPLE = """\
[actions.drop]
target = "cell"
steps = ["place", "deal"]
"""


def says(step: Sayer) -> Phrase:
    if step.target == "cell":
        return Phrase("NOW goes onto the chosen cell, which must be empty")
    return Phrase("NOW goes onto {cell}, which must be empty", cell=step.here())


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="place",
            summary="NOW goes onto the chosen cell, which must be empty",
            settings=Place,
            build=build,
            events={
                "placed": Event(
                    "NOW was put on the board; ``tile`` is that tile",
                    {"tile": "tile"},
                    follows=Phrase("When a tile is placed"),
                )
            },
            needs_cell=True,
            keeps_symmetry=True,
            says=says,
            examples=(EXAMPLE,),
        )
    ]
