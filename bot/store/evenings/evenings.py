"""Evenings while they are played: entrants, results and the card's place."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from bot.store.database.club_conditions import mine, replace_into, same
from bot.store.database.evening_rows import (
    TYPED,
    Evening,
    EveningStatus,
    LiveEventEntrant,
    LiveEventResult,
    Part,
    RoundStatus,
)
from bot.store.database.rows import Player
from bot.store.database.tables import (
    audit,
    evening,
    evening_bye,
    evening_entrant,
    evening_result,
    evening_round,
    player,
    standing,
)
from bot.store.database.transactions import Connection, club_of
from core.event.crosstable import TimeControl
from core.lists import RatingList


def add(
    connection: Connection,
    club_id: int,
    name: str,
    day: date,
    rating_list: RatingList | None,
    time_control: TimeControl | None,
    created_by: int,
    interaction_id: int | None,
    now: datetime,
    **more: Any,
) -> int:
    """Store a new evening; return its id. more: how it is paired, by column."""
    values = {
        "club_id": club_id,
        "name": name,
        "date": day,
        "list": None if rating_list is None else rating_list.value,
        "minutes": None if time_control is None else time_control.minutes,
        "seconds": None if time_control is None else time_control.seconds,
        "status": EveningStatus.OPEN.value,
        "created_by": created_by,
        "created_at": now,
        "interaction_id": interaction_id,
        **more,
    }
    key: int = connection.execute(insert(evening).values(**values).returning(evening.c.id)).scalar_one()
    return key


def find(connection: Connection, club_id: int, evening_id: int) -> Evening | None:
    row = connection.execute(
        select(evening).where(evening.c.id == evening_id, evening.c.club_id == club_id)
    ).one_or_none()
    return None if row is None else _evening(row)


def find_by_event(connection: Connection, club_id: int, event_id: int) -> Evening | None:
    query = select(evening).where(evening.c.club_id == club_id, evening.c.event_id == event_id)
    row = connection.execute(query.order_by(evening.c.id.desc()).limit(1)).one_or_none()
    return None if row is None else _evening(row)


def closed_by(connection: Connection, club_id: int, event_id: int) -> int | None:
    query = select(audit.c.actor_id).where(
        audit.c.club_id == club_id, audit.c.action == CLOSED, audit.c.subject_id == event_id
    )
    return connection.execute(query.order_by(audit.c.id.desc()).limit(1)).scalar_one_or_none()


def open_ones(connection: Connection, club_id: int, most: int) -> Sequence[Evening]:
    query = select(evening).where(evening.c.club_id == club_id, evening.c.status == EveningStatus.OPEN.value)
    return [_evening(row) for row in connection.execute(query.order_by(evening.c.id.desc()).limit(most))]


def on_screens(connection: Connection, club_id: int, since: date, most: int) -> Sequence[Evening]:
    """Return the paired evenings that are open, and those closed that were played since a day."""
    is_open = evening.c.status == EveningStatus.OPEN.value
    query = select(evening).where(
        evening.c.club_id == club_id,
        evening.c.method != TYPED,
        is_open | ((evening.c.status == EveningStatus.CLOSED.value) & (evening.c.date >= since)),
    )
    query = query.order_by(is_open.desc(), evening.c.id.desc()).limit(most)
    return [_evening(row) for row in connection.execute(query)]


def end(connection: Connection, evening_id: int, status: EveningStatus, event_id: int | None = None) -> None:
    values = {"status": status.value, "event_id": event_id}
    connection.execute(update(evening).where(mine(connection, evening, id=evening_id)).values(**values))


def entrants(
    connection: Connection, club_id: int, evening_id: int, rating_list: RatingList
) -> Sequence[LiveEventEntrant]:
    theirs = (standing.c.club_id == club_id) & (standing.c.list == rating_list.value)
    query = (
        select(
            evening_entrant.c.number,
            player.c.id,
            player.c.user_id,
            player.c.name,
            standing.c.shown,
            standing.c.provisional,
            evening_entrant.c.from_round,
            evening_entrant.c.until_round,
            evening_entrant.c.waits,
            evening_entrant.c.seed,
            evening_entrant.c.ready_at,
            player.c.left_at,
            evening_entrant.c.missing,
            evening_entrant.c.here_in,
        )
        .join(player, same(player.c.id, evening_entrant.c.player_id))
        .outerjoin(standing, theirs & (standing.c.player_id == player.c.id))
        .where(evening_entrant.c.club_id == club_id, evening_entrant.c.evening_id == evening_id)
        .order_by(evening_entrant.c.number)
    )
    return [
        LiveEventEntrant(
            row.number,
            Player(row.id, row.user_id, row.name),
            row.shown,
            bool(row.provisional),
            row.from_round,
            row.until_round,
            bool(row.waits),
            row.seed,
            row.ready_at,
            row.left_at is not None,
            bool(row.missing),
            row.here_in,
        )
        for row in connection.execute(query)
    ]


def played_by(connection: Connection, player_id: int) -> Sequence[int]:
    is_open = mine(connection, evening) & (evening.c.status == EveningStatus.OPEN.value) & (evening.c.method != TYPED)
    query = select(evening.c.id).join(evening_entrant, same(evening_entrant.c.evening_id, evening.c.id))
    found = connection.execute(query.where(evening_entrant.c.player_id == player_id, is_open).order_by(evening.c.id))
    return [row.id for row in found]


def enter(connection: Connection, evening_id: int, player_id: int, **more: Any) -> int:
    """Give a player an evening's next number.

    Needs the club's lock. Sections share the numbers. more: further columns.
    """
    ours, other = mine(connection, evening), evening.alias("other")
    whole = select(evening.c.part_of).where(ours, evening.c.id == evening_id).scalar_subquery()
    parts = select(other.c.id).where(mine(connection, other, part_of=whole))
    last = select(func.coalesce(func.max(evening_entrant.c.number), 0)).where(
        mine(connection, evening_entrant),
        (evening_entrant.c.evening_id == evening_id) | evening_entrant.c.evening_id.in_(parts),
    )
    number = int(connection.execute(last).scalar_one()) + 1
    values = {"evening_id": evening_id, "number": number, "player_id": player_id, **more}
    values["club_id"] = club_of(connection)
    connection.execute(insert(evening_entrant).values(**values))
    return number


def has_open_section(connection: Connection, evening_id: int) -> bool:
    is_open = mine(connection, evening, part_of=evening_id) & (evening.c.status == EveningStatus.OPEN.value)
    return connection.execute(select(evening.c.id).where(is_open).limit(1)).first() is not None


def change_entrant(connection: Connection, evening_id: int, number: int, **values: Any) -> None:
    seat = mine(connection, evening_entrant, evening_id=evening_id, number=number)
    connection.execute(update(evening_entrant).where(seat).values(**values))


def change(connection: Connection, evening_id: int, **values: Any) -> None:
    connection.execute(update(evening).where(mine(connection, evening, id=evening_id)).values(**values))


def leave(connection: Connection, evening_id: int, number: int) -> None:
    connection.execute(
        delete(evening_entrant).where(mine(connection, evening_entrant, evening_id=evening_id, number=number))
    )


# A bye has column 0; an unplayed game the second's number negated.


def results(connection: Connection, evening_id: int) -> list[LiveEventResult]:
    query = select(evening_result).where(mine(connection, evening_result, evening_id=evening_id))
    order = (evening_result.c.round, evening_result.c.reported_at, evening_result.c.first)
    return [
        LiveEventResult(
            round=row.round,
            first=row.first,
            second=abs(row.second) or None,
            points=row.result,
            played=row.second > 0,
            reported_by=row.reported_by,
            reported_at=row.reported_at,
            confirmed_at=row.confirmed_at,
        )
        for row in connection.execute(query.order_by(*order))
    ]


def put_result(connection: Connection, evening_id: int, result: LiveEventResult, confirmed_by: int | None) -> None:
    second = result.second or 0
    values = {
        "club_id": club_of(connection),
        "evening_id": evening_id,
        "round": result.round,
        "first": result.first,
        "second": second if result.played else -second,
        "result": result.points,
        "reported_by": result.reported_by,
        "reported_at": result.reported_at,
        "confirmed_by": confirmed_by,
        "confirmed_at": result.confirmed_at,
    }
    connection.execute(replace_into(connection, evening_result), values)


def take_result(connection: Connection, evening_id: int, result: LiveEventResult) -> None:
    connection.execute(
        delete(evening_result).where(
            mine(connection, evening_result, evening_id=evening_id),
            evening_result.c.round == result.round,
            evening_result.c.first == result.first,
        )
    )


CARD, CLOSED = "evening-card", "close-evening"
"""Audit names: a posted card; an evening that becomes an event."""


def save_message_location(
    connection: Connection, club_id: int, evening_id: int, channel_id: int, message_id: int, actor_id: int, at: datetime
) -> None:
    """Store in the audit where an evening's card was posted."""
    values = {
        "club_id": club_id,
        "at": at,
        "actor_id": actor_id,
        "action": CARD,
        "subject_id": evening_id,
        "details": {"channel": channel_id, "message": message_id},
        "interaction_id": None,
    }
    connection.execute(insert(audit).values(**values))


