"""``modular_sum``: a number vanishes with the numbers around it, if their sum ends in its own value."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import Builder, Cells, Event, Expression, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class ModularSum(Settings):
    """A number vanishes together with all numbers around it, if their sum ends in its own value.

    Pieces are not numbers: they are neither added nor removed. It can act anywhere.

    Attributes:
        modulus: sums are taken modulo this; 10 keeps the last digit.
        cells: each of these cells that holds a number is tried, in reading order.
    """

    modulus: Annotated[int | str, Expression("number", least=1)] = 10
    cells: Cells = "here"


def build(settings: ModularSum, b: Builder) -> Step:
    at, neighbours, bit, where, clear, count, each = b.at, b.around, b.bit, b.where, b.clear, b.count, b.each
    pieces, shift = b.pieces, b.shift
    modulus, cells = b.function("modulus"), b.function("cells")
    cleared = b.event("cleared")
    always_positive = isinstance(settings.modulus, int)

    def vanish(s: State, here: int, cell: int) -> int:
        tile = at(s, cell)
        if tile <= pieces:
            return 0  # nothing, or a piece: neither is a number
        m = modulus(s, here)
        if not always_positive and m < 1:
            return 0
        around = neighbours(cell) & ~where(s, 0)
        if pieces > 0:
            for piece in range(1, pieces + 1):
                around = around & ~where(s, piece)
        total = 0
        for other in each(around):
            total += at(s, other) - shift
        if total % m != tile - shift:
            return 0
        clear(s, around | bit(cell))
        cleared(s, count(around) + 1)
        return 1

    def act(s: State, here: int) -> int:
        changed = 0
        for cell in each(cells(s, here)):
            changed |= vanish(s, here, cell)
        return changed

    if settings.cells == "here":

        def vanish_here(s: State, here: int) -> int:
            return vanish(s, here, here)

        return Step(vanish_here)

    return Step(act)


EXAMPLE = """\
[tiers]
numbers = { first = 0, last = 6 }

[scoring]
cleared = "count * count"

[spawn.deal]
from = 0
to = 6

[actions.place]
target = "cell"
steps = ["place", "vanish", "deal"]

[mechanics.vanish]
use = "modular_sum"
modulus = 7
"""


def says(step: Sayer) -> Phrase:
    modulus, found = step.number("modulus"), step.cells(what="which numbers are tried")
    if modulus is None:
        step.missing("modulus", "which remainder counts")
        return Phrase("numbers around a cell whose sum fits its own vanish with it")
    cell = Phrase("a cell") if found is None else found.one
    if modulus == 10:
        return Phrase(
            "where the last digit of the sum of the numbers around {cell} is its own number, they vanish with it",
            cell=cell,
        )
    return Phrase(
        "where the sum of the numbers around {cell}, divided by {count}, leaves its own number, they vanish with it",
        cell=cell,
        count=modulus,
    )


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="modular_sum",
            summary="numbers around a cell whose sum ends in its own vanish with it",
            settings=ModularSum,
            build=build,
            events={
                "cleared": Event(
                    "numbers vanished; ``count`` is how many vanished, including the one in the middle",
                    {"count": "number"},
                    follows=Phrase("When tiles vanish"),
                    counts="tile",
                )
            },
            keeps_symmetry=lambda settings: settings.cells == "here",
            samples={"modulus": tuple(range(1, 11))},
            says=says,
            examples=(EXAMPLE,),
        )
    ]
