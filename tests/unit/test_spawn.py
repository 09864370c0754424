"""Spawn tables: each answer of chance is asked for once, and so each tile has exactly its share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from tilekit.board import State
from tilekit.building.spawn import (
    LARGEST_WEIGHT,
    LISTED,
    Pick,
    bagged,
    even,
    fixed,
    ranged_in_play,
    ranged_listed,
    weighted,
    weighted_in_play,
)


class Answers:
    """Bounded draws that answer what they are told, and know what they were asked."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.asked: list[int] = []

    def below(self, _s: State, n: int) -> int:
        self.asked.append(n)
        return self.answers.pop(0)


def picked(make: Callable[[Callable[[State, int], int]], Pick], total: int, state: State | None = None) -> list[int]:
    """What a pick gives for each of the answers 0 to ``total - 1``; it must ask for one of so many, once."""
    source = Answers()
    pick = make(source.below)
    found = []
    for x in range(total):
        source.answers, source.asked = [x], []
        found.append(pick(state or []))
        assert source.asked == [total]
    return found


def spelt(weights: Sequence[int], codes: Sequence[int] | None = None) -> list[int]:
    """Each code as often as it weighs, in order."""
    return [
        code for code, weight in zip(codes or range(1, len(weights) + 1), weights, strict=True) for _ in range(weight)
    ]


def constants(weights: Sequence[int]) -> list[Callable[[State, int], int]]:
    return [lambda _s, _c, weight=weight: weight for weight in weights]


WEIGHTS = [(1,), (3, 1), (1, 0, 2), (0, 0, 5), (4, 3, 2, 1), (1, 1, 1, 0)]


@pytest.mark.parametrize(
    "weights", [*WEIGHTS, (LISTED, 1), (1, LISTED), (0, 1, LISTED - 2, 3), (LISTED - 1, 1), (5000,)]
)
def test_constant_weights(weights: tuple[int, ...]) -> None:
    """Those that are looked up and, above 4,096 together, those that are searched."""
    codes = range(1, len(weights) + 1)
    assert picked(lambda below: weighted(codes, weights, below), sum(weights)) == spelt(weights)


def test_weights_of_the_largest_sum() -> None:
    source = Answers()
    pick = weighted([7, 8, 9], [1, 2**32 - 2, 1], source.below)
    source.answers = [0, 1, 2**32 - 2, 2**32 - 1]
    assert [pick([]) for _ in range(4)] == [7, 8, 8, 9]
    assert source.asked == [2**32] * 4


@pytest.mark.parametrize("weights", WEIGHTS)
def test_weights_worked_out_in_play(weights: tuple[int, ...]) -> None:
    codes = range(1, len(weights) + 1)
    make = lambda below: weighted_in_play(codes, constants(weights), below)  # noqa: E731
    assert picked(make, sum(weights)) == spelt(weights)


def test_weights_in_play_are_bounded_and_the_first_stands_where_all_are_0() -> None:
    source = Answers()
    pick = weighted_in_play([4, 5, 6], constants([-3, LARGEST_WEIGHT + 9, 2]), source.below)
    source.answers = [0, LARGEST_WEIGHT - 1, LARGEST_WEIGHT, LARGEST_WEIGHT + 1]
    assert [pick([]) for _ in range(4)] == [5, 5, 6, 6]
    assert source.asked == [LARGEST_WEIGHT + 2] * 4
    assert weighted_in_play([4, 5], constants([0, -1]), Answers().below)([]) == 4


@pytest.mark.parametrize("in_play", [False, True])
def test_a_table_within_a_table(in_play: bool) -> None:
    """A draw of the outer table, then one of the inner; a fixed tile takes none."""
    source = Answers()
    choices: list[int | Pick] = [3, even(5, 2, source.below), 4, fixed(9)]
    weights = [1, 2, 1, 1]
    if in_play:
        pick = weighted_in_play(choices, constants(weights), source.below)
    else:
        pick = weighted(choices, weights, source.below)
    found = []
    for answers in ([0], [1, 0], [1, 1], [2, 0], [2, 1], [3], [4]):
        source.answers, source.asked = list(answers), []
        found.append((pick([]), source.asked))
    assert found == [(3, [5]), (5, [5, 2]), (6, [5, 2]), (5, [5, 2]), (6, [5, 2]), (4, [5]), (9, [5])]


