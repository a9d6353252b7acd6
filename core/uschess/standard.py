"""Standard rating formula (US Chess 2025, 4.2)."""

from collections import Counter
from collections.abc import Hashable, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from core.uschess.expectancy import winning_expectancies


def k_factor(effective_games: float, games: int, rating: float, *, reduced: bool = False) -> float:
    """Return K = 800/(N'+m).

    reduced: the event is dual-rated and the Regular rating is being updated; K then falls above 2200.
    """
    numerator = 800.0
    if reduced and rating > 2200:
        numerator = 800 * (6.5 - 0.0025 * rating) if rating < 2500 else 200.0
    return numerator / (effective_games + games)


def most_meetings(opponents: Sequence[Hashable]) -> int:
    """Return how often the most frequent opponent was met."""
    if len(set(opponents)) == len(opponents):  # as nearly always
        return min(len(opponents), 1)
    return max(Counter(opponents).values())


def bonus_eligible(opponents: Sequence[Hashable]) -> bool:
    """Tell whether the games against these opponents can bring a bonus.

    At least three games; no opponent met more than twice; with three games, none more than once.
    """
    games = len(opponents)
    return games >= 3 and most_meetings(opponents) <= (1 if games == 3 else 2)


def bonus_threshold(multiplier: float, games: int) -> float:
    """Return B*sqrt(max(m, 4)), the change in rating points from which a bonus is paid."""
    return multiplier * sqrt(max(games, 4))


class StandardRating(NamedTuple):
    """The standard formula's figures, in the order in which they come about.

    expectancies: We against each opponent. change: K(S-E). threshold: from where a bonus is paid; None where none is.
    """

    expectancies: list[float]
    expected: float
    k: float
    change: float
    threshold: float | None
    bonus: float
    rating: float


def standard_rating(
    rating: float, opponents: Sequence[float], score: float, k: float, threshold: float | None
) -> StandardRating:
    """Return Rs = R0 + K(S-E) + bonus, not yet lifted to 100 or a floor.

    k, threshold: as `k_factor` and `bonus_threshold` have them; None where the event cannot bring a bonus.
    """
    expectancies = winning_expectancies(rating, opponents)
    expected = fsum(expectancies)  # rounded once: the order of the games does not matter, to the last bit
    change = k * (score - expected)
    bonus = 0.0 if threshold is None else max(0.0, change - threshold)
    return StandardRating(expectancies, expected, k, change, threshold, bonus, rating + change + bonus)
