"""Who confirms reports, what waits for it, and when results confirm themselves."""

from datetime import datetime, timedelta

from bot.store.database.club_choices import Confirm
from bot.store.database.evening_rows import LiveEventResult
from bot.store.database.rows import Club

USUAL_MINUTES, MOST_MINUTES = 15, 1440


def due_at(club: Club, result: LiveEventResult) -> datetime:
    return result.reported_at + timedelta(hours=club.confirm_hours)


def waits(club: Club, result: LiveEventResult, now: datetime) -> bool:
    return result.confirmed_at is None and club.confirm_results != Confirm.NONE and now < due_at(club, result)
