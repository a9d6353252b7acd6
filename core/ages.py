"""Ages, as far as they are known."""

from datetime import date

ADULT_YEARS = 18
"""Who turns 18 in a year counts as young for the whole of it, and as an adult from the next."""

CHILD = 13
"""Whoever is younger is not named in public beyond their results."""


def is_child(born: date | None, born_year: int | None, on: date) -> bool | None:
    """Tell whether somebody is a child on a day, or may be one by the year alone; None where nothing is known."""
    if born is not None:
        return (born.year + CHILD, born.month, born.day) > (on.year, on.month, on.day)
    return None if born_year is None else born_year + CHILD >= on.year
