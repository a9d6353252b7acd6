"""Lists that are published month by month: which are due, and one that a director publishes."""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import list_facts
from bot.store.rows import FactKind, FactPosition, FactRef, ListFact, ListFactKind
from core.lists import RatingList
from core.systems import PUBLISHED


class Due(NamedTuple):
    """Monthly lists that came out, oldest first, and those that no event is left for, with whom they had moved."""

    added: list[ListFact]
    removed: list[FactRef]


def publish_due(
    connection: Connection, club_id: int, rating_list: RatingList, today: date, moved: Collection[int] = ()
) -> Due:
    """Store the monthly lists that are due and not there yet, and void those without an event. Needs the club's lock.

    A month has its list where an event ended for it, so that one that is reported late still finds its own; a list
    on which nobody has anything would change nothing.
    moved: the players whose facts are others now.
    """
    system = PUBLISHED.get(rating_list)
    if system is None:
        return Due([], [])
    ended = list_facts.event_days(connection, club_id, rating_list)
    wanted = set(map(system.list_for, ended))
    monthly = [fact for fact in list_facts.publications(connection, club_id, rating_list) if is_monthly(fact)]
    empty = [fact for fact in monthly if fact.place.date not in wanted]
    missing = sorted(day for day in wanted - {fact.place.date for fact in monthly} if day <= today)
    return Due(
        _published(connection, club_id, rating_list, missing, today) if missing else [],
        _taken_back(connection, rating_list, empty, moved) if empty else [],
    )


def _published(
    connection: Connection, club_id: int, rating_list: RatingList, days: list[date], today: date
) -> list[ListFact]:
    at, made = datetime.combine(today, time(), UTC), list[ListFact]()
    for day, seq in zip(days, clubs.reserve_positions(connection, club_id, len(days)), strict=True):
        # A negative place: a list is in force from the beginning of its day, before that day's events.
        place, through = FactPosition(day, -seq), PUBLISHED[rating_list].last_day_for(day)
        players = list_facts.players_counted(connection, club_id, rating_list, place, through)
        fact = ListFact(place, 0, ListFactKind.PUBLICATION, through, players)
        made.append(list_facts.add(connection, club_id, rating_list, fact, None, None, at))
    return made


def _taken_back(
    connection: Connection, rating_list: RatingList, empty: list[ListFact], moved: Collection[int]
) -> list[FactRef]:
    """Void lists; return those that had moved somebody."""
    for fact in empty:
        list_facts.void(connection, fact.list_fact_id)
    refs = []
    for fact in empty:
        players = journals.players_at(connection, moved, rating_list, fact.place)
        if players:
            refs.append(FactRef(fact.place, FactKind.PUBLICATION, fact.list_fact_id, players))
    return refs


def is_monthly(fact: ListFact) -> bool:
    """Tell a monthly list from one that a director published between."""
    return fact.place.seq < 0


def list_of(rating_list: RatingList, publications: Iterable[ListFact], place: FactPosition) -> date:
    """Return the date of the list that counts an event: one that a director published early, or that of its month."""
    took = [fact.place for fact in publications if fact.place > place and fact.through >= place.date]
    return min(took).date if took else PUBLISHED[rating_list].list_for(place.date)
