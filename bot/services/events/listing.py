"""The club's events: a page of them, and those to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.rows import Event

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event with how many stand in it and how many games were played."""

    event: Event
    entrants: int
    games: int


@dataclass(frozen=True, slots=True)
class EventPage:
    """A page of events, latest first; `page` counts from 0."""

    page: int
    pages: int
    events: int
    lines: tuple[EventLine, ...]


async def list_events(services: Services, actor: Actor, page: int = 0) -> EventPage:
    """Return a page of the club's events; one that does not exist becomes the nearest that does."""

    def work(connection: Connection) -> EventPage:
        total = facts.count(connection, actor.club_id)
        pages = max(1, -(-total // PAGE_SIZE))
        at = max(0, min(page, pages - 1))
        found = facts.search(connection, actor.club_id, "", PAGE_SIZE, at * PAGE_SIZE)
        sizes = facts.sizes(connection, [event.id for event in found])
        return EventPage(at, pages, total, tuple(EventLine(event, *sizes[event.id]) for event in found))

    return await services.database.read(work, club=actor.club_id)


async def club_events(services: Services, actor: Actor, words: str, most: int) -> Sequence[Event]:
    """Return events of the club to choose from, latest first."""

    def work(connection: Connection) -> Sequence[Event]:
        return facts.search(connection, actor.club_id, words, most)

    return await services.database.read(work, club=actor.club_id)
