"""Lists that are published month by month: which are due, and one that a director publishes."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time

from bot.store import clubs, list_facts
from bot.store.database import Connection
from bot.store.rows import ListFact, ListFactKind, Place
from core.fide.months import first_of_month
from core.fide.periods import last_day_for, list_for
from core.lists import RatingList
from core.systems import PUBLISHED


def publish_due(connection: Connection, club_id: int, rating_list: RatingList, today: date) -> list[ListFact]:
    """Store the monthly lists that are due and not there yet; return them, oldest first. Needs the club's lock.

    Every month has its list from the first event on, so that an event that is reported late still finds its own.
    """
    if rating_list not in PUBLISHED:
        return []
    began = list_facts.first_event(connection, club_id, rating_list)
    have = {fact.place.date for fact in list_facts.publications(connection, club_id, rating_list) if is_monthly(fact)}
    missing = [] if began is None else [day for day in _months(list_for(began), today) if day not in have]
    if not missing:
        return []
    at, made = datetime.combine(today, time(), UTC), list[ListFact]()
    for day, seq in zip(missing, clubs.take_seqs(connection, club_id, len(missing)), strict=True):
        # A negative place: a list is in force from the beginning of its day, before that day's events.
        place, through = Place(day, -seq), last_day_for(day)
        players = list_facts.players_counted(connection, club_id, rating_list, place, through)
        fact = ListFact(place, 0, ListFactKind.PUBLICATION, through, players)
        made.append(list_facts.add(connection, club_id, rating_list, fact, None, None, at))
    return made


def is_monthly(fact: ListFact) -> bool:
    """Tell a monthly list from one that a director published between."""
    return fact.place.seq < 0


def _months(first: date, last: date) -> Iterator[date]:
    day = first
    while day <= last:
        yield day
        day = first_of_month(day, 1)


def coming_day(today: date) -> date:
    """Return the date of the next list that comes out by itself."""
    return first_of_month(today, 1)
