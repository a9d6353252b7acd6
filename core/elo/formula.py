"""Elo's two formulas, and the rating at which a score was to be expected."""

from collections.abc import Sequence
from math import fsum

SCALE = 400.0
"""Rating points for odds of ten to one."""

START = 1500.0
"""Where somebody without a rating begins."""

_CLEAN = 400.0
"""What a clean score is put above or below the opponents' mean."""


def expected_score(rating: float, opponent: float) -> float:
    """Return We, the expected score in one game, in game points (Elo 8.43)."""
    return 1 / (1 + 10 ** ((opponent - rating) / SCALE))


def expected_total(rating: float, opponents: Sequence[float]) -> float:
    """Return the expected score against several opponents, in game points."""
    return fsum(expected_score(rating, opponent) for opponent in opponents)


def change(k: float, score: float, expected: float) -> float:
    """Return K(W - We), in rating points (Elo 1.62)."""
    return k * (score - expected)


def performance(opponents: Sequence[float], score: float) -> float:
    """Return the rating that was to score this; a clean score has none, and 400 from the opponents' mean stands for it.

    Exact to the last bit but one: the expected score rises with the rating, so halves close in on it.
    """
    if is_clean(score, len(opponents)):
        return fsum(opponents) / len(opponents) + (_CLEAN if score > 0 else -_CLEAN)
    low, high = min(opponents) - 4000.0, max(opponents) + 4000.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if expected_total(middle, opponents) > score else (middle, high)
    return middle


def is_clean(score: float, games: int) -> bool:
    """Tell whether every game was won, or every one lost."""
    return score in (0, games)
