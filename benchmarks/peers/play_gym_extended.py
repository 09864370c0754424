"""gym-2048-extended, by ``env.step`` with the actions it calls possible."""

from __future__ import annotations

import random
from importlib.metadata import version

import answer
from gym_2048.env import Base2048Env

rnd = random.Random(1)
env = Base2048Env(punish_illegal_move=False)


def game():
    """Slides and points of one game."""
    env.reset()
    made = 0
    points = 0.0
    while True:
        _, gained, over, _, _ = env.step(rnd.choice(env.possible_actions()))
        made += 1
        points += float(gained)
        if over:
            return made, points


answer.serve(f"gym-2048-extended {version('gym-2048-extended')}, `env.step`", answer.one_by_one(game))
