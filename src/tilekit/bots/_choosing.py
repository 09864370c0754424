"""What the bundled bots have in common: what an action is worth, and what is done about ties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tilekit.errors import TooManyOutcomes

if TYPE_CHECKING:
    from tilekit.actions import Action
    from tilekit.game import Game

Draw = Callable[[int], int]
#: How many different seeds a bot looks ahead with.
SEEDS = 1 << 32
#: What a goal that is reached an action later is worth of one reached now, so that nobody puts it off for ever.
SOONER = Fraction(99, 100)


class Worth(NamedTuple):
    """What may be expected: points first, and between equal ones the share of games that are won."""

    points: Fraction
    won: Fraction


Further = Callable[["Game"], Worth]


def best(actions: Sequence[Action], worths: Sequence[Worth | tuple[int, int]], draw: Draw) -> Action:
    """The action that is worth most; one of them by chance where there are several.

    What an action is worth is two numbers: points, then how often a goal is reached.
    """
    most = max(worths)
    ties = [action for action, worth in zip(actions, worths, strict=True) if worth == most]
    return ties[draw(len(ties))] if len(ties) > 1 else ties[0]


def expected(game: Game, action: Action, width: int, chance: int, further: Further) -> Worth:
    """What an action is worth, with what is further expected of each position it may come to.

    Exact where chance has at most ``width`` ways to go, else from so many samples, the same for each action.
    """
    score = game.score
    try:
        ahead = [(outcome.probability, outcome.game) for outcome in game.outcomes(action, most=width)]
    except TooManyOutcomes:
        ahead = []
        for i in range(width):
            fork = game.fork(chance=(chance + i) % SEEDS)
            fork.play(action)
            ahead.append((Fraction(1, width), fork))
    points = won = Fraction(0)
    for share, after in ahead:
        more = further(after)
        points += share * (after.score - score + more.points)
        won += share * more.won * SOONER
    return Worth(points, won)


def as_it_stands(game: Game) -> Worth:
    """What a position is worth to someone who looks no further."""
    return Worth(Fraction(0), Fraction(game.outcome == "won"))
