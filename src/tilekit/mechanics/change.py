"""``change``: tiles turn into other tiles, empty cells are filled, and tiles vanish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from tilekit.hooks import Builder, Cells, Event, Expression, Mechanic, Reference, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase, chained

_MOST = 1000


class Change(Settings):
    """Tiles turn into other tiles; empty cells may be filled, and tiles may vanish.

    Instead of a tile to turn into, you can name a spawn table, which draws a tile for each cell. A single value for all
    tiles can also be an expression, such as ``next(tile)``, or ``chosen`` where the player chose a tile. It may ask
    about the cell that changes, with words about one cell such as ``row``, ``group`` and ``near(…)``. ``tile`` is the
    tile that changes; with ``times``, it is what the tile has become so far.

    Which cells change, how often and into what is decided for all of them before the first one changes, so every
    expression sees the board as it was. It can act anywhere.

    Attributes:
        cells: which cells.
        to: one tile for all of them, or a tile for each tile; ``none`` is the empty cell, before or after the change.
        times: how often each cell changes; each change applies to the result of the previous one.
    """

    cells: Cells = "here"
    to: Annotated[str | int, Reference("tile")] | Annotated[dict[str, str | int], Field(min_length=1, max_length=400)]
    times: Annotated[int | str, Expression("per_cell", least=0)] = 1


def build(settings: Change, b: Builder) -> Step:
    at, put, each, count, bit = b.at, b.put, b.each, b.count, b.bit
    cells, times = b.function("cells"), b.function("times")
    turned = b.event("turned")
    settle, after = b.turning("to", "change")
    once = settings.times == 1

    def each_for_itself(s: State, here: int) -> int:
        changed = 0
        settle(s)
        for cell in each(cells(s, here)):
            before = at(s, cell)
            tile = after(s, here, before, cell)
            if tile != before:
                changed += count(bit(cell))
                put(s, cell, tile)
        if changed == 0:
            return 0
        turned(s, changed)
        return 1

    if once and isinstance(settings.to, dict):  # what a tile turns into depends on no other cell
        return Step(each_for_itself)
    becomes = b.scratch(b.grid.size)

    def act(s: State, here: int) -> int:
        chosen = cells(s, here)
        settle(s)
        for cell in each(chosen):
            tile = at(s, cell)
            left = 1 if once else min(times(s, here, cell), _MOST)
            while left > 0:
                left -= 1
                tile = after(s, here, tile, cell)
            s[becomes + cell] = tile
        changed = 0
        for cell in each(chosen):
            if s[becomes + cell] != at(s, cell):
                changed += count(bit(cell))
                put(s, cell, s[becomes + cell])
        if changed == 0:
            return 0
        turned(s, changed)
        return 1

    return Step(act)


LIGHTS = """\
[actions.press]                              # Lights Out: a cell and those around it change over
target = "cell"
steps = ["flip"]

[mechanics.flip]
use = "change"
cells = "here or touches(here)"
to = { none = "spark", spark = "none" }
"""
RIPENING = """\
[actions.ripen]                              # every tile with two sparks beside it goes up one tier, all at once
steps = ["ripen"]

[mechanics.ripen]
use = "change"
cells = "not empty"
to = "next(tile) if near(tile == spark) > 1 else tile"
"""


def says(step: Sayer) -> object:
    found = step.cells(what="which cells change")
    to = step.settings["to"]
    told = _turns(step, to) if isinstance(to, dict) else _turns_all(step, to, found)
    if told is None:
        step.missing("to", "what tiles turn into")
        told = Phrase("tiles turn into other tiles")
        if found is not None:
            told = Phrase("tiles turn into other tiles on {cells}", cells=found.every)
    elif isinstance(to, dict) and found is not None:
        told = Phrase("on {cells}, {turns}", cells=found.every, turns=told)
    times = step.number("times")
    if times is None:
        step.missing("times", "how often each cell changes")
    elif times != 1:
        told = Phrase("{step}, {count} times over", step=told, count=times)
    return told


def _turns(step: Sayer, to: Mapping[str, Any]) -> object | None:
    """What each tile turns into."""
    said: list[object] = []
    for before, after in to.items():
        tile, other = step.tile(before), step.tile(after)
        if before not in step.tiles.codes or tile is None or other is None:
            return None
        if before == "none" and other:
            said.append(Phrase("an empty cell gets {tile}", tile=other))
        elif not other:
            said.append(Phrase("{tile} vanishes", tile=tile))
        else:
            said.append(Phrase("{tile} turns into {other}", tile=tile, other=other))
    return chained("{first}, {rest}", said)


def _turns_all(step: Sayer, to: object, found: Any | None) -> object | None:  # noqa: ANN401 - as `Sayer.cells` gives them
    """What everything turns into."""
    other = step.tile(to)
    if other is None:
        return None
    if not other:
        return step.vanishing(found)
    if found is None:
        return Phrase("cells get {tile}", tile=other)
    if found.is_one:
        return Phrase("{cell} gets {tile}", cell=found.one, tile=other)
    return Phrase("on {cells}, everything turns into {tile}", cells=found.every, tile=other)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="change",
            summary="tiles turn into other tiles",
            settings=Change,
            build=build,
            events={
                "turned": Event(
                    "tiles turned into others; ``count`` is the number of cells that changed",
                    {"count": "number"},
                    follows=Phrase("When tiles change"),
                    counts="tile",
                )
            },
            streams=("change",),
            keeps_symmetry=True,
            samples={"to": ("next(tile)",), "times": (2,)},
            says=says,
            examples=(LIGHTS, RIPENING),
        )
    ]
