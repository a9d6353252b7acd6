"""The club's events: a page of them, and those to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.services.events.sources import EventSource
from bot.services.transaction import Read, read
from bot.store.events import event_lists, facts
from bot.store.people import players
from bot.store.rows import Event, Player
from core.errors import NotFoundError

PAGE_SIZE = 10


class EventFilter(StrEnum):
    """What kind of events a list has; the value is a part of a button's id. WHOLE: what the club played together."""

    WHOLE = "whole"
    SECTIONS = "sections"
    EVENINGS = "evenings"
    REPORTS = "reports"
    MATCHES = "matches"

    @property
    def sources(self) -> tuple[str, ...]:
        """Return how such events come in."""
        return {
            EventFilter.WHOLE: (EventSource.FILE, EventSource.LIVE),
            EventFilter.SECTIONS: (EventSource.FILE,),
            EventFilter.EVENINGS: (EventSource.LIVE,),
            EventFilter.REPORTS: (EventSource.REPORT,),
            EventFilter.MATCHES: (EventSource.MATCH,),
        }[self]


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event with how many stand in it and how many games were played. player: whose report it is."""

    event: Event
    entrants: int
    games: int
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class EventPage:
    """A page of events, latest first; `page` counts from 0.

    kind, player: of which kind, and of whom, where the list has been asked for some alone. today: the club's day.
    others: how many of other kinds there are.
    """

    page: int
    pages: int
    events: int
    lines: tuple[EventLine, ...]
    today: date
    kind: EventFilter | None = None
    player: Player | None = None
    others: int = 0


@read()
def list_events(look: Read, page: int = 0, kind: EventFilter | None = None, player_id: int | None = None) -> EventPage:
    """Return a page of the club's events; one that does not exist becomes the nearest that does.

    kind: of one kind alone. player_id: in which one player stands, whether they are rated there or not.
    """
    connection, club = look.connection, look.club
    sources = None if kind is None else kind.sources
    of = None
    if player_id is not None:
        of = players.resolve_merged(connection, club.id, [player_id]).get(player_id)
        if of is None:
            raise NotFoundError("There is no such player in this club: choose one that is offered as you type.")
    chosen = (club.id, sources, None if of is None else of.id)
    total = event_lists.count(connection, *chosen)
    pages = max(1, -(-total // PAGE_SIZE))
    at = max(0, min(page, pages - 1))
    found = facts.by_ids(connection, event_lists.page(connection, *chosen, PAGE_SIZE, at * PAGE_SIZE))
    sizes = facts.sizes(connection, [event.id for event in found])
    mine = [event.id for event in found if event.source in EventFilter.REPORTS.sources]
    whose = event_lists.reported_for(connection, mine)
    people = players.by_ids(connection, club.id, set(whose.values()))
    lines = tuple(EventLine(event, *sizes[event.id], people.get(whose.get(event.id, 0))) for event in found)
    others = event_lists.count(connection, club.id, None, chosen[2]) - total
    return EventPage(at, pages, total, lines, look.today, kind, of, others)


@read()
def club_events(look: Read, words: str, most: int) -> Sequence[Event]:
    """Return events of the club to choose from, latest first."""
    return facts.search(look.connection, look.club.id, words, most)
