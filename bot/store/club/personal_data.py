"""Personal traces beside facts: audit, names in details, pending messages."""

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Column, Table, and_, delete, false, func, or_, select, tuple_, update

from bot.store.database.club_conditions import mine, of_club, replace_into, same
from bot.store.database.tables import (
    amendment,
    audit,
    challenge,
    claim,
    club,
    demotion,
    entered_rating,
    entrant,
    evening,
    evening_bye,
    evening_entrant,
    evening_pairing,
    evening_report,
    evening_result,
    evening_round,
    event,
    federation_entry,
    forgotten,
    form_draft,
    game,
    history,
    journal,
    list_fact,
    merge,
    metadata,
    news,
    norm,
    outbox,
    pending_import,
    player,
    role_given,
    season,
    season_board,
    series,
    standing,
    title,
)
from bot.store.database.transactions import Connection

NOBODY = 0

_ROWS_AT_ONCE = 500
_WHO = {
    event: ("reported_by",),
    entered_rating: ("reported_by",),
    demotion: ("reported_by",),
    list_fact: ("reported_by",),
    season: ("reported_by",),
    merge: ("merged_by",),
    evening: ("created_by",),
    series: ("created_by",),
    history: ("loaded_by",),
    claim: ("decided_by",),
    audit: ("actor_id",),
    amendment: ("amended_by",),
    evening_result: ("reported_by", "confirmed_by"),
    evening_entrant: ("entered_by", "withdrawn_by"),
    evening_bye: ("asked_by",),
    evening_round: ("drafted_by", "published_by", "closed_by"),
    evening_report: ("reported_by", "state_by"),
}
"""Columns of who did something."""


def all_of(connection: Connection, player_ids: Collection[int], user_id: int | None, club_id: int) -> dict[str, Any]:
    about = {
        player: player.c.id,
        entrant: entrant.c.player_id,
        entered_rating: entered_rating.c.player_id,
        demotion: demotion.c.player_id,
        standing: standing.c.player_id,
        journal: journal.c.player_id,
        norm: norm.c.player_id,
        title: title.c.player_id,
        news: news.c.player_id,
        season_board: season_board.c.player_id,
    }
    rows = {table.name: _rows(connection, table, column.in_(player_ids)) for table, column in about.items()}
    played = select(entrant.c.event_id).where(entrant.c.club_id == club_id, entrant.c.player_id.in_(player_ids))
    rows["event"] = _rows(connection, event, event.c.id.in_(played))
    own = select(entrant.c.number).where(same(entrant.c.event_id, game.c.event_id), entrant.c.player_id.in_(player_ids))
    met = game.c.first.in_(own.scalar_subquery()) | game.c.second.in_(own.scalar_subquery())
    rows["game"] = _rows(connection, game, game.c.event_id.in_(played) & met)
    numbers = [
        (name, number)
        for row in rows["player"]
        for name in ("uschess_id", "fide_id", "naspa_id")
        if (number := row[name]) is not None
    ]
    in_lines = tuple_(federation_entry.c.membership, federation_entry.c.number).in_(numbers)
    rows["federation_entry"] = _rows(connection, federation_entry, in_lines)
    rows["outbox"] = _rows(connection, outbox, _sent_about(club_id, player_ids))
    two = challenge.c.from_id.in_(player_ids) | challenge.c.to_id.in_(player_ids)
    rows["challenge"] = _rows(connection, challenge, two)
    rows |= _of_evenings(connection, player_ids)
    if user_id is not None:
        typed = (form_draft.c.club_id == club_id) & (form_draft.c.user_id == user_id)
        rows["form_draft"] = _rows(connection, form_draft, typed)
        waits = (pending_import.c.club_id == club_id) & (pending_import.c.asked_by == user_id)
        rows["pending_import"] = _rows(connection, pending_import, waits)
        theirs = (role_given.c.club_id == club_id) & (role_given.c.user_id == user_id)
        rows["role_given"] = _rows(connection, role_given, theirs)
        mine = (audit.c.club_id == club_id) & (audit.c.actor_id == user_id)
        rows["audit"] = _rows(connection, audit, mine)
    return rows


