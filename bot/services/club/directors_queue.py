"""The directors' queue: everything that waits for confirmation, with a daily reminder."""

from dataclasses import dataclass, replace

from bot.connect.client import Service
from bot.services.events.consent import UnconfirmedReport, confirm_report, unconfirmed_report
from bot.services.events.report import EventSource, find_reported
from bot.services.events.void import undo_event, void
from bot.services.framework.actions import report_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import ClubWrite, Read, Write, check_director, club_job, read, use_case
from bot.services.framework.whole_clubs import bring_up_to_date, count_due
from bot.services.matches.match import confirm_match
from bot.services.people.claims import Queue, queue
from bot.store.club import clubs
from bot.store.database.rows import Event
from bot.store.database.transactions import Connection
from bot.store.events import facts, unconfirmed
from bot.store.people import federations
from core.errors import NotFoundError

PAGE_SIZE = 3
"""A message has five rows: three reports, pages, claims."""

WHAT = "see what waits to be confirmed"
OF_QUEUE = "rejected in the directors' queue"


FLOOD = 3
"""From so many on, a member's reports can be rejected together."""


@dataclass(frozen=True, slots=True)
class QueuePage:
    """A page of what waits, disputed first; `page` counts from 0.

    people: claims and ids. flood: a member whose reports can be rejected at once. has_official: whether official
    ratings can be compared.
    """

    page: int
    pages: int
    waiting: int
    reports: tuple[UnconfirmedReport, ...]
    people: Queue
    flood: unconfirmed.Reporter | None = None
    has_official: bool = False


@dataclass(frozen=True, slots=True)
class Reminder:
    """A directors' channel and how much waits."""

    club_id: int
    channel_id: int
    waiting: int


async def directors_queue(services: Services, actor: Actor, page: int = 0) -> QueuePage:
    await check_director(services, actor, WHAT)
    await bring_up_to_date(services, actor.club_id)
    found = await _page(services, actor, page)
    return replace(found, has_official=True) if services.connections.has(Service.USCHESS) else found


@read(director_to=WHAT)
def _page(look: Read, page: int) -> QueuePage:
    connection, club = look.connection, look.club
    total = unconfirmed.count_waiting(connection, club.id)
    pages = max(1, -(-total // PAGE_SIZE))
    at = max(0, min(page, pages - 1))
    found = unconfirmed.waiting(connection, club.id, PAGE_SIZE, at * PAGE_SIZE)
    reports = tuple(unconfirmed_report(connection, club, key) for key in found)
    most = unconfirmed.busiest_reporter(connection, club.id)
    flood = most if most is not None and most.many >= FLOOD else None
    return QueuePage(
        at, pages, total, reports, queue(connection, club.id), flood, federations.has_any(connection, club.id)
    )


async def accept(services: Services, actor: Actor, event_id: int) -> None:
    event = await _waiting(services, actor, event_id)
    await (confirm_match if event.source == EventSource.MATCH else confirm_report)(services, actor, event_id)


async def reject(services: Services, actor: Actor, event_id: int) -> None:
    await undo_event(services, actor, event_id, OF_QUEUE)


@use_case(
    report_action("void-reports", "rejected all waiting reports of one member, among them", shown_by="/events"),
    director_to="void events",
)
def reject_all(write: Write, user_id: int, latest: int) -> int:
    """Void all of a user's waiting reports as a director; return how many.

    latest: the last event shown; later ones stay.
    """
    count_due(write)
    events = unconfirmed.waiting_of(write.connection, write.club.id, user_id, latest)
    if not events:
        raise NotFoundError("No report of that member is waiting. See /td queue.")
    for event_id in events:
        event = facts.find_event(write.connection, write.club.id, event_id)
        assert event is not None
        void(write, event, OF_QUEUE)
    report = len(events)
    write.note(events[0], {"events": events, "reason": OF_QUEUE})
    return report


@read(director_to="confirm or reject reports")
def _waiting(look: Read, event_id: int) -> Event:
    return find_reported(look.connection, look.club, event_id)


async def due_reminders(services: Services) -> list[Reminder]:
    def work(connection: Connection) -> list[Reminder]:
        return [
            Reminder(club.id, club.td_channel_id, unconfirmed.count_waiting(connection, club.id))
            for club, last_day in clubs.director_channels(connection)
            if club.td_channel_id is not None and last_day != services.today(club)
        ]

    return [one for one in await services.database.read(work, club=None) if one.waiting]


@club_job
def claim_day(write: ClubWrite) -> bool:
    """Record today's reminder; return False if another process has done so."""
    return clubs.claim_day(write.connection, write.club.id, write.today)
