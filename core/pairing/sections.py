"""Sections of an event by rating: what they are called, and into which a rating belongs."""

from collections.abc import Sequence

MOST_SECTIONS = 20


def section_names(bounds: Sequence[int]) -> tuple[str, ...]:
    """Return what the sections are called, highest first. bounds: highest first."""
    return tuple(section_name(under) for under in (None, *bounds))


def section_name(under: int | None) -> str:
    """Return what a section is called. under: the rating below which its players are; None in the highest."""
    return "Open" if under is None else f"U{under}"


def section_of_rating(rating: float | None, bounds: Sequence[int]) -> int:
    """Return the place of the section in which a rating belongs, 0 for the highest; unrated in the lowest."""
    return len(bounds) if rating is None else sum(rating < bound for bound in bounds)
