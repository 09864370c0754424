"""Spawn tables: what chance may bring, compiled to picks.

Owns how one pick is drawn from weights or from a range. A pick takes exactly one bounded draw for each table
it passes through; a table of one fixed tile takes none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from tilekit.board import State

Below = Callable[[State, int], int]
Pick = Callable[[State], int]
Settle = Callable[[State], None]
Table = tuple[Settle, Pick]

#: Weights up to this sum are looked up; above it they are searched.
LISTED: Final = 4096
#: The largest sum of weights a bounded draw can serve.
LARGEST_SUM: Final = 1 << 32
#: A weight worked out during play counts as at most this much, so that sums stay drawable.
LARGEST_WEIGHT: Final = 1 << 24


def settled(_s: State) -> None:
    """Nothing to work out before a pick."""


def settling(settle: Settle, pick: Pick) -> Pick:
    """A pick that settles its table first."""
    if settle is settled:
        return pick

    def settled_pick(s: State) -> int:
        settle(s)
        return pick(s)

    return settled_pick


def fixed(code: int) -> Pick:
    """Always the same tile."""

    def pick(_s: State) -> int:
        return code

    return pick


def even(first: int, count: int, below: Below) -> Pick:
    """One of ``count`` codes from ``first`` on, all equally likely."""

    def pick(s: State) -> int:
        return first + below(s, count)

    return pick


def weighted(choices: Sequence[int | Pick], weights: Sequence[int], below: Below) -> Pick:
    """A choice by constant weights: codes, or picks of further tables."""
    total = sum(weights)
    codes = [choice if isinstance(choice, int) else -1 - i for i, choice in enumerate(choices)]
    deeper = [choice if not isinstance(choice, int) else fixed(choice) for choice in choices]
    if total <= LISTED:
        bag = tuple(code for code, weight in zip(codes, weights, strict=True) for _ in range(weight))

        def chosen(s: State) -> int:
            return bag[below(s, total)]
    else:
        bounds = tuple(accumulate(weights))

        def chosen(s: State) -> int:
            return codes[bisect_right(bounds, below(s, total))]

    if all(code >= 0 for code in codes):
        return chosen

    def pick(s: State) -> int:
        code = chosen(s)
        return code if code >= 0 else deeper[-1 - code](s)

    return pick


def weighted_in_play(
    choices: Sequence[int | Pick], weights: Sequence[Callable[[State, int], int]], below: Below
) -> Pick:
    """A choice by weights that hang on the state; the first choice where all are 0."""

    def pick(s: State) -> int:
        sizes = [min(max(weight(s, -1), 0), LARGEST_WEIGHT) for weight in weights]
        total = sum(sizes)
        i = bisect_right(list(accumulate(sizes)), below(s, total)) if total else 0
        choice = choices[i]
        return choice if isinstance(choice, int) else choice(s)

    return pick


def ranged_listed(
    first: int, lists: Sequence[Sequence[int]], to: Callable[[State, int], int], slot: int, below: Below
) -> Table:
    """A range whose end runs from ``first`` to ``first + len(lists) - 1``, each with its bag of codes."""
    starts = tuple(accumulate((len(codes) for codes in lists), initial=0))
    sizes = tuple(len(codes) for codes in lists)
    bag = tuple(code for codes in lists for code in codes)

    def settle(s: State) -> None:
        s[slot] = to(s, -1) - first

    def pick(s: State) -> int:
        i = s[slot]
        return bag[starts[i] + below(s, sizes[i])]

    return settle, pick


def ranged_in_play(
    first: Callable[[State, int], int],
    to: Callable[[State, int], int],
    weight: Callable[[State, int, int, int, int], int] | None,
    ladder: tuple[int, int],
    shift: int,
    slot: int,
    below: Below,
) -> Table:
    """A range of numbers that hang on the state, even or by a weight for each; kept inside the ladder."""
    lowest, highest = ladder

    def settle(s: State) -> None:
        low = min(max(first(s, -1), lowest), highest)
        s[slot] = low
        s[slot + 1] = max(low, min(to(s, -1), highest))

    def pick(s: State) -> int:
        low, high = s[slot], s[slot + 1]
        if weight is None:
            return low + below(s, high - low + 1) + shift
        total = 0
        for n in range(low, high + 1):
            total += min(max(weight(s, -1, n, low, high), 0), LARGEST_WEIGHT)
        if total == 0:
            return low + shift
        x = below(s, total)
        n = low
        while True:
            x -= min(max(weight(s, -1, n, low, high), 0), LARGEST_WEIGHT)
            if x < 0:
                return n + shift
            n += 1

    return settle, pick
