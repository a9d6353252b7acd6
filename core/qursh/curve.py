"""The margins that are expected without a history: normal curves, measured over 17,996 tournament games.

Margins are near normal in every cell: the curves differ from the games by three points at most (spec/qursh.md, 1). The
mean grows with the difference of the ratings; the lowest group rests on 407 games. What is above 300 was measured as
one bin: where it is cut, its pieces follow the slope, with the deviation of the whole (our reading).
"""

from functools import cache
from statistics import NormalDist

from core.qursh.cells import GROUPS, SEED_GRID, Grid

# Points for each rating point and deviation of a group; mean and deviation above 300. The last is that of all together.
_SLOPES = ((0.173, 88.9), (0.118, 96.6), (0.164, 102.9), (0.155, 101.0))
_ABOVE_300 = ((70.0, 85.0), (56.0, 101.0), (77.0, 108.0), (75.0, 107.0))
_MEASURED_TO = SEED_GRID.edges[-1]

ORIGIN = "normal curves fitted to 17,996 games of 2006 and 2021 to 2026"


@cache
def curves(grid: Grid) -> tuple[NormalDist, ...]:
    """Return the curves of the higher rated player's margin in points, by cell as the grid counts."""
    return tuple(_curve(grid, group, number) for group in range(len(GROUPS)) for number in range(grid.bins))


@cache
def pooled_curves(grid: Grid) -> tuple[NormalDist, ...]:
    """Return those of the three groups together, by bin."""
    return tuple(_curve(grid, len(GROUPS), number) for number in range(grid.bins))


def _curve(grid: Grid, group: int, bin_number: int) -> NormalDist:
    slope, deviation = _SLOPES[group]
    above, above_deviation = _ABOVE_300[group]
    low = 0 if bin_number == 0 else grid.edges[bin_number - 1]
    if bin_number == len(grid.edges):
        return NormalDist(above + slope * (low - _MEASURED_TO), above_deviation)
    centre = (low + grid.edges[bin_number]) / 2
    return NormalDist(slope * centre, deviation if low < _MEASURED_TO else above_deviation)
