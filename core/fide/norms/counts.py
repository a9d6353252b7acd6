"""How many of what a number of games asks for: minimums are rounded up, maximums down (FIDE B.01, 1.4.4)."""

from core.fide.norms.titles import TitleNorm
from core.fide.rounding import percentage
from core.fide.tables import P_TO_DP

FEWEST_GAMES = 9
FEWEST_TEAM_GAMES = 7
FEWEST_WORLD_CUP_GAMES = 8
MOST_GAMES_COUNTED = 13
"""A norm of a longer event counts as one of this many games (1.7)."""

FEWEST_FOREIGN_FEDERATIONS = 2
FEWEST_PLAYERS_TWICE_AROUND = 6
UNRATED = 1400
"""What an unrated opponent counts as (1.4.6c)."""


def fewest_title_holders(games: int) -> int:
    """Return 50 % of the opponents (1.4.5a)."""
    return -(-games // 2)


def fewest_required_titles(games: int) -> int:
    """Return a third of the opponents, at least three (1.4.5b to e)."""
    return max(3, -(-games // 3))


def most_of_own_federation(games: int) -> int:
    """Return 3/5 of the opponents (1.4.4)."""
    return 3 * games // 5


def most_of_one_federation(games: int) -> int:
    """Return 2/3 of the opponents (1.4.4)."""
    return 2 * games // 3


def fewest_half_points(games: int) -> int:
    """Return 35 % of the points, in half points and taken strictly (1.4.8b).

    For 13 games 4.5 points are 34.6 %, which a rounded percentage would let pass.
    """
    return -(-7 * games // 10)


def rating_difference(half_points: int, games: int) -> int:
    """Return dp of a score from at least one game, in rating points (1.4.9)."""
    return P_TO_DP[percentage(half_points, games)]


def required_average(norm: TitleNorm, half_points: int, games: int) -> int:
    """Return the lowest average of the opponents with which a score makes the norm (1.4.8)."""
    return max(norm.average, norm.performance - rating_difference(half_points, games))
