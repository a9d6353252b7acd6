"""Rounds of a paired evening: drafts, pairings, reports and requested byes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.database.club_conditions import insert_into, mine, replace_into
from bot.store.database.evening_rows import (
    AskedBye,
    GameResult,
    Pairing,
    PairingKind,
    Report,
    ReportState,
    Round,
    RoundStatus,
)
from bot.store.database.tables import evening_announcement, evening_bye, evening_pairing, evening_report, evening_round
from bot.store.database.transactions import Connection, club_of


def rounds(connection: Connection, evening_id: int) -> Sequence[Round]:
    """Return an evening's rounds in order, a draft included."""
    query = (
        select(evening_round)
        .where(mine(connection, evening_round, evening_id=evening_id))
        .order_by(evening_round.c.round)
    )
    return [
        Round(
            row.round,
            RoundStatus(row.status),
            row.facts,
            row.drafted_by,
            row.published_at,
            row.closed_at,
            bool(row.corrected),
        )
        for row in connection.execute(query)
    ]


def put_draft(
    connection: Connection,
    evening_id: int,
    number: int,
    facts: str,
    pairings: Iterable[Pairing],
    by: int,
    now: datetime,
    status: RoundStatus = RoundStatus.DRAFT,
) -> None:
    _drop_pairings(connection, evening_id, number)
    values = {
        "club_id": club_of(connection),
        "evening_id": evening_id,
        "round": number,
        "status": status.value,
        "facts": facts,
        "drafted_by": by,
        "drafted_at": now,
        "corrected": False,
    }
    if status is RoundStatus.PUBLISHED:
        values |= {"published_by": by, "published_at": now}
    connection.execute(replace_into(connection, evening_round), values)
    rows = [_values(connection, evening_id, one) for one in pairings]
    if rows:
        connection.execute(insert(evening_pairing), rows)


def replace_boards(
    connection: Connection, evening_id: int, removed: Sequence[Pairing], new: Sequence[Pairing]
) -> Sequence[int]:
    _drop(connection, evening_id, evening_pairing.c.id.in_([one.id for one in removed]))
    adding = insert(evening_pairing).returning(evening_pairing.c.id)
    return [int(connection.execute(adding, _values(connection, evening_id, one)).scalar_one()) for one in new]


def _values(connection: Connection, evening_id: int, one: Pairing) -> dict[str, Any]:
    return {
        "club_id": club_of(connection),
        "evening_id": evening_id,
        "round": one.round,
        "board": one.board,
        "first": one.first,
        "second": one.second,
        "kind": one.kind.value,
        "by_hand": one.by_hand,
    }


def change_round(connection: Connection, evening_id: int, number: int, **values: Any) -> None:
    this = mine(connection, evening_round, evening_id=evening_id, round=number)
    connection.execute(update(evening_round).where(this).values(**values))


def drop_round(connection: Connection, evening_id: int, number: int) -> None:
    _drop_pairings(connection, evening_id, number)
    this = mine(connection, evening_round, evening_id=evening_id, round=number)
    connection.execute(delete(evening_round).where(this))


def _drop_pairings(connection: Connection, evening_id: int, number: int) -> None:
    _drop(connection, evening_id, evening_pairing.c.round == number)


def _drop(connection: Connection, evening_id: int, which: Any) -> None:
    theirs = (mine(connection, evening_pairing, evening_id=evening_id), which)
    reported = select(evening_report.c.pairing_id).where(mine(connection, evening_report, evening_id=evening_id))
    aside = update(evening_pairing).where(*theirs, evening_pairing.c.id.in_(reported))
    connection.execute(aside.values(round=-evening_pairing.c.id))
    connection.execute(delete(evening_pairing).where(*theirs, evening_pairing.c.round > 0))


def pairings(connection: Connection, evening_id: int) -> Sequence[Pairing]:
    columns = evening_pairing.c
    query = select(evening_pairing).where(mine(connection, evening_pairing, evening_id=evening_id), columns.round > 0)
    rows = connection.execute(query.order_by(columns.round, columns.board == 0, columns.board, columns.first))
    return [
        Pairing(
            row.round,
            row.board,
            row.first,
            row.second,
            PairingKind(row.kind),
            bool(row.by_hand),
            row.id,
            row.goes_on,
            row.play_off,
            row.paired_at,
        )
        for row in rows
    ]


def add_game(connection: Connection, evening_id: int, game: Pairing, by: int, now: datetime) -> int:
    values = {
        "club_id": club_of(connection),
        "evening_id": evening_id,
        "round": game.round,
        "status": RoundStatus.PUBLISHED.value,
        "facts": "",
        "drafted_by": by,
        "drafted_at": now,
        "published_by": by,
        "published_at": now,
        "corrected": False,
    }
    connection.execute(insert_into(connection, evening_round).on_conflict_do_nothing(), values)
    adding = insert(evening_pairing).returning(evening_pairing.c.id)
    row = {**_values(connection, evening_id, game), "paired_at": now}
    return int(connection.execute(adding, row).scalar_one())


