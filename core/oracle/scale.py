"""Strength, log strength and rating (seed, "Strength ↔ Rating Conversion").

The rating is the chance of beating the Keeper on a scale of 100, unrounded; only what is shown is whole, 1 to 99.
"""

from math import exp, floor, log

from core.errors import InputError

SCALE = 100.0
ELO_POINTS = 400 / log(10)
"""Elo's points of a whole log strength."""

MAX_LOG_STRENGTH = 40.0
"""Log strengths stay within this distance of the Keeper's: about one game in 10^17 is won or lost there."""

TIERS = (
    *("Learning", "Beginner", "Novice", "Intermediate", "Competent"),
    *("Proficient", "Advanced", "Expert", "Master", "Legendary"),
)
"""Names of the tenths of the scale, lowest first."""


def win_probability(difference: float) -> float:
    """Return the chance of winning by the difference in log strength; with draws as halves, the expected score."""
    # Above 0 with the smaller exponential, so that neither side overflows or loses its digits. Floats throughout: each
    # whole number would be made one first, a third of the time.
    if difference >= 0.0:
        return 1.0 / (1.0 + exp(-difference))
    odds = exp(difference)
    return odds / (1.0 + odds)


def rating_of(log_strength: float, scale: float = SCALE) -> float:
    """Return the rating of a log strength relative to the Keeper: scale * s/(s+1)."""
    return scale * win_probability(log_strength)


def log_strength_of(rating: float, scale: float = SCALE) -> float:
    """Return the log strength of an unrounded rating; raise InputError unless it lies within the scale."""
    if not 0 < rating < scale:
        raise InputError(f"An Oracle rating lies between 0 and {scale:g}, not at {rating:g}: write one such as 50.")
    return max(-MAX_LOG_STRENGTH, min(MAX_LOG_STRENGTH, log(rating) - log(scale - rating)))


def displayed(rating: float, scale: float = SCALE) -> int:
    """Return the whole number that is shown for a rating: halves go up, and the ends are 1 and 99."""
    return max(1, min(floor(scale - 1), floor(rating + 0.5)))


def tier(rating: float, scale: float = SCALE) -> str:
    """Return the name of the tenth of the scale that a rating lies in."""
    return TIERS[max(0, min(len(TIERS) - 1, floor(10 * rating / scale)))]
