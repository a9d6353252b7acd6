"""Performances and rating averages of one event: whole ratings in, whole ratings out (C.07 10; B.01 1.4.7-1.4.9).

Only games over the board against rated opponents count, one entry each. No difference is limited here.
"""

from bisect import bisect_left
from collections.abc import Sequence

from core.errors import InputError
from core.fide.rounding import average_rating, percentage
from core.fide.tables import BAND_ENDS, P_TO_DP
from core.words import counted

CLEAN_SCORE_BELOW = 800
"""How far below the lowest opponent whoever scores nothing performs (C.07 10.3)."""

SURE = BAND_ENDS[-1] + 1
"""The smallest difference with an expected score of 1.00."""


def tournament_performance(opponents: Sequence[int], score: float) -> int:
    """Return TPR, or Rp: the opponents' average and what the table adds for the percentage (C.07 10.2).

    score: game points; raise InputError where there is no opponent, or the score is not possible.
    """
    added = P_TO_DP[score_percentage(opponents, score)]
    return average_rating(opponents) + added


def score_percentage(opponents: Sequence[int], score: float) -> int:
    """Return p, the score in whole percent, .5 up; errors are those of `tournament_performance`."""
    return percentage(_half_points(opponents, score), len(opponents))


def perfect_performance(opponents: Sequence[int], score: float) -> int:
    """Return PTP: the lowest whole rating whose expected score is at least the score made (C.07 10.3).

    Errors are those of `tournament_performance`.
    """
    wanted = 50 * _half_points(opponents, score)
    if wanted == 0:
        return min(opponents) - CLEAN_SCORE_BELOW
    # At `low` nothing is expected, at `high` everything; the expected score never falls between them.
    low, high = min(opponents) - SURE, max(opponents) + SURE
    if wanted == 100 * len(opponents):
        return high
    wanted -= 50 * len(opponents)
    while high - low > 1:
        rating = (low + high) // 2
        above = 0
        for opponent in opponents:
            if rating < opponent:
                above -= bisect_left(BAND_ENDS, opponent - rating)
            else:
                above += bisect_left(BAND_ENDS, rating - opponent)
        if above >= wanted:
            high = rating
        else:
            low = rating
    return high


def average_of_opponents(opponents: Sequence[int]) -> int:
    """Return ARO, the opponents' average, .5 up; raise InputError where there is no opponent."""
    _half_points(opponents, 0)
    return average_rating(opponents)


def average_performance(performances: Sequence[int]) -> int:
    """Return APRO from the opponents' TPRs, or APPO from their PTPs: the average, .5 up."""
    return average_of_opponents(performances)


def _half_points(opponents: Sequence[int], score: float) -> int:
    """Return a score in half points; raise InputError where it is not one of these games."""
    if not opponents:
        raise InputError("There is no rated opponent to perform against: give at least one.")
    half_points = int(2 * score) if 0 <= score <= len(opponents) else None
    if half_points is None or half_points != 2 * score:
        raise InputError(
            f"A score lies between 0 and the {counted(len(opponents), 'game')} played, in half points, "
            f"not at {score:g}."
        )
    return half_points
