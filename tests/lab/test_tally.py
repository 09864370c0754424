"""Tallies: the same from lists and from arrays, in one piece and in parts, and exact however large the numbers."""

import itertools
import random

import pytest

import tilekit
from tilekit.lab.study import frame_of
from tilekit.lab.tally import Tally

MERGE = tilekit.load("merge")
FRAME = frame_of(MERGE, 40)
ROWS = MERGE.engine.surveyor("interpreted").survey(range(60), 40)


def as_data(tally):
    return {name: getattr(tally, name) for name in Tally.__slots__}


def one_by_one(rows, frame):
    """What a tally holds, the slow way."""
    values = []
    for row in rows:
        reason = frame.over[row[2]]
        if reason < 0:
            reason = frame.reasons.index("cut" if row[1] >= frame.most else "stuck")
        values.append([*(row[i] for i in frame.taken), *(int(i == reason) for i in range(len(frame.reasons)))])
    many = range(len(frame.quantities))
    sums = [sum(game[i] for game in values) for i in many]
    return sums, [[sum(game[i] * game[k] for game in values) for k in range(i + 1)] for i in many]


def test_a_frame_names_what_is_kept():
    assert FRAME.reasons == ("jammed", "cut", "stuck")
    assert FRAME.over == (-1, 0)
    assert FRAME.quantities[:3] == ("score", "actions", "event:placed")
    assert FRAME.quantities[-5:] == ("last:drops", "last:dealt", "rate:jammed", "rate:cut", "rate:stuck")


def test_sums_and_products_are_those_of_all_games():
    tally = Tally.of(ROWS, FRAME)
    assert (tally.sums, tally.products) == one_by_one(ROWS, FRAME)
    assert list(tally.scores) == [row[0] for row in ROWS]
    assert list(tally.actions) == [row[1] for row in ROWS]
    assert tally.games == 60


@pytest.mark.parametrize("stops", [(0, 60), (0, 1, 60), (0, 7, 8, 33, 60), tuple(range(61))])
def test_parts_put_together_are_the_whole(stops):
    joined = Tally.of([], FRAME)
    for first, stop in itertools.pairwise(stops):
        joined.join(Tally.of(ROWS[first:stop], FRAME))
    assert as_data(joined) == as_data(Tally.of(ROWS, FRAME))


@pytest.mark.parametrize("scale", [1, 1 << 20, 1 << 28, (1 << 62) // 40])
def test_arrays_give_the_same_as_lists(scale):
    import numpy as np

    dice = random.Random(scale)
    rows = [[*row] for row in ROWS]
    for row in rows:
        row[0] = dice.randrange(-scale, scale + 1)
        row[5] = dice.randrange(scale + 1)
    tally = Tally.of(np.array(rows, dtype=np.int64), FRAME)
    assert as_data(tally) == as_data(Tally.of(rows, FRAME))
    assert (tally.sums, tally.products) == one_by_one(rows, FRAME)
    assert all(type(each) is int for row in tally.products for each in row)
    assert all(type(each) is int for counter in [tally.made, *tally.reached] for each in counter)


def test_games_in_a_pause_without_a_way_on_are_stuck():
    ninek = tilekit.load("ninek")
    frame = frame_of(ninek, 9)
    assert (frame.reasons, frame.over) == (("no-groups", "cut", "stuck"), (-1, -1, 0))
    assert [frame.reasons[frame.reason_of(*each)] for each in [(0, 9), (0, 8), (1, 9), (1, 8), (2, 9), (2, 3)]] == [
        "cut", "stuck", "cut", "stuck", "no-groups", "no-groups",
    ]  # fmt: skip
