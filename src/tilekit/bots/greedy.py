"""``greedy``: the action from which most points are expected at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilekit.bots._choosing import SEEDS, Draw, as_it_stands, best, expected
from tilekit.hooks import Bot, Parameter, hookimpl

if TYPE_CHECKING:
    from tilekit.actions import Action
    from tilekit.game import Game


def choose(game: Game, draw: Draw, width: int) -> Action:
    actions = game.legal_actions()
    chance = draw(SEEDS)
    return best(actions, [expected(game, action, width, chance, as_it_stands) for action in actions], draw)


@hookimpl
def tilekit_bots() -> list[Bot]:
    return [
        Bot(
            name="greedy",
            summary="plays for the most points at once",
            choose=choose,
            parameters={
                "width": Parameter(
                    "outcomes of an action that are looked at; samples where there are more", 40, 1, 10_000
                )
            },
        )
    ]
