"""How FIDE rounds: averages and percentages to the nearest whole number, halves up; changes with halves outward."""

from collections.abc import Sequence


def nearest_half_up(numerator: int, denominator: int) -> int:
    """Return a fraction as the nearest whole number, .5 up; the denominator is above zero."""
    return (2 * numerator + denominator) // (2 * denominator)


def nearest_half_away(numerator: int, denominator: int) -> int:
    """Return a fraction as the nearest whole number, .5 away from zero: how changes are rounded (B.02 8.3.4)."""
    if numerator < 0:
        return -nearest_half_up(-numerator, denominator)
    return nearest_half_up(numerator, denominator)


def average_rating(ratings: Sequence[int]) -> int:
    """Return Ra, the average of at least one opponent's rating (B.01 1.4.7; B.02 8.2)."""
    return nearest_half_up(sum(ratings), len(ratings))


def percentage(half_points: int, games: int) -> int:
    """Return a score as a whole percentage of the games, .5 up (B.01 1.4.9; C.07 10.2)."""
    return nearest_half_up(50 * half_points, games)
