"""``fuse``: a touching group of equal tiles becomes one tile."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import Builder, Cells, Expression, Mechanic, Settings, State, Step, hookimpl


class Fuse(Settings):
    """What fuses, and into what.

    Attributes:
        cells: where the new tile comes to lie; each of these cells fuses its own group, in reading order.
        least: the smallest group that fuses.
        makes: the new tile; a group for which this gives none does not fuse, which is why the top of a
            chain stays.
    """

    cells: Cells = "here"
    least: Annotated[int | str, Expression("number", {"tile": "tile"}, least=1)] = 3
    makes: Annotated[str | int, Expression("tile", {"tile": "tile", "count": "number"})] = "next(tile)"


def build(settings: Fuse, b: Builder) -> Step:
    at, group, count, take, put, made_by_player = b.at, b.group, b.count, b.take, b.put, b.made
    each, bit, empty = b.each, b.bit, b.where
    next_code, goes_up = b.numbers(b.next_code), settings.makes == "next(tile)"
    least, makes = b.function("least"), b.function("makes")
    fused = b.event("fused")

    def fuse(s: State, here: int, cell: int) -> int:
        tile = at(s, cell)
        if tile == 0 or (goes_up and next_code[tile] == 0):
            return 0  # the top of the chain, or a piece: no need to look at the group
        cells = group(s, cell)
        size = count(cells)
        if size < least(s, here, tile):
            return 0
        made = makes(s, here, tile, size)
        if made == 0:
            return 0
        take(s, cells)
        put(s, cell, made)
        made_by_player(s, made)
        fused(s, tile, made, size)
        return 1

    if settings.cells == "here":

        def fuse_here(s: State, here: int) -> int:
            return fuse(s, here, here)

        fusible = sum(1 for code in range(1, b.last + 1) if b.next_code[code])
        where = (
            "" if settings.makes != "next(tile)" or not isinstance(settings.least, int) else _where(settings.least, b)
        )
        return Step(fuse_here, where=where if fusible else "")

    chosen = b.function("cells")

    def act(s: State, here: int) -> int:
        changed = 0
        for cell in each(chosen(s, here) & ~empty(s, 0)):
            if bit(cell) & ~empty(s, 0) != 0:
                changed |= fuse(s, here, cell)
        return changed

    return Step(act)


def _where(least: int, b: Builder) -> str:
    """Where a group can fuse: large enough, and of a tile that has a next."""
    lowest = b.pieces + 1
    tops = [code for code in range(lowest, b.last + 1) if not b.next_code[code]]
    pieces = [code for code in range(1, lowest) if not b.next_code[code]]
    return " and ".join([f"group >= {least}", *(f"tile != {code - b.shift}" for code in pieces + tops)])


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="fuse",
            summary="a touching group of equal tiles becomes one tile of the next tier",
            settings=Fuse,
            build=build,
            events={"fused": {"tile": "tile", "made": "tile", "count": "number"}},
            keeps_symmetry=lambda settings: settings.cells == "here",
        )
    ]
