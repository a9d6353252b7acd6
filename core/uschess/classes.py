"""Classes of ratings (US Chess, rulebook chapter 8): by 200 points, from Senior Master down to Class J."""

from core.uschess.rounding import displayed

CLASSES: tuple[tuple[int, str], ...] = (
    (2400, "Senior Master"),
    (2200, "Master"),
    (2000, "Expert"),
    *((1800 - 200 * step, f"Class {letter}") for step, letter in enumerate("ABCDEFGHI")),
    (0, "Class J"),
)
"""The least rating of each, highest first."""


def class_of(rating: float) -> str:
    """Return the class that a rating is in, as displayed."""
    return next(name for least, name in CLASSES if displayed(rating) >= least)
