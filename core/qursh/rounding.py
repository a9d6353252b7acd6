"""How QURSH rounds: whole percents for each game, two decimals for the mean.

The ten scores published with the system are all multiples of 1/21 to two decimals: so many games, each a whole number.
Scores are kept in tenths of a percent, for games between equals are scored to one decimal; sums are exact then.
"""

from math import floor

TENTHS = 1000
"""Tenths of a percent that the two players of a game have between them."""


def whole_percent(mid_rank: int, halves: int) -> int:
    """Return 100 (below + equal / 2) / all as a whole number: halves go up. Counts are those of `Margins`."""
    return (100 * mid_rank + halves) // (2 * halves)


def nearest_percent(percent: float) -> int:
    """Return a whole percent: halves go up."""
    return floor(percent + 0.5)


def tenths_between_equals(mid_rank: int, opposite: int, halves: int) -> int:
    """Return (q(x) + 100 - q(-x)) / 2 in tenths of a percent, from the mid-ranks of x and -x.

    Halves go to the even tenth, so that the two players have 100 together whoever is asked first.
    """
    tenths, rest = divmod(250 * (mid_rank - opposite), halves)
    up = 2 * rest > halves or (2 * rest == halves and tenths % 2 == 1)
    return TENTHS // 2 + tenths + up


def nearest_tenths(percent: float) -> int:
    """Return tenths of a percent, likewise."""
    return round(percent * 10)


def mean_hundredths(tenths: int, games: int) -> int:
    """Return the mean of tenths over games in hundredths of a percent, the two decimals shown: halves go up."""
    return (20 * tenths + games) // (2 * games)


def shown_hundredths(mean: float) -> int:
    """Return a mean of exact percents in hundredths, likewise."""
    return floor(mean * 100 + 0.5)
