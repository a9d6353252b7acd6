"""Unconfirmed reports: those that count for the rating only, and those that wait."""

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Date, bindparam, func, select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.rows import FactPosition, ReportStanding
from bot.store.database.tables import audit, entered_rating, entrant, event, event_list
from bot.store.database.transactions import Connection
from core.lists import RatingList

# Waiting events are stored as voided until they count. One that another event has replaced no longer waits.


def counts_or_waits() -> Any:
    return event.c.voided.is_(False) | _waits()


def _waits() -> Any:
    return event.c.waits_until.is_not(None) & event.c.successor_id.is_(None)


def count_waiting_matches(connection: Connection, event_ids: Collection[int]) -> None:
    _end(connection, event_ids, voided=False, standing=ReportStanding.CONFIRMED.value)


def drop_waiting_match(connection: Connection, event_id: int) -> None:
    _end(connection, [event_id], voided=True)


def restore_waiting_match(connection: Connection, event_id: int, until: datetime) -> None:
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(waits_until=until))


def leave_to_directors(connection: Connection, event_ids: Collection[int]) -> None:
    waits = update(event).where(mine(connection, event), event.c.id.in_(event_ids))
    connection.execute(waits.values(waits_until=UNTIL_CONFIRMED))


def _end(connection: Connection, event_ids: Collection[int], *, voided: bool, **further: Any) -> None:
    connection.execute(
        update(event)
        .where(mine(connection, event), event.c.id.in_(event_ids), _waits())
        .values(voided=voided, waits_until=None, **further)
    )


def due_matches(connection: Connection, club_id: int, now: datetime) -> list[int]:
    query = select(event.c.id).where(event.c.club_id == club_id, _waits(), event.c.waits_until <= now)
    return list(connection.execute(query.order_by(event.c.date, event.c.seq)).scalars())


def clubs_with_due_matches(connection: Connection, now: datetime) -> list[int]:
    query = select(event.c.club_id).where(_waits(), event.c.waits_until <= now).distinct()
    return list(connection.execute(query.order_by(event.c.club_id)).scalars())


def players_waiting(connection: Connection, club_id: int, rating_list: RatingList) -> list[int]:
    query = (
        select(entrant.c.player_id)
        .join(event, same(event.c.id, entrant.c.event_id))
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(event.c.club_id == club_id, _waits(), event_list.c.list == rating_list.value)
        .distinct()
    )
    return sorted(connection.execute(query).scalars())


UNTIL_CONFIRMED = datetime(9999, 1, 1, tzinfo=UTC)
"""For events that do not count by themselves."""

CONFIRMED, DISPUTED = "confirm-report", "dispute-report"


class Statement(NamedTuple):
    """A player's answer to a report. version: their version, if they dispute it."""

    user_id: int
    at: datetime
    objects: bool
    version: str | None


def set_standing(connection: Connection, event_id: int, standing: ReportStanding) -> None:
    """Store an event's standing, also for what came with it."""
    is_confirmed = standing is ReportStanding.CONFIRMED
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(standing=standing.value))
    connection.execute(update(entered_rating).where(_came_with(connection, event_id)).values(confirmed=is_confirmed))


def count_now(connection: Connection, event_id: int) -> None:
    """Make a waiting event count, with the rating that came with it."""
    connection.execute(update(event).where(mine(connection, event, id=event_id)).values(voided=False, waits_until=None))
    connection.execute(update(entered_rating).where(_came_with(connection, event_id)).values(voided=False))


def _came_with(connection: Connection, event_id: int) -> Any:
    interaction = select(event.c.interaction_id).where(mine(connection, event, id=event_id)).scalar_subquery()
    return mine(connection, entered_rating, interaction_id=interaction)


def _unconfirmed(club_id: int) -> Any:
    return (event.c.club_id == club_id) & counts_or_waits() & (event.c.standing != ReportStanding.CONFIRMED.value)


def waiting(connection: Connection, club_id: int, most: int, offset: int = 0) -> list[int]:
    disputed = event.c.standing == ReportStanding.DISPUTED.value
    query = select(event.c.id).where(_unconfirmed(club_id)).order_by(disputed.desc(), event.c.created_at, event.c.id)
    return list(connection.execute(query.limit(most).offset(offset)).scalars())


def count_waiting(connection: Connection, club_id: int) -> int:
    query = select(func.count()).select_from(event).where(_unconfirmed(club_id))
    return int(connection.execute(query).scalar_one())


class Reporter(NamedTuple):
    """A Discord user, their number of waiting reports, and the latest event id."""

    user_id: int
    many: int
    latest: int


def busiest_reporter(connection: Connection, club_id: int) -> Reporter | None:
    many = func.count()
    query = (
        select(event.c.reported_by, many, func.max(event.c.id))
        .where(_unconfirmed(club_id))
        .group_by(event.c.reported_by)
    )
    row = connection.execute(query.order_by(many.desc(), event.c.reported_by).limit(1)).one_or_none()
    return None if row is None else Reporter(*row)


