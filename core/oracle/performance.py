"""The performance rating: where a score was to be expected."""

from collections.abc import Sequence
from math import log

from core.oracle.scale import MAX_LOG_STRENGTH, rating_of, win_probability

HIGHEST, LOWEST = 99.0, 1.0
"""What a score without a loss or without a win is worth: the ends of what is ever shown."""


def performance(opponents: Sequence[tuple[float, int]], points: float) -> float:
    """Return the rating that is expected to score this.

    opponents: the log strength of each, and the games against them.
    """
    games = sum(count for _, count in opponents)
    if points >= games:
        return HIGHEST
    if points <= 0:
        return LOWEST
    if len(opponents) == 1:
        return max(LOWEST, min(HIGHEST, rating_of(opponents[0][0] + log(points) - log(games - points))))
    low = min(strength for strength, _ in opponents) - MAX_LOG_STRENGTH
    high = max(strength for strength, _ in opponents) + MAX_LOG_STRENGTH
    for _ in range(100):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        expected = sum(count * win_probability(middle - strength) for strength, count in opponents)
        low, high = (low, middle) if expected > points else (middle, high)
    return max(LOWEST, min(HIGHEST, rating_of((low + high) / 2)))
