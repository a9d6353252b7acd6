"""The performance of the informal calculator, by its own descent, to the digits that it printed.

It goes down the slope of half the square of (score - expected score), a hundred slopes a step, from the new rating
on, until a step is no longer than a thousandth of a point. Where the slope is shallow that is short of the solution.
"""

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from core.uschess.expectancy import winning_expectancy

SLOPES_IN_A_STEP = 100.0
LAST_STEP = 1e-3
MOST_EXPECTANCIES = 200_000
"""Against many opponents its steps go to and fro for ever: so many expectancies are worked out, and no more."""


class Descent(NamedTuple):
    """Where the descent ended, where it began, and in how many steps."""

    rating: float
    start: float
    steps: int


def descend(opponents: Sequence[float], score: float, start: float) -> Descent | None:
    """Return the performance as the informal calculator finds it, or None where it would search for ever."""
    if score <= 0:
        return Descent(min(opponents) - 400, start, 0)
    if score >= len(opponents):
        return Descent(max(opponents) + 400, start, 0)
    rating = start
    for step in range(1, MOST_EXPECTANCIES // len(opponents) + 1):
        expectancies = [winning_expectancy(rating, opponent) for opponent in opponents]
        steepness = fsum(expectancy * (1 - expectancy) for expectancy in expectancies)
        change = SLOPES_IN_A_STEP * (score - fsum(expectancies)) * steepness
        rating += change
        if abs(change) <= LAST_STEP:
            return Descent(rating, start, step)
    return None
