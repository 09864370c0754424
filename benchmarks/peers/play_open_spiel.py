"""2048 of OpenSpiel, played from start to end by its own random bot, in C++.

That loop does not say how many slides it made; a game is counted as long as games are on average when they are played
from Python.
"""

from __future__ import annotations

import random
from importlib.metadata import version

import answer
import pyspiel

SAMPLE = 3000
rnd = random.Random(1)
game = pyspiel.load_game("2048")
bot = pyspiel.make_uniform_random_bot(0, 7)


def slides() -> int:
    """Of one game, played from Python."""
    state = game.new_initial_state()
    made = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rnd.choices(outcomes, chances)[0])
        else:
            state.apply_action(rnd.choice(state.legal_actions()))
            made += 1
    return made


def play(goes_on):
    """Games, slides and points."""
    games = 0
    points = 0.0
    while goes_on():
        points += pyspiel.evaluate_bots(game.new_initial_state(), [bot], rnd.randrange(1 << 30))[0]
        games += 1
    return games, round(games * length), points


length = sum(slides() for _ in range(SAMPLE)) / SAMPLE
answer.serve(f"OpenSpiel {version('open_spiel')}, its loop in C++", play)
