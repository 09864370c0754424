"""``fuse``: a touching group of equal tiles becomes one tile."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import Builder, Cells, Event, Expression, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Fuse(Settings):
    """A touching group of equal tiles becomes one tile.

    The other tiles of the group vanish.

    With the defaults of ``cells`` and ``makes`` and a plain number as ``least``, it can act where a group can fuse;
    otherwise it can act anywhere.

    Attributes:
        cells: where the new tile is placed; each of these cells fuses its own group, in reading order.
        least: the size of the smallest group that fuses; it may refer to ``tile``.
        makes: the new tile; it may refer to ``tile`` and ``count``, and is evaluated only for groups that are large
            enough. A group for which it is ``none`` does not fuse, so the top of a chain stays.
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


EXAMPLE = """\
[actions.drop]
target = "cell"
steps = ["place", "fuse", "deal"]

[mechanics.fuse]
least = "4 if tile == prism else 3"
makes = "next(tile) if count < 5 else next(next(tile))"   # five at once make two steps
"""


def says(step: Sayer) -> Phrase:
    least, found = step.number("least"), step.cells(what="where tiles join")
    if least is None:
        step.missing("least", "how many tiles join")
    makes = str(step.settings["makes"])
    into: object = Phrase("one tile of the next tier")
    if makes != "next(tile)":
        is_tile = makes in step.tiles.codes
        into = step.tile(makes) if is_tile else Phrase("one tile")
        if not is_tile:
            step.missing("makes", "what joined tiles become")
    tiles = Phrase("equal tiles") if least is None else Phrase("{count} or more equal tiles", count=least)
    if least == 1:
        tiles = Phrase("equal tiles (even a single one)")
    if found is None:
        return Phrase("{tiles} that touch become {made}", tiles=tiles, made=into)
    if found.is_one:
        return Phrase(
            "{tiles} that touch, {cell} among them, become {made} there", tiles=tiles, cell=found.one, made=into
        )
    if found.which is not None and (not found.which or found.which == "with a tile"):
        return Phrase("wherever {tiles} touch, they become {made}", tiles=tiles, made=into)
    return Phrase(
        "wherever {tiles} touch, {cell} among them, they become {made} there", tiles=tiles, cell=found.one, made=into
    )


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="fuse",
            summary="a touching group of equal tiles becomes one tile of the next tier",
            settings=Fuse,
            build=build,
            events={
                "fused": Event(
                    "a group of ``count`` tiles became one tile; ``tile`` is what fused, ``made`` what it became",
                    {"tile": "tile", "made": "tile", "count": "number"},
                    follows=Phrase("When tiles join"),
                    counts="tile",
                )
            },
            keeps_symmetry=lambda settings: settings.cells == "here",
            samples={"least": (1, 2, 3, 4)},
            says=says,
            examples=(EXAMPLE,),
        )
    ]
