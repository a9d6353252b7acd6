"""What directors enter beside events: starting ratings, corrections, lowered titles."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, select, tuple_, update

from bot.store.database.club_conditions import mine
from bot.store.database.rows import (
    DemotionFact,
    EnteredRatingFact,
    FactKind,
    FactPosition,
    FactRef,
    NewDemotion,
    NewEnteredRating,
)
from bot.store.database.tables import demotion, entered_rating, event
from bot.store.database.transactions import Connection
from core.event.entered_rating import EnteredRecord
from core.lists import RatingList

_ADD_ENTERED_RATING, _ADD_ENTERED_RATINGS = (
    insert(entered_rating).returning(entered_rating.c.id),
    insert(entered_rating),
)
_ADD_DEMOTION = insert(demotion).returning(demotion.c.id)

_NO_RECORD = dict.fromkeys(EnteredRecord._fields)


class SetRating(NamedTuple):
    """A counting entered rating with its list and reason."""

    fact: EnteredRatingFact
    rating_list: RatingList
    reason: str | None


def add_entered_rating(connection: Connection, new: NewEnteredRating) -> EnteredRatingFact:
    key: int = connection.execute(_ADD_ENTERED_RATING, _entered_rating_values(new)).scalar_one()
    return EnteredRatingFact(
        new.place, key, new.player_id, new.rating, new.games, new.peak, new.floor, new.record, new.is_confirmed
    )


def _entered_rating_values(new: NewEnteredRating) -> dict[str, Any]:
    return {
        "club_id": new.club_id,
        "player_id": new.player_id,
        "list": new.rating_list.value,
        "date": new.place.date,
        "seq": new.place.seq,
        "rating": new.rating,
        "games": new.games,
        "peak": new.peak,
        "floor": new.floor,
        "reason": new.reason,
        "event_id": new.event_id,
        "voided": new.waits,
        "confirmed": new.is_confirmed,
        "reported_by": new.reported_by,
        "created_at": new.at,
        "interaction_id": new.interaction_id,
        **(_NO_RECORD if new.record is None else new.record._asdict()),
    }


def add_entered_ratings(connection: Connection, new: Sequence[NewEnteredRating]) -> list[EnteredRatingFact]:
    if not new:
        return []
    connection.execute(_ADD_ENTERED_RATINGS, [_entered_rating_values(one) for one in new])
    seqs = [one.place.seq for one in new]
    mine = (entered_rating.c.club_id == new[0].club_id, entered_rating.c.seq.between(min(seqs), max(seqs)))
    keys = {
        row.seq: row.id for row in connection.execute(select(entered_rating.c.seq, entered_rating.c.id).where(*mine))
    }
    return [
        EnteredRatingFact(
            one.place,
            keys[one.place.seq],
            one.player_id,
            one.rating,
            one.games,
            one.peak,
            one.floor,
            one.record,
            one.is_confirmed,
        )
        for one in new
    ]


_CAME_WITH = (entered_rating.c.club_id == event.c.club_id) & (
    (entered_rating.c.event_id == event.c.id) | (entered_rating.c.interaction_id == event.c.interaction_id)
)
"""An entered rating's event, imported or reported in the same interaction."""


def entered_ratings_of_event(
    connection: Connection, club_id: int, event_id: int, *, waits: bool = False
) -> list[tuple[RatingList, EnteredRatingFact]]:
    """Return an event's counting entered ratings with lists. waits: waiting ones too."""
    query = select(entered_rating).join(event, _CAME_WITH).where(event.c.id == event_id)
    return _counting(connection, club_id, query, voided=waits)


def entered_ratings_of_voided_events(
    connection: Connection, club_id: int, player_ids: Collection[int]
) -> list[tuple[RatingList, EnteredRatingFact]]:
    query = (
        select(entered_rating)
        .join(event, _CAME_WITH)
        .where(event.c.voided.is_(True), event.c.waits_until.is_(None), entered_rating.c.player_id.in_(player_ids))
    )
    return _counting(connection, club_id, query)


def _counting(
    connection: Connection, club_id: int, query: Any, *, voided: bool = False
) -> list[tuple[RatingList, EnteredRatingFact]]:
    mine = (event.c.club_id == club_id, entered_rating.c.club_id == club_id, entered_rating.c.voided.is_(voided))
    rows = connection.execute(query.where(*mine).order_by(entered_rating.c.seq))
    return [(RatingList(row.list), _entered_rating(row)) for row in rows]


