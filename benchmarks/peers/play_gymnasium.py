"""gymnasium-2048, by ``env.step``. It does not say what is legal; what changes nothing is not counted."""

from __future__ import annotations

import random
from importlib.metadata import version

import answer
from gymnasium_2048.envs import TwentyFortyEightEnv

rnd = random.Random(1)
env = TwentyFortyEightEnv()


def game():
    """Slides and points of one game."""
    env.reset(seed=rnd.randrange(1 << 30))
    made = 0
    while True:
        _, _, over, _, about = env.step(rnd.randrange(4))
        made += about["is_legal"]
        if over:
            return made, float(about["total_score"])


answer.serve(f"gymnasium-2048 {version('gymnasium-2048')}, `env.step`", answer.one_by_one(game))
