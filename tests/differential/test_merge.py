"""Merge: 1,000 random games, engine and oracle side by side."""
# ruff: noqa: N802 - tests of one rule carry its number

from __future__ import annotations

from collections import Counter

import pytest
from tests.differential.side_by_side import MergePair, board_text, games, merge_position

import tilekit
from tilekit.ruleset.models import Given

CHUNKS, SIZE = 10, 100
PLENTY = {"charges": 500, "drops": 0, "dealt": 2}


@pytest.fixture(scope="module")
def rules():
    return tilekit.load("merge")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(rules, chunk):
    met = Counter()
    for seed, rnd in games(chunk, SIZE):
        given = merge_position(rnd) if seed % 2 else None
        script = rnd.choices(["spark", "node"], [3, 1], k=500) if seed % 5 < 2 else None
        pair = MergePair(rules, seed, given, script)
        pair.run(rnd)
        met += pair.met
    # What the games are worth: each of these was met often enough.
    least = {
        ("playing", ""): 3_000,
        ("over", "jammed"): 100,
        "drop": 3_000,
        "shatter": 50,
        "fused": 500,
        "chain": 10,
        "charge": 30,
        "stone dealt": 150,
        "few-cells": 500,
        "stranded": 1_000,
        "jammed": 100,
        "undo": 300,
        ("undo", "over"): 100,
        "refused": 200,
    }
    assert {what: met[what] for what, count in least.items() if met[what] < count} == {}


def test_M10_two_hundred_actions_are_taken_back_one_by_one(rules):
    """A game that lasts, with stones in plenty and charges for them; then every undo there is, and one more."""
    for seed, rnd in games(0, 2):
        script = rnd.choices(["spark", "node", "stone"], [3, 1, 4], k=500)
        given = Given(board=board_text([[None] * 5] * 5), queue=["spark", "node"], score=0, variables=PLENTY)
        pair = MergePair(rules, seed, given, script)
        states = [pair.seen()]
        while len(states) < 230 and pair.legal:
            pair.play(_one_that_lasts(pair))
            states.append(pair.seen())
        assert len(states) == 230
        for state in reversed(states[-201:-1]):
            pair.undo()
            now = pair.seen()
            assert now | {"can_undo": True} == state
        assert not pair.game.can_undo
        with pytest.raises(tilekit.IllegalAction):
            pair.game.undo()


def _one_that_lasts(pair):
    """Return an action that keeps the board roomy: shatter, else the drop with the most of its own kind beside it."""
    shatters = [action for action in pair.legal if action.startswith("shatter")]
    if shatters:
        return shatters[0]
    board, now = pair.oracle.board, pair.oracle.queue[0]

    def alike(action):
        row, column = int(action[6]) - 1, int(action[8]) - 1
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        near = [board[r][c] for r, c in beside if 0 <= r < 5 and 0 <= c < 5]
        return near.count(now) * 10 + near.count(None) * (-1 if now == "stone" else 1)

    return max(pair.legal, key=alike)
