"""How far a rating may be off: standard errors, intervals, and the chance that one player is the better one."""

from functools import lru_cache
from math import erfc, inf, log, pi, sqrt
from statistics import NormalDist
from typing import NamedTuple

from core.errors import InputError
from core.oracle.config import OracleConfig
from core.oracle.scale import SCALE, rating_of, win_probability
from core.oracle.update import multiplier

LEVEL = 0.95


class Interval(NamedTuple):
    """Where a rating lies, at a level of confidence."""

    low: float
    high: float


@lru_cache(maxsize=64)
def z_of(level: float) -> float:
    """Return how many standard errors to either side an interval of this level reaches."""
    if not 0 < level < 1:
        raise InputError(f"A level of confidence lies between 0 and 1, not at {level:g}: write one such as 0.95.")
    return NormalDist().inv_cdf((1 + level) / 2)


def rating_interval(log_strength: float, standard_error: float, level: float = LEVEL, scale: float = SCALE) -> Interval:
    """Return the interval of a rating: within the scale, and longer on the side of its middle."""
    reach = z_of(level) * standard_error
    return Interval(rating_of(log_strength - reach, scale), rating_of(log_strength + reach, scale))


def likelihood_of_superiority(difference: float, variance: float) -> float:
    """Return the chance that the first is the stronger, from the difference in log strength and its variance."""
    if variance <= 0:
        return 0.5 if difference == 0 else float(difference > 0)
    return erfc(-difference / sqrt(2 * variance)) / 2


def cautious_win_probability(difference: float, variance: float) -> float:
    """Return the win probability with what is not known of the difference in it: nearer to one half."""
    return win_probability(difference / sqrt(1 + pi * variance / 8))


def incremental_error(information: float, games: int, config: OracleConfig) -> float:
    """Return the approximate standard error of a log strength that was moved match by match.

    information: the sum of P(1-P) over the games. Never below the noise that the multiplier keeps up for ever.
    """
    prior = 0.0 if config.prior_sd is None else 1 / config.prior_sd**2
    known = information + prior
    # 2 ln A (r - P) on every game makes a variance of ln A in the long run.
    return sqrt(max(1 / known if known > 0 else inf, log(multiplier(games, config))))


def information_of(standard_error: float, config: OracleConfig) -> float:
    """Return the information that gives a standard error, the prior's apart."""
    prior = 0.0 if config.prior_sd is None else 1 / config.prior_sd**2
    return max(0.0, 1 / standard_error**2 - prior) if standard_error > 0 else 0.0


def wilson_interval(points: float, games: int, level: float = LEVEL) -> Interval:
    """Return Wilson's interval of the share of points that a record of games shows, 0 to 1."""
    if games < 1:
        return Interval(0.0, 1.0)
    z, share = z_of(level), points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
