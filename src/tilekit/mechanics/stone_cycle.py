"""``stone_cycle``: every n-th tile that the queue deals is a piece, without using a pick."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import Builder, Expression, Mechanic, Sayer, Settings, State, Step, TileName, hookimpl
from tilekit.words import Phrase


class StoneCycle(Settings):
    """Every n-th tile that the queue deals is a piece.

    The piece replaces a pick without using it, so the other tiles come in the same order as without it.

    Attributes:
        piece: the piece that comes.
        every: the piece comes as tile ``every``, twice ``every``, and so on, counted from the first tile of the queue;
            0 means never.
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


EXAMPLE = """\
[queue]
shows = 2
from = "deal"
through = ["stones"]

[mechanics]
stones = { use = "stone_cycle", piece = "stone", every = 10 }
"""


def says(step: Sayer) -> object:
    every = step.number("every")
    if every is None:
        step.missing("every", "how often it comes")
    if every is None or every < 1:
        return ""
    tile = step.tile(step.settings["piece"])
    if every == 1:
        return Phrase("Every tile dealt is {tile}.", tile=tile)
    return Phrase("Of every {count} tiles dealt, the last is {tile}.", count=every, tile=tile)


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
            says=says,
            examples=(EXAMPLE,),
        )
    ]
