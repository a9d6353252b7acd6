"""How rare a score is: its exact distribution, from the expected score of each game."""

from collections.abc import Iterable, Sequence
from math import ceil, fsum
from typing import NamedTuple

NO_DRAWS, MOST_DRAWS = 0.0, 0.6
"""Shares of draws between equals among which an unknown one is; three of five is what grandmasters draw."""


class Rarity(NamedTuple):
    """The chance, 0 to 1, of a score or a more unusual one on its side; least and most differ if draws are unknown.

    is_above: whether the score is at least the expected one.
    """

    least: float
    most: float
    is_above: bool


def score_chances(expected: Iterable[float], draws: float) -> list[float]:
    """Return the chance of each score, from no point on in steps of half a point; they sum to one.

    expected: of each game, 0 to 1. draws: the share of draws between equals, 0 to 1; between others fewer games are
    drawn, as `core.tournament.odds.simulation.GameModel` has it.
    """
    chances = [1.0]
    for score in expected:
        drawn = draws * min(1.0, 2 * score, 2 * (1 - score))
        won = score - drawn / 2
        lost = 1 - score - drawn / 2
        longer = [0.0] * (len(chances) + 2)
        for half_points, chance in enumerate(chances):
            longer[half_points] += chance * lost
            longer[half_points + 1] += chance * drawn
            longer[half_points + 2] += chance * won
        chances = longer
    return chances


def chance_of(least: float, expected: Sequence[float], draws: float) -> float:
    """Return the chance of a score of at least so many points. expected, draws: as for `score_chances`."""
    return min(1.0, fsum(score_chances(expected, draws)[max(0, ceil(2 * least)) :]))


def rarity_of(score: float, expected: Sequence[float], draws: float | None) -> Rarity:
    """Return how rare a score is. expected, draws: as for `score_chances`; draws: None if unknown."""
    is_above = score >= fsum(expected)
    if not is_above:  # seen from the opponents, their score is at least this
        score, expected = len(expected) - score, [1 - one for one in expected]
    shares = (NO_DRAWS, MOST_DRAWS) if draws is None else (draws,)
    chances = [chance_of(score, expected, share) for share in shares]
    return Rarity(min(chances), max(chances), is_above)
