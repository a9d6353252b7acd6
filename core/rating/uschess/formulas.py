"""Formulas of US Chess ratings; step 1 blends other ratings, else uses the age (2)."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Sequence
from datetime import date
from math import ceil, exp, fsum, inf, sqrt
from typing import NamedTuple

from core.errors import RuleError
from core.event.background import Background, ExternalRating, ExternalSystem
from core.lists import RatingList
from core.rating.uschess.rules import LOWEST_RATING, EffectiveGamesRule
from core.words import displayed

# Expected score of one game (US Chess 2025, 4.1 and 4.2)


def winning_expectancy(rating: float, opponent: float) -> float:
    """Return We, the expected score of the standard formula: 1/(1+10^(-(R-Ri)/400))."""
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


def winning_expectancies(rating: float, opponents: Sequence[float]) -> list[float]:
    """Return We against each opponent, to the last bit as `winning_expectancy` does."""
    return [1.0 / (1.0 + 10.0 ** ((opponent - rating) / 400.0)) for opponent in opponents]


def provisional_expectancy(rating: float, opponent: float) -> float:
    """Return PWe, the linear expected score of the special formula: 0.5 + (R-Ri)/800 within 0 and 1."""
    expectancy = 0.5 + (rating - opponent) / 800
    return 0.0 if expectancy < 0 else 1.0 if expectancy > 1 else expectancy


def provisional_expectancies(rating: float, opponents: Sequence[float]) -> list[float]:
    """Return PWe against each opponent, to the last bit as `provisional_expectancy` does."""
    linear = [0.5 + (rating - opponent) / 800.0 for opponent in opponents]
    return [0.0 if expectancy < 0 else 1.0 if expectancy > 1 else expectancy for expectancy in linear]


def effective_games_cap(rating: float, rule: EffectiveGamesRule = EffectiveGamesRule.SINCE_2013) -> float:
    """Return N*, the most games that a rating can be based on."""
    if rule is EffectiveGamesRule.UNTIL_2013:
        return 50 / sqrt(1 + (2200 - rating) ** 2 / 100_000) if rating <= 2200 else 50.0
    if rating > 2355:
        return 50.0
    cap = 50 / sqrt(0.662 + 0.00000739 * (2569 - rating) ** 2)
    # The informal calculator of 2020 takes one off; the document does not.
    return cap - 1 if rule is EffectiveGamesRule.MINUS_ONE else cap


# Special rating formula (US Chess 2025, 4.1)


HIGHEST_SPECIAL_RATING = 2700.0


class Zeros(NamedTuple):
    """The zeros of f: an interval, possibly unbounded."""

    low: float
    high: float


def zeros(prior_rating: float, effective_games: float, opponents: Sequence[float], adjusted_score: float) -> Zeros:
    """Return where f(R) = N' PWe(R, R0') + sum PWe(R, Ri) - S' is zero, exactly.

    f is piecewise linear and never falls; knots are 400 points from R0' and each Ri.
    """
    if adjusted_score <= 0:  # f is above zero wherever anybody can be beaten
        return Zeros(-inf, min([r - 400 for r in opponents] + ([prior_rating - 400] if effective_games > 0 else [])))
    centres = [(opponent, 1.0) for opponent in opponents]
    if effective_games > 0:
        centres.append((prior_rating, effective_games))
    if adjusted_score >= effective_games + len(opponents):
        return Zeros(max(centres)[0] + 400, inf)

    def f(rating: float) -> float:
        terms = provisional_expectancies(rating, opponents)
        if effective_games > 0:
            terms.append(effective_games * provisional_expectancy(rating, prior_rating))
        return fsum(terms) - adjusted_score

    exact = 1e-9  # f: at most sixty terms of magnitude one
    # slopes: half the time of halving
    bends = [(centre - 400.0, weight) for centre, weight in centres]
    bends += [(centre + 400.0, -weight) for centre, weight in centres]
    bends.sort()
    knots = [knot for knot, _ in bends]
    first = _first_at_zero(bends, adjusted_score)
    above = f(knots[first])
    while above < -exact:
        first += 1
        above = f(knots[first])
    while first > 0 and (below := f(knots[first - 1])) >= -exact:
        first, above = first - 1, below
    right = knots[first]
    if above <= exact:
        after = bisect_right(knots, exact, lo=first, key=f)
        return Zeros(right, knots[after - 1])
    left = knots[first - 1]
    crossing = left - below * (right - left) / (above - below)
    return Zeros(crossing, crossing)


def _first_at_zero(bends: Sequence[tuple[float, float]], adjusted_score: float) -> int:
    """Return the first knot with f about zero or more.

    bends: knots with the change of slope, points per 800.
    """
    missing, slope, at = 800 * adjusted_score, 0.0, bends[0][0]
    for place, (knot, bend) in enumerate(bends):
        missing -= slope * (knot - at)
        if missing <= 0:
            return place
        slope, at = slope + bend, knot
    return len(bends) - 1


def special_prior(rating: float, effective_games: float, score: float, record: str | None) -> tuple[float, float]:
    """Return R0' and S'. record: "wins" or "losses" if all earlier games were."""
    if record == "wins":
        return rating - 400, score + effective_games
    if record == "losses":
        return rating + 400, score
    return rating, score + effective_games / 2


def nearest(interval: Zeros, rating: float) -> float:
    """Return the zero nearest to a rating, where the document's search ends."""
    return min(max(rating, interval.low), interval.high)


