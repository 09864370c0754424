"""``stone_cycle``: every n-th tile the queue deals is a piece, whatever chance would have brought."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import Builder, Expression, Mechanic, Settings, State, Step, TileName, hookimpl


class StoneCycle(Settings):
    """Which piece comes, and how often.

    Attributes:
        piece: the piece.
        every: it is dealt as tile ``every``, twice ``every``, and so on, counted from the first tile the
            queue deals; 0 for never. It takes the place of a draw and uses none up.
    """

    piece: TileName
    every: Annotated[int | str, Expression("number", least=0)]


def build(_settings: StoneCycle, b: Builder) -> Step:
    dealt = b.dealt
    piece = b.tile("piece")
    every = b.function("every")

    def replace(s: State, here: int) -> int:
        n = every(s, here)
        return piece if n > 0 and dealt(s) % n == 0 else 0

    return Step(replace)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="stone_cycle",
            summary="every n-th tile dealt is a piece",
            settings=StoneCycle,
            build=build,
            role="through",
            keeps_symmetry=True,
        )
    ]
