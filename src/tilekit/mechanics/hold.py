"""``hold``: NOW is put aside for later, and the tile put aside before comes back."""

from __future__ import annotations

from tilekit.hooks import Builder, Event, Mechanic, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Hold(Settings):
    """NOW is put aside for later, and the tile put aside before comes back: the two change places.

    When a tile is put aside for the first time, the queue moves up. It needs ``[queue] hold = true``; ``held`` is the
    tile put aside. It can act anywhere.
    """


def build(_settings: Hold, b: Builder) -> Step:
    hold = b.hold
    held = b.event("held_back")

    def act(s: State, _here: int) -> int:
        held(s, hold(s))
        return 1

    return Step(act)


EXAMPLE = """\
[queue]
from = "deal"
shows = 2
through = ["stones"]
counts = "dealt"
hold = true

[actions.store]
steps = ["hold"]
"""


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="hold",
            summary="NOW and the held tile change places; the first to be held lets the queue move up",
            settings=Hold,
            build=build,
            events={
                "held_back": Event(
                    "NOW was put aside; ``tile`` is that tile",
                    {"tile": "tile"},
                    follows=Phrase("When a tile is put aside"),
                )
            },
            streams=("spawn",),
            keeps_symmetry=True,
            needs_hold=True,
            examples=(EXAMPLE,),
        )
    ]
