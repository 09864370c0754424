"""``spawn``: tiles appear on empty cells, each cell as likely as the others."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tilekit.hooks import Builder, Cells, Expression, Mechanic, Settings, SpawnName, State, Step, hookimpl


class Spawn(Settings):
    """What appears, where and how often.

    Attributes:
        source: the spawn table (``from`` in the file).
        count: how many tiles; where fewer cells are empty, as many as there are.
        cells: which cells are open to it; those that hold a tile are passed over.
    """

    source: SpawnName = Field(alias="from")
    count: Annotated[int | str, Expression("number", least=0)] = 1
    cells: Cells = "empty"


def build(_settings: Spawn, b: Builder) -> Step:
    put, where, count, pick_cell = b.put, b.where, b.count, b.pick
    settle, pick = b.table("source", "spawn")
    draw = b.below("spawn")
    wanted, cells = b.function("count"), b.function("cells")
    spawned = b.event("spawned")

    def act(s: State, here: int) -> int:
        left = wanted(s, here)
        room = cells(s, here) & where(s, 0)
        changed = 0
        if left > 0 and room != 0:
            settle(s)
        while left > 0 and room != 0:
            cell = pick_cell(room, draw(s, count(room)))
            tile = pick(s)
            put(s, cell, tile)
            spawned(s, tile)
            room = room & where(s, 0)
            left -= 1
            changed = 1
        return changed

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="spawn",
            summary="tiles appear on random empty cells",
            settings=Spawn,
            build=build,
            events={"spawned": {"tile": "tile"}},
            streams=("spawn",),
        )
    ]
