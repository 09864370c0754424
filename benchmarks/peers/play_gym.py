"""gym-2048, by ``env.step``. It brings a tile after a slide that changes nothing, too, so each is counted."""

from __future__ import annotations

import random
from importlib.metadata import version

import answer
from gym_2048.env import Base2048Env

rnd = random.Random(1)
env = Base2048Env()


def game():
    """Slides and points of one game."""
    env.reset()
    made = 0
    points = 0.0
    while True:
        _, gained, over, _ = env.step(rnd.randrange(4))
        made += 1
        points += float(gained)
        if over:
            return made, points


answer.serve(f"gym-2048 {version('gym-2048')}, `env.step`", answer.one_by_one(game))
