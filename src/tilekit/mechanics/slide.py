"""``slide``: all tiles go the way the player chose, and those that meet may join."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from tilekit.hooks import Act, Builder, Expression, Mechanic, Play, Settings, State, Step, Told, hookimpl

_Write = Callable[[State, int, int], None]
_PAIR = {"a": "tile", "b": "tile"}


class Slide(Settings):
    """How far tiles go, and what becomes of two that meet.

    Attributes:
        reach: over how many cells a tile goes at most; ``far`` is to the wall, or to whatever lies before it. Holes
            are walls.
        joins: whether two tiles become one: ``a`` is nearer the wall, ``b`` comes from behind. A tile joins at most
            once a slide, and those nearer the wall come first.
        makes: the new tile; two for which this gives none do not join, which is why the top of a ladder stays.
    """

    reach: Literal["far"] | Annotated[int, Field(ge=1)] = "far"
    joins: Annotated[str, Expression("condition", _PAIR)] = "a == b"
    makes: Annotated[str | int, Expression("tile", _PAIR)] = "next(a)"


def build(settings: Slide, b: Builder) -> Step:
    at, where, made_by_player = b.at, b.where, b.made
    ways, bit = b.ways, b.bit
    joins, makes = b.function("joins"), b.function("makes")
    fused, moved = b.event("fused"), b.event("moved")
    alike = b.alike([code for code in range(1, b.last + 1) if b.next_code[code] != 0])
    far = settings.reach == "far"
    reach = 0 if settings.reach == "far" else settings.reach
    # All lines, direction by direction, each from its wall backwards: the lines of direction d are those from
    # first[d] to first[d + 1], and the cells of line i stand in flat from start[i] to start[i + 1].
    lines = [[line for line in b.grid.lines(toward) if len(line) > 1] for toward in b.grid.directions]
    every = [line for some in lines for line in some]
    directions = len(lines)
    first = b.numbers([sum(map(len, lines[:d])) for d in range(directions + 1)])
    start = b.numbers([sum(map(len, every[:i])) for i in range(len(every) + 1)])
    flat = b.numbers([cell for line in every for cell in line])
    line_mask = b.masks([*(sum(1 << cell for cell in line) for line in every), 0])
    nothing = len(every)
    leave_shifted, leave_entry = b.leave("shifted"), b.leave("entry")
    tells = 1 if b.is_asked("shifted") or b.is_asked("entry") else 0

    def joined(s: State, a: int, made: int) -> None:
        made_by_player(s, made)
        fused(s, a, made, 2)

    def rule(at: Act, put: _Write, move: _Write, told: Told, flat: Sequence[int], start: Sequence[int]) -> Play:
        def play(s: State, here: int, i: int) -> int:
            gone = 0
            to = start[i]  # where the next tile of this line comes to lie
            last = 0  # the tile before it, while that may still join
            for k in range(start[i], start[i + 1]):
                cell = flat[k]
                tile = at(s, cell)
                if tile == 0:
                    continue
                if not far and k - to >= reach:
                    last = 0  # too far off
                    if k - to > reach:
                        to = k - reach
                if last != 0 and joins(s, here, last, tile):
                    made = makes(s, here, last, tile)
                    if made != 0:
                        put(s, cell, 0)
                        put(s, flat[to - 1], made)
                        told(s, last, made)
                        gone += 1
                        last = 0
                        continue
                if k != to:
                    move(s, cell, flat[to])
                    gone += 1
                last = tile
                to += 1
            return gone

        return play

    begin, play, finish = b.by_line(lines, rule, joined, asks=(joins, makes), raises=("fused",))

    def act(s: State, here: int) -> int:
        begin(s)
        gone = 0
        shifted = line_mask(nothing)
        entry = shifted
        for i in range(first[here], first[here + 1]):
            went = play(s, here, i)
            gone += went
            if tells and went != 0:
                shifted = shifted | line_mask(i)
                entry = entry | bit(flat[start[i + 1] - 1])
        finish(s)
        if tells:
            leave_shifted(s, shifted)
            leave_entry(s, entry)
        if gone == 0:
            return 0
        moved(s, gone)
        return 1

    def able_alike(s: State) -> int:
        """Into a gap, or onto a tile of its own kind: asked of whole sets of cells."""
        gaps = where(s, 0)
        return alike(s, ways(~gaps, gaps))

    def able(s: State) -> int:
        """Into a gap, or onto a tile with which it joins: asked of every two cells of a line."""
        gaps = where(s, 0)
        found = ways(~gaps, gaps)
        for d in range(directions):
            if found >> d & 1 == 0:
                for i in range(first[d], first[d + 1]):
                    before = at(s, flat[start[i]])
                    for k in range(start[i] + 1, start[i + 1]):
                        tile = at(s, flat[k])
                        both = before != 0 and tile != 0
                        if both and joins(s, d, before, tile) and makes(s, d, before, tile) != 0:
                            found |= 1 << d
                            break
                        before = tile
                    if found >> d & 1 != 0:
                        break
        return found

    plain = settings.joins == "a == b" and settings.makes == "next(a)"
    return Step(act, able=able_alike if plain else able)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="slide",
            summary="all tiles slide one way, and those that meet may join",
            settings=Slide,
            build=build,
            events={
                "fused": {"tile": "tile", "made": "tile", "count": "number"},
                "moved": {"count": "number"},
            },
            needs_direction=True,
            leaves=("shifted", "entry"),
        )
    ]
