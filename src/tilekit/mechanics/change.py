"""``change``: tiles turn into others, cells fill, tiles go: each by what it holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tilekit.hooks import Builder, Cells, Expression, Mechanic, Reference, Settings, State, Step, hookimpl

_MOST = 1000


class Change(Settings):
    """What turns into what.

    Attributes:
        cells: which cells.
        to: one tile for all, or a tile for each tile (``none`` for an empty cell, before or after). In place of a tile
            the name of a spawn table draws one, anew for each cell; one for all may also be an expression, which may
            ask about the cell that changes, and in which ``tile`` is the tile that changes.
        times: how often each cell changes, one change upon the other.

    Which cells change, how often and into what is settled for all of them before the first one changes.
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


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="change",
            summary="tiles turn into other tiles",
            settings=Change,
            build=build,
            events={"turned": {"count": "number"}},
            streams=("change",),
            keeps_symmetry=True,
        )
    ]
