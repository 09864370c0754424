"""``change``: tiles turn into others, cells fill, tiles go: each by what it holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tilekit.hooks import Builder, Cells, Mechanic, Reference, Settings, State, Step, hookimpl


class Change(Settings):
    """What turns into what.

    Attributes:
        cells: which cells; all are settled before the first one changes.
        to: one tile for all, or a tile for each tile (``none`` for an empty cell, before or after).
    """

    cells: Cells = "here"
    to: Annotated[str | int, Reference("tile")] | Annotated[dict[str, str | int], Field(min_length=1)]


def build(_settings: Change, b: Builder) -> Step:
    at, put, each, count, bit = b.at, b.put, b.each, b.count, b.bit
    cells = b.function("cells")
    turned = b.event("turned")
    table = b.numbers(b.turning("to"))

    def act(s: State, here: int) -> int:
        changed = 0
        for cell in each(cells(s, here)):
            if table[at(s, cell)] != at(s, cell):
                changed += count(bit(cell))
                put(s, cell, table[at(s, cell)])
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
            keeps_symmetry=True,
        )
    ]
