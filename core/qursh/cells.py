"""The cells of a history: three groups of the higher rating by six bins of the rating difference (QURSH, bins).

An edge belongs to the lower side, as in "0-50, 51-100" and in R's default; ratings with decimals are not rounded.
"""

from bisect import bisect_left

GROUP_EDGES = (1000, 1500)
BIN_EDGES = (50, 100, 150, 200, 300)

GROUPS = ("up to 1000", "1001 to 1500", "above 1500")
BINS = ("0-50", "51-100", "101-150", "151-200", "201-300", "above 300")
POOLED = "all ratings"
"""The name of the three groups together, the single-group variant."""

CELLS = len(GROUPS) * len(BINS)


def group_of(higher: float) -> int:
    """Return the group, counted from 0, of the higher of two ratings."""
    return bisect_left(GROUP_EDGES, higher)


def bin_of(difference: float) -> int:
    """Return the bin, counted from 0, of a rating difference of 0 or more."""
    return bisect_left(BIN_EDGES, difference)


def cell_of(group: int, bin_number: int) -> int:
    """Return the number of a cell, counted from 0: group by group, each by its bins."""
    return group * len(BINS) + bin_number
