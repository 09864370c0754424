"""A mechanic that keeps a count outside the game's state: the mistake this example is about."""

from __future__ import annotations

from pathlib import Path

from tilekit import Builder, Mechanic, Settings, State, Step, hookimpl


class LeakyDeal(Settings):
    """No settings."""


def build(_settings: LeakyDeal, b: Builder) -> Step:
    deal, put = b.deal, b.put
    broken = b.event("broken")
    count = 0

    def act(s: State, here: int) -> int:
        nonlocal count  # the mistake: undo, saves and other games know nothing of it
        count += 1
        deal(s)
        if count % 3 == 0:
            put(s, here, 0)
            broken(s, 1)
        return 1

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="leaky_deal",
            summary="deals, and breaks every third tile played",
            settings=LeakyDeal,
            build=build,
            events={"broken": {"count": "number"}},
            needs_cell=True,
        )
    ]


@hookimpl
def tilekit_rulesets() -> list[Path]:
    return [Path(__file__).parent / "leaky.toml"]