def card_of(connection: Connection, club_id: int, at: Evening) -> tuple[int, int] | None:
    query = select(audit.c.details).where(
        audit.c.club_id == club_id, audit.c.at >= at.created_at, audit.c.action == CARD, audit.c.subject_id == at.id
    )
    details = connection.execute(query.order_by(audit.c.id.desc()).limit(1)).scalar_one_or_none()
    return None if details is None else (details["channel"], details["message"])


def _evening(row: Any) -> Evening:
    return Evening(
        id=row.id,
        name=row.name,
        day=row.date,
        rating_list=None if row.list is None else RatingList(row.list),
        time_control=None if row.minutes is None else TimeControl(row.minutes, row.seconds or 0),
        status=EveningStatus(row.status),
        event_id=row.event_id,
        created_at=row.created_at,
        method=row.method,
        rounds=row.rounds,
        most=row.most,
        confirm_minutes=row.confirm_minutes,
        check_in=bool(row.check_in),
        forfeit_minutes=row.forfeit_minutes,
        lot=row.lot,
        posts_in=row.posts_in,
        tie_breaks=row.tie_breaks,
        tie_breaks_reason=row.tie_breaks_reason,
        prizes=row.prizes,
        prize_people=row.prize_people,
        prize_sharing=row.prize_sharing,
        sections=row.sections,
        part_of=row.part_of,
        under=row.under,
        starts_at=row.starts_at,
        place=row.place,
        scheduled_id=row.scheduled_id,
        forbidden=row.forbidden,
        fixed=row.fixed,
        accelerated=bool(row.accelerated),
        all_meet_in=row.all_meet_in,
        teams=row.teams,
        play_off=row.play_off,
        series_id=row.series_id,
        every=row.every,
    )


