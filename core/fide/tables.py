"""FIDE's two tables, as printed (B.02 8.1.1 and 8.1.2; the same in B.01 1.4.9 and in the rapid and blitz chapter).

A normal distribution gives them but for six differences of rating: they are stored, and never made by a formula.
"""

from bisect import bisect_left

# fmt: off
P_TO_DP: tuple[int, ...] = (
    -800, -677, -589, -538, -501, -470, -444, -422, -401, -383,
    -366, -351, -336, -322, -309, -296, -284, -273, -262, -251,
    -240, -230, -220, -211, -202, -193, -184, -175, -166, -158,
    -149, -141, -133, -125, -117, -110, -102, -95, -87, -80,
    -72, -65, -57, -50, -43, -36, -29, -21, -14, -7,
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)
"""dp by p, the score in hundredths of the games: 0 to 100. Plus or minus 800 for a clean score is a convention."""

BAND_ENDS: tuple[int, ...] = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)
"""The largest difference |D| at which the higher rated player's expected score is still .50, .51, ... .99."""
# fmt: on


def expected_hundredths(difference: int) -> int:
    """Return PD, the expected score in hundredths, of whoever is rated this much above the opponent (or below)."""
    if difference < 0:
        return 50 - bisect_left(BAND_ENDS, -difference)
    return 50 + bisect_left(BAND_ENDS, difference)
