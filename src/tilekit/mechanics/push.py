"""``push``: everything in a line moves by one cell, and a tile comes in at the other end."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tilekit.hooks import Builder, Cells, Event, Mechanic, Sayer, Settings, SpawnName, State, Step, hookimpl
from tilekit.words import Phrase


class Push(Settings):
    """Lines move by one cell, with their gaps: the tile at the wall falls out, and a tile comes in at the other end.

    Holes end a line. It can act anywhere.

    Attributes:
        toward: the wall that the lines are pushed to.
        source: the spawn table of the tile that comes in at the other end.
        cells: the lines that contain one of these cells are pushed.
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


EXAMPLE = """\
[actions.shove]                              # the chosen row goes one to the left
target = "row"
steps = ["shove"]

[mechanics.shove]
use = "push"
toward = "left"
from = "deal"
cells = "row == chosen"
"""


def says(step: Sayer) -> Phrase:
    upright = step.settings["toward"] in ("up", "down")
    found = step.cells(what="which lines are pushed")
    whole = Phrase("in the chosen column") if upright else Phrase("in the chosen row")
    if found is None or (found.which is None and not found.is_one):
        if found is not None:
            step.missing("cells", "which lines are pushed")
        lines = Phrase("a column") if upright else Phrase("a row")
    elif found.is_one:
        lines = Phrase("the column of {cell}" if upright else "the row of {cell}", cell=found.one)
    elif found.which == whole and step.target == ("column" if upright else "row"):
        lines = Phrase("the chosen column") if upright else Phrase("the chosen row")
    elif found.which or found.is_empty:
        lines = Phrase("every column with {cell}" if upright else "every row with {cell}", cell=found.one)
    else:
        lines = Phrase("every column") if upright else Phrase("every row")
    return Phrase(
        "{lines} moves one cell {toward}; {tile} comes in behind, and a tile at the edge falls out",
        lines=lines,
        toward=step.toward(),
        tile=step.incoming(),
    )


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="push",
            summary="lines move on by one cell, and a tile comes in behind",
            settings=Push,
            build=build,
            events={
                "pushed": Event(
                    "lines moved; ``count`` is the number of lines",
                    {"count": "number"},
                    follows=Phrase("When a line is pushed"),
                    counts="line",
                ),
                "overflowed": Event(
                    "tiles were pushed out; raised after ``pushed``; ``count`` is the number of tiles",
                    {"count": "number"},
                    follows=Phrase("When tiles are pushed off the board"),
                    counts="tile",
                ),
            },
            streams=("push",),
            says=says,
            examples=(EXAMPLE,),
        )
    ]
