"""``start``: the opening is dealt again, as at the start of a stage."""

from __future__ import annotations

from tilekit.hooks import Builder, Mechanic, Settings, State, Step, hookimpl


class Start(Settings):
    """No settings: [start] says what an opening is."""


def build(_settings: Start, b: Builder) -> Step:
    start = b.start
    started = b.event("started")

    def act(s: State, _here: int) -> int:
        start(s)
        started(s)
        return 1

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="start",
            summary="the board is dealt anew, and the queue goes on",
            settings=Start,
            build=build,
            events={"started": {}},
        )
    ]
