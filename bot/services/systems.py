"""Which rating system rates which list: the one place that a new system is entered in."""

from core.lists import RatingList
from core.outcome import PublishedSystem, RatingSystem
from core.uschess import system as uschess

PUBLISHED: dict[RatingList, PublishedSystem] = {}
"""Lists on which results wait until a list of everybody's ratings is published."""

SYSTEMS: dict[RatingList, RatingSystem] = {**dict.fromkeys(uschess.LISTS, uschess), **PUBLISHED}


def related_lists(rating_list: RatingList) -> tuple[RatingList, ...]:
    """Return the lists of the same system, whose ratings a first rating may come from."""
    return tuple(other for other, system in SYSTEMS.items() if system is SYSTEMS[rating_list])
