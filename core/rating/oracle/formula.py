"""Uncertainty: standard errors, intervals, chances of superiority."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from math import erfc, exp, floor, inf, log, pi, sqrt, tanh
from statistics import NormalDist
from typing import NamedTuple

from core import words
from core.errors import InputError
from core.rating.oracle.config import OracleConfig

SCALE = 100.0
ELO_POINTS = 400 / log(10)
"""Elo points per unit of log strength."""

MAX_LOG_STRENGTH = 40.0
"""The largest distance from the Keeper: one game in 10^17 is won or lost there."""

TIERS = (
    *("Learning", "Beginner", "Novice", "Intermediate", "Competent"),
    *("Proficient", "Advanced", "Expert", "Master", "Legendary"),
)
"""Names of the tenths of the scale, lowest first."""


def win_probability(difference: float) -> float:
    """Return the chance of winning; with draws as halves, the expected score."""
    # The smaller exponential cannot overflow.
    if difference >= 0.0:
        return 1.0 / (1.0 + exp(-difference))
    odds = exp(difference)
    return odds / (1.0 + odds)


def rating_of(log_strength: float, scale: float = SCALE) -> float:
    """Return the rating of a log strength relative to the Keeper: scale * s/(s+1)."""
    return scale * win_probability(log_strength)


def log_strength_of(rating: float, scale: float = SCALE) -> float:
    """Return the log strength of an unrounded rating; raise InputError if invalid."""
    if not 0 < rating < scale:
        raise InputError(
            f"An Oracle rating must be between 0 and {scale:g}, not {rating:g}. Write one, for example 50."
        )
    return max(-MAX_LOG_STRENGTH, min(MAX_LOG_STRENGTH, log(rating) - log(scale - rating)))


def displayed(rating: float, scale: float = SCALE) -> int:
    """Return the shown whole number: halves up, 1 to 99."""
    return max(1, min(floor(scale - 1), words.displayed(rating)))


def tier(rating: float, scale: float = SCALE) -> str:
    """Return the name of a rating's tenth of the scale."""
    return TIERS[max(0, min(len(TIERS) - 1, floor(10 * rating / scale)))]


def check_counts(wins: object, losses: object, draws: object) -> None:
    for count, noun in ((wins, "wins"), (losses, "losses"), (draws, "draws")):
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise InputError(f"The number of {noun} is {count}. Write a whole number from 0 up.")


def multiplier(games: int, config: OracleConfig) -> float:
    """Return A after so many games: a_min + (a_max - a_min) exp(-g/tau)."""
    return config.a_min + (config.a_max - config.a_min) * exp(-games / config.a_decay_rate)


def match_multiplier(games: int, opponents_games: int, config: OracleConfig) -> float:
    """Return A of a match: the mean of both, by games before it."""
    return (multiplier(games, config) + multiplier(opponents_games, config)) / 2


def half_by_results(difference: float, a: float, results: Iterable[float]) -> float:
    """Return each side's change of log strength from results in order of play.

    difference: D, the first minus the second.
    """
    half = start = 0.5 * difference
    rate = 0.5 * log(a)  # h += ln(A)/2 (2r - 1 - tanh h) is D += 2 ln A (r - P)
    for result in results:
        half += rate * (2.0 * result - 1.0 - tanh(half))
    return half - start


def half_wins_first(difference: float, a: float, wins: int, losses: int, draws: int) -> float:
    """Return the same from a bare score in the seed program's order: wins, losses, draws."""
    return half_by_results(difference, a, (*[1.0] * wins, *[0.0] * losses, *[0.5] * draws))


def half_by_mean(difference: float, a: float, games: int, excess: float) -> float:
    """Return each side's change from a score without order.

    excess: wins minus losses.
    """
    half = start = 0.5 * difference
    rate, mean = 0.5 * log(a), excess / games if games else 0.0
    for _ in range(games):
        half += rate * (mean - tanh(half))
    return half - start


LEVEL = 0.95


class Interval(NamedTuple):
    """Where a rating lies, at a level of confidence."""

    low: float
    high: float


@lru_cache(maxsize=64)
def z_of(level: float) -> float:
    """Return an interval's half width in standard errors."""
    if not 0 < level < 1:
        raise InputError(f"A level of confidence must be between 0 and 1, not {level:g}. Write one, for example 0.95.")
    return NormalDist().inv_cdf((1 + level) / 2)


