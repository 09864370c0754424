"""``deal``: NOW leaves the queue, and one tile joins at its end."""

from __future__ import annotations

from tilekit.hooks import Builder, Mechanic, Settings, State, Step, hookimpl


class Deal(Settings):
    """No settings: [queue] says what is dealt."""


def build(_settings: Deal, b: Builder) -> Step:
    deal = b.deal
    dealt = b.event("dealt")

    def act(s: State, _here: int) -> int:
        dealt(s, deal(s))
        return 1

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="deal",
            summary="the queue moves up and a tile joins at its end",
            settings=Deal,
            build=build,
            events={"dealt": {"tile": "tile"}},
            keeps_symmetry=True,
        )
    ]
