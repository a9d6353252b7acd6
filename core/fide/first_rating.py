"""The first rating of an unrated player, from the games against rated opponents of at most 26 months (B.02 8.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from core.errors import InputError
from core.fide.editions import FirstRatingRule
from core.fide.months import first_of_month
from core.fide.rounding import nearest_half_up, percentage
from core.fide.state import PoolEvent
from core.fide.tables import P_TO_DP
from core.words import counted

FEWEST_GAMES = 5
POOL_MONTHS = 26
HYPOTHETICAL_OPPONENTS, HYPOTHETICAL_RATING, HYPOTHETICAL_HALF_POINTS = 2, 1800, 2
HIGHEST_FIRST_RATING = 2200
POINTS_FOR_HALF_A_POINT = 20


@dataclass(frozen=True, slots=True)
class FirstRating:
    """A first rating as far as the games give one.

    games, score: against rated opponents.
    average: Ra. percentage: p in hundredths. added: dp, or what the old rule adds for half points above 50 %.
    uncapped, rating: Ru to the nearest whole number, .5 up, before and after the highest that is allowed.
    floor: the lowest rating that is published.
    """

    rule: FirstRatingRule
    games: int
    score: float
    average: Fraction
    percentage: int
    added: int
    uncapped: int
    rating: int
    floor: int

    @property
    def is_published(self) -> bool:
        """Return whether it stands on a list: it takes five games, and the floor."""
        return self.games >= FEWEST_GAMES and self.rating >= self.floor


def first_rating(rule: FirstRatingRule, opponents: Sequence[int], score: float, floor: int) -> FirstRating:
    """Return the first rating that games give; raise InputError where there is none.

    opponents: ratings, one for each game. floor: the lowest rating that is published.
    """
    games, half_points = len(opponents), int(2 * score)
    if not games:
        raise InputError("A first rating takes games against rated opponents: give at least one.")
    if not 0 <= score <= games:
        raise InputError(
            f"A score lies between 0 and the {counted(games, 'game')} against rated opponents, not at {score:g}."
        )
    if rule is FirstRatingRule.SINCE_2024:
        total = games + HYPOTHETICAL_OPPONENTS
        average = Fraction(sum(opponents) + HYPOTHETICAL_OPPONENTS * HYPOTHETICAL_RATING, total)
        percent = percentage(half_points + HYPOTHETICAL_HALF_POINTS, total)
        added = P_TO_DP[percent]
    else:
        average = Fraction(sum(opponents), games)
        percent = percentage(half_points, games)
        above = half_points - games
        added = POINTS_FOR_HALF_A_POINT * above if above >= 0 else P_TO_DP[percent]
    exact = average + added
    uncapped = nearest_half_up(exact.numerator, exact.denominator)
    rating = min(uncapped, HIGHEST_FIRST_RATING) if rule is FirstRatingRule.SINCE_2024 else uncapped
    return FirstRating(rule, games, score, average, percent, added, uncapped, rating, floor)


def counted_events(pool: Sequence[PoolEvent], rating_list_date: date, through: date) -> tuple[PoolEvent, ...]:
    """Return the events of a pool that count on a list: of 26 months, and without a first event of no points."""
    if pool and pool[0].score == 0:
        pool = pool[1:]
    oldest = first_of_month(rating_list_date, -POOL_MONTHS)
    return tuple(event for event in pool if oldest <= event.ended <= through)
