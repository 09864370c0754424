"""``scramble``: random actions of one kind, played for their effect on the board only."""

from __future__ import annotations

from typing import Annotated

from tilekit.hooks import ActionName, Builder, Expression, Mechanic, Sayer, Settings, State, Step, hookimpl
from tilekit.words import Phrase

_MOST = 1000


class Scramble(Settings):
    """Random actions of one kind are played for their effect on the board only.

    Each time, the steps of the action run with one of its legal choices, all equally likely. The costs, ``set`` and
    ``add`` of the action are not applied, and no turn is counted. Points that the steps score are counted, except in an
    opening. If what was played can be played backwards, the openings that it makes can be solved.

    It can act anywhere. If nothing is legal, nothing happens. It counts toward the passes of its turn, as a ``repeat``
    does.

    Attributes:
        action: the action whose steps run; it must not be one that scrambles.
        times: how often, at most 1,000 times.
        least: if it is below ``times``, the number is drawn from ``least`` to ``times``, all equally likely.
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


EXAMPLE = """\
[start]                                      # Lights Out, from the dark board
steps = ["scramble"]
until = "tiles > 0"

[actions.press]
target = "cell"
steps = ["toggle"]

[mechanics]
toggle = { use = "change", cells = "here or touches(here)", to = { none = "spark", spark = "none" } }
scramble = { action = "press", times = 25, least = 24 }
"""


def says(step: Sayer) -> Phrase:
    name, times = step.action(str(step.settings["action"])), step.number("times")
    if times is None:
        step.missing("times", "how often it is played")
        return Phrase("{action} is played by chance", action=name)
    least = step.number("least") if "least" in step.given else times
    if least is None:
        step.missing("least", "how often it is played")
    if times == 1 and (least is None or least >= times):
        return Phrase("{action} is played once, by chance", action=name)
    if least is None or least >= times:
        return Phrase("{action} is played {count} times by chance", action=name, count=times)
    return Phrase("{action} is played {least} to {count} times by chance", action=name, least=least, count=times)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="scramble",
            summary="random actions of one kind are played for the board alone",
            settings=Scramble,
            build=build,
            streams=("scramble",),
            samples={"times": (0, 1, 2, 3, 4), "least": (0, 1, 2, 3, 4)},
            says=says,
            examples=(EXAMPLE,),
        )
    ]
