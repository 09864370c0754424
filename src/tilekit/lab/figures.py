"""Figures of games, each with how far chance may have moved it.

Owns the estimates and their intervals, at 95 %. Everything is worked out from the exact sums of a `Tally`, so equal
tallies give equal figures to the last bit.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from tilekit.program.metric import Known, Metric, Term, known_metrics

if TYPE_CHECKING:
    from tilekit.lab.tally import Frame, Tally
    from tilekit.rules import Rules

#: Standard errors on either side of a mean that make an interval of 95 %.
Z: Final = 1.959964


class Figure(NamedTuple):
    """A measured number: None where it has no value, as a ratio to nothing has none.

    ``low`` and ``high`` are its interval of 95 %, ``error`` its standard error; each None where none is known.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    error: float | None = None

    def within(self, z: float) -> tuple[float, float]:
        """The interval of so many standard errors on either side; without width where nothing is known of it.

        Where the interval of 95 % was not made from a standard error (a quantile's), it is stretched to that width.
        """
        assert self.value is not None
        if self.error is not None:
            return self.value - z * self.error, self.value + z * self.error
        if self.low is None or self.high is None:
            return self.value, self.value
        return self.value - z / Z * (self.value - self.low), self.value + z / Z * (self.high - self.value)


def known_of(rules: Rules) -> Known:
    """What the metrics of a ruleset may be of."""
    return known_metrics(rules.ruleset, rules.program.events, rules.program.tiles.ids[1:])


def measured(metric: Metric, tally: Tally, frame: Frame, tiles: Sequence[str]) -> Figure:
    """A metric of some games; ``tiles`` are the ids of the tiles by code."""
    if metric.per is None:
        return _of_term(metric.term, tally, frame, tiles)
    if metric.term.kind == metric.per.kind == "mean":
        return ratio(tally, _at(frame, metric.term), _at(frame, metric.per))
    above = _of_term(metric.term, tally, frame, tiles).value
    below = _of_term(metric.per, tally, frame, tiles).value
    return Figure(above / below if above is not None and below else None)


def _of_term(term: Term, tally: Tally, frame: Frame, tiles: Sequence[str]) -> Figure:
    match term.kind:
        case "mean" if term.of.startswith("rate:"):
            return share(tally.sums[_at(frame, term)], tally.games)
        case "mean":
            return mean(tally, _at(frame, term))
        case "per_1000":
            return per_1000(tally, _at(frame, term))
        case "reached":
            return share(sum(tally.reached[tiles.index(term.of) - 1].values()), tally.games)
        case "top_made":
            return share(tally.made[tiles.index(term.of)], tally.games)
    ordered = sorted(tally.scores if term.of == "score" else tally.actions)
    if term.kind == "quantile":
        return quantile(ordered, term.at)
    return Figure(ordered[0] if term.kind == "least" else ordered[-1])


def _at(frame: Frame, term: Term) -> int:
    return frame.quantities.index(term.of)


# ---------------------------------------------------------------- estimates


def mean(tally: Tally, i: int) -> Figure:
    """The mean of a quantity over the games."""
    n, total, squares = tally.games, tally.sums[i], tally.products[i][i]
    variance = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
    return around(total / n, math.sqrt(variance / n))


def around(value: float, error: float) -> Figure:
    """A figure from its standard error."""
    return Figure(value, value - Z * error, value + Z * error, error)


def share(count: int, games: int) -> Figure:
    """The share of games of which something is true, with the interval of E. B. Wilson (1927).

    It does not shrink to nothing where all games or none are alike.
    """
    p, z2 = count / games, Z * Z
    middle = (p + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * math.sqrt(p * (1 - p) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    low, high = (0.0 if count == 0 else middle - half), (1.0 if count == games else middle + half)
    return Figure(p, low, high, math.sqrt(p * (1 - p) / games))


def ratio(tally: Tally, above: int, below: int) -> Figure:
    """The total of one quantity divided by that of another.

    The error is that of the ratio estimator: of the games' differences from what the ratio would have them be.
    """
    n, a, b = tally.games, tally.sums[above], tally.sums[below]
    if b == 0:
        return Figure(None)
    both = tally.products[max(above, below)][min(above, below)]
    # The sum of (x - y a / b)², times b², in whole numbers: floats would lose it in the difference.
    rest = tally.products[above][above] * b * b - 2 * a * b * both + a * a * tally.products[below][below]
    error = math.sqrt(n * rest / (n - 1)) / (b * b) if n > 1 else 0.0
    return around(a / b, abs(error))


def per_1000(tally: Tally, i: int) -> Figure:
    """A quantity per 1,000 actions."""
    found = ratio(tally, i, 1)
    return Figure(*(None if part is None else 1000 * part for part in found))


def quantile(ordered: Sequence[int], q: float) -> Figure:
    """A quantile of sorted values; the interval is that of the ranks among which the true one lies."""
    n = len(ordered)
    at = min(n - 1, int(q * n))
    spread = Z * math.sqrt(n * q * (1 - q))
    low, high = max(0, math.floor(n * q - spread)), min(n - 1, math.ceil(n * q + spread))
    return Figure(ordered[at], ordered[low], ordered[high])


class Difference(NamedTuple):
    """One bot's score less another's, game by game on the same seeds."""

    games: int
    mean: Figure
    better: float
    """Share of games with the higher score."""
    worse: float


def paired(scores: Sequence[int], others: Sequence[int]) -> Difference:
    """How much higher scores are than others, in games of the same seeds."""
    differences = [mine - other for mine, other in zip(scores, others, strict=True)]
    n, total, squares = len(differences), sum(differences), sum(each * each for each in differences)
    variance = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
    better, worse = sum(each > 0 for each in differences), sum(each < 0 for each in differences)
    return Difference(n, around(total / n, math.sqrt(variance / n)), better / n, worse / n)


def still_going(actions: Sequence[int], at: Sequence[int]) -> list[float]:
    """For each number of actions the share of games that had more; ``actions`` are sorted."""
    n = len(actions)
    return [(n - bisect_left(actions, number + 1)) / n for number in at]
