"""Special rating formula (US Chess 2025, 4.1): eight games or fewer, or only wins, or only losses so far."""

from bisect import bisect_right
from collections.abc import Sequence
from math import fsum, inf
from typing import NamedTuple

from core.uschess.expectancy import provisional_expectancies, provisional_expectancy

HIGHEST_SPECIAL_RATING = 2700.0


class Zeros(NamedTuple):
    """The ratings at which f vanishes: an interval, unbounded when every rating on that side does."""

    low: float
    high: float


def zeros(prior_rating: float, effective_games: float, opponents: Sequence[float], adjusted_score: float) -> Zeros:
    """Return where f(R) = N' PWe(R, R0') + sum PWe(R, Ri) - S' is zero.

    f is continuous, piecewise linear and never falls; its knots lie 400 points either side of R0' and of
    every Ri. Only the slope between two knots matters, so the zeros are found exactly, without an iteration.
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

    exact = 1e-9  # f is a sum of at most sixty terms of magnitude one
    # f never falls. A sum along its slopes tells where it comes to zero, f itself whether it is there: asking f alone,
    # by halving, takes twice as long.
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
        behind = bisect_right(knots, exact, lo=first, key=f)
        return Zeros(right, knots[behind - 1])
    left = knots[first - 1]
    crossing = left - below * (right - left) / (above - below)
    return Zeros(crossing, crossing)


def _first_at_zero(bends: Sequence[tuple[float, float]], adjusted_score: float) -> int:
    """Return the place of the first knot at which f is about zero or more.

    bends: the knots in order, each with how much steeper f is behind it, in points for 800 rating points.
    """
    missing, slope, at = 800 * adjusted_score, 0.0, bends[0][0]
    for place, (knot, bend) in enumerate(bends):
        missing -= slope * (knot - at)
        if missing <= 0:
            return place
        slope, at = slope + bend, knot
    return len(bends) - 1


def special_prior(rating: float, effective_games: float, score: float, record: str | None) -> tuple[float, float]:
    """Return R0' and S'.

    record: "wins" when all earlier games were won, "losses" when all were lost, None otherwise or when there
    were none.
    """
    if record == "wins":
        return rating - 400, score + effective_games
    if record == "losses":
        return rating + 400, score
    return rating, score + effective_games / 2


def nearest(interval: Zeros, rating: float) -> float:
    """Return the zero nearest to a rating, which is where the document's search ends."""
    return min(max(rating, interval.low), interval.high)


class SpecialRating(NamedTuple):
    """The special formula's figures, in the order in which they come about.

    prior, adjusted_score: R0' and S'. interval: where f is zero. uncapped: the zero nearest to R0'.
    """

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
