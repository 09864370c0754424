"""``mcts``: Monte Carlo search. Every action is tried in random games that play to the end; the best mean wins.

Where a game is long, what lets random play go on for long is mostly what keeps the board in order, so no knowledge of
the game is needed. Which other ways were tried is told in the design notes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilekit.bots._choosing import SEEDS, Draw, best
from tilekit.hooks import Bot, Parameter, hookimpl

if TYPE_CHECKING:
    from tilekit.actions import Action
    from tilekit.game import Game
    from tilekit.playable import Playable


def choose(game: Game, draw: Draw, rollouts: int, horizon: int) -> Action:
    actions = game.legal_actions()
    if len(actions) == 1:
        return actions[0]
    rolled = game.roll_outs(actions, chance=draw(SEEDS), count=rollouts, most=horizon)
    return best(actions, [(sum(one.scores), one.won) for one in rolled], draw)


def note(rules: Playable) -> str:
    why = rules.engine.roller().note
    return why and f"random games are played in the interpreted lane, and far slower: {why}"


@hookimpl
def tilekit_bots() -> list[Bot]:
    return [
        Bot(
            name="mcts",
            summary="tries every action in random games, and plays what went best",
            choose=choose,
            parameters={
                "rollouts": Parameter("random games for each action", 200, 1, 1_000_000),
                "horizon": Parameter("actions after which a random game is left", 200, 1, 1_000_000),
            },
            note=note,
        )
    ]
