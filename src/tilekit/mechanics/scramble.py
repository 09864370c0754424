"""``scramble``: random actions of one kind, played for the board alone."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import ActionName, Builder, Expression, Mechanic, Settings, State, Step, hookimpl

_MOST = 1000


class Scramble(Settings):
    """What is played, and how often.

    Attributes:
        action: the action whose steps are taken, each time with a choice of its own.
        times: how often at most.
        least: how often at least, where the number is to be drawn, too; without it always ``times``.
    """

    action: ActionName
    times: Annotated[int | str, Expression("number", least=0)]
    least: Annotated[int | str, Expression("number", least=0)] = _MOST


def build(settings: Scramble, b: Builder) -> Step:
    play, draw = b.random_action("action", "scramble"), b.below("scramble")
    times, least, passes = b.function("times"), b.function("least"), b.passes
    drawn = settings.least != _MOST

    def act(s: State, here: int) -> int:
        wanted = min(max(times(s, here), 0), _MOST)
        if drawn:
            fewest = min(max(least(s, here), 0), wanted)
            wanted = fewest + draw(s, wanted - fewest + 1)
        changed = 0
        n = 0
        while n < wanted and passes(s, 1) > 0:
            changed |= play(s)
            n += 1
        return changed

    return Step(act)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="scramble",
            summary="random actions of one kind are played for the board alone",
            settings=Scramble,
            build=build,
            streams=("scramble",),
        )
    ]
