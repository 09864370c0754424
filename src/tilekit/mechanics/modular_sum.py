"""``modular_sum``: numbers around a cell that add up to its own, in the last place, vanish with it."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import Builder, Cells, Expression, Mechanic, Settings, State, Step, hookimpl


class ModularSum(Settings):
    """What is added up.

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


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="modular_sum",
            summary="numbers around a cell whose sum ends in its own vanish with it",
            settings=ModularSum,
            build=build,
            events={"cleared": {"count": "number"}},
            keeps_symmetry=lambda settings: settings.cells == "here",
        )
    ]
