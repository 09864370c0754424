"""Spawn tables: what chance may bring, compiled to picks.

Owns how one pick is drawn from weights or from a range. A pick takes exactly one bounded draw for each table
it passes through; a table of one fixed tile takes none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from tilekit.board import State
from tilekit.source import Line, Source, call, defined, joined, py

Below = Callable[[State, int], int]
Pick = Callable[[State], int]
Settle = Callable[[State], None]
Table = tuple[Settle, Pick]
#: ``among(s, weights)``: the index of a weight; what answers instead of a bounded draw where all answers are tried,
#: so that there are as many as tiles, whatever their weights. None in play.
Among = Callable[[State, Sequence[int]], int] | None

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


def weighted(choices: Sequence[int | Pick], weights: Sequence[int], below: Below, among: Among = None) -> Pick:
    """A choice by constant weights: codes, or picks of further tables."""
    total = sum(weights)
    codes = tuple(choice if isinstance(choice, int) else -1 - i for i, choice in enumerate(choices))
    if among is not None:
        listed = tuple(weights)

        def chosen(s: State) -> int:
            return codes[among(s, listed)]
    elif total <= LISTED:
        bag = tuple(code for code, weight in zip(codes, weights, strict=True) for _ in range(weight))

        def chosen(s: State) -> int:
            return bag[below(s, total)]
    else:
        bounds = tuple(accumulate(weights))

        def chosen(s: State) -> int:
            x = below(s, total)
            low, high = 0, len(bounds) - 1
            while low < high:  # the first bound above x
                middle = (low + high) // 2
                if bounds[middle] > x:
                    high = middle
                else:
                    low = middle + 1
            return codes[low]

    if all(code >= 0 for code in codes):
        return chosen
    names: dict[str, object] = {"chosen": chosen}
    lines: list[Line] = ["code = chosen(s)"]
    for i, choice in enumerate(choices):
        if not isinstance(choice, int):
            names[f"deeper{i}"] = choice
            lines.append(py("if code == {}: return {}(s)", -1 - i, f"deeper{i}"))
    return defined("pick(s)", [*lines, "return code"], names)


def weighted_in_play(
    choices: Sequence[int | Pick],
    weights: Sequence[Callable[[State, int], int]],
    below: Below,
    among: Among = None,
) -> Pick:
    """A choice by weights that depend on the state; the first choice where all are 0."""
    names: dict[str, object] = {"below": below, "among": among}
    lines: list[Source] = []
    found: list[Source] = []
    for i, (choice, weight) in enumerate(zip(choices, weights, strict=True)):
        names[f"weight{i}"] = weight
        lines.append(py("{} = min(max({}(s, -1), 0), {})", f"w{i}", f"weight{i}", LARGEST_WEIGHT))
        if not isinstance(choice, int):
            names[f"deeper{i}"] = choice
        found.append(py("{}", choice) if isinstance(choice, int) else call(f"deeper{i}", "s"))
    each = [f"w{i}" for i in range(len(weights))]
    lines += [py("total = {}", joined("+", each)), py("if total == 0: return {}", found[0])]
    if among is None:
        lines.append(py("x = below(s, total)"))
        for own, code in zip(each, found[:-1], strict=False):
            lines += [py("if x < {}: return {}", own, code), py("x -= {}", own)]
    else:
        lines.append(py("x = among(s, ({},))", joined(",", each)))
        lines += [py("if x == {}: return {}", i, code) for i, code in enumerate(found[:-1])]
    return defined("pick(s)", [*lines, py("return {}", found[-1])], names)


def bagged(codes: Sequence[int], counts: Sequence[int], left: range, below: Below, among: Among = None) -> Pick:
    """Tiles drawn without putting back: register ``left[i]`` counts what is left of ``codes[i]``; filled when empty."""
    filled = [py("s[{}] = {}", at, count) for at, count in zip(left, counts, strict=True)]
    each = [py("s[{}]", at) for at in left]
    lines: list[Line] = [py("total = {}", joined("+", each))]
    lines += ["if total == 0:", [*filled, py("total = {}", sum(counts))]]
    lines.append("x = below(s, total)" if among is None else py("x = among(s, ({},))", joined(",", each)))
    for i, (code, own) in enumerate(zip(codes, each, strict=True)):
        lines += [py("if x < {}:", own) if among is None else py("if x == {}:", i)]
        lines += [[py("{} -= 1", own), py("return {}", code)]]
        lines += [py("x -= {}", own)] if among is None else []
    return defined("pick(s)", [*lines, py("return {}", codes[-1])], {"below": below, "among": among})


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
    among: Among = None,
) -> Table:
    """A range of numbers that depend on the state, even or by a weight for each; kept inside the ladder."""
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

    def pick_among(s: State) -> int:
        low, high = s[slot], s[slot + 1]
        if weight is None or among is None:
            return pick(s)
        weights = [min(max(weight(s, -1, n, low, high), 0), LARGEST_WEIGHT) for n in range(low, high + 1)]
        return low + (among(s, weights) if any(weights) else 0) + shift

    return settle, pick if among is None else pick_among
