"""Figures of games, each with how far chance may have moved it.

Owns the estimates; how far chance reaches is worked out in `tilekit.lab.intervals`. Everything comes from the exact
sums of a `Tally`, so equal tallies give equal figures to the last bit. One game has figures and no interval.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from tilekit.lab import intervals
from tilekit.lab.tally import Frame, Tally
from tilekit.program.metric import Known, Metric, Term, known_metrics
from tilekit.rules import Rules


class Figure(NamedTuple):
    """A measured number: None where it has no value, as a ratio to nothing has none.

    ``low`` and ``high`` are its interval, ``error`` its standard error; each None where none is known, as of one game.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    error: float | None = None


def known_of(rules: Rules) -> Known:
    """What the metrics of a ruleset may be of."""
    return known_metrics(rules.ruleset, rules.program.events, rules.program.tiles.ids[rules.program.tiles.pieces + 1 :])


def measured(
    metric: Metric, tally: Tally, frame: Frame, tiles: Sequence[str], level: float = intervals.USUAL
) -> Figure:
    """A metric of some games, with its interval of a level; ``tiles`` are the ids of the tiles by code."""
    if metric.per is None:
        return _of_term(metric.term, tally, frame, tiles, level)
    if metric.term.kind == metric.per.kind == "mean":
        return ratio(tally, _at(frame, metric.term), _at(frame, metric.per), level)
    above = _of_term(metric.term, tally, frame, tiles, level).value
    below = _of_term(metric.per, tally, frame, tiles, level).value
    return Figure(above / below if above is not None and below else None)


def has_interval(metric: Metric) -> bool:
    """Whether a metric has an interval, given enough games."""
    if metric.per is not None:
        return metric.term.kind == metric.per.kind == "mean"
    return metric.term.kind not in ("least", "most")


def _of_term(term: Term, tally: Tally, frame: Frame, tiles: Sequence[str], level: float) -> Figure:
    match term.kind:
        case "mean" if term.of.startswith("rate:"):
            return share(tally.sums[_at(frame, term)], tally.games, level)
        case "mean":
            return mean(tally, _at(frame, term), level)
        case "per_1000":
            return per_1000(tally, _at(frame, term), level)
        case "reached":
            return share(sum(tally.reached[tiles.index(term.of) - 1].values()), tally.games, level)
        case "top_made":
            return share(tally.made[tiles.index(term.of)], tally.games, level)
    ordered = sorted(tally.scores if term.of == "score" else tally.actions)
    if term.kind == "quantile":
        return quantile(ordered, term.at, level)
    return Figure(ordered[0] if term.kind == "least" else ordered[-1])


def _at(frame: Frame, term: Term) -> int:
    return frame.quantities.index(term.of)


# ---------------------------------------------------------------- estimates


def mean(tally: Tally, i: int, level: float = intervals.USUAL) -> Figure:
    """The mean of a quantity over the games."""
    return _mean(tally.games, tally.sums[i], tally.products[i][i], level)


def _mean(games: int, total: int, squares: int, level: float) -> Figure:
    """A mean of games from the sum of what they have, and of its squares."""
    if games < 2:
        return Figure(total / games)
    variance = (games * squares - total * total) / (games * (games - 1))
    return _around(total / games, math.sqrt(variance / games), games, level)


def _around(value: float, error: float, games: int, level: float) -> Figure:
    """A figure from its standard error, which was itself measured over so many games: hence Student's t."""
    half = intervals.student(games - 1, level) * error
    return Figure(value, value - half, value + half, error)


def share(count: int, games: int, level: float = intervals.USUAL) -> Figure:
    """The share of games of which something is true."""
    p = count / games
    if games < 2:
        return Figure(p)
    return Figure(p, *intervals.of_share(count, games, level), math.sqrt(p * (1 - p) / games))


def ratio(tally: Tally, above: int, below: int, level: float = intervals.USUAL) -> Figure:
    """The total of one quantity divided by that of another.

    The error is that of the ratio estimator: of the games' differences from what the ratio would have them be.
    """
    n, a, b = tally.games, tally.sums[above], tally.sums[below]
    if b == 0:
        return Figure(None)
    if n < 2:
        return Figure(a / b)
    both = tally.products[max(above, below)][min(above, below)]
    # The sum of (x - y a / b)², times b², in whole numbers: floats would lose it in the difference.
    rest = tally.products[above][above] * b * b - 2 * a * b * both + a * a * tally.products[below][below]
    return _around(a / b, abs(math.sqrt(n * rest / (n - 1)) / (b * b)), n, level)


def per_1000(tally: Tally, i: int, level: float = intervals.USUAL) -> Figure:
    """A quantity per 1,000 actions."""
    found = ratio(tally, i, 1, level)
    return Figure(*(None if part is None else 1000 * part for part in found))


def quantile(ordered: Sequence[int], q: float, level: float = intervals.USUAL) -> Figure:
    """A quantile of sorted values; the interval is that of the ranks among which the true one lies."""
    n = len(ordered)
    value, ranks = ordered[min(n - 1, int(q * n))], intervals.of_quantile(q, n, level)
    return Figure(value) if ranks is None else Figure(value, ordered[ranks[0]], ordered[ranks[1]])


class Difference(NamedTuple):
    """One bot's score less another's, game by game on the same seeds."""

    games: int
    mean: Figure
    better: float
    """Share of games with the higher score."""
    worse: float


def paired(scores: Sequence[int], others: Sequence[int], level: float = intervals.USUAL) -> Difference:
    """How much higher scores are than others, in games of the same seeds."""
    differences = [mine - other for mine, other in zip(scores, others, strict=True)]
    n, squares = len(differences), sum(each * each for each in differences)
    better, worse = sum(each > 0 for each in differences), sum(each < 0 for each in differences)
    return Difference(n, _mean(n, sum(differences), squares, level), better / n, worse / n)


def still_going(actions: Sequence[int], at: Sequence[int]) -> list[float]:
    """For each number of actions the share of games that had more; ``actions`` are sorted."""
    n = len(actions)
    return [(n - bisect_left(actions, number + 1)) / n for number in at]