def advance_player(connection: Connection, pairing_id: int, number: int | None, play_off: str | None) -> None:
    """Store who advances after a draw and the deciding score; None: nobody yet."""
    values = {"goes_on": number, "play_off": play_off}
    connection.execute(update(evening_pairing).where(mine(connection, evening_pairing, id=pairing_id)).values(**values))


def reports(connection: Connection, evening_id: int) -> Sequence[Report]:
    query = select(evening_report).where(mine(connection, evening_report, evening_id=evening_id))
    return [
        Report(
            pairing_id=row.pairing_id,
            version=row.version,
            result=GameResult(row.result),
            reported_by=row.reported_by,
            reported_at=row.reported_at,
            state=ReportState(row.state),
            state_by=row.state_by,
            state_at=row.state_at,
            first_points=row.first_points,
            second_points=row.second_points,
            note=row.note,
            id=row.id,
        )
        for row in connection.execute(query.order_by(evening_report.c.pairing_id, evening_report.c.version))
    ]


def add_report(connection: Connection, evening_id: int, report: Report) -> int:
    values = {
        "club_id": club_of(connection),
        "evening_id": evening_id,
        "pairing_id": report.pairing_id,
        "version": report.version,
        "result": report.result.value,
        "first_points": report.first_points,
        "second_points": report.second_points,
        "note": report.note,
        "reported_by": report.reported_by,
        "reported_at": report.reported_at,
        "state": report.state.value,
        "state_by": report.state_by,
        "state_at": report.state_at,
    }
    key: int = connection.execute(insert(evening_report).values(**values).returning(evening_report.c.id)).scalar_one()
    return key


def set_state(connection: Connection, report_id: int, state: ReportState, by: int, at: datetime) -> None:
    values = {"state": state.value, "state_by": by, "state_at": at}
    connection.execute(update(evening_report).where(mine(connection, evening_report, id=report_id)).values(**values))


def byes(connection: Connection, evening_id: int) -> Sequence[AskedBye]:
    query = select(evening_bye).where(mine(connection, evening_bye, evening_id=evening_id))
    rows = connection.execute(query.order_by(evening_bye.c.round, evening_bye.c.number))
    return [AskedBye(row.number, row.round, PairingKind(row.kind), row.asked_by) for row in rows]


def put_bye(connection: Connection, evening_id: int, bye: AskedBye, now: datetime) -> None:
    values = {
        "club_id": club_of(connection),
        "evening_id": evening_id,
        "number": bye.number,
        "round": bye.round,
        "kind": bye.kind.value,
        "asked_by": bye.asked_by,
        "asked_at": now,
    }
    connection.execute(replace_into(connection, evening_bye), values)


def take_bye(connection: Connection, evening_id: int, number: int, round_number: int | None = None) -> None:
    """Remove an entrant's requested bye; without a round, all of them."""
    theirs = [mine(connection, evening_bye, evening_id=evening_id, number=number)]
    if round_number is not None:
        theirs.append(evening_bye.c.round == round_number)
    connection.execute(delete(evening_bye).where(*theirs))


def add_announcement(connection: Connection, evening_id: int, round_number: int, kind: str, now: datetime) -> None:
    this = {"club_id": club_of(connection), "evening_id": evening_id, "round": round_number, "kind": kind}
    connection.execute(insert_into(connection, evening_announcement).on_conflict_do_nothing(), {**this, "at": now})


def keep_announcement(
    connection: Connection,
    evening_id: int,
    round_number: int,
    kind: str,
    channel_id: int | None,
    message_id: int | None,
) -> None:
    this = mine(connection, evening_announcement, evening_id=evening_id, round=round_number, kind=kind)
    connection.execute(update(evening_announcement).where(this).values(channel_id=channel_id, message_id=message_id))


def drop_announcement(connection: Connection, evening_id: int, round_number: int, kind: str) -> None:
    this = mine(connection, evening_announcement, evening_id=evening_id, round=round_number, kind=kind)
    connection.execute(delete(evening_announcement).where(this))


def find_announcement(
    connection: Connection, evening_id: int, round_number: int, kind: str
) -> tuple[int | None, int | None] | None:
    """Return an announcement's message, (None, None) before it is posted, or None."""
    query = select(evening_announcement.c.channel_id, evening_announcement.c.message_id)
    this = mine(connection, evening_announcement, evening_id=evening_id, round=round_number, kind=kind)
    row = connection.execute(query.where(this)).one_or_none()
    return None if row is None else (row.channel_id, row.message_id)


def announced_at(connection: Connection, evening_id: int, round_number: int, kind: str) -> datetime | None:
    this = mine(connection, evening_announcement, evening_id=evening_id, round=round_number, kind=kind)
    return connection.execute(select(evening_announcement.c.at).where(this)).scalar_one_or_none()


def announcements_of(connection: Connection, evening_id: int, prefix: str) -> dict[str, tuple[int, int]]:
    columns = evening_announcement.c
    query = select(columns.kind, columns.channel_id, columns.message_id).where(
        mine(connection, evening_announcement, evening_id=evening_id), columns.kind.startswith(prefix, autoescape=True)
    )
    return {
        row.kind: (row.channel_id, row.message_id) for row in connection.execute(query) if row.message_id is not None
    }
