"""Sum-10: 1,000 random games, engine and oracle side by side.

At random a stage is never cleared, so most games start near the end of one.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.differential.side_by_side import Sum10Pair, games, sum10_position

import tilekit

CHUNKS, SIZE = 10, 100


@pytest.fixture(scope="module")
def rules():
    return tilekit.load("sum10")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(rules, chunk):
    met = Counter()
    for seed, rnd in games(chunk, SIZE):
        given = sum10_position(rnd) if seed % 3 else None
        script = rnd.choices(range(10), k=600) if seed % 5 < 2 else None
        pair = Sum10Pair(rules, seed, given, script)
        pair.sharp = rnd.choice([0.0, 0.8, 1.0])
        pair.run(rnd, most=120)
        met += pair.met
    least = {
        ("playing", ""): 3_000,
        ("paused", "stage-complete"): 20,
        ("paused", "out-of-moves"): 100,
        ("paused", "board-full"): 10,
        ("over", "game-over"): 30,
        "cleared": 500,
        "next": 20,
        "retry": 100,
        "life": 10,
        "life lost": 100,
        "level up": 1,
        "round again": 1,
        "past a million": 100,
        "refused": 200,
    }
    assert {what: met[what] for what, count in least.items() if met[what] < count} == {}
