"""An event that is not over, as its odds see it: what is left of it, and who is how strong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import median
from typing import NamedTuple

from core.errors import InputError, RuleError
from core.odds.schedule import Schedule
from core.outcome import DisplayedRating

DEVIATION, PROVISIONAL_DEVIATION, UNRATED_DEVIATION = 60.0, 240.0, 300.0
"""How sure a rating is, in rating points: of anybody, what few games add, of somebody unrated."""

USUAL_DRAWS, GAMES_OF_PRIOR = 0.25, 50
"""The share of draws between equals that is supposed, and how many games that counts for."""


class Strength(NamedTuple):
    """A rating and how sure it is, both in rating points."""

    rating: float
    deviation: float = DEVIATION


def strengths_of(
    ratings: Mapping[int, DisplayedRating | None], scaled: Callable[[float], float] = float
) -> dict[int, Strength]:
    """Return how strong everybody is, by number; raise RuleError where nobody has a rating.

    Somebody unrated is taken for the middle of the field, and nearly for anything. scaled: puts a rating on the scale
    of the odds.
    """
    known = [scaled(rating.rating) for rating in ratings.values() if rating is not None]
    if not known:
        raise RuleError("Nobody here has a rating yet: there are no ratings to go by.")
    middle = Strength(median(known), UNRATED_DEVIATION)
    return {
        number: middle if rating is None else Strength(scaled(rating.rating), _deviation(rating))
        for number, rating in ratings.items()
    }


def _deviation(rating: DisplayedRating) -> float:
    few = PROVISIONAL_DEVIATION / sqrt(rating.games + 1) if rating.provisional else 0.0
    return DEVIATION + few


def draw_share(draws: int, games: int) -> float:
    """Return the share of draws between equals, by the draws among a club's games of this kind."""
    return (draws + USUAL_DRAWS * GAMES_OF_PRIOR) / (games + GAMES_OF_PRIOR)


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """An event that is not over; raise InputError for a player without a strength.

    strengths: everybody's, by number. expected: the expected score of a strength against another, 0 to 1.
    draws: share of draws between equals. bye: points for the bye of an odd round.
    has_points: whether games have points on the board, whose spread parts equal scores.
    """

    schedule: Schedule
    strengths: Mapping[int, Strength]
    expected: Callable[[float, float], float]
    draws: float = USUAL_DRAWS
    has_points: bool = False
    bye: float = 1.0

    def __post_init__(self) -> None:
        missing = [number for number in self.schedule.numbers if number not in self.strengths]
        if missing:
            raise InputError(f"Player {missing[0]} has no strength: give one, for the unrated too.")
