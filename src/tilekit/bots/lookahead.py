"""``lookahead``: expectimax (D. Michie, 1966) over a few actions of its own, chance between them averaged."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tilekit.bots._choosing import SEEDS, SOONER, Draw, Worth, as_it_stands, best, expected
from tilekit.hooks import Bot, Parameter, hookimpl

if TYPE_CHECKING:
    from tilekit.actions import Action
    from tilekit.game import Game


def choose(game: Game, draw: Draw, depth: int, width: int) -> Action:
    actions = game.legal_actions()
    chance = draw(SEEDS)

    def further(after: Game, left: int) -> Worth:
        """What may be expected of a position with so many actions to go."""
        ways = after.legal_actions()
        if not left or not ways:
            return as_it_stands(after)
        if left > 1:
            return max(expected(after, way, width, chance, lambda game: further(game, left - 1)) for way in ways)
        # The last action is where most time goes: all at once, from samples, and in whole numbers.
        rolled = after.roll_outs(ways, chance=chance, count=width, most=1)
        points, won = max((sum(one.scores), one.won) for one in rolled)
        return Worth(Fraction(points, width) - after.score, SOONER * Fraction(won, width))

    worths = [expected(game, action, width, chance, lambda after: further(after, depth - 1)) for action in actions]
    return best(actions, worths, draw)


@hookimpl
def tilekit_bots() -> list[Bot]:
    return [
        Bot(
            name="lookahead",
            summary="plays for the most points within a few actions",
            choose=choose,
            parameters={
                "depth": Parameter("actions that are looked ahead", 2, 1, 10),
                "width": Parameter(
                    "outcomes of an action that are looked at; samples where there are more", 8, 1, 10_000
                ),
            },
            note=lambda rules: rules.engine.roller().note,
        )
    ]
