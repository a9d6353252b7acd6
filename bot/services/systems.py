"""Which rating system rates which list: the one place that a new system is entered in."""

from datetime import date

from core.crosstable import TimeControl
from core.fide import speeds as fide_speeds
from core.fide import system as fide
from core.fide.editions import edition_for
from core.lists import RatingList
from core.naspa import system as naspa
from core.oracle import system as oracle
from core.outcome import CalibratedSystem, PublishedSystem, RatingSystem
from core.uschess import speeds as uschess_speeds
from core.uschess import system as uschess

PUBLISHED: dict[RatingList, PublishedSystem] = dict.fromkeys(fide.LISTS, fide)
"""Lists on which results wait until a list of everybody's ratings is published."""

CALIBRATED: dict[RatingList, CalibratedSystem] = dict.fromkeys(oracle.LISTS, oracle)
"""Lists whose ratings can be set anew from all events so far."""

SYSTEMS: dict[RatingList, RatingSystem] = {
    **dict.fromkeys(uschess.LISTS, uschess),
    **PUBLISHED,
    RatingList.NASPA: naspa,
    **CALIBRATED,
}


def related_lists(rating_list: RatingList) -> tuple[RatingList, ...]:
    """Return the lists of the same system, whose ratings a first rating may come from."""
    if rating_list in CALIBRATED:
        return (rating_list,)  # pools have nothing to do with each other
    return tuple(other for other, system in SYSTEMS.items() if system is SYSTEMS[rating_list])


def lists_for(
    control: TimeControl, usual: RatingList, began: date, highest: int | None = None
) -> tuple[RatingList, ...]:
    """Return the lists that a time control moves in the system of a list, the main one first.

    began: the event's first day, whose rules count. highest: the highest rating among the players, where it is known.
    """
    if usual in fide.LISTS:
        return fide_speeds.lists_for(control, highest, edition_for(began))
    return uschess_speeds.lists_for(control) if usual in uschess.LISTS else (usual,)
