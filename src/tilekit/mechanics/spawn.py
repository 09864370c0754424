"""``spawn``: tiles appear on empty cells; all cells are equally likely."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tilekit.hooks import Builder, Cells, Event, Expression, Mechanic, Sayer, Settings, SpawnName, State, Step, hookimpl
from tilekit.words import Phrase


class Spawn(Settings):
    """Tiles appear on empty cells; all cells are equally likely.

    It can act anywhere.

    Attributes:
        source: what appears; ``now`` is the first tile of the queue, which stays there.
        count: how many tiles; if fewer cells are open, all of these are filled.
        cells: the cells where tiles can appear; cells that hold a tile are skipped.
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


EXAMPLE = """\
[actions.drop]
target = "cell"
steps = ["place", "fuse", "intruder", "deal"]

[mechanics.intruder]
use = "spawn"
from = "deal"
count = "1 if turn % 5 == 0 else 0"          # one every fifth turn
cells = "not touches(here)"
"""


def says(step: Sayer) -> Phrase:
    count, tile = step.number("count"), step.incoming()
    found = step.cells(what="where tiles appear")
    if count is None:
        step.missing("count", "how many tiles appear")
    if found is None:
        return Phrase("tiles appear")
    if found.is_one:
        return Phrase("{tile} appears on {cell} if that is empty", tile=tile, cell=found.one)
    if found.which is None:
        step.missing("cells", "where tiles appear")
        return Phrase("tiles appear")
    which = found.which
    if count == 1 and step.settings["cells"] == "entry":
        return Phrase("{tile} comes in behind one of the lines that moved", tile=tile)
    if count == 1 and not which:
        return Phrase("{tile} appears on a random empty cell", tile=tile)
    if count == 1:
        return Phrase("{tile} appears on a random empty cell {which}", tile=tile, which=which)
    if count is None:
        where = Phrase("random empty cells {which}", which=which) if which else Phrase("random empty cells")
        return Phrase("tiles appear on {cells}", cells=where)
    if which:
        return Phrase("{count} tiles appear on random empty cells {which}", count=count, which=which)
    return Phrase("{count} tiles appear on random empty cells", count=count)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="spawn",
            summary="tiles appear on random empty cells",
            settings=Spawn,
            build=build,
            events={
                "spawned": Event(
                    "a tile appeared; raised for each tile, which is ``tile``",
                    {"tile": "tile"},
                    follows=Phrase("When tiles appear"),
                )
            },
            streams=("spawn",),
            says=says,
            examples=(EXAMPLE,),
        )
    ]
