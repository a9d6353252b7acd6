"""Facts about a list: FIDE publications, Oracle calibrations, season starts."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import and_, insert, not_, or_, select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.names import EVENT_NAME
from bot.store.database.rows import FactKind, FactPosition, FactRef, ListedEvent, ListFact, ListFactKind
from bot.store.database.tables import entered_rating, entrant, event, event_list, list_fact
from bot.store.database.transactions import Connection
from bot.store.events.corrections import from_place
from core.lists import RatingList

_KINDS = {
    ListFactKind.PUBLICATION: FactKind.PUBLICATION,
    ListFactKind.CALIBRATION: FactKind.CALIBRATION,
    ListFactKind.SEASON: FactKind.SEASON,
}


def add(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    fact: ListFact,
    reported_by: int | None,
    interaction_id: int | None,
    at: datetime,
) -> ListFact:
    values = {
        "club_id": club_id,
        "list": rating_list.value,
        "kind": fact.kind.value,
        "date": fact.place.date,
        "seq": fact.place.seq,
        "through": fact.through,
        "factor": fact.factor if fact.kind is ListFactKind.SEASON else None,
        "reported_by": reported_by,
        "interaction_id": interaction_id,
        "created_at": at,
    }
    key: int = connection.execute(insert(list_fact).returning(list_fact.c.id), values).scalar_one()
    return replace(fact, list_fact_id=key)


def void(connection: Connection, list_fact_id: int) -> None:
    connection.execute(update(list_fact).where(mine(connection, list_fact, id=list_fact_id)).values(voided=True))


def publications(connection: Connection, club_id: int, rating_list: RatingList) -> list[ListFact]:
    query = _of_list(club_id, rating_list).where(list_fact.c.kind == ListFactKind.PUBLICATION.value)
    rows = connection.execute(query.order_by(list_fact.c.date, list_fact.c.seq))
    return [_fact(row, frozenset()) for row in rows]


def find(connection: Connection, club_id: int, list_fact_id: int) -> tuple[ListFact, RatingList] | None:
    query = select(list_fact).where(
        list_fact.c.id == list_fact_id, list_fact.c.club_id == club_id, list_fact.c.voided.is_(False)
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else (_fact(row, frozenset()), RatingList(row.list))


def events_counted(
    connection: Connection, club_id: int, rating_list: RatingList, place: FactPosition, through: date
) -> list[ListedEvent]:
    """Return who played what in the events that a list at a place counts, earliest first.

    They ended by a day, were stored before the list, and no earlier list counted them.
    """
    query = (
        select(entrant.c.player_id, event.c.id, EVENT_NAME.label("name"), event.c.date)
        .join(event, same(event.c.id, entrant.c.event_id))
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            event.c.date <= through,
            not_(from_place(event, place)),
            event_list.c.list == rating_list.value,
            entrant.c.rated.is_(True),
        )
        .order_by(event.c.date, event.c.seq)
    )
    last = _last_before(connection, club_id, rating_list, place)
    if last is not None:
        on_its_day = and_(event.c.date == last.through, from_place(event, last.place))
        query = query.where(or_(event.c.date > last.through, on_its_day))
    return [ListedEvent(*row) for row in connection.execute(query)]


def players_counted(
    connection: Connection, club_id: int, rating_list: RatingList, place: FactPosition, through: date
) -> frozenset[int]:
    return frozenset(one.player_id for one in events_counted(connection, club_id, rating_list, place, through))


def _last_before(connection: Connection, club_id: int, rating_list: RatingList, place: FactPosition) -> ListFact | None:
    query = (
        _of_list(club_id, rating_list)
        .where(list_fact.c.kind == ListFactKind.PUBLICATION.value, not_(from_place(list_fact, place)))
        .order_by(list_fact.c.through.desc(), list_fact.c.date.desc(), list_fact.c.seq.desc())
        .limit(1)
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else _fact(row, frozenset())


def clubs_with_due_lists(
    connection: Connection, lists: Collection[RatingList], through: date, club_id: int | None = None
) -> list[int]:
    """Return the clubs, or this club, with events up to a day that no monthly list counts."""
    has_list = (
        select(list_fact.c.id)
        .where(
            list_fact.c.club_id == event.c.club_id,
            list_fact.c.list == event_list.c.list,
            list_fact.c.kind == ListFactKind.PUBLICATION.value,
            list_fact.c.through >= event.c.date,
            list_fact.c.seq < 0,
            list_fact.c.voided.is_(False),
        )
        .exists()
    )
    query = (
        select(event.c.club_id)
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(
            event_list.c.list.in_([one.value for one in lists]),
            event.c.voided.is_(False),
            event.c.date <= through,
            ~has_list,
        )
        .distinct()
        .order_by(event.c.club_id)
    )
    if club_id is not None:
        query = query.where(event.c.club_id == club_id)
    return list(connection.execute(query).scalars())


def event_days(connection: Connection, club_id: int, rating_list: RatingList) -> list[date]:
    query = (
        select(event.c.date)
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(event.c.club_id == club_id, event.c.voided.is_(False), event_list.c.list == rating_list.value)
        .distinct()
    )
    return list(connection.execute(query).scalars())


def refs_from(connection: Connection, club_id: int, rating_list: RatingList, start: FactPosition) -> list[FactRef]:
    rows = connection.execute(_of_list(club_id, rating_list).where(from_place(list_fact, start))).all()
    refs = []
    for row in rows:
        place, kind = FactPosition(row.date, row.seq), _KINDS[ListFactKind(row.kind)]
        players = frozenset[int]()
        if kind is not FactKind.PUBLICATION:
            players = players_before(connection, club_id, rating_list, place)
        refs.append(FactRef(place, kind, row.id, players))
    return refs


def players_before(
    connection: Connection, club_id: int, rating_list: RatingList, place: FactPosition
) -> frozenset[int]:
    played = connection.execute(
        select(entrant.c.player_id)
        .join(event, same(event.c.id, entrant.c.event_id))
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            event_list.c.list == rating_list.value,
            entrant.c.rated.is_(True),
            not_(from_place(event, place)),
        )
        .distinct()
    ).scalars()
    opened = connection.execute(
        select(entered_rating.c.player_id)
        .where(
            entered_rating.c.club_id == club_id,
            entered_rating.c.voided.is_(False),
            entered_rating.c.list == rating_list.value,
            not_(from_place(entered_rating, place)),
        )
        .distinct()
    ).scalars()
    return frozenset(played) | frozenset(opened)


def load(connection: Connection, refs: Sequence[FactRef]) -> dict[int, ListFact]:
    players: dict[int, frozenset[int]] = defaultdict(frozenset)
    players |= {ref.id: ref.players for ref in refs if ref.kind in _KINDS.values()}
    if not players:
        return {}
    rows = connection.execute(select(list_fact).where(mine(connection, list_fact), list_fact.c.id.in_(players)))
    return {row.id: _fact(row, players[row.id]) for row in rows}


def _of_list(club_id: int, rating_list: RatingList) -> Any:
    return select(list_fact).where(
        list_fact.c.club_id == club_id, list_fact.c.list == rating_list.value, list_fact.c.voided.is_(False)
    )


def _fact(row: Any, players: frozenset[int]) -> ListFact:
    factor = 1.0 if row.factor is None else row.factor
    return ListFact(FactPosition(row.date, row.seq), row.id, ListFactKind(row.kind), row.through, players, factor)
