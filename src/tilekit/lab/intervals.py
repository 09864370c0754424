"""How far chance may have moved what was measured, for any number of games, however few.

Owns the distributions behind the intervals of `tilekit.lab.figures`: Student's t, the exact interval of a share, and
the ranks of a quantile. All three come from the incomplete beta function, as the continued fraction 8.17.22 of the
NIST Digital Library of Mathematical Functions. A *level* is the part of all such intervals that hold what is true.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cache
from statistics import NormalDist
from typing import Final

#: The level of what reports say.
USUAL: Final = 0.95
#: Where more games than these have something, and more have it not, Wilson's interval is the exact one to 1 % of its
#: width.
_MANY: Final = 2_000
#: Stands for 0 where a step of the fraction would divide by it.
_TINY: Final = 1e-300


def beta_below(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function: the chance that a number of that distribution lies below ``x``."""
    if not 0 < x < 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction is quick on the other side only
        return 1 - beta_below(b, a, 1 - x)
    # Lentz's method, as I. J. Thompson and A. R. Barnett (1986) have it.
    value, above, below, step, n = 1.0, 1.0, 0.0, 0.0, 0
    while abs(step - 1) > 1e-14:
        n += 1
        k = n // 2
        part = k * (b - k) if n % 2 == 0 else -(a + k) * (a + b + k)
        part *= x / ((a + n - 1) * (a + n))
        below = 1 / ((1 + part * below) or _TINY)
        above = (1 + part / above) or _TINY
        step = above * below
        value *= step
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(scale) / (a * value)


def _where(rises: Callable[[float], float], to: float, low: float, high: float) -> float:
    """Where a function that rises comes to a value, by halving."""
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        low, high = (middle, high) if rises(middle) < to else (low, middle)


@cache
def student(freedom: int, level: float) -> float:
    """How many standard errors on either side of a mean make an interval of a level (Student's t)."""
    # The square of t is that of a beta distribution in disguise.
    share = _where(lambda x: beta_below(0.5, freedom / 2, x), level, 0.0, 1.0)
    return math.sqrt(freedom * share / (1 - share))


@cache
def of_share(count: int, games: int, level: float) -> tuple[float, float]:
    """The interval of a share; it holds what is true at least as often as its level says.

    That of C. J. Clopper and E. S. Pearson (1934), which does not shrink to nothing where all games or none are alike;
    where it takes long, that of E. B. Wilson (1927), which then is the same.
    """
    tail, p = (1 - level) / 2, count / games
    if min(count, games - count) > _MANY:
        z = NormalDist().inv_cdf(1 - tail)
        middle = (p + z * z / (2 * games)) / (1 + z * z / games)
        half = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
        return middle - half, middle + half
    low = _where(lambda x: beta_below(count, games - count + 1, x), tail, 0.0, p) if count else 0.0
    high = _where(lambda x: beta_below(count + 1, games - count, x), 1 - tail, p, 1.0) if count < games else 1.0
    return low, high


def of_quantile(q: float, games: int, level: float) -> tuple[int, int] | None:
    """Between which of the sorted values, counted from 0, a quantile lies; None where the games are too few to say."""
    tail = (1 - level) / 2

    def below(rank: int) -> float:
        """The chance that fewer than so many values lie below the quantile."""
        return 1 - beta_below(rank, games - rank + 1, q)

    ranks = range(1, games + 1)
    low, high = bisect_right(ranks, tail, key=below) - 1, bisect_left(ranks, 1 - tail, key=below)
    return None if low < 0 or high == games else (low, high)
