"""``fill``: every empty cell gets a tile."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tilekit.hooks import Builder, Cells, Mechanic, Settings, SpawnName, State, Step, hookimpl


class Fill(Settings):
    """What comes in, and where.

    Attributes:
        source: the spawn table (``from`` in the file).
        cells: which cells are filled; those that hold a tile are passed over.
        order: ``rows`` in reading order; ``columns`` column by column from the left, lowest cell first.
    """

    source: SpawnName = Field(alias="from")
    cells: Cells = "empty"
    order: Literal["rows", "columns"] = "rows"


def build(settings: Fill, b: Builder) -> Step:
    put, where, count = b.put, b.where, b.count
    settle, pick = b.table("source", "refill")
    everything = settings.cells == "empty"
    cells = b.function("cells")
    filled = b.event("filled")
    # Column by column from the left, each from the bottom: the lines that run back from the lower wall.
    ordered = b.along("down") if settings.order == "columns" else b.each

    def act(s: State, here: int) -> int:
        gaps = where(s, 0)
        if not everything:
            gaps = gaps & cells(s, here)
        if gaps == 0:
            return 0
        settle(s)
        for cell in ordered(gaps):
            put(s, cell, pick(s))
        filled(s, count(gaps))
        return 1

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="fill",
            summary="every empty cell gets a tile",
            settings=Fill,
            build=build,
            events={"filled": {"count": "number"}},
            streams=("refill",),
        )
    ]
