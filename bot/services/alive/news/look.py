"""Find what is news in the events that moved, after the answer, and let it be told when the club wants it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from bot.services.alive.news.event_news import News, news_of
from bot.services.clock import next_time
from bot.services.club_year.posting import YEARBOOK, schedule_yearbook
from bot.services.context import Services
from bot.services.outbox.moved import Moved
from bot.services.transaction import ClubWrite, write_for_club
from bot.store import clubs
from bot.store.alive import news, outbox
from bot.store.alive.outbox import Outgoing
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.rows import Club

LOOK, DIGEST = "look", "news"
"""The kinds in the outbox: an event that is to be looked at by its id, and the one digest."""

OLDEST = timedelta(days=30)
SECONDS_TO_WAIT = 60
"""How long further news are waited for where they are told at once."""

MONDAY = 0


class NewsWhen(StrEnum):
    """When a club announces its news; the value is what the database stores."""

    OFF = "off"
    EVENT = "event"
    DAILY = "daily"
    WEEKLY = "weekly"


def follow_news(write: ClubWrite, moved: Sequence[Moved]) -> None:
    """Let the events that moved be looked at."""
    for event_id in sorted(frozenset[int]().union(*(one.events for one in moved))):
        outbox.put(write.connection, write.club.id, LOOK, str(event_id), write.now)


async def look_for_news(services: Services, club_id: int) -> None:
    """Look at every event of a club that waits for it, and keep what is news of it."""

    def look(connection: Connection) -> list[tuple[Outgoing, News | None]]:
        club = clubs.find(connection, club_id)
        waiting = outbox.of_kind(connection, club_id, LOOK)
        return [(one, _news(connection, club, int(one.subject), services.now())) for one in waiting]

    looked = await services.database.read(look, club=club_id)

    def keep(write: ClubWrite) -> None:
        for one, found in looked:
            if found is not None:
                news.reconcile(write.connection, club_id, int(one.subject), found, write.now)
            outbox.sent(write.connection, one)
        schedule(write.connection, write.club, write.now)
        if looked:
            schedule_yearbook(write.connection, write.club, write.now)

    await write_for_club(services, club_id, keep)


def _news(connection: Connection, club: Club, event_id: int, now: datetime) -> News | None:
    """Return what is news of an event; None for one that is too old to be."""
    event = facts.find_event(connection, club.id, event_id)
    if event is None:
        return None
    if event.voided or not event.is_confirmed:
        return {}
    return news_of(connection, club.id, event) if event.place.date >= (now - OLDEST).date() else None


def schedule(connection: Connection, club: Club, now: datetime) -> None:
    """Let the digest be sent when the club wants it, where there is anything to tell."""
    when = NewsWhen(club.news_when)
    if when is NewsWhen.OFF or not news.has_any_to_tell(connection, club.id):
        return
    due = {
        NewsWhen.EVENT: now + timedelta(seconds=SECONDS_TO_WAIT),
        NewsWhen.DAILY: next_time(club, now, club.news_hour),
        NewsWhen.WEEKLY: next_time(club, now, club.news_hour, MONDAY),
    }
    outbox.put(connection, club.id, DIGEST, DIGEST, due[when])


def announce_anew(write: ClubWrite, club: Club) -> None:
    """Let announcements follow a change of their settings; what had paused them is tried again."""
    outbox.drop(write.connection, club.id, DIGEST)
    if club.news_when == NewsWhen.OFF:
        outbox.drop(write.connection, club.id, LOOK)
        outbox.drop(write.connection, club.id, YEARBOOK)
        news.drop_untold(write.connection, club.id)
    schedule(write.connection, club, write.now)
