"""``place``: NOW goes onto the chosen cell."""

from __future__ import annotations

from tilekit.hooks import Builder, Mechanic, Settings, State, Step, hookimpl


class Place(Settings):
    """No settings."""


def build(_settings: Place, b: Builder) -> Step:
    put, now = b.put, b.now
    placed = b.event("placed")

    def act(s: State, here: int) -> int:
        tile = now(s)
        put(s, here, tile)
        placed(s, tile)
        return 1

    return Step(act, where="empty")


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="place",
            summary="NOW goes onto the chosen cell, which must be empty",
            settings=Place,
            build=build,
            events={"placed": {"tile": "tile"}},
            needs_cell=True,
            keeps_symmetry=True,
        )
    ]
