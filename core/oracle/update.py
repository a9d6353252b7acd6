"""One match, game by game (seed, "Update Formula" and "Adaptive A").

The seed multiplies strengths by A^delta. In log strengths that is an addition, and with D = theta_1 - theta_2 only
one figure moves: D += 2 ln A (r - P), P = 1/(1+exp(-D)) = (1 + tanh(D/2))/2. It is kept halved, h = D/2, which is the
distance that each of the two moves, and comes out the same, to the last bit, from either side of the board.
"""

from collections.abc import Iterable
from math import exp, log, tanh

from core.errors import InputError
from core.oracle.config import OracleConfig


def check_counts(wins: object, losses: object, draws: object) -> None:
    """Raise InputError for a count of games that is negative or not whole."""
    for count, what in ((wins, "wins"), (losses, "losses"), (draws, "draws")):
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise InputError(f"The number of {what} is {count}: write a whole number from 0 up.")


def multiplier(games: int, config: OracleConfig) -> float:
    """Return A of a player with this many games before: a_min + (a_max - a_min) exp(-g/tau)."""
    return config.a_min + (config.a_max - config.a_min) * exp(-games / config.a_decay_rate)


def match_multiplier(games: int, opponents_games: int, config: OracleConfig) -> float:
    """Return A for a whole match: the mean of both players', by their games before it."""
    return (multiplier(games, config) + multiplier(opponents_games, config)) / 2


def half_by_results(difference: float, a: float, results: Iterable[float]) -> float:
    """Return what a match moves each log strength by, the first one's upward, from results in the order of play.

    difference: D before the match, the first player's log strength minus the second's.
    """
    half = start = 0.5 * difference
    rate = 0.5 * log(a)  # h += ln(A)/2 (2r - 1 - tanh h) is D += 2 ln A (r - P)
    for result in results:
        half += rate * (2.0 * result - 1.0 - tanh(half))
    return half - start


def half_wins_first(difference: float, a: float, wins: int, losses: int, draws: int) -> float:
    """Return the same from a bare score as the seed's program plays it out: wins, then losses, then draws."""
    return half_by_results(difference, a, (*[1.0] * wins, *[0.0] * losses, *[0.5] * draws))


def half_by_mean(difference: float, a: float, games: int, excess: float) -> float:
    """Return the same from a bare score: every game counts the mean score, which no order of play can change.

    excess: wins minus losses, in games.
    """
    half = start = 0.5 * difference
    rate, mean = 0.5 * log(a), excess / games if games else 0.0
    for _ in range(games):
        half += rate * (mean - tanh(half))
    return half - start
