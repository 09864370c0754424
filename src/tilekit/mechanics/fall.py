"""``fall``: tiles move straight to a wall, or to whatever is in their way."""

from __future__ import annotations

from typing import Literal

from tilekit.hooks import Builder, Cells, Event, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase

_BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}


class Fall(Settings):
    """Tiles move straight to a wall, or to whatever is in their way.

    Holes end a line. It can act anywhere.

    Attributes:
        toward: the wall.
        cells: which tiles fall; the others stay where they are, and tiles can land on them.
    """

    toward: Literal["up", "down", "left", "right"] = "down"
    cells: Cells = "not empty"


def build(settings: Fall, b: Builder) -> Step:
    """A tile falls through as many cells as there are gaps between it and the wall, or what lies in its way."""
    move, where, bit, count = b.move, b.where, b.bit, b.count
    lines = b.grid.lines(settings.toward)
    along, back = b.along(settings.toward), b.ahead(_BACK[settings.toward])
    longest = max(map(len, lines))
    flat = [cell for line in lines for cell in line]
    place = {cell: k for k, cell in enumerate(flat)}
    ahead = {cell: sum(1 << other for other in line[:k]) for line in lines for k, cell in enumerate(line)}
    cell_at = b.numbers(flat)
    place_of = b.numbers([place.get(cell, 0) for cell in range(b.grid.size)])
    nearer = b.masks([ahead.get(cell, 0) for cell in range(b.grid.size)])
    everything = settings.cells == "not empty"
    falls = b.function("cells")
    moved = b.event("moved")

    def act(s: State, here: int) -> int:
        gaps = where(s, 0)
        behind = gaps
        for _ in range(1, longest):
            behind = behind | back(behind)
        tiles = behind & ~gaps  # those behind a gap: where nothing stays, all of them fall
        stay = gaps & ~gaps if everything else tiles & ~falls(s, here)
        fallen = 0
        for cell in along(tiles):
            if not everything and stay & bit(cell) != 0:
                gaps = gaps & ~nearer(cell)
                continue
            depth = count(gaps & nearer(cell))
            if everything or depth > 0:
                move(s, cell, cell_at[place_of[cell] - depth])
                fallen += 1
        if fallen == 0:
            return 0
        moved(s, fallen)
        return 1

    return Step(act)


EXAMPLE = """\
[actions.tap]
target = "cell"
where = "group >= 2"
steps = ["fuse", "sink", "refill"]

[mechanics]
sink = { use = "fall", toward = "down", cells = "tile != stone" }
refill = { use = "fill", from = "deal", order = "columns" }
"""


def says(step: Sayer) -> Phrase:
    found, toward = step.cells(what="which tiles fall"), step.toward()
    if found is None:
        return Phrase("tiles fall straight {toward}", toward=toward)
    if found.is_every_tile:
        return Phrase("all tiles fall straight {toward}", toward=toward)
    return Phrase("tiles fall straight {toward} from {cells}", toward=toward, cells=found.every)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="fall",
            summary="tiles fall straight to a wall",
            settings=Fall,
            build=build,
            events={
                "moved": Event(
                    "tiles fell; ``count`` is the number of tiles that moved",
                    {"count": "number"},
                    follows=Phrase("When tiles move"),
                    counts="tile",
                )
            },
            says=says,
            examples=(EXAMPLE,),
        )
    ]
