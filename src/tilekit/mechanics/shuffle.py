"""``shuffle``: every tile moves to another cell, and a group is guaranteed."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tilekit.hooks import Builder, Cells, Event, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase

_MOST_TRIES = 1000
#: Tries times tiles: on a large board fewer tries are made, so that a shuffle never takes long.
_MOST_DRAWN = 40_000


class Shuffle(Settings):
    """Tiles change places: each goes to another cell.

    All suitable arrangements are equally likely. It can act where such an arrangement exists.

    Attributes:
        leaves: afterwards there is a touching group of at least this many equal tiles; 0 requires none.
        cells: which tiles move; each goes to another of these cells, where an equal tile may take its place.
    """

    leaves: Annotated[int, Field(ge=0, le=4096)] = 0
    cells: Cells = "not empty"


def build(settings: Shuffle, b: Builder) -> Step:
    """All arrangements that move every tile and leave a group are equally likely.

    Permutations (R. Durstenfeld's shuffle, 1964) are drawn until one will do; after a thousand tries, fewer for
    more than forty tiles, one is constructed, so that the step always ends.
    """
    at, swap, where, bit, count, each, flood, near = b.at, b.swap, b.where, b.bit, b.count, b.each, b.flood, b.near
    lowest, last, leaves = b.lowest, b.last, settings.leaves
    cells, below = b.function("cells"), b.below("shuffle")
    shuffled = b.event("shuffled")
    # The cells that take part, for each of them which one's tile it gets, and which one each cell of the board is.
    cell_at = b.scratch(b.grid.size)
    source = b.scratch(b.grid.size)
    index = b.scratch(b.grid.size)
    # While one is constructed: cells in order, and the rotations of them that would leave a tile where it is.
    order = b.scratch(b.grid.size)
    barred = b.scratch(b.grid.size)

    def taking_part(s: State, here: int) -> int:
        return cells(s, here) & ~where(s, 0)

    def connected_but(within: int, left_out: int) -> int:
        rest = within & ~left_out
        return 1 if flood(bit(lowest(rest)), rest) == rest else 0

    def connected(within: int, size: int) -> int:
        """A connected set of ``size`` cells, or nothing."""
        rest = within
        found = within & ~within
        while rest != 0:
            found = bit(lowest(rest))
            more = near(found) & within
            while more != 0 and count(found) < size:
                found = found | bit(lowest(more))
                more = near(found) & within & ~found
            if count(found) >= size:
                return found
            rest = rest & ~found
        return rest

    def target(s: State, part: int) -> int:
        """Cells on which ``leaves`` equal tiles can be brought together, or nothing."""
        n = count(part)
        none = part & ~part
        if n < 2 or leaves > n:
            return none
        for tile in range(1, last + 1):
            held = where(s, tile) & part
            if count(held) < leaves:
                continue
            if n - leaves != 1:
                found = connected(part, leaves)
                if found != 0:
                    return found
                continue
            # One tile is left over: it, too, must leave its cell.
            odd = part & ~held
            for cell in each(part):
                if odd != bit(cell) and connected_but(part, bit(cell)) == 1:
                    return part & ~bit(cell)
        return none

    def possible(s: State, here: int) -> int:
        part = taking_part(s, here)
        if leaves == 0:
            return 1 if count(part) > 1 else 0
        return 1 if target(s, part) != 0 else 0

    def stands(s: State, part: int, n: int) -> int:
        """Whether the arrangement at hand has a large enough group."""
        if leaves < 2:
            return 1
        for tile in range(1, last + 1):
            if count(where(s, tile) & part) < leaves:
                continue
            alike = part & ~part
            for i in range(n):
                if at(s, s[cell_at + s[source + i]]) == tile:
                    alike = alike | bit(s[cell_at + i])
            while count(alike) >= leaves:
                together = flood(bit(lowest(alike)), alike)
                if count(together) >= leaves:
                    return 1
                alike = alike & ~together
        return 0

    def draw(s: State, n: int) -> int:
        """A random permutation; 1 when every tile moves."""
        for i in range(n):
            s[source + i] = i
        for i in range(n - 1, 0, -1):
            j = below(s, i + 1)
            s[source + i], s[source + j] = s[source + j], s[source + i]
        for i in range(n):
            if s[source + i] == i:
                return 0
        return 1

    def assign(s: State, movers: int, places: int) -> None:
        """Tiles of ``movers`` onto ``places`` (as many), none onto its own cell: some rotation does it."""
        size = 0
        for cell in each(movers):
            s[order + size] = cell
            s[barred + size] = 0
            size += 1
        i = 0
        k = 0
        for to in each(places):
            while i < size and s[order + i] < to:
                i += 1
            if i < size and s[order + i] == to:
                s[barred + (i - k) % size] = 1
            k += 1
        turn = 0
        while turn < size and s[barred + turn] == 1:
            turn += 1
        k = turn
        for to in each(places):
            s[source + s[index + to]] = s[index + s[order + k % size]]
            k += 1

    def construct(s: State, part: int) -> None:
        if leaves < 2:
            assign(s, part, part)
            return
        goal = target(s, part)
        size = count(goal)
        for tile in range(1, last + 1):
            held = where(s, tile) & part
            if count(held) < size:
                continue
            # Which of the equal tiles come: where one tile is left over, not the one that would have to stay.
            spare = part & ~goal
            while count(held) > size:
                extra = held & spare if count(spare) == 1 and held & ~spare != 0 else held & ~held
                drop = held & ~extra
                held = held & ~bit(lowest(drop))
            assign(s, held, goal)
            assign(s, part & ~held, part & ~goal)
            return

    def act(s: State, here: int) -> int:
        if possible(s, here) == 0:
            return 0
        part = taking_part(s, here)
        n = 0
        for cell in each(part):
            s[cell_at + n] = cell
            s[index + cell] = n
            n += 1
        tries = 0
        while draw(s, n) == 0 or stands(s, part, n) == 0:
            tries += 1
            if tries >= _MOST_TRIES or tries * n >= _MOST_DRAWN:
                construct(s, part)
                break
        for i in range(n):
            j = s[source + i]
            while j < i:  # that tile has been swapped further on already
                j = s[source + j]
            if j != i:
                swap(s, s[cell_at + i], s[cell_at + j])
        shuffled(s, n)
        return 1

    def able(s: State) -> int:
        return possible(s, -1)

    return Step(act, able=able, fits=possible)


EXAMPLE = """\
[actions.shuffle]
steps = ["shuffle"]
undo = "barrier"

[mechanics.shuffle]
leaves = 2
"""


def says(step: Sayer) -> Phrase:
    leaves, found = step.number("leaves"), step.cells(what="which tiles are shuffled")
    if found is None:
        told = Phrase("tiles change places")
    elif found.is_every_tile:
        told = Phrase("every tile moves to another cell")
    else:
        told = Phrase("each of these tiles moves to the cell of another: {cells}", cells=found.every)
    return (
        Phrase("{step}, so that {count} or more equal ones touch", step=told, count=leaves)
        if (leaves or 0) > 1
        else told
    )


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="shuffle",
            summary="every tile moves to another cell",
            settings=Shuffle,
            build=build,
            events={
                "shuffled": Event(
                    "tiles changed places; ``count`` is the number of tiles that moved",
                    {"count": "number"},
                    follows=Phrase("When the tiles are shuffled"),
                    counts="tile",
                )
            },
            streams=("shuffle",),
            samples={"leaves": (0, 1, 2, 3, 4)},
            says=says,
            examples=(EXAMPLE,),
        )
    ]
