"""The figures of NASPA's formula: expected wins, multipliers with their boundaries, performance."""

from collections.abc import Iterable, Sequence
from math import exp, floor, fsum
from typing import NamedTuple

SCALE = 0.0031879
"""Per rating point (NASPA, expected wins)."""

FEW_CAREER_GAMES = 50
_BOUNDARIES = (1800, 2000)
_MULTIPLIERS = {True: (30, 24, 15), False: (20, 16, 10)}
"""By rating, for fewer than 50 career games and for more (NASPA, multipliers)."""

HIGHEST_PERFORMANCE = 3000
_LEAST_SHARE = 0.05


class Stretch(NamedTuple):
    """Part of a change that was made with one multiplier; `excess` in games, ratings before and after it."""

    multiplier: int
    excess: float
    before: float
    after: float


def expected_wins(rating: float, opponent: float) -> float:
    """Return the expected score of one game, 0 to 1."""
    return 1 / (1 + exp(-SCALE * (rating - opponent)))


def multiplier(rating: float, career_games: int) -> int:
    """Return K, the rating points for each game won beyond expectation."""
    band = sum(rating >= boundary for boundary in _BOUNDARIES)
    return _MULTIPLIERS[career_games < FEW_CAREER_GAMES][band]


def stretches(rating: float, career_games: int, excess: float) -> tuple[Stretch, ...]:
    """Return the change for games won beyond expectation, in parts where it crosses a boundary.

    Published ratings are whole, so that one which falls leaves its band at 1799 or 1999, as in tsh. Where it ends
    within that last point it stays there; tsh goes on from 1799 and can end above the rating before.
    """
    found: list[Stretch] = []
    while True:
        k = multiplier(rating, career_games)
        reached = rating + k * excess
        edge = _edge(rating, excess)
        if edge is None or (reached <= edge if excess > 0 else reached >= edge):
            found.append(Stretch(k, excess, rating, reached))
            return tuple(found)
        used = (edge - rating) / k
        found.append(Stretch(k, used, rating, edge))
        excess -= used
        rating = edge


def _edge(rating: float, excess: float) -> int | None:
    """Return where the multiplier changes on the way up or down, None where it does not."""
    if excess > 0:
        return next((boundary for boundary in _BOUNDARIES if boundary > rating), None)
    return next((boundary - 1 for boundary in reversed(_BOUNDARIES) if boundary <= rating), None)


def clipped_wins(wins: float, games: int) -> float:
    """Return wins with which a performance exists: 5 % of the games for none, 95 % for all (NASPA, initial rating)."""
    if wins == 0:
        return games * _LEAST_SHARE
    return games * (1 - _LEAST_SHARE) if wins == games else wins


def performance_rating(opponents: Sequence[float], wins: float) -> int:
    """Return the whole rating from 0 to 3000 at which so many wins were to be expected of at least one game.

    It is the last one that the halving looks at, as NASPA's page has it: the true one is within a point.
    """
    aim = clipped_wins(wins, len(opponents))
    low, high, middle = 0, HIGHEST_PERFORMANCE, 0
    while high - low > 1:
        middle = (low + high) // 2
        if expected_total(middle, opponents) < aim:
            low = middle
        else:
            high = middle
    return middle


def expected_total(rating: float, opponents: Iterable[float]) -> float:
    """Return the expected wins against all of these; their order does not matter, to the last bit."""
    return fsum(expected_wins(rating, opponent) for opponent in opponents)


def rounded(rating: float) -> int:
    """Return the whole number that is published after each segment: halves go up."""
    return floor(rating + 0.5)
