"""``deal``: NOW leaves the queue, and one tile joins at the end."""

from __future__ import annotations

from tilekit.hooks import Builder, Event, Mechanic, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Deal(Settings):
    """NOW leaves the queue, the other tiles move up, and one tile joins at the end.

    It needs a ``[queue]``, and can act anywhere.
    """


def build(_settings: Deal, b: Builder) -> Step:
    deal = b.deal
    dealt = b.event("dealt")

    def act(s: State, _here: int) -> int:
        dealt(s, deal(s))
        return 1

    return Step(act)


EXAMPLE = """\
[actions.discard]                            # NOW is given up
steps = ["deal"]
"""


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="deal",
            summary="the queue moves up and a tile joins at its end",
            settings=Deal,
            build=build,
            events={
                "dealt": Event(
                    "the queue moved up; ``tile`` is the tile that joined",
                    {"tile": "tile"},
                    follows=Phrase("When a tile is dealt"),
                )
            },
            streams=("spawn",),
            keeps_symmetry=True,
            examples=(EXAMPLE,),
        )
    ]
