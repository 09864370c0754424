"""``push``: everything in a line moves one cell on, and a tile comes in behind."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tilekit.hooks import Builder, Cells, Mechanic, Settings, SpawnName, State, Step, hookimpl


class Push(Settings):
    """Which way, what comes in, and which lines move.

    Attributes:
        toward: the wall they are pushed to. A tile that lies at it falls out; holes end a line.
        source: the spawn table (``from`` in the file) of what comes in at the other end.
        cells: the lines that hold one of these cells are pushed.
    """

    toward: Literal["up", "down", "left", "right"]
    source: SpawnName = Field(alias="from")
    cells: Cells = "empty or not empty"


def build(settings: Push, b: Builder) -> Step:
    at, put, move = b.at, b.put, b.move
    settle, pick = b.table("source", "push")
    everything = settings.cells == "empty or not empty"
    cells = b.function("cells")
    pushed, overflowed = b.event("pushed"), b.event("overflowed")
    lines = b.grid.lines(settings.toward)
    count = len(lines)
    line_mask = b.masks([sum(1 << cell for cell in line) for line in lines])
    flat = b.numbers([cell for line in lines for cell in line])
    start = b.numbers([sum(map(len, lines[:i])) for i in range(count + 1)])

    def act(s: State, here: int) -> int:
        chosen = cells(s, here)
        moved = 0
        lost = 0
        settle(s)
        for i in range(count):
            if not everything and chosen & line_mask(i) == 0:
                continue
            if at(s, flat[start[i]]) != 0:
                put(s, flat[start[i]], 0)
                lost += 1
            for k in range(start[i] + 1, start[i + 1]):
                if at(s, flat[k]) != 0:
                    move(s, flat[k], flat[k - 1])
            put(s, flat[start[i + 1] - 1], pick(s))
            moved += 1
        if moved == 0:
            return 0
        pushed(s, moved)
        if lost > 0:
            overflowed(s, lost)
        return 1

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="push",
            summary="lines move on by one cell, and a tile comes in behind",
            settings=Push,
            build=build,
            events={"pushed": {"count": "number"}, "overflowed": {"count": "number"}},
            streams=("push",),
        )
    ]