def test_a_bag_is_drawn_empty_and_filled_anew() -> None:
    """All courses through a bag of two, none, and one: 3 orders, twice; the registers tell what is left."""
    source = Answers()
    pick = bagged([5, 6, 7], [2, 0, 1], range(1, 4), source.below)
    courses: Counter[tuple[int, ...]] = Counter()
    for first in range(3):
        for second in range(2):
            state = [99, 0, 0, 0, 99]
            source.answers, source.asked = [first, second, 0, first], []
            found = tuple(pick(state) for _ in range(3))
            assert (state, source.asked) == ([99, 0, 0, 0, 99], [3, 2, 1])
            courses[found] += 1
            assert pick(state) == found[0]
            assert state == [99, 2 - (found[0] == 5), 0, 1 - (found[0] == 7), 99]
    assert courses == {(5, 5, 7): 2, (5, 7, 5): 2, (7, 5, 5): 2}


def test_an_even_range() -> None:
    assert picked(lambda below: even(3, 4, below), 4) == [3, 4, 5, 6]


@pytest.mark.parametrize(("end", "expected"), [(4, [1, 2]), (5, [1, 2, 2, 3, 3, 3]), (6, [7])])
def test_a_range_of_listed_ends(end: int, expected: list[int]) -> None:
    """One bag for each end, from 4 to 6."""
    state = [0, end]

    def make(below: Callable[[State, int], int]) -> Pick:
        settle, pick = ranged_listed(4, [[1, 2], [1, 2, 2, 3, 3, 3], [7]], lambda s, _c: s[1], 0, below)
        settle(state)
        return pick

    assert picked(make, len(expected), state) == expected
    assert state == [end - 4, end]


@pytest.mark.parametrize(
    ("low", "high", "weights", "expected"),
    [
        (2, 4, None, {2: 1, 3: 1, 4: 1}),
        (3, 3, None, {3: 1}),
        (4, 2, None, {4: 1}),  # an end below the begin: the begin
        (-9, 99, None, dict.fromkeys(range(1, 7), 1)),  # kept inside the ladder
        (-9, -8, None, {1: 1}),
        (98, 99, None, {6: 1}),
        (2, 4, {2: 3, 3: 1, 4: 2}, {2: 3, 3: 1, 4: 2}),
        (2, 4, {2: 0, 3: 1, 4: 2}, {3: 1, 4: 2}),
        (2, 4, {2: 1, 3: -5, 4: 0}, {2: 1}),
        (2, 4, {2: 0, 3: 0, 4: 7}, {4: 7}),
        (6, 6, {6: 2}, {6: 2}),
    ],
)
def test_a_range_worked_out_in_play(
    low: int, high: int, weights: dict[int, int] | None, expected: dict[int, int]
) -> None:
    """Numbers 1 to 6, which have the codes 11 to 16."""
    state = [0, 0, low, high]
    weigh = None if weights is None else lambda _s, _c, n, _low, _high: weights[n]

    def make(below: Callable[[State, int], int]) -> Pick:
        settle, pick = ranged_in_play(lambda s, _c: s[2], lambda s, _c: s[3], weigh, (1, 6), 10, 0, below)
        settle(state)
        return pick

    found = picked(make, sum(expected.values()), state)
    assert found == [number + 10 for number, weight in expected.items() for _ in range(weight)]


def test_weights_of_a_range_know_its_ends_and_are_bounded() -> None:
    source = Answers()
    told: set[tuple[int, int, int]] = set()

    def weigh(_s: State, cell: int, n: int, low: int, high: int) -> int:
        assert cell == -1
        told.add((n, low, high))
        return 2**40 if n == 3 else 1

    settle, pick = ranged_in_play(lambda _s, _c: 2, lambda _s, _c: 4, weigh, (1, 6), 0, 0, source.below)
    state = [0, 0]
    settle(state)
    source.answers = [0, 1, LARGEST_WEIGHT, LARGEST_WEIGHT + 1]
    assert [pick(state) for _ in range(4)] == [2, 3, 3, 4]
    assert source.asked == [LARGEST_WEIGHT + 2] * 4
    assert told == {(2, 2, 4), (3, 2, 4), (4, 2, 4)}
    assert state == [2, 4]


def test_the_begin_of_a_range_stands_where_all_weights_are_0() -> None:
    """And nothing is drawn."""
    settle, pick = ranged_in_play(
        lambda _s, _c: 3, lambda _s, _c: 5, lambda *_: -1, (1, 6), 10, 0, Answers().below
    )  # fmt: skip
    state = [0, 0]
    settle(state)
    assert pick(state) == 13
