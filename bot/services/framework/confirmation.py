"""Who confirms reports, what waits for it, and when results confirm themselves."""

from datetime import datetime, timedelta
from enum import StrEnum

from bot.store.database.evening_rows import LiveEventResult
from bot.store.database.rows import Club


class Confirm(StrEnum):
    """Who confirms a member's result; a director's needs nobody."""

    BOTH = "both"
    DIRECTOR = "director"
    NONE = "none"


class ConfirmReports(StrEnum):
    """Which effects of a member's report wait for confirmation."""

    TITLES = "titles"
    EVERYTHING = "everything"
    NOTHING = "nothing"


USUAL_MINUTES, MOST_MINUTES = 15, 1440


def due_at(club: Club, result: LiveEventResult) -> datetime:
    return result.reported_at + timedelta(hours=club.confirm_hours)


def waits(club: Club, result: LiveEventResult, now: datetime) -> bool:
    return result.confirmed_at is None and club.confirm_results != Confirm.NONE and now < due_at(club, result)