def rating_interval(log_strength: float, standard_error: float, level: float = LEVEL, scale: float = SCALE) -> Interval:
    """Return a rating's interval, within the scale and longer toward its middle."""
    reach = z_of(level) * standard_error
    return Interval(rating_of(log_strength - reach, scale), rating_of(log_strength + reach, scale))


def likelihood_of_superiority(difference: float, variance: float) -> float:
    """Return the first's chance of being stronger. variance: of the difference in log strength."""
    if variance <= 0:
        return 0.5 if difference == 0 else float(difference > 0)
    return erfc(-difference / sqrt(2 * variance)) / 2


def cautious_win_probability(difference: float, variance: float) -> float:
    """Return the win probability with its uncertainty: nearer to one half."""
    return win_probability(difference / sqrt(1 + pi * variance / 8))


def variance_of(information: float, config: OracleConfig) -> float:
    """Return the variance of a log strength relative to the Keeper."""
    prior = 0.0 if config.prior_sd is None else 1 / config.prior_sd**2
    known = information + prior
    return 1 / known if known > 0 else inf


def information_from(games: float, chance: float, variance: float) -> float:
    """Return what games tell about a player relative to the Keeper, less where the opponent is unsure.

    chance: in one game. variance: of the opponent before the games, 0 for the Keeper.
    """
    given = games * chance * (1 - chance)
    return 1 / (1 / given + variance) if given > 0 else 0.0


def incremental_error(information: float, games: int, config: OracleConfig) -> float:
    """Return the approximate standard error of a log strength.

    information: about the player relative to the Keeper, who is known (`information_from`).
    """
    # 2 ln A (r - P) on every game makes a variance of ln A in the long run.
    return sqrt(max(variance_of(information, config), log(multiplier(games, config))))


def information_of(standard_error: float, config: OracleConfig) -> float:
    """Return the information that gives a standard error, without the prior's."""
    prior = 0.0 if config.prior_sd is None else 1 / config.prior_sd**2
    return max(0.0, 1 / standard_error**2 - prior) if standard_error > 0 else 0.0


def wilson_interval(points: float, games: int, level: float = LEVEL) -> Interval:
    """Return Wilson's interval of a share of points, 0 to 1."""
    if games < 1:
        return Interval(0.0, 1.0)
    z, share = z_of(level), points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


HIGHEST, LOWEST = 99.0, 1.0
"""Performances without a loss or a win: the ends of what is shown."""


def performance(opponents: Sequence[tuple[float, int]], points: float) -> float:
    """Return the rating expected to score this. opponents: log strengths and games."""
    games = sum(count for _, count in opponents)
    if points >= games:
        return HIGHEST
    if points <= 0:
        return LOWEST
    if len(opponents) == 1:
        return max(LOWEST, min(HIGHEST, rating_of(opponents[0][0] + log(points) - log(games - points))))
    low = min(strength for strength, _ in opponents) - MAX_LOG_STRENGTH
    high = max(strength for strength, _ in opponents) + MAX_LOG_STRENGTH
    for _ in range(100):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        expected = sum(count * win_probability(middle - strength) for strength, count in opponents)
        low, high = (low, middle) if expected > points else (middle, high)
    return max(LOWEST, min(HIGHEST, rating_of((low + high) / 2)))


class Reason(StrEnum):
    """The UI owns the sentence for each: bot/ui/systems/oracle/wording.py."""

    EXPECTED = "oracle-expected"  # first round, games, own rating, opponent
    MULTIPLIER = "oracle-multiplier"  # games before, the opponent's games before
    OWN_MULTIPLIER = "oracle-own-multiplier"  # games before
    CHANGE_IN_ORDER = "oracle-change-in-order"  # points, expected, A
    CHANGE_BY_MEAN = "oracle-change-by-mean"  # points, expected, A
    CHANGE_WINS_FIRST = "oracle-change-wins-first"  # points, expected, A
    MOVED_HALF = "oracle-moved-half"  # ln s before, moved
    MOVED_WHOLE = "oracle-moved-whole"  # ln s before, moved
    REBALANCED = "oracle-rebalanced"  # ln s before, moved
    KEEPER = "oracle-keeper"
    RATING = "oracle-rating"  # ln s
    ERROR = "oracle-error"  # information, games
    INTERVAL = "oracle-interval"  # low
    PERFORMANCE = "oracle-performance"  # points, games
    CALIBRATED = "oracle-calibrated"  # games, ln s
