"""``slide``: all tiles move in the direction that the player chose, and tiles that meet may join."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from pydantic import Field

from tilekit.hooks import Act, Builder, Event, Expression, Mechanic, Play, Sayer, Settings, State, Step, Told, hookimpl
from tilekit.words import Phrase, chained

_Write = Callable[[State, int, int], None]
_PAIR = {"a": "tile", "b": "tile"}


class Slide(Settings):
    """All tiles move in the direction that the player chose, and tiles that meet may join.

    It is used in actions with ``target = "direction"``, and can act in the directions in which something moves or
    joins. Each line of the board moves separately, from its wall backwards. Holes are walls, and so are the edges of
    the board, even if it wraps.

    It leaves two sets of cells for later steps of the same turn: ``shifted``, the lines in which something moved or
    joined, and ``entry``, the far end of each of these lines.

    Attributes:
        reach: the maximum number of cells that a tile moves; ``far`` is to the wall, or to what is before it.
        joins: whether two tiles become one: ``a`` is nearer the wall, ``b`` comes from behind. A tile joins at most
            once in a slide, and tiles nearer the wall join first.
        makes: the new tile; two tiles for which it is ``none`` do not join, so the top of a ladder stays.
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


DOUBLING = """\
[actions.slide]                              # 2048
target = "direction"
steps = ["slide", "deal"]
"""
TRIPLING = """\
[actions.tilt]                               # Threes: one step, and not every two that join are alike
target = "direction"
steps = ["tilt", "enter", "deal"]            # NOW comes in behind a line that moved

[mechanics.enter]
use = "spawn"
from = "now"
cells = "entry"

[mechanics.tilt]
use = "slide"
reach = 1
joins = "a + b == 3 or a == b and a >= 3"
makes = "max(a, b) + 1"
"""
#: A ladder with more tiles is not looked through for which of them join.
_MOST_TILES = 130
_MOST_PAIRS = 6
_EQUAL = Phrase("two equal ones that meet join into one of the next tier, each at most once")


def says(step: Sayer) -> Phrase:
    reach = step.settings["reach"]
    if reach == "far":
        told = Phrase("all tiles slide that way as far as they can")
    elif reach == 1:
        told = Phrase("all tiles move one cell that way")
    else:
        told = Phrase("all tiles slide that way, at most {count} cells", count=reach)
    joins = _joins(step)
    if joins is None:
        step.missing("joins" if step.settings["joins"] != "a == b" else "makes", "which tiles join, and into what")
        return Phrase("{step}, and some that meet join", step=told)
    return Phrase("{step}; {joins}", step=told, joins=joins)


def _joins(step: Sayer) -> object | None:
    """Which tiles join and into what, by trying every two of them; None where that cannot be said."""
    tiles = step.tiles
    if step.settings["joins"] == "a == b" and step.settings["makes"] == "next(a)":
        return _EQUAL
    pairs = _pairs(step)
    if pairs is None:
        return None
    if not pairs:
        return Phrase("they do not join")
    if any(pairs.get((b, a)) != made for (a, b), made in pairs.items()):  # which of the two comes from behind matters
        ordered = [[step.tile(tiles.ids[code]) for code in (b, a, made)] for (a, b), made in sorted(pairs.items())]
        one_way = [
            Phrase("{tile} that runs into {other} becomes {made} with it", tile=a, other=b, made=c)
            for a, b, c in ordered
        ]
        return chained("{first}, {rest}", one_way) if len(one_way) <= _MOST_PAIRS else None
    equal = {a: made for (a, b), made in pairs.items() if a == b}
    others = {(a, b): made for (a, b), made in pairs.items() if a < b}
    told: list[object] = []
    risen = {code: after for code, after in enumerate(tiles.next_code) if after}
    if equal == risen:
        told.append(_EQUAL)
    elif len(equal) > _MOST_PAIRS or (len(equal) > 2 and len(risen) > _MOST_PAIRS):
        first = min(equal)
        if equal != {code: after for code, after in risen.items() if code >= first} or first <= tiles.pieces:
            return None
        told.append(
            Phrase(
                "from {tile} up, two equal ones that meet join into one of the next tier, each at most once",
                tile=step.tile(tiles.ids[first]),
            )
        )
    else:
        others |= {(a, a): made for a, made in equal.items()}
    if len(others) > _MOST_PAIRS:
        return None
    named = [[step.tile(tiles.ids[code]) for code in (*pair, made)] for pair, made in sorted(others.items())]
    each = [Phrase("{tile} and {other} that meet join into {made}", tile=a, other=b, made=c) for a, b, c in named]
    return chained("{first}, {rest}", [*each, *told])


def _pairs(step: Sayer) -> dict[tuple[int, int], int] | None:
    """For every two tiles that join, by their codes, the code of what they make; None if it depends on the game."""
    tiles = step.tiles
    if tiles.last > _MOST_TILES:
        return None
    joins, makes = step.function("joins"), step.function("makes")
    found: dict[tuple[int, int], int] = {}
    for a in range(1, tiles.last + 1):
        for b in range(1, tiles.last + 1):
            meet = joins(a=a, b=b)
            made = makes(a=a, b=b) if meet else 0
            if meet is None or made is None:
                return None
            if meet and 0 < made + tiles.shift <= tiles.last:
                found[a, b] = made + tiles.shift
    return found


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="slide",
            summary="all tiles slide one way, and those that meet may join",
            settings=Slide,
            build=build,
            events={
                "fused": Event(
                    "two tiles that met became one; ``tile`` is what was met, ``made`` what they became, ``count`` 2",
                    {"tile": "tile", "made": "tile", "count": "number"},
                    follows=Phrase("When tiles join"),
                    counts="tile",
                ),
                "moved": Event(
                    "tiles slid, raised once at the end; ``count`` is the number of tiles, including those that joined",
                    {"count": "number"},
                    follows=Phrase("When tiles move"),
                    counts="tile",
                ),
            },
            needs_direction=True,
            leaves={
                "shifted": Phrase("in a line that moved"),
                "entry": Phrase("at the rear end of a line that moved"),
            },
            samples={
                "reach": (1, 2, 9),
                "joins": ("a <= b", "a + b == 3", "a == b and empties > 2", "v < 2"),
                "makes": ("max(a, b) + 1", "b", "a - 1", "next(next(b))"),
            },
            says=says,
            examples=(DOUBLING, TRIPLING),
        )
    ]
