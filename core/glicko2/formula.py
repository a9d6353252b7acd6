"""The steps of the paper, in its symbols: mu and phi are a rating and a deviation on its own scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, log, pi, sqrt
from typing import NamedTuple

MIDDLE, SCALE = 1500.0, 173.7178
"""Step 2: mu = (r - 1500)/173.7178, phi = RD/173.7178."""

START_DEVIATION, START_VOLATILITY = 350.0, 0.06
"""Step 1: of an unrated player, who begins at 1500."""

EPSILON = 0.000001
"""Step 5.1: where the iteration ends."""


class GlickoRating(NamedTuple):
    """A rating r, its deviation RD, and the volatility sigma: on the scale that people read, sigma as it is."""

    rating: float
    deviation: float
    volatility: float

    @property
    def mu(self) -> float:
        return (self.rating - MIDDLE) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


class Result(NamedTuple):
    """A game: the opponent's rating and deviation at the beginning of the period, and the score, 0 to 1."""

    rating: float
    deviation: float
    score: float


@dataclass(frozen=True, slots=True)
class Update:
    """What a period did to a player, step by step; the names are the paper's.

    surplus: the sum of g(phi_j)(s_j - E_j), which steps 4 and 7 share.
    """

    v: float
    surplus: float
    delta: float
    volatility: float
    phi_star: float
    phi: float
    mu: float

    @property
    def player(self) -> GlickoRating:
        """Return the player after the period (step 8)."""
        return GlickoRating(SCALE * self.mu + MIDDLE, SCALE * self.phi, self.volatility)


NEWCOMER = GlickoRating(MIDDLE, START_DEVIATION, START_VOLATILITY)


def weight(deviation: float) -> float:
    """Return g(phi) of an opponent's deviation (step 3)."""
    phi = deviation / SCALE
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def expected_score(rating: float, opponent: float, deviation: float) -> float:
    """Return E(mu, mu_j, phi_j), in game points (step 3)."""
    return 1 / (1 + exp(-weight(deviation) * (rating - opponent) / SCALE))


def update(player: GlickoRating, results: Sequence[Result], tau: float) -> Update:
    """Return what the games of a period do to a player (steps 3 to 7). Needs a game."""
    mu, phi = player.mu, player.phi
    weights = [weight(result.deviation) for result in results]
    expected = [expected_score(player.rating, result.rating, result.deviation) for result in results]
    v = 1 / fsum(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
    surplus = fsum(g * (result.score - e) for g, e, result in zip(weights, expected, results, strict=True))
    delta = v * surplus
    sigma = volatility(player.volatility, phi, v, delta, tau)
    phi_star = sqrt(phi * phi + sigma * sigma)
    after = 1 / sqrt(1 / (phi_star * phi_star) + 1 / v)
    return Update(v, surplus, delta, sigma, phi_star, after, mu + after * after * surplus)


def idle(player: GlickoRating) -> GlickoRating:
    """Return a player after a period without a game: only the deviation grows (step 6)."""
    phi = sqrt(player.phi**2 + player.volatility**2)
    return player._replace(deviation=SCALE * phi)


def volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5), by the Illinois algorithm as the paper has it."""
    a = log(sigma * sigma)
    square, spread = delta * delta, phi * phi + v

    def f(x: float) -> float:
        power = exp(x)
        return power * (square - spread - power) / (2 * (spread + power) ** 2) - (x - a) / (tau * tau)

    low = a
    if square > spread:
        high = log(square - spread)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
