"""Performance rating: the rating whose expected score is the score made.

As the official web estimator defines it, in two modes that differ in the expectancy: logistic (We) and linear
(PWe). A clean score has no such rating; the estimator then takes 400 beyond the extreme opponent.
"""

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from math import log, log10
from typing import NamedTuple

from core.uschess.special import zeros

HIGHEST_PERFORMANCE = 2700.0
LOWEST_PERFORMANCE = 100.0
_LN10_BY_400 = log(10) / 400


class PerformanceMode(Enum):
    LOGISTIC = "logistic"
    LINEAR = "linear"


class Performance(NamedTuple):
    """A performance rating. `low` and `high` differ where every rating between them fits (linear mode)."""

    rating: float
    low: float
    high: float
    mode: PerformanceMode


def performance_rating(
    opponents: Sequence[float], score: float, mode: PerformanceMode = PerformanceMode.LOGISTIC
) -> Performance:
    """Return the performance against at least one opponent for a score between 0 and the games played."""
    return _performance(tuple(opponents), score, mode)


# A few, and no more: the outcome, its steps and its card ask for the same one after the other.
@lru_cache(maxsize=64)
def _performance(opponents: tuple[float, ...], score: float, mode: PerformanceMode) -> Performance:
    if score >= len(opponents):
        rating = min(HIGHEST_PERFORMANCE, max(opponents) + 400)
    elif score <= 0:
        rating = max(LOWEST_PERFORMANCE, min(opponents) - 400)
    elif mode is PerformanceMode.LINEAR:
        # The special formula's equation without any earlier games; the estimator prints the top of a flat stretch.
        low, high = zeros(0.0, 0.0, opponents, score)
        return Performance(high, low, high, mode)
    else:
        rating = _logistic(opponents, score)
    return Performance(rating, rating, rating, mode)


def _logistic(opponents: Sequence[float], score: float) -> float:
    """Solve sum We(R, Ri) = S by Newton steps that never leave the bracket known to hold the root.

    With x = 10^(R/400) and ai = 10^(Ri/400), We(R, Ri) = x/(x + ai): one power a step instead of one a game.
    Ratings are taken from their mean, which keeps the powers near one.
    """
    games = len(opponents)
    mean = sum(opponents) / games
    powers = [10 ** ((opponent - mean) / 400) for opponent in opponents]
    # Against the strongest alone, and against the weakest alone, the answer is known in closed form.
    offset = 400 * log10(score / (games - score))
    low, high = min(opponents) - mean + offset, max(opponents) - mean + offset
    rating = offset
    for _ in range(100):
        x = 10 ** (rating / 400)
        expected = slope = 0.0
        for power in powers:
            expectancy = x / (x + power)
            expected += expectancy
            slope += expectancy * (1 - expectancy)
        excess = expected - score
        if excess > 0:
            high = rating
        else:
            low = rating
        step = excess / (_LN10_BY_400 * slope)
        if abs(step) < 1e-9:
            return mean + rating - step
        rating -= step
        if not low <= rating <= high:
            rating = (low + high) / 2
    return mean + rating
