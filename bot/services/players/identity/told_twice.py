"""Events that two players have each, and that look like one and the same: told by a file and by a member."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bot.store.database import Connection
from bot.store.events import facts
from bot.store.rows import Event

MOST_EVENTS = 2_000
"""How many events of each player are looked at, the latest ones."""

DAYS_APART = 7
"""How far the days may lie apart of two events of one name: a file has the last day, a member perhaps the first."""

MATCH = "match"
"""The source of matches, of which two people may play several on a day."""


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """One telling of an event; entrants: how many stand in it."""

    event_id: int
    name: str | None
    day: date
    source: str
    entrants: int


def told_twice(connection: Connection, club_id: int, one: int, other: int) -> Iterator[tuple[ToldEvent, ToldEvent]]:
    """Yield the pairs, of the one player and of the other, that share a day and a list, or nearly a day and a name."""
    theirs = facts.events_of(connection, club_id, other, MOST_EVENTS)
    mine = facts.events_of(connection, club_id, one, MOST_EVENTS)
    taken: set[int] = set()
    for first in mine:
        second = next((each for each in theirs if each.id not in taken and _are_one(first, each)), None)
        if second is not None:
            taken.add(second.id)
            sizes = facts.sizes(connection, [first.id, second.id])
            yield _told(first, sizes[first.id][0]), _told(second, sizes[second.id][0])


def _are_one(one: Event, other: Event) -> bool:
    if MATCH in (one.source, other.source) or not set(one.rating_lists) & set(other.rating_lists):
        return False
    apart = abs((one.place.date - other.place.date).days)
    is_of_one_name = one.name is not None and other.name is not None and one.name.casefold() == other.name.casefold()
    return apart == 0 or (is_of_one_name and apart <= DAYS_APART)


def _told(event: Event, entrants: int) -> ToldEvent:
    return ToldEvent(event.id, event.name, event.place.date, event.source, entrants)
