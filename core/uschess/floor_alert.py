"""When a norm shows a player far above the rating, so that a minimum rating may be due.

"Any organization may occasionally be alerted by a norm to assign a minimum rating" (USCF, "Lifetime Title System",
May 1998). How far and how high is left open there. Here: a norm 200 above the rating after the event, and 200 below
that norm, which is the title that a norm far above one's own brings by itself (rule f).
"""

from core.rating_system import FloorDue
from core.uschess.editions import NormTest
from core.uschess.lifetime import LISTS
from core.uschess.personal_floors import personal_floor
from core.uschess.player import PlayerResult
from core.uschess.rounding import displayed

FAR_ABOVE = 200
HIGHEST_FLOOR = 2100


def floor_due(result: PlayerResult) -> FloorDue | None:
    """Return the floor that an event's norm would justify; None where it shows nothing, or there is one as high."""
    after, rating_list = result.after, result.event.rating_list
    if not after.established or rating_list not in LISTS:
        return None
    levels = []
    if result.norms.earned is not None and result.norms.test is NormTest.TITLE_SYSTEM:
        levels.append(result.norms.earned.rating)
    if result.lifetime is not None and result.lifetime.highest is not None:
        levels.append(result.lifetime.highest)
    norm = max(levels, default=0)
    floor = min(norm - FAR_ABOVE, HIGHEST_FLOOR)
    if norm < displayed(result.rating) + FAR_ABOVE or floor <= personal_floor(after, rating_list):
        return None
    return FloorDue(norm, displayed(result.rating), floor)
