"""``start``: the opening is dealt again, as at the start of a stage."""

from __future__ import annotations

from tilekit.hooks import Builder, Event, Mechanic, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Start(Settings):
    """The board is dealt again, as ``[start]`` says.

    The queue is not affected. Use it for the next stage, or to play the same stage again. It can act anywhere.
    """


def build(_settings: Start, b: Builder) -> Step:
    start = b.start
    started = b.event("started")

    def act(s: State, _here: int) -> int:
        start(s)
        started(s)
        return 1

    return Step(act)


EXAMPLE = """\
[actions.again]
steps = ["start"]
"""


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="start",
            summary="the board is dealt anew",
            settings=Start,
            build=build,
            events={"started": Event("the opening was dealt again", follows=Phrase("When the board is dealt"))},
            streams=("setup",),
            examples=(EXAMPLE,),
        )
    ]
