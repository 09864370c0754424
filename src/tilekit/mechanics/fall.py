"""``fall``: tiles slide straight to the wall, or to whatever stays in their way."""

from __future__ import annotations

from typing import Literal

from tilekit.hooks import Builder, Cells, Mechanic, Settings, State, Step, hookimpl


class Fall(Settings):
    """Which way, and what falls.

    Attributes:
        toward: the wall they fall to. Holes end a line.
        cells: which tiles fall; the others stay, and what comes against them lies on them.
    """

    toward: Literal["up", "down", "left", "right"] = "down"
    cells: Cells = "not empty"


def build(settings: Fall, b: Builder) -> Step:
    at, move, where, bit = b.at, b.move, b.where, b.bit
    lines = [line for line in b.grid.lines(settings.toward) if len(line) > 1]
    count = len(lines)
    line_mask = b.masks([sum(1 << cell for cell in line) for line in lines])
    flat = b.numbers([cell for line in lines for cell in line])
    start = b.numbers([sum(map(len, lines[:i])) for i in range(count + 1)])
    everything = settings.cells == "not empty"
    falls = b.function("cells")
    moved = b.event("moved")

    def act(s: State, here: int) -> int:
        gaps = where(s, 0)
        falling = gaps if everything else falls(s, here)
        fallen = 0
        for i in range(count):
            if gaps & line_mask(i) == 0:
                continue
            to = start[i]  # where the next tile of this line comes to lie
            for k in range(start[i], start[i + 1]):
                cell = flat[k]
                if at(s, cell) != 0:
                    if everything or falling & bit(cell) != 0:
                        if k != to:
                            move(s, cell, flat[to])
                            fallen += 1
                        to += 1
                    else:
                        to = k + 1
        if fallen == 0:
            return 0
        moved(s, fallen)
        return 1

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="fall",
            summary="tiles fall straight to a wall",
            settings=Fall,
            build=build,
            events={"moved": {"count": "number"}},
        )
    ]
