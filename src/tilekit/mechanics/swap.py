"""``swap``: the two cells that the player chose exchange their contents."""

from __future__ import annotations

from tilekit.hooks import Builder, Event, Mechanic, Settings, State, Step, hookimpl
from tilekit.words import Phrase


class Swap(Settings):
    """The two cells that the player chose exchange their contents; one of them may be empty.

    It can act where their contents differ.
    """


def build(_settings: Swap, b: Builder) -> Step:
    at, put, swap, chosen = b.at, b.put, b.swap, b.chosen
    swapped = b.event("swapped")

    def exchange(s: State, here: int) -> None:
        there = chosen(s)
        tile = at(s, here)
        other = at(s, there)
        if tile != 0 and other != 0:
            swap(s, here, there)
        else:  # one of them is empty
            put(s, here, other)
            put(s, there, tile)

    def act(s: State, here: int) -> int:
        exchange(s, here)
        swapped(s)
        return 1

    def back(s: State, here: int) -> int:
        exchange(s, here)
        return 1

    def fits(s: State, here: int) -> int:
        return 1 if at(s, here) != at(s, chosen(s)) else 0

    return Step(act, fits=fits, back=back)


EXAMPLE = """\
[actions.trade]                              # only where a group comes of it
target = "pair"
must = "exists(group >= 3 and (here or there))"
steps = ["swap", "chain"]
"""


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="swap",
            summary="the two chosen cells change what they hold",
            settings=Swap,
            build=build,
            events={
                "swapped": Event("two cells exchanged their contents", follows=Phrase("When two tiles change places"))
            },
            needs_pair=True,
            keeps_symmetry=True,
            examples=(EXAMPLE,),
        )
    ]