def move_entered_rating(connection: Connection, entered_rating_id: int, day: date) -> None:
    connection.execute(
        update(entered_rating).where(mine(connection, entered_rating, id=entered_rating_id)).values(date=day)
    )


def find_entered_rating(connection: Connection, club_id: int, entered_rating_id: int) -> SetRating | None:
    query = select(entered_rating).where(
        entered_rating.c.id == entered_rating_id,
        entered_rating.c.club_id == club_id,
        entered_rating.c.voided.is_(False),
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else SetRating(_entered_rating(row), RatingList(row.list), row.reason)


def last_set(connection: Connection, club_id: int, player_id: int, reported_by: int | None = None) -> SetRating | None:
    """Return the latest counting entered rating of a player, or by a director, not one of a counting event."""
    its_event = (event.c.id == entered_rating.c.event_id) | (event.c.interaction_id == entered_rating.c.interaction_id)
    with_an_event = select(event.c.id).where(event.c.club_id == club_id, event.c.voided.is_(False), its_event).exists()
    query = (
        select(entered_rating)
        .where(
            entered_rating.c.club_id == club_id,
            entered_rating.c.player_id == player_id,
            entered_rating.c.voided.is_(False),
            ~with_an_event,
        )
        .order_by(entered_rating.c.seq.desc())
        .limit(1)
    )
    if reported_by is not None:
        query = query.where(entered_rating.c.reported_by == reported_by)
    row = connection.execute(query).one_or_none()
    return None if row is None else SetRating(_entered_rating(row), RatingList(row.list), row.reason)


def of_seqs(
    connection: Connection, club_id: int, rating_list: RatingList, first: int, last: int
) -> list[EnteredRatingFact]:
    query = select(entered_rating).where(
        entered_rating.c.club_id == club_id,
        entered_rating.c.list == rating_list.value,
        entered_rating.c.voided.is_(False),
        entered_rating.c.seq.between(first, last),
    )
    return [_entered_rating(row) for row in connection.execute(query.order_by(entered_rating.c.seq))]


def entered_after(
    connection: Connection, club_id: int, rating_list: RatingList, player_ids: Collection[int], day: date
) -> dict[int, date]:
    mine = (
        entered_rating.c.club_id == club_id,
        entered_rating.c.list == rating_list.value,
        entered_rating.c.voided.is_(False),
    )
    query = select(entered_rating.c.player_id, func.min(entered_rating.c.date).label("first")).where(
        *mine, entered_rating.c.player_id.in_(player_ids)
    )
    found = connection.execute(query.where(entered_rating.c.date > day).group_by(entered_rating.c.player_id))
    return {row.player_id: row.first for row in found}


def entered_ratings(connection: Connection, ids: Collection[int]) -> dict[int, EnteredRatingFact]:
    if not ids:
        return {}
    rows = connection.execute(
        select(entered_rating).where(mine(connection, entered_rating), entered_rating.c.id.in_(ids))
    )
    return {row.id: _entered_rating(row) for row in rows}


def void_entered_rating(connection: Connection, entered_rating_id: int) -> None:
    connection.execute(
        update(entered_rating).where(mine(connection, entered_rating, id=entered_rating_id)).values(voided=True)
    )


def give_seq(connection: Connection, entered_rating_id: int, seq: int) -> None:
    connection.execute(
        update(entered_rating).where(mine(connection, entered_rating, id=entered_rating_id)).values(seq=seq)
    )


def void_entered_ratings(connection: Connection, entered_rating_ids: Sequence[int]) -> None:
    if entered_rating_ids:
        which = (
            update(entered_rating).where(mine(connection, entered_rating, id=bindparam("which"))).values(voided=True)
        )
        connection.execute(which, [{"which": one} for one in entered_rating_ids])


def restore_entered_rating(connection: Connection, entered_rating_id: int, day: date) -> None:
    connection.execute(
        update(entered_rating)
        .where(mine(connection, entered_rating, id=entered_rating_id))
        .values(voided=False, date=day)
    )


def with_lists(connection: Connection, ids: Collection[int]) -> dict[int, tuple[RatingList, EnteredRatingFact, bool]]:
    """Return entered ratings by id, each with its list and whether it counts."""
    query = select(entered_rating).where(mine(connection, entered_rating), entered_rating.c.id.in_(ids))
    return {row.id: (RatingList(row.list), _entered_rating(row), not row.voided) for row in connection.execute(query)}


def set_replaced(connection: Connection, entered_rating_ids: Sequence[int], by: int) -> None:
    these = (mine(connection, entered_rating), entered_rating.c.id.in_(entered_rating_ids))
    connection.execute(update(entered_rating).where(*these).values(successor_id=by))


def reinstate(connection: Connection, successor_id: int) -> list[tuple[RatingList, EnteredRatingFact]]:
    these = mine(connection, entered_rating, successor_id=successor_id)
    found = connection.execute(select(entered_rating).where(these).order_by(entered_rating.c.seq)).all()
    connection.execute(update(entered_rating).where(these).values(voided=False, successor_id=None))
    return [(RatingList(row.list), _entered_rating(row)) for row in found]


def add_demotion(connection: Connection, new: NewDemotion) -> DemotionFact:
    values = {
        "club_id": new.club_id,
        "player_id": new.player_id,
        "list": new.rating_list.value,
        "date": new.place.date,
        "seq": new.place.seq,
        "reason": new.reason,
        "reported_by": new.reported_by,
        "created_at": new.at,
        "interaction_id": new.interaction_id,
    }
    key: int = connection.execute(_ADD_DEMOTION, values).scalar_one()
    return DemotionFact(new.place, key, new.player_id)


def find_demotion(
    connection: Connection, club_id: int, demotion_id: int
) -> tuple[DemotionFact, RatingList, str] | None:
    query = select(demotion).where(
        demotion.c.id == demotion_id, demotion.c.club_id == club_id, demotion.c.voided.is_(False)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return DemotionFact(FactPosition(row.date, row.seq), row.id, row.player_id), RatingList(row.list), row.reason


def is_granted(connection: Connection, club_id: int, interaction_id: int) -> bool:
    """Return whether an interaction has lowered a title, even if undone."""
    query = select(demotion.c.id).where(demotion.c.club_id == club_id, demotion.c.interaction_id == interaction_id)
    return connection.execute(query).first() is not None


def same_demotion(
    connection: Connection, player_id: int, rating_list: RatingList, reason: str, since: datetime
) -> bool:
    query = select(demotion.c.reason).where(
        mine(connection, demotion, player_id=player_id),
        demotion.c.list == rating_list.value,
        demotion.c.voided.is_(False),
        demotion.c.created_at > since,
    )
    return any(row.reason.casefold() == reason.casefold() for row in connection.execute(query))


def void_demotion(connection: Connection, demotion_id: int) -> None:
    connection.execute(update(demotion).where(mine(connection, demotion, id=demotion_id)).values(voided=True))


def demotions(connection: Connection, ids: Collection[int]) -> dict[int, DemotionFact]:
    if not ids:
        return {}
    rows = connection.execute(select(demotion).where(mine(connection, demotion), demotion.c.id.in_(ids)))
    return {row.id: DemotionFact(FactPosition(row.date, row.seq), row.id, row.player_id) for row in rows}


def refs_from(connection: Connection, club_id: int, rating_list: RatingList, start: FactPosition) -> list[FactRef]:
    """Return a list's counting entered ratings and demotions from a place on."""
    refs = []
    for table, kind in ((entered_rating, FactKind.ENTERED_RATING), (demotion, FactKind.DEMOTION)):
        query = select(table.c.id, table.c.date, table.c.seq, table.c.player_id).where(
            table.c.club_id == club_id,
            table.c.voided.is_(False),
            table.c.list == rating_list.value,
            from_place(table, start),
        )
        for row in connection.execute(query):
            refs.append(FactRef(FactPosition(row.date, row.seq), kind, row.id, frozenset((row.player_id,))))
    return refs


def from_place(table: Any, start: FactPosition) -> Any:
    return tuple_(table.c.date, table.c.seq) >= tuple_(
        bindparam("day", start.date, unique=True), bindparam("from", start.seq, unique=True)
    )


def _entered_rating(row: Any) -> EnteredRatingFact:
    figures = (row.wins, row.losses, row.draws, row.confidence, row.standard_error)
    record = None if row.wins is None else EnteredRecord(*figures)
    place = FactPosition(row.date, row.seq)
    return EnteredRatingFact(
        place, row.id, row.player_id, row.rating, row.games, row.peak, row.floor, record, row.confirmed
    )
