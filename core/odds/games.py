"""The model of a game, for many games at a time."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

WIDEST = 2000
"""Differences of rating beyond which nothing changes; below it they are taken as whole numbers."""

_MIDDLE = 2000.0
SPREAD_PER_POINT, SPREAD_DEVIATION = 0.2, 90.0
"""Of a game of Scrabble: the expected spread for a point of rating, and how far games lie around it (CoCo's scale)."""


class Played(NamedTuple):
    """What games brought the first players: half points, and the spread."""

    half_points: Whole
    spread: Whole | None


class GameModel:
    """Plays games between ratings."""

    def __init__(self, expected: Callable[[float, float], float], draws: float, *, has_points: bool) -> None:
        self._has_points = has_points
        scores = _expected(expected)
        drawn = draws * np.minimum(1, 2 * np.minimum(scores, 1 - scores))
        self._wins = scores - drawn / 2
        self._wins_or_draws = scores + drawn / 2

    def play(self, first: Array, second: Array, chance: np.random.Generator) -> Played:
        """Play each of the first against each of the second; they are ratings, and of one shape."""
        difference = first - second
        if self._has_points:
            spread = np.rint(chance.normal(difference * SPREAD_PER_POINT, SPREAD_DEVIATION)).astype(np.int64)
            return Played(np.sign(spread) + 1, spread)
        place = np.rint(np.clip(difference, -WIDEST, WIDEST)).astype(np.int64) + WIDEST
        drawn = chance.random(difference.shape)
        won = (drawn < self._wins[place]).astype(np.int64)
        return Played(won + (drawn < self._wins_or_draws[place]), None)


@lru_cache(maxsize=8)
def _expected(expected: Callable[[float, float], float]) -> Array:
    """Return the expected score by difference of rating, from the lowest; every list goes by that alone."""
    above = np.array([expected(_MIDDLE + difference, _MIDDLE) for difference in range(WIDEST + 1)])
    return np.concatenate([1 - above[:0:-1], above])
