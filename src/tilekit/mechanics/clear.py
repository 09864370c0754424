"""``clear``: tiles vanish."""

from __future__ import annotations

from tilekit.hooks import Builder, Cells, Event, Mechanic, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Clear(Settings):
    """Tiles vanish.

    Empty cells in the set are skipped. It leaves a set of cells for later steps of the same turn: ``cleared``, the
    cells that it emptied.

    With ``here`` or ``joined(here)`` it can act on tiles; otherwise it can act anywhere.

    Attributes:
        cells: which cells.
    """

    cells: Cells = "here"


def build(settings: Clear, b: Builder) -> Step:
    where, count, clear, leave = b.where, b.count, b.clear, b.leave("cleared")
    cells = b.function("cells")
    cleared = b.event("cleared")

    def act(s: State, here: int) -> int:
        chosen = cells(s, here) & ~where(s, 0)
        leave(s, chosen)
        if chosen == 0:
            return 0
        clear(s, chosen)
        cleared(s, count(chosen))
        return 1

    return Step(act, where="not empty" if settings.cells in ("here", "joined(here)") else "")


EXAMPLE = """\
[actions.pop]                                # a group of two or more vanishes
target = "cell"
where = "group >= 2"
steps = ["pop"]

[mechanics.pop]
use = "clear"
cells = "joined(here)"
"""


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="clear",
            summary="tiles vanish",
            settings=Clear,
            build=build,
            events={
                "cleared": Event(
                    "tiles vanished; ``count`` is the number of tiles",
                    {"count": "number"},
                    follows=Phrase("When tiles vanish"),
                    counts="tile",
                )
            },
            leaves={"cleared": Phrase("just cleared")},
            keeps_symmetry=True,
            says=lambda step: step.vanishing(step.cells(what="which tiles vanish")),
            examples=(EXAMPLE,),
        )
    ]
