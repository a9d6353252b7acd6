"""Which rating system rates which list: the one place that a new system is entered in."""

from core.lists import RatingList
from core.outcome import RatingSystem
from core.uschess import system as uschess

SYSTEMS: dict[RatingList, RatingSystem] = dict.fromkeys(uschess.LISTS, uschess)
