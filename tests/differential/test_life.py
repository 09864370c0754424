"""Life and a Hand against SciPy: neighbours are counted by convolution on a torus."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy import ndimage

import tilekit
from tilekit.internals import codes

AROUND = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])


def after_one(board):
    """One generation, by the rules as Conway gave them."""
    neighbours = ndimage.convolve(board, AROUND, mode="wrap")
    return ((neighbours == 3) | (board == 1) & (neighbours == 2)).astype(int)


@pytest.mark.parametrize("seed", range(25))
def test_whole_games_go_as_scipy_says(seed):
    game, rnd = tilekit.load("life").new_game(seed), random.Random(seed)
    flips = 0
    while game.status == "playing":
        board = np.array(codes(game)).reshape(8, 8)
        row, column = rnd.randrange(8), rnd.randrange(8)
        game.play(f"flip r{row + 1}c{column + 1}")
        board[row, column] ^= 1
        flips += 1
        expected = after_one(board)
        assert (np.array(codes(game)).reshape(8, 8) == expected).all()
        reason = "" if expected.any() and flips < 100 else "late" if expected.any() else "still"
        assert (game.end.reason if game.end else "") == reason