# Sections: evenings that share the entrants' numbers.


def sections_of(connection: Connection, evening_id: int) -> Sequence[Part]:
    players = (
        select(func.count())
        .where(same(evening_entrant.c.evening_id, evening.c.id), ~evening_entrant.c.waits, ~evening_entrant.c.missing)
        .scalar_subquery()
    )
    shown = same(evening_round.c.evening_id, evening.c.id) & (evening_round.c.status != RoundStatus.DRAFT.value)
    last = select(func.coalesce(func.max(evening_round.c.round), 0)).where(shown).scalar_subquery()
    playing = evening_round.c.status == RoundStatus.PUBLISHED.value
    played = select(func.count()).where(same(evening_round.c.evening_id, evening.c.id), playing).scalar_subquery()
    columns = (evening.c.id, evening.c.name, evening.c.under, evening.c.status, evening.c.most)
    query = select(*columns, players, last, played).where(mine(connection, evening, part_of=evening_id))
    return [
        Part(row[0], row[1], row[2], EveningStatus(row[3]), row[4], row[5], row[6], row[7] > 0)
        for row in connection.execute(query.order_by(evening.c.id))
    ]


def move_to_section(connection: Connection, numbers: Collection[int], from_id: int, to_id: int) -> None:
    """Move entrants with byes to another evening, without pairing numbers."""
    if not numbers:
        return
    entrants, byes = evening_entrant.c, evening_bye.c
    theirs = (mine(connection, evening_entrant), entrants.evening_id == from_id, entrants.number.in_(numbers))
    connection.execute(update(evening_entrant).where(*theirs).values(evening_id=to_id, seed=None))
    asked = (mine(connection, evening_bye), byes.evening_id == from_id, byes.number.in_(numbers))
    connection.execute(update(evening_bye).where(*asked).values(evening_id=to_id))
