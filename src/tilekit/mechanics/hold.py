"""``hold``: NOW is put aside for later, and what was put aside comes back."""

from __future__ import annotations

from tilekit.hooks import Builder, Mechanic, Settings, State, Step, hookimpl


class Hold(Settings):
    """No settings: [queue] says whether there is a place to hold a tile."""


def build(_settings: Hold, b: Builder) -> Step:
    hold = b.hold
    held = b.event("held_back")

    def act(s: State, _here: int) -> int:
        held(s, hold(s))
        return 1

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="hold",
            summary="NOW and the held tile change places; the first to be held lets the queue move up",
            settings=Hold,
            build=build,
            events={"held_back": {"tile": "tile"}},
            keeps_symmetry=True,
        )
    ]
