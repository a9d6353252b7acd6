"""The formulas of one rated event once more, as one would write them with numpy."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.rating.uschess.rules import Edition, EffectiveGamesRule, NormTest

Array = NDArray[np.float64]

LEVELS = np.array([1200.0, 1400.0, 1600.0, 1800.0, 2000.0, 2200.0, 2400.0])


class Figures(NamedTuple):
    """What is compared; `required` is NaN where the games do not suffice."""

    rating: float
    expected: float
    k: float
    bonus: float
    performance: float
    performance_linear: float
    norm_games: Array
    norm_expected: Array
    required: Array
    earned: NDArray[np.bool_]


class Update(NamedTuple):
    rating: float
    expected: float
    k: float
    bonus: float


def logistic(rating: float | Array, opponents: Array) -> Array:
    return 1 / (1 + 10 ** ((opponents - rating) / 400))


def linear(rating: float | Array, opponents: Array) -> Array:
    return np.clip(0.5 + (rating - opponents) / 800, 0.0, 1.0)


def update(rating: float, games: int, opponents: Array, score: float, edition: Edition) -> Update:
    """Return the standard formula's rating."""
    cap = 50.0
    if rating <= 2355:
        cap = 50 / sqrt(0.662 + 0.00000739 * (2569 - rating) ** 2)
        if edition.effective_games is EffectiveGamesRule.MINUS_ONE:
            cap -= 1
    count = len(opponents)
    expected = float(logistic(rating, opponents).sum())
    k = 800 / (min(games, cap) + count)
    if rating > 2200 and edition.k_always_reduced_above_2200:
        k *= max(6.5 - 0.0025 * rating, 0.25)
    change = k * (score - expected)
    bonus = max(0.0, change - edition.bonus_multiplier * sqrt(max(count, 4))) if count >= 3 else 0.0
    return Update(rating + change + bonus, expected, k, bonus)


def rate(rating: float, games: int, opponents: Array, score: float, edition: Edition) -> Figures:
    """Rate an event against at least three different opponents."""
    done = update(rating, games, opponents, score, edition)
    official = edition.norm_test is NormTest.TITLE_SYSTEM
    if official:
        difference = LEVELS[:, None] - np.floor(opponents + 0.5)
        table = np.select([difference <= -400, difference <= 0, difference < 200],
                          [0.0, 0.5 + difference / 800, 0.5 + difference / 400], 1.0)  # fmt: skip
        expected = table.sum(axis=1)
        required = np.floor(2 * (expected + 1)) / 2 + 0.5
    else:
        table = logistic(LEVELS[:, None], opponents)
        expected = table.sum(axis=1)
        required = expected + 1
    earned = required <= score
    floor = min(150.0, 100 + 4 * score + 1)  # of a player who comes without a peak and a record
    return Figures(
        rating=max(done.rating, floor),
        expected=done.expected,
        k=done.k,
        bonus=done.bonus,
        performance=_root(logistic, opponents, score),
        performance_linear=_root(linear, opponents, score),
        norm_games=table,
        norm_expected=expected,
        required=np.where(required <= len(opponents), required, np.nan),
        earned=earned & (len(opponents) >= 4 or not official),
    )


def _root(expectancy: Callable[[float, Array], Array], opponents: Array, score: float) -> float:
    """Return the highest rating whose expected score is the score, by halving to 1e-6."""
    low, high = float(opponents.min()) - 800, float(opponents.max()) + 800
    while high - low > 1e-6:
        middle = (low + high) / 2
        if expectancy(middle, opponents).sum() > score:
            high = middle
        else:
            low = middle
    return (low + high) / 2
