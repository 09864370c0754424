"""``fill``: every empty cell gets a tile."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tilekit.hooks import Builder, Cells, Event, Mechanic, Sayer, Settings, SpawnName, State, Step, hookimpl
from tilekit.words import Phrase


class Fill(Settings):
    """Every empty cell gets a tile.

    It can act anywhere.

    Attributes:
        source: what fills the cells.
        cells: which cells; cells that hold a tile are skipped.
        order: ``rows`` fills in reading order; ``columns`` fills column by column from the left, lowest cell first.
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


EXAMPLE = """\
[actions.flood]                              # the empty cells beside the chosen one
target = "cell"
steps = ["flood"]

[mechanics]
flood = { use = "fill", from = "deal", cells = "touches(here)" }
"""


def says(step: Sayer) -> Phrase:
    found, tile = step.cells(what="which cells are filled"), step.incoming()
    if found is None:
        return Phrase("empty cells get a tile")
    if found.is_one:
        return Phrase("{cell} gets {tile} if it is empty", cell=found.one, tile=tile)
    if found.which is None:
        return Phrase("each of these that is empty gets {tile}: {cells}", tile=tile, cells=found.every)
    if found.which:
        return Phrase("every empty cell {which} gets {tile}", which=found.which, tile=tile)
    return Phrase("every empty cell gets {tile}", tile=tile)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="fill",
            summary="every empty cell gets a tile",
            settings=Fill,
            build=build,
            events={
                "filled": Event(
                    "empty cells were filled; ``count`` is the number of cells",
                    {"count": "number"},
                    follows=Phrase("When empty cells are filled"),
                    counts="tile",
                )
            },
            streams=("refill",),
            says=says,
            examples=(EXAMPLE,),
        )
    ]
