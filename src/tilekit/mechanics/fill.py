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
    at, put, where, bit, each, count_of = b.at, b.put, b.where, b.bit, b.each, b.count
    settle, pick = b.table("source", "refill")
    everything = settings.cells == "empty"
    cells = b.function("cells")
    filled = b.event("filled")
    # Column by column from the left, each from the bottom: the lines that run back from the lower wall.
    lines = b.grid.lines("down")
    count = len(lines)
    line_mask = b.masks([sum(1 << cell for cell in line) for line in lines])
    flat = b.numbers([cell for line in lines for cell in line])
    start = b.numbers([sum(map(len, lines[:i])) for i in range(count + 1)])

    def by_columns(s: State, here: int) -> int:
        gaps = where(s, 0)
        if not everything:
            gaps = gaps & cells(s, here)
        if gaps == 0:
            return 0
        settle(s)
        for i in range(count):
            if gaps & line_mask(i) == 0:
                continue
            for k in range(start[i], start[i + 1]):
                if at(s, flat[k]) == 0 and (everything or gaps & bit(flat[k]) != 0):
                    put(s, flat[k], pick(s))
        filled(s, count_of(gaps))
        return 1

    def by_rows(s: State, here: int) -> int:
        gaps = where(s, 0)
        if not everything:
            gaps = gaps & cells(s, here)
        if gaps == 0:
            return 0
        settle(s)
        for cell in each(gaps):
            put(s, cell, pick(s))
        filled(s, count_of(gaps))
        return 1

    return Step(by_columns if settings.order == "columns" else by_rows)


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
