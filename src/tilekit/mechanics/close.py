"""``close``: rows or columns without tiles are removed, and those behind them close up."""

from __future__ import annotations

from typing import Literal

from tilekit.hooks import Builder, Event, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Close(Settings):
    """Rows or columns without tiles are removed, and those behind them close up.

    It can act anywhere. A column (for ``left`` and ``right``) or row (for ``up`` and ``down``) moves only as far as
    each of its tiles has cells along the whole way. Holes stop it, and also the columns or rows behind it. Edges are
    walls, even if the board wraps.

    Attributes:
        toward: the wall; columns close up to the left or right, rows up or down.
    """

    toward: Literal["up", "down", "left", "right"] = "left"


def build(settings: Close, b: Builder) -> Step:
    at, move = b.at, b.move
    rows, columns = b.grid.rows, b.grid.columns
    sideways = settings.toward in ("left", "right")
    count, length = (columns, rows) if sideways else (rows, columns)
    # Line by line from the wall; the cells of line i stand in flat from i * length on, -1 for a hole.
    order = range(count) if settings.toward in ("left", "up") else range(count - 1, -1, -1)
    places = [(j, i) if sideways else (i, j) for i in order for j in range(length)]
    cells = [row * columns + column for row, column in places]
    flat = b.numbers([-1 if cell in b.grid.holes else cell for cell in cells])
    moved = b.event("moved")

    def act(s: State, _here: int) -> int:
        gone = 0
        free = 0  # the line nearest to the wall that the next one may go to
        for i in range(count):
            tiles = 0
            for k in range(i * length, (i + 1) * length):
                if flat[k] >= 0 and at(s, flat[k]) != 0:
                    tiles += 1
            if tiles == 0:
                continue
            to = i
            while to > free:
                fits = 1
                for j in range(length):
                    cell = flat[i * length + j]
                    if cell >= 0 and at(s, cell) != 0 and flat[(to - 1) * length + j] < 0:
                        fits = 0
                        break
                if fits == 0:
                    break
                to -= 1
            if to != i:
                for j in range(length):
                    cell = flat[i * length + j]
                    if cell >= 0 and at(s, cell) != 0:
                        move(s, cell, flat[to * length + j])
                gone += tiles
            free = to + 1
        if gone == 0:
            return 0
        moved(s, gone)
        return 1

    return Step(act)


EXAMPLE = """\
[actions.tap]                                # SameGame
target = "cell"
where = "group >= 2"
steps = ["clear", "sink", "close"]

[mechanics]
clear = { cells = "joined(here)" }
sink = { use = "fall" }
close = { toward = "left" }
"""


def says(step: Sayer) -> Phrase:
    if step.settings["toward"] in ("left", "right"):
        return Phrase("columns close up {toward} over empty ones", toward=step.toward())
    return Phrase("rows close up {toward} over empty ones", toward=step.toward())


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="close",
            summary="rows or columns without tiles close up",
            settings=Close,
            build=build,
            events={
                "moved": Event(
                    "tiles closed up; ``count`` is the number of tiles that moved",
                    {"count": "number"},
                    follows=Phrase("When tiles move"),
                    counts="tile",
                )
            },
            says=says,
            examples=(EXAMPLE,),
        )
    ]
