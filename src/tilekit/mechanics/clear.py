"""``clear``: tiles vanish."""

from __future__ import annotations

from tilekit.hooks import Builder, Cells, Mechanic, Settings, State, Step, hookimpl


class Clear(Settings):
    """What vanishes. From then on in the turn, ``cleared`` stands for these cells.

    Attributes:
        cells: which cells; empty ones among them are passed over.
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


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="clear",
            summary="tiles vanish",
            settings=Clear,
            build=build,
            events={"cleared": {"count": "number"}},
            leaves=("cleared",),
            keeps_symmetry=True,
        )
    ]
