"""akioi-2048, written in Rust, in a Python loop. A slide that changes nothing is not counted."""

from __future__ import annotations

import random
from importlib.metadata import version

import akioi_2048 as akioi
import answer

rnd = random.Random(1)
WAYS = [akioi.Direction.Up, akioi.Direction.Down, akioi.Direction.Left, akioi.Direction.Right]
OVER = (akioi.State.GameOver, akioi.State.Victory)


def game():
    """Slides and points of one game."""
    board = akioi.init()
    made = points = 0
    while True:
        after, gained, state = akioi.step(board, rnd.choice(WAYS))
        if after != board:
            made += 1
            points += gained
            board = after
        if state in OVER:
            return made, points


answer.serve(f"akioi-2048 {version('akioi-2048')}", answer.one_by_one(game))