class SpecialRating(NamedTuple):
    """Figures of the special formula. prior, adjusted_score: R0', S'. interval: where f is zero."""

    prior: float
    adjusted_score: float
    interval: Zeros
    uncapped: float
    rating: float


def special_rating(
    rating: float, effective_games: float, opponents: Sequence[float], score: float, record: str | None = None
) -> SpecialRating:
    """Return the special rating, at most 2700, not yet lifted to 100 or a floor."""
    prior_rating, adjusted_score = special_prior(rating, effective_games, score, record)
    interval = zeros(prior_rating, effective_games, opponents, adjusted_score)
    found = nearest(interval, prior_rating)
    return SpecialRating(prior_rating, adjusted_score, interval, found, min(found, HIGHEST_SPECIAL_RATING))


# Standard rating formula (US Chess 2025, 4.2)


def k_factor(effective_games: float, games: int, rating: float, *, reduced: bool = False) -> float:
    """Return K = 800/(N'+m). reduced: a dual event's Regular rating, whose K falls above 2200."""
    numerator = 800.0
    if reduced and rating > 2200:
        numerator = 800 * (6.5 - 0.0025 * rating) if rating < 2500 else 200.0
    return numerator / (effective_games + games)


def most_meetings(opponents: Sequence[Hashable]) -> int:
    if len(set(opponents)) == len(opponents):  # as nearly always
        return min(len(opponents), 1)
    return max(Counter(opponents).values())


def bonus_eligible(opponents: Sequence[Hashable]) -> bool:
    """Return whether a bonus is possible: three games, nobody met three times; with three, nobody twice."""
    games = len(opponents)
    return games >= 3 and most_meetings(opponents) <= (1 if games == 3 else 2)


def bonus_threshold(multiplier: float, games: int) -> float:
    """Return B*sqrt(max(m, 4)), the change in rating points from which a bonus is paid."""
    return multiplier * sqrt(max(games, 4))


class StandardRating(NamedTuple):
    """Figures of the standard formula. expectancies: We. change: K(S-E). threshold: of a bonus."""

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
    """Return Rs = R0 + K(S-E) + bonus, without floors.

    k, threshold: as `k_factor` and `bonus_threshold`.
    """
    expectancies = winning_expectancies(rating, opponents)
    expected = fsum(expectancies)  # rounded once: independent of the games' order, to the last bit
    change = k * (score - expected)
    bonus = 0.0 if threshold is None else max(0.0, change - threshold)
    return StandardRating(expectancies, expected, k, change, threshold, bonus, rating + change + bonus)


ADULT_RATING = 1300.0
UNKNOWN_AGE_RATING = 750.0
YOUNGEST_CREDIBLE_AGE = 3
MOST_GAMES = 10
"""An initial rating counts for no more games than this."""

FIDE_SINCE = date(2024, 3, 1)
CONVERTED_SINCE = {ExternalSystem.FIDE: FIDE_SINCE, ExternalSystem.CFC: date(2025, 1, 1)}
"""First days of the document's conversions."""

_DAYS_IN_A_YEAR = 365.25


class RatingSource(NamedTuple):
    """Another rating and its weight; figures X, G, D, P, Z, S, W."""

    rating: ExternalRating
    converted: float
    game_factor: int
    days: int
    age_rating: float
    z: float
    decay: float
    weight: float


class InitialRating(NamedTuple):
    """R0 and its games N; age: in years, where it decided."""

    rating: float
    games: int
    sources: tuple[RatingSource, ...] = ()
    age: float | None = None


def initial_rating(age: float | None, *, inferred_adult: bool) -> float:
    """Return the initial rating of an unrated player.

    age: in years; None or below three is unknown.
    """
    if age is None or age < YOUNGEST_CREDIBLE_AGE:
        return ADULT_RATING if inferred_adult else UNKNOWN_AGE_RATING
    return min(50 * age, ADULT_RATING)


def age_on(day: date, born: date) -> float:
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
    """Return G, the most games another rating counts for.

    Ten for Regular, an online list's own and FIDE above 2000, else five.
    """
    system = rating.system
    same_speed = (system, target) in _OWN_SPEED_ONLINE
    high_fide = system is ExternalSystem.FIDE and rating.rating > 2000
    most = 10 if system is ExternalSystem.USCHESS_REGULAR or same_speed or high_fide else 5
    return most if rating.games is None else min(most, rating.games)


def convert(rating: ExternalRating, event_end: date) -> float:
    """Return a rating held elsewhere on the US Chess scale; raise RuleError before its conversion is known."""
    if rating.system is ExternalSystem.FIDE:
        converted = fide_to_us(rating.rating)
    elif rating.system is ExternalSystem.CFC:
        converted = cfc_to_us(rating.rating)
    else:
        return rating.rating
    since = CONVERTED_SINCE[rating.system]
    if event_end < since:
        raise RuleError(
            f"How a {rating.system.label} rating counted before {since.isoformat()} is not known here. Remove it."
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
    # The age-based rating on the source's date, down to 100 below age two.
    age = None if background.born is None else age_on(rating.day, background.born)
    age_rating = ADULT_RATING if background.adult else UNKNOWN_AGE_RATING
    if age is not None:
        age_rating = min(max(50 * age, LOWEST_RATING), ADULT_RATING)
    z = min(6.0, (converted - age_rating) / 350)
    decay = exp(0.06 * (z - 6) * days / _DAYS_IN_A_YEAR)
    factor = game_factor(rating, target)
    return RatingSource(rating, converted, factor, days, age_rating, z, decay, factor * decay)
