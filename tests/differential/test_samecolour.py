"""Same Colour against SciPy: its own labelling of connected parts says what the groups are, NumPy how tiles fall.

Boards are arrays of codes; row 0 is the top. Nothing here knows the engine's masks.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy import ndimage

import tilekit
from tilekit.internals import codes

COLOURS = range(1, 6)


def board_of(game):
    return np.array(codes(game)).reshape(15, 15)


def labelled(board):
    """Each group's own number in every cell, from 1; 0 where the cell is empty."""
    groups = np.zeros(board.shape, int)
    for colour in COLOURS:
        found, _ = ndimage.label(board == colour)
        groups[found > 0] = found[found > 0] + groups.max()
    return groups


def sizes_of(groups):
    """The size of the group of each cell; 0 where it is empty."""
    counts = np.bincount(groups.ravel())
    counts[0] = 0
    return counts[groups]


def without(board, gone):
    """The board once these cells are empty, the tiles above have fallen and the columns have closed up."""
    columns = [column[column > 0] for column in np.where(gone, 0, board).T]
    full = [np.concatenate([np.zeros(15 - len(column), int), column]) for column in columns if len(column)]
    return np.array(full + [np.zeros(15, int)] * (15 - len(full))).T


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_go_as_scipy_says(seed):
    game, rnd = tilekit.load("samecolour").new_game(seed), random.Random(seed)
    score, turns, largest = 0, 0, 0
    while game.status == "playing":
        board = board_of(game)
        groups = labelled(board)
        sizes = sizes_of(groups)
        taps = [f"tap r{row + 1}c{column + 1}" for row, column in np.argwhere(sizes >= 2)]
        assert [str(action) for action in game.legal_actions()] == taps
        # Mostly the largest group, so that games come to the end of the board; else any.
        row, column = np.unravel_index(sizes.argmax(), sizes.shape) if rnd.random() < 0.3 else rnd.choice(
            np.argwhere(sizes >= 2).tolist()
        )  # fmt: skip
        size = int(sizes[row, column])
        score, turns, largest = score + (size - 2) ** 2, turns + 1, max(largest, size)
        game.play(f"tap r{row + 1}c{column + 1}")
        expected = without(board, groups == groups[row, column])
        assert (board_of(game) == expected).all()
        if not expected.any():
            score += 1000
        assert game.score == score
    assert turns > 30
    assert largest > 5
    assert (sizes_of(labelled(board_of(game))) < 2).all()
    assert game.end.reason == ("stuck" if board_of(game).any() else "cleared")


def test_an_opening_has_as_many_groups_as_scipy_counts():
    rules = tilekit.load("samecolour")
    asked = tilekit.loads(
        rules.document.text.replace('floor = "row == 15"', 'floor = "row == 15"\nbig = "group >= 4"').replace(
            'outcome = "ended"', 'outcome = "ended"\nset = { score = "count(big)" }'
        ).replace('when = "no_moves"', 'when = "turn == 1"')
    )  # fmt: skip
    for seed in range(5):
        game = asked.new_game(seed)
        game.play(game.legal_actions()[0])
        assert game.score == (sizes_of(labelled(board_of(game))) >= 4).sum()
