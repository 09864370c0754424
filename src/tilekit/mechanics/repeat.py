"""``repeat``: steps run again and again until a pass changes nothing."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tilekit.hooks import Builder, Expression, Mechanic, Sayer, Settings, State, Step, Steps, hookimpl
from tilekit.words import Phrase

_MOST = 1000


class Repeat(Settings):
    """Its steps run again and again until a pass changes nothing.

    The steps see the number of the pass as ``step``, from 1.

    It can act anywhere. A repeat is stopped after 1,000 passes, and the journal says so. Nested repeats share the
    passes of their turn: 10,000 on a small board, and fewer on a large board or where expressions are expensive (a few
    hundred on 64 by 64 cells).

    Attributes:
        steps: the steps of one pass.
        times: the maximum number of passes.
    """

    steps: Annotated[Steps, Field(min_length=1, max_length=100)]
    times: Annotated[int | str, Expression("number", least=0)] = _MOST


def build(settings: Repeat, b: Builder) -> Step:
    one_pass, times, step = b.steps("steps"), b.function("times"), b.step
    steps = ", ".join(settings.steps)
    say = b.remark(Phrase("a repeat was stopped after {count} passes: {steps}", count=_MOST, steps=steps))
    cut_short = b.remark(Phrase("a repeat was stopped, since its turn had had passes enough: {steps}", steps=steps))
    passes = b.passes
    until_still = settings.times == _MOST

    def act(s: State, here: int) -> int:
        changed = 0
        outer = step(s, 1)  # a repeat may run within a pass of another
        wanted = min(times(s, here), _MOST)
        most = min(wanted, passes(s, 0))
        n = 1
        while n <= most:
            if n > 1:
                step(s, n)
            if one_pass(s, here) == 0:
                break
            changed = 1
            n += 1
        passes(s, n)
        if n > most and most < wanted:
            cut_short(s)
        elif n > _MOST and until_still:
            say(s)
        if n > 1 or outer > 1:
            step(s, outer)
        return changed

    return Step(act)


EXAMPLE = """\
[actions.drop]
target = "cell"
steps = ["place", "cascade", "deal"]

[mechanics]
cascade = { use = "repeat", steps = ["fuse", "fall"] }

[scoring]
fused = "points(made) * step"                # later passes pay more
"""


def says(step: Sayer) -> object:
    steps = step.steps("steps")
    if steps is None:
        step.missing("steps", "what is repeated")
        return Phrase("steps again and again until a pass changes nothing")
    if "times" not in step.given:
        return Phrase("{steps}, again while something changes", steps=steps)
    times = step.number("times")
    if times is None:
        step.missing("times", "how often it is repeated")
        return Phrase("{steps}, more than once", steps=steps)
    return steps if times == 1 else Phrase("{steps}, up to {count} times", steps=steps, count=times)


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="repeat",
            summary="steps again and again until a pass changes nothing",
            settings=Repeat,
            build=build,
            keeps_symmetry=True,
            samples={"times": (0, 1, 2, 3, 4, 5)},
            says=says,
            examples=(EXAMPLE,),
        )
    ]
