"""Special rating formula (US Chess 2025, 4.1): eight games or fewer, or only wins, or only losses so far."""

from bisect import bisect_left, bisect_right
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
    centres = list(opponents)
    if effective_games > 0:
        centres.append(prior_rating)
    if adjusted_score >= effective_games + len(opponents):
        return Zeros(max(centres) + 400, inf)

    found: dict[float, float] = {}  # the search has mostly met the knots either side of the zero

    def f(rating: float) -> float:
        value = found.get(rating)
        if value is None:
            terms = provisional_expectancies(rating, opponents)
            if effective_games > 0:
                terms.append(effective_games * provisional_expectancy(rating, prior_rating))
            value = found[rating] = fsum(terms) - adjusted_score
        return value

    exact = 1e-9  # f is a sum of at most sixty terms of magnitude one
    knots = sorted({centre + side for centre in centres for side in (-400.0, 400.0)})
    # f never falls: the first knot at or above zero, and where it is zero the first above it, are found by halving.
    first = bisect_left(knots, -exact, key=f)
    right = knots[first]
    above = f(right)
    if above <= exact:
        behind = bisect_right(knots, exact, lo=first, key=f)
        return Zeros(right, knots[behind - 1])
    left = knots[first - 1]
    below = f(left)
    crossing = left - below * (right - left) / (above - below)
    return Zeros(crossing, crossing)


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
