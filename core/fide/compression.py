"""The one-off of 1 March 2024: ratings below 2000 went up (https://www.fide.com/news/2538)."""

from datetime import date

from core.fide.rounding import nearest_half_up

COMPRESSED_ON = date(2024, 3, 1)
LOWEST_LIFTED, LIFTED_BELOW = 1000, 2000


def lifted_2024(rating: int) -> int:
    """Return R + 0.40 (2000 - R) for a rating from 1000 to 1999, another as it is.

    The nearest whole number, .5 up: how FIDE rounded is not known.
    """
    if not LOWEST_LIFTED <= rating < LIFTED_BELOW:
        return rating
    return rating + nearest_half_up(2 * (LIFTED_BELOW - rating), 5)