def waiting_of(connection: Connection, club_id: int, user_id: int, latest: int) -> list[int]:
    """Return a user's waiting reports up to an event id, latest first."""
    query = select(event.c.id).where(_unconfirmed(club_id), event.c.reported_by == user_id, event.c.id <= latest)
    return list(connection.execute(query.order_by(event.c.date.desc(), event.c.seq.desc())).scalars())


def resting_on_reports(
    connection: Connection, club_id: int, rating_list: RatingList, player_ids: Collection[int]
) -> frozenset[int]:
    query = (
        select(entrant.c.player_id)
        .join(event, same(event.c.id, entrant.c.event_id))
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(
            _unconfirmed(club_id),
            event.c.voided.is_(False),
            event_list.c.list == rating_list.value,
            entrant.c.rated.is_(True),
            entrant.c.player_id.in_(player_ids),
        )
        .distinct()
    )
    return frozenset(connection.execute(query).scalars())


def first_place(connection: Connection, club_id: int, rating_list: RatingList, player_id: int) -> FactPosition | None:
    events = (
        select(event.c.date, event.c.seq)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .join(event_list, same(event_list.c.event_id, event.c.id))
        .where(
            _unconfirmed(club_id),
            event.c.voided.is_(False),
            event_list.c.list == rating_list.value,
            entrant.c.rated.is_(True),
            entrant.c.player_id == player_id,
        )
    )
    entered_ratings = select(entered_rating.c.date, entered_rating.c.seq).where(
        entered_rating.c.club_id == club_id,
        entered_rating.c.player_id == player_id,
        entered_rating.c.list == rating_list.value,
        entered_rating.c.voided.is_(False),
        entered_rating.c.confirmed.is_(False),
    )
    return min(
        (FactPosition(*row) for query in (events, entered_ratings) for row in connection.execute(query)), default=None
    )


_MOVING_BETWEEN = (
    select(event.c.id)
    .join(entrant, same(entrant.c.event_id, event.c.id))
    .join(event_list, same(event_list.c.event_id, event.c.id))
    .where(
        event.c.club_id == bindparam("club"),
        counts_or_waits(),
        event.c.date >= bindparam("first", type_=Date),
        func.coalesce(event.c.began, event.c.date) <= bindparam("last", type_=Date),
        event_list.c.list.in_(bindparam("lists", expanding=True)),
        entrant.c.player_id == bindparam("player"),
        entrant.c.rated.is_(True),
    )
    .distinct()
    .order_by(event.c.id)
)


def moving_between(
    connection: Connection, club_id: int, player_id: int, lists: Collection[RatingList], first: date, last: date
) -> list[int]:
    """Return the events, counting or waiting, that move a player on one of the lists on these days."""
    asked = {"club": club_id, "player": player_id, "first": first, "last": last}
    rows = connection.execute(_MOVING_BETWEEN, {**asked, "lists": [moved.value for moved in lists]})
    return list(rows.scalars())


_REPORTS_BETWEEN = (
    select(event.c.id, entrant.c.player_id)
    .join(entrant, same(entrant.c.event_id, event.c.id))
    .join(event_list, same(event_list.c.event_id, event.c.id))
    .where(
        event.c.club_id == bindparam("club"),
        event.c.source == bindparam("source"),
        counts_or_waits(),
        event.c.date.between(bindparam("first"), bindparam("last")),
        event_list.c.list.in_(bindparam("lists", expanding=True)),
        entrant.c.player_id.in_(bindparam("players", expanding=True)),
        entrant.c.rated.is_(True),
    )
    .order_by(event.c.id, entrant.c.number.desc())
)


def reports_between(
    connection: Connection,
    club_id: int,
    source: str,
    player_ids: Collection[int],
    lists: Sequence[RatingList],
    first: date,
    last: date,
) -> dict[int, int]:
    """Return players' counting or waiting reports on lists and days: player by event id."""
    asked = {"club": club_id, "source": source, "first": first, "last": last, "players": list(player_ids)}
    rows = connection.execute(_REPORTS_BETWEEN, {**asked, "lists": [moved.value for moved in lists]})
    return {row.id: row.player_id for row in rows}


def statements(connection: Connection, club_id: int, event_id: int) -> list[Statement]:
    stored_at = select(event.c.created_at).where(mine(connection, event, id=event_id)).scalar_subquery()
    query = select(audit.c.actor_id, audit.c.at, audit.c.action, audit.c.details).where(
        audit.c.club_id == club_id,
        audit.c.at >= stored_at,
        audit.c.action.in_((CONFIRMED, DISPUTED)),
        audit.c.subject_id == event_id,
    )
    return [
        Statement(row.actor_id, row.at, row.action == DISPUTED, (row.details or {}).get("version"))
        for row in connection.execute(query.order_by(audit.c.id))
    ]
