"""Initial rating of a player without any rating (US Chess 2025, section 2)."""

ADULT_RATING = 1300.0
UNKNOWN_AGE_RATING = 750.0
YOUNGEST_CREDIBLE_AGE = 3


def initial_rating(age: float | None, *, inferred_adult: bool) -> float:
    """Return the rating, based on no games, that an unrated player starts from.

    age: in years at the end of the event; None, or below three (taken as an error), when it is not known.
    """
    if age is None or age < YOUNGEST_CREDIBLE_AGE:
        return ADULT_RATING if inferred_adult else UNKNOWN_AGE_RATING
    return min(50 * age, ADULT_RATING)
