"""Nine-K: 1,000 random games, engine and oracle side by side."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.differential.side_by_side import NineKPair, ceiling_of, games, ninek_position

import tilekit

CHUNKS, SIZE = 10, 100


@pytest.fixture(scope="module")
def rules():
    return tilekit.load("ninek")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(rules, chunk):
    met = Counter()
    for seed, rnd in games(chunk, SIZE):
        given = ninek_position(rnd) if seed % 2 else None
        script = None
        if seed % 5 < 2:  # in any order: the ceiling never falls, so these numbers may always come
            ceiling = ceiling_of(given) if given is not None else 3
            script = rnd.choices(range(1, ceiling + 1), range(ceiling, 0, -1), k=1_500)
        pair = NineKPair(rules, seed, given, script)
        pair.run(rnd)
        met += pair.met
    least = {
        ("playing", ""): 3_000,
        ("paused", "no-groups"): 50,
        ("over", "no-groups"): 80,
        ("undo", "paused"): 10,
        ("undo", "over"): 10,
        ("top", 7): 100,
        ("top", 8): 100,
        ("top", 9): 10,
        ("top", 10): 5,
        "crown": 2,
        "shuffle": 80,
        "undo": 100,
        "refused": 200,
    }
    assert {what: met[what] for what, count in least.items() if met[what] < count} == {}
