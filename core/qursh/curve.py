"""The margins that are expected without a history: normal curves, measured over 17,996 tournament games.

Margins are near normal in every cell: the curves differ from the games by three points at most (spec/qursh.md, 1). The
mean grows with the difference of the ratings; the lowest group rests on 407 games.
"""

from statistics import NormalDist

_BIN_CENTRES = (25, 75, 125, 175, 250)
# Points for each rating point and deviation of a group; mean and deviation above 300. The last is that of all together.
_SLOPES = ((0.173, 88.9), (0.118, 96.6), (0.164, 102.9), (0.155, 101.0))
_ABOVE_300 = ((70.0, 85.0), (56.0, 101.0), (77.0, 108.0), (75.0, 107.0))

ORIGIN = "normal curves fitted to 17,996 games of 2006 and 2021 to 2026"


def _curve(group: int, bin_number: int) -> NormalDist:
    if bin_number == len(_BIN_CENTRES):
        return NormalDist(*_ABOVE_300[group])
    slope, deviation = _SLOPES[group]
    return NormalDist(slope * _BIN_CENTRES[bin_number], deviation)


CURVES = tuple(_curve(group, number) for group in range(3) for number in range(6))
"""Of the higher rated player's margin in points, by cell, as `cell_of` counts."""

POOLED_CURVES = tuple(_curve(3, number) for number in range(6))
"""By bin, of the three groups together."""
