"""Intervals against SciPy, and how often they hold what is true."""

import math
from itertools import product

import pytest
from scipy import stats

from tilekit.lab.intervals import beta_below, of_quantile, of_share, student

LEVELS = (0.5, 0.95, 0.999)


def test_the_beta_distribution():
    for a, b, x in product((0.5, 1, 2, 30, 5000), (0.5, 1, 7, 400), (0.0, 1e-9, 0.01, 0.3, 0.5, 0.98, 1 - 1e-9, 1.0)):
        assert beta_below(a, b, x) == pytest.approx(stats.beta.cdf(x, a, b), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("level", LEVELS)
def test_students_t(level):
    for freedom in (1, 2, 3, 4, 9, 30, 199, 10_000, 10**6, 10**8):
        assert student(freedom, level) == pytest.approx(stats.t.ppf((1 + level) / 2, freedom), rel=1e-7)
    assert student(10**8, level) == pytest.approx(stats.norm.ppf((1 + level) / 2), rel=1e-6)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("games", [2, 3, 10, 200, 4_000, 10**6, 10**8])
def test_shares(games, level):
    tail = (1 - level) / 2
    for count in sorted({0, 1, 2, games // 3, games // 2, games - 1, games}):
        low = stats.beta.ppf(tail, count, games - count + 1) if count else 0.0
        high = stats.beta.ppf(1 - tail, count + 1, games - count) if count < games else 1.0
        assert of_share(count, games, level) == pytest.approx((low, high), abs=0.01 * (high - low))
        if games < 4_000:
            assert of_share(count, games, level) == pytest.approx((low, high), rel=1e-9)


@pytest.mark.parametrize("level", [0.95, 0.999])
@pytest.mark.parametrize("games", [2, 3, 5, 10, 30])
def test_a_shares_interval_holds_it_as_often_as_it_says_whatever_it_is(games, level):
    found = [of_share(count, games, level) for count in range(games + 1)]
    for share in (i / 500 for i in range(1, 500)):
        chances = stats.binom.pmf(range(games + 1), games, share)
        held = math.fsum(p for p, (low, high) in zip(chances, found, strict=True) if low <= share <= high)
        assert held >= level - 1e-9, share


@pytest.mark.parametrize("level", [0.95, 0.999])
def test_a_quantile_lies_among_its_ranks_as_often_as_they_say(level):
    for games, q in product((1, 2, 5, 6, 20, 72, 200, 10**6), (0.05, 0.5, 0.9)):
        found = of_quantile(q, games, level)
        below, above = (1 - q) ** games, q**games  # the chance that no value lies on that side of it
        assert (found is None) == (max(below, above) > (1 - level) / 2)
        if found is not None:
            low, high = found
            assert stats.binom.cdf(low, games, q) <= (1 - level) / 2 < stats.binom.cdf(low + 1, games, q)
            assert stats.binom.cdf(high - 1, games, q) < (1 + level) / 2 <= stats.binom.cdf(high, games, q)
