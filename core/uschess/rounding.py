"""How US Chess shows ratings."""

from math import floor

ESTABLISHED_ABOVE = 25
"""A rating is established when it is based on more than this many games (US Chess 2025, section 1)."""


def displayed(rating: float) -> int:
    """Return the whole number that is shown for a rating: halves go up."""
    return floor(rating + 0.5)


def is_established(games: int) -> bool:
    """Tell whether a rating based on this many games is established; below, it is provisional."""
    return games > ESTABLISHED_ABOVE