def _of_evenings(connection: Connection, player_ids: Collection[int]) -> dict[str, Any]:
    seats = select(evening_entrant.c.evening_id, evening_entrant.c.number).where(
        mine(connection, evening_entrant), evening_entrant.c.player_id.in_(player_ids)
    )
    pairs = evening_pairing.c
    seated = tuple_(pairs.evening_id, pairs.first).in_(seats) | tuple_(pairs.evening_id, pairs.second).in_(seats)
    own = select(pairs.id).where(mine(connection, evening_pairing), seated)
    return {
        "evening_entrant": _rows(connection, evening_entrant, evening_entrant.c.player_id.in_(player_ids)),
        "evening_bye": _rows(
            connection, evening_bye, tuple_(evening_bye.c.evening_id, evening_bye.c.number).in_(seats)
        ),
        "evening_pairing": _rows(connection, evening_pairing, seated),
        "evening_report": _rows(connection, evening_report, evening_report.c.pairing_id.in_(own)),
    }


def _rows(connection: Connection, table: Table, condition: Any) -> list[dict[str, Any]]:
    named = select(table).where(mine(connection, table), condition)
    found = connection.execute(named.order_by(*table.primary_key.columns))
    return [dict(row) for row in found.mappings()]


def forget_user(connection: Connection, club_id: int, user_id: int) -> None:
    """Remove a Discord user from the audit, and drop what waits for them."""
    for table, name in ((table, name) for table, names in _WHO.items() for name in names):
        theirs = of_club(table, club_id) & (table.c[name] == user_id)
        connection.execute(update(table).where(theirs).values({name: NOBODY}))
    connection.execute(
        delete(pending_import).where(pending_import.c.club_id == club_id, pending_import.c.asked_by == user_id)
    )
    connection.execute(delete(claim).where(claim.c.club_id == club_id, claim.c.user_id == user_id))
    merges = update(merge).where(merge.c.club_id == club_id)
    for row in connection.execute(select(merge.c.id, merge.c.moved).where(merge.c.club_id == club_id)).all():
        if row.moved.get("user_id") == user_id:
            connection.execute(merges.where(merge.c.id == row.id).values(moved={**row.moved, "user_id": None}))
    connection.execute(delete(form_draft).where(form_draft.c.club_id == club_id, form_draft.c.user_id == user_id))
    notes = of_club(evening_report, club_id) & (evening_report.c.reported_by == NOBODY)
    connection.execute(update(evening_report).where(notes).values(note=None))


def drop_challenges(connection: Connection, player_ids: Collection[int]) -> None:
    """Delete players' challenges with their messages; their events stay."""
    two = challenge.c.from_id.in_(player_ids) | challenge.c.to_id.in_(player_ids)
    connection.execute(delete(challenge).where(mine(connection, challenge), two))


def drop_claims(connection: Connection, player_ids: Collection[int]) -> None:
    connection.execute(delete(claim).where(mine(connection, claim), claim.c.player_id.in_(player_ids)))


def drop_messages(connection: Connection, club_id: int, player_ids: Collection[int]) -> None:
    connection.execute(delete(news).where(news.c.club_id == club_id, news.c.player_id.in_(player_ids)))
    connection.execute(delete(outbox).where(_sent_about(club_id, player_ids)))


def _sent_about(club_id: int, player_ids: Collection[int]) -> Any:
    about = [outbox.c.subject == str(player_id) for player_id in player_ids]
    about += [outbox.c.subject.startswith(f"{player_id}:") for player_id in player_ids]
    return and_(outbox.c.club_id == club_id, outbox.c.kind.in_(("notice", "objection", "role")), or_(false(), *about))


def drop_from_federations(connection: Connection, club_id: int, numbers: Collection[str]) -> None:
    entries = federation_entry.c
    connection.execute(delete(federation_entry).where(entries.club_id == club_id, entries.number.in_(numbers)))


