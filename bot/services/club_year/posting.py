"""The yearbook of a club that announces its news: posted by itself on the second of January."""

from datetime import datetime
from typing import TYPE_CHECKING

from bot.services.clock import day_of, next_time, zone
from bot.services.context import Services
from bot.store import clubs
from bot.store.alive import outbox
from bot.store.database import Connection
from bot.store.rows import Club
from core.errors import NotFoundError

if TYPE_CHECKING:
    from bot.services.club_year.yearbook import Yearbook

YEARBOOK = "yearbook"
"""The kind in the outbox; its subject is the year."""

OFF = "off"
"""How a club has it that announces nothing."""


def schedule_yearbook(connection: Connection, club: Club, now: datetime) -> None:
    """Let the book of the year that runs be posted when it is over; the same again changes nothing."""
    year = day_of(club, now).year
    # What was played on New Year's Eve is reported by then.
    new_years_night = datetime(year + 1, 1, 1, 23, 30, tzinfo=zone(club.time_zone))
    outbox.put(connection, club.id, YEARBOOK, str(year), next_time(club, new_years_night, club.news_hour))


async def yearbook_to_post(services: Services, club_id: int, year: int) -> "tuple[int, Yearbook] | None":
    """Return the channel and the book of a year; None where nothing is announced any more, or nothing was played."""

    from bot.services.club_year.yearbook import Yearbook, book_of, year_of

    def work(connection: Connection) -> tuple[int, Yearbook] | None:
        club = clubs.find(connection, club_id)
        if club.news_when == OFF or club.news_channel_id is None:
            return None
        try:
            return club.news_channel_id, book_of(connection, club, year_of(year), services.today(club))
        except NotFoundError:
            return None

    return await services.database.read(work, club=club_id)
