"""``change``: tiles turn into others, cells fill, tiles go: each by what it holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tilekit.hooks import Builder, Cells, Expression, Mechanic, Reference, Settings, State, Step, hookimpl

_MOST = 1000


class Change(Settings):
    """What turns into what.

    Attributes:
        cells: which cells; all are settled before the first one changes.
        to: one tile for all, or a tile for each tile (``none`` for an empty cell, before or after). In place of a tile
            the name of a spawn table draws one, anew for each cell; one for all may also be an expression, in which
            ``tile`` is the one that changes.
        times: how often each cell changes, one change upon the other; settled for all before the first one changes.
    """

    cells: Cells = "here"
    to: Annotated[str | int, Reference("tile")] | Annotated[dict[str, str | int], Field(min_length=1)]
    times: Annotated[int | str, Expression("per_cell", least=0)] = 1


def build(settings: Change, b: Builder) -> Step:
    at, put, each, count, bit = b.at, b.put, b.each, b.count, b.bit
    cells = b.function("cells")
    turned = b.event("turned")
    settle, after = b.turning("to", "change")

    def once(s: State, here: int) -> int:
        changed = 0
        settle(s)
        for cell in each(cells(s, here)):
            before = at(s, cell)
            tile = after(s, here, before)
            if tile != before:
                changed += count(bit(cell))
                put(s, cell, tile)
        if changed == 0:
            return 0
        turned(s, changed)
        return 1

    if settings.times == 1:
        return Step(once)

    times = b.function("times")
    left = b.scratch(b.grid.size)

    def often(s: State, here: int) -> int:
        changed = 0
        chosen = cells(s, here)
        for cell in each(chosen):
            s[left + cell] = min(times(s, here, cell), _MOST)
        settle(s)
        for cell in each(chosen):
            before = at(s, cell)
            tile = before
            while s[left + cell] > 0:
                s[left + cell] -= 1
                tile = after(s, here, tile)
            if tile != before:
                changed += count(bit(cell))
                put(s, cell, tile)
        if changed == 0:
            return 0
        turned(s, changed)
        return 1

    return Step(often)


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