def rename_in_events(connection: Connection, player_ids: Collection[int], name: str) -> None:
    theirs = mine(connection, entrant) & entrant.c.player_id.in_(player_ids) & entrant.c.name.is_not(None)
    connection.execute(update(entrant).where(theirs).values(name=name))


def rewrite(connection: Connection, club_id: int, new: Callable[[Any], Any], settings: Collection[str]) -> None:
    """Rewrite all stored details and reasons by a function.

    settings: actions whose details stay.
    """
    _rewrite(connection, audit, ("details",), (audit.c.club_id == club_id) & audit.c.action.not_in(settings), new)
    _rewrite(connection, amendment, ("before", "reason"), of_club(amendment, club_id), new)
    for table, name in ((entered_rating, "reason"), (demotion, "reason"), (event, "overruled")):
        _rewrite(connection, table, (name,), table.c.club_id == club_id, new)


_TYPED = (event.c.name, evening.c.name, evening.c.place, evening.c.prizes, season.c.name, entrant.c.team)
"""What people type about the club's events, which nobody rewrites."""


def typed_with(connection: Connection, club_id: int, name: str) -> list[str]:
    """Return the typed names of events, evenings, seasons and teams in which a name occurs."""
    texts: list[str] = []
    for column in _TYPED:
        has = func.lower(column).contains(name.lower(), autoescape=True)
        query = select(column).where(of_club(column.table, club_id), has).distinct()
        texts += connection.execute(query.order_by(column)).scalars()
    return texts


def rename_keeper(
    connection: Connection, club_id: int, player_ids: Collection[int], name: str, settings: Collection[str]
) -> None:
    def new(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        named = {"keeper_name": name} if value.get("keeper_player") in player_ids else {}
        return {key: new(each) for key, each in value.items()} | named

    _rewrite(connection, club, ("house_rules",), club.c.id == club_id, new)
    changes = (audit.c.club_id == club_id) & audit.c.action.in_(settings)
    _rewrite(connection, audit, ("details",), changes, new)


def _rewrite(
    connection: Connection, table: Table, names: tuple[str, ...], condition: Any, new: Callable[[Any], Any]
) -> None:
    columns: list[Column[Any]] = [table.c.id, *(table.c[name] for name in names)]
    for row in _in_parts(connection, select(*columns).where(condition), table.c.id):
        values = {name: new(row[name]) for name in names}
        if any(values[name] != row[name] for name in names):
            connection.execute(update(table).where(condition, table.c.id == row["id"]).values(**values))


def _in_parts(connection: Connection, query: Any, key: Column[Any]) -> Iterator[Any]:
    last = None
    while True:
        rest = query if last is None else query.where(key > last)
        rows = connection.execute(rest.order_by(key).limit(_ROWS_AT_ONCE)).mappings().all()
        yield from rows
        if len(rows) < _ROWS_AT_ONCE:
            return
        last = rows[-1][key.name]


def drop_waiting_files(connection: Connection, club_id: int) -> None:
    connection.execute(delete(pending_import).where(pending_import.c.club_id == club_id))


def erase_club(connection: Connection, club_id: int) -> int:
    """Delete all rows of a club in reference order; return their number."""
    tables = [table for table in reversed(metadata.sorted_tables) if table is club or "club_id" in table.c]
    return sum(connection.execute(delete(table).where(of_club(table, club_id))).rowcount for table in tables)


class Forgotten(NamedTuple):
    """A forgotten player by number; `WHOLE_CLUB` for an erased club."""

    club_id: int
    player_id: int
    at: datetime


WHOLE_CLUB = 0


def note_forgotten(connection: Connection, club_id: int, player_ids: Collection[int], at: datetime) -> None:
    """Record forgotten players; the later time stays."""
    rows = [{"club_id": club_id, "player_id": player_id, "at": at} for player_id in player_ids]
    connection.execute(replace_into(connection, forgotten), rows)


def all_forgotten(connection: Connection) -> set[Forgotten]:
    rows = connection.execute(select(forgotten.c.club_id, forgotten.c.player_id, forgotten.c.at))
    return {Forgotten(row.club_id, row.player_id, row.at) for row in rows}
