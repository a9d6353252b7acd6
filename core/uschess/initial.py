"""Step 1: the initial rating of a player without one (US Chess 2025, section 2).

Ratings held elsewhere are blended by weight; without any, the age decides.
"""

from datetime import date
from math import ceil, exp, fsum
from typing import NamedTuple

from core.background import Background, ExternalRating, ExternalSystem
from core.errors import RuleError
from core.lists import RatingList
from core.uschess.floors import LOWEST_RATING
from core.uschess.rounding import displayed

ADULT_RATING = 1300.0
UNKNOWN_AGE_RATING = 750.0
YOUNGEST_CREDIBLE_AGE = 3
MOST_GAMES = 10
"""An initial rating counts for no more games than this."""

FIDE_SINCE = date(2024, 3, 1)
CFC_SINCE = date(2025, 1, 1)
"""The days from which the conversions are those of the document; what stood before is not in our sources."""

_DAYS_IN_A_YEAR = 365.25


class RatingSource(NamedTuple):
    """A rating held elsewhere and its weight in the blend.

    converted: X, on the US Chess scale. game_factor, days, age_rating, z, decay, weight: G, D, P, Z, S and W.
    """

    rating: ExternalRating
    converted: float
    game_factor: int
    days: int
    age_rating: float
    z: float
    decay: float
    weight: float


class InitialRating(NamedTuple):
    """R0 and the games N it counts for; without sources, `age` in years decided where it was known."""

    rating: float
    games: int
    sources: tuple[RatingSource, ...] = ()
    age: float | None = None


def initial_rating(age: float | None, *, inferred_adult: bool) -> float:
    """Return the rating, based on no games, that an unrated player starts from.

    age: in years at the end of the event; None, or below three (taken as an error), when it is not known.
    """
    if age is None or age < YOUNGEST_CREDIBLE_AGE:
        return ADULT_RATING if inferred_adult else UNKNOWN_AGE_RATING
    return min(50 * age, ADULT_RATING)


def age_on(day: date, born: date) -> float:
    """Return the age in years, as the document counts it."""
    return (day - born).days / _DAYS_IN_A_YEAR


def fide_to_us(fide: float) -> float:
    """Convert a FIDE rating (in force from 2024-03-01)."""
    return -1073 + 1.5667 * fide if fide <= 2000 else 20 + 1.02 * fide


def fide_to_us_youth(fide: float) -> float:
    """Convert an opponent's FIDE rating in a youth event abroad (in force from 2024-03-01)."""
    return -453 + 1.2667 * fide if fide <= 2000 else 80 + fide


def cfc_to_us(cfc: float) -> float:
    """Convert a rating of the Chess Federation of Canada (in force from 2025-01-01)."""
    if cfc < 1150:
        return -115 + 0.815 * cfc
    if cfc < 1610:
        return -650 + 1.28 * cfc
    return -856 + 1.41 * cfc if cfc < 2000 else -240 + 1.1 * cfc


_OWN_SPEED_ONLINE = {
    (ExternalSystem.USCHESS_BLITZ, ExternalSystem.ONLINE_BLITZ),
    (ExternalSystem.USCHESS_QUICK, ExternalSystem.ONLINE_QUICK),
}


def game_factor(rating: ExternalRating, target: RatingList | ExternalSystem) -> int:
    """Return G: how many games a rating elsewhere counts for at most.

    Ten for Regular, for the over-the-board rating of the online list's own speed, and for FIDE above 2000;
    five for all others; never more than the games behind it.
    """
    system = rating.system
    same_speed = (system, target) in _OWN_SPEED_ONLINE
    high_fide = system is ExternalSystem.FIDE and rating.rating > 2000
    most = 10 if system is ExternalSystem.USCHESS_REGULAR or same_speed or high_fide else 5
    return most if rating.games is None else min(most, rating.games)


def convert(rating: ExternalRating, event_end: date) -> float:
    """Return a rating held elsewhere on the US Chess scale; raise RuleError before its conversion is known."""
    if rating.system is ExternalSystem.FIDE:
        since, converted = FIDE_SINCE, fide_to_us(rating.rating)
    elif rating.system is ExternalSystem.CFC:
        since, converted = CFC_SINCE, cfc_to_us(rating.rating)
    else:
        return rating.rating
    if event_end < since:
        raise RuleError(
            f"How a {rating.system.label} rating counted before {since.isoformat()} is not known here: leave it out."
        )
    return converted


def starting_rating(background: Background, target: RatingList | ExternalSystem, event_end: date) -> InitialRating:
    """Return the initial rating of an unrated player at an event that ended on a day (step 1)."""
    sources = [_source(rating, background, target, event_end) for rating in background.ratings]
    total = fsum(source.weight for source in sources)
    if total <= 0:
        age = None if background.born is None else age_on(event_end, background.born)
        return InitialRating(max(initial_rating(age, inferred_adult=background.adult), LOWEST_RATING), 0, (), age)
    blend = fsum(source.weight * source.converted for source in sources) / total
    return InitialRating(max(float(displayed(blend)), LOWEST_RATING), min(MOST_GAMES, ceil(total)), tuple(sources))


def _source(
    rating: ExternalRating, background: Background, target: RatingList | ExternalSystem, event_end: date
) -> RatingSource:
    converted = convert(rating, event_end)
    days = max((event_end - rating.day).days, 0)
    # The age-based rating at the source's date, down to 100 below the age of two.
    age = None if background.born is None else age_on(rating.day, background.born)
    age_rating = ADULT_RATING if background.adult else UNKNOWN_AGE_RATING
    if age is not None:
        age_rating = min(max(50 * age, LOWEST_RATING), ADULT_RATING)
    z = min(6.0, (converted - age_rating) / 350)
    decay = exp(0.06 * (z - 6) * days / _DAYS_IN_A_YEAR)
    factor = game_factor(rating, target)
    return RatingSource(rating, converted, factor, days, age_rating, z, decay, factor * decay)
