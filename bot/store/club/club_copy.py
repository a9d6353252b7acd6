"""A whole club as rows of a file, with its own numbers instead of ids.

A test checks that every column is decided here.
"""

import base64
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    Integer,
    LargeBinary,
    String,
    Table,
    func,
    insert,
    select,
    update,
)

from bot.store.database import club_rows
from bot.store.database.club_conditions import mine, of_club
from bot.store.database.tables import (
    amendment,
    audit,
    club,
    demotion,
    entered_rating,
    entrant,
    evening,
    event,
    event_list,
    game,
    history,
    list_fact,
    merge,
    metadata,
    player,
    season,
    season_board,
    series,
)
from bot.store.database.transactions import Connection
from bot.store.database.types import UtcDateTime
from bot.store.evenings.series import PLANNED
from bot.store.people import players
from core.errors import InputError

Row = dict[str, Any]
Numbers = Mapping[str, Mapping[int, int]]
"""By table and id: the file's number of a row, or the other way round."""
Exchange = Callable[[str, int], int | None]
"""Takes a table and a row's number; returns the other number, or None."""

CARRIED = (
    player, event, event_list, entrant, game, entered_rating, demotion, list_fact, amendment, merge, season,
    season_board, history, series,
)  # fmt: skip
"""Facts and decisions by row, referenced ones first."""

DERIVED: dict[str, tuple[str, ...]] = {
    "standing": (
        "list", "player_id", "rating", "shown", "games", "provisional", "title_level", "title_points", "date", "seq",
    ),
    "journal": (
        "list", "player_id", "date", "seq", "before", "after", "games_before", "games_after", "expected", "score",
        "performance", "rules",
    ),
    "norm": ("list", "player_id", "event_id", "scheme", "level", "code"),
    "title": ("list", "player_id", "scheme", "level", "event_id", "date", "seq"),
}  # fmt: skip
"""Columns in the file, in order of the first four; recalculated on arrival, which must give the same."""

SPECIAL = {"club": "the settings", "audit": "who did what, without details"}

LEFT_OUT = {
    "board": "recalculated",
    "claim": "a confirmed one is stored with the player",
    "challenge": "a proposal in Discord; its event is copied",
    "pending_import": "a file that waits for a click here",
    "federation_entry": "figures of federations, which can be asked again",
    "form_draft": "what was typed into a form a moment ago",
    "live_board": "a message in a channel of this server",
    "role_rule": "roles of this server",
    "role_given": "roles of this server",
    "news": "what was announced here",
    "outbox": "what is still to be sent here",
    "forgotten": "numbers of this database",
}
"""Tables that are not copied, and why."""

LEFT_OUT_PREFIXES = {"evening": "stored in Discord while it is played; its event is copied"}

HERE_ALONE = frozenset(
    {"club_id", "interaction_id", "channel_id", "message_id", "evening_id", "scheduled_id", "folded", "search"}
)
"""Columns of this server, or that follow from others."""

SETTINGS_LEFT_OUT = frozenset(
    {
        *("id", "facts", "fold_version", "set_up", "created_at", "left_at"),
        *("queue_told", "followed", "news_channel_id", "news_when", "site", "site_key"),
    }
)
"""The club's columns that are not settings, or of this server's features."""

OF_SERVER = ("td_role_id", "reporter_role_id", "td_channel_id")
"""Settings that are ids of one server, copied to the same server only."""

SETTINGS = tuple(one for one in club.columns if one.name not in {*SETTINGS_LEFT_OUT, *OF_SERVER})

SOFT_REFERENCES = {
    (player.name, "merged_into"): player.name,
    (event.name, "successor_id"): event.name,
    (entered_rating.name, "event_id"): event.name,
    (entered_rating.name, "successor_id"): event.name,
    (season.name, "list_fact_id"): list_fact.name,
}
"""Columns that refer to rows without a foreign key."""

NO_REFERENCES = frozenset({(player.name, name) for name in ("user_id", "uschess_id", "fide_id", "naspa_id")})
"""Columns named like references that are none."""

JSON_WITHOUT = frozenset(
    {
        (player.name, "online"),
        (event.name, "title_norms"),
        (event.name, "ranking"),
        (event.name, "header"),
        (entrant.name, "elsewhere"),
        (entrant.name, "list_ratings"),
        (entrant.name, "published"),
        (season.name, "corrected"),
        (season_board.name, "line"),
        (series.name, "plan"),
        (club.name, "news_kinds"),
        (club.name, "site_parts"),
    }
)
"""JSON columns without row numbers; the others are in JSON_WITH_NUMBERS."""

BY_SEQ = frozenset({event.name, entered_rating.name, demotion.name, list_fact.name})
"""Facts are known by seq, other rows by place."""

AUDIT_COLUMNS = ("at", "actor_id", "action", "subject_id")
_COPIES = ("export-club", "import-club")


@dataclass(frozen=True, slots=True)
class ClubRows:
    """A club as its file holds it. server: the settings that are ids of one server."""

    club_id: int
    fold_version: int
    settings: Row
    server: Row
    tables: Mapping[str, Sequence[Row]]
    derived: Mapping[str, Sequence[Row]]
    audit: Sequence[Row]


def columns_of(table: Table) -> list[Column[object]]:
    """Return the columns of a table that are copied; a fact's own id is its seq."""
    left_out = HERE_ALONE | ({"id"} if table.name in BY_SEQ else set())
    return [column for column in table.columns if column.name not in left_out]


def target_of(table: Table, column: Column[object]) -> str | None:
    for key in column.foreign_keys:
        return key.column.table.name
    return SOFT_REFERENCES.get((table.name, column.name))


def undecided(names: Collection[str] = frozenset(metadata.tables)) -> list[str]:
    decided = {table.name for table in CARRIED} | DERIVED.keys() | SPECIAL.keys() | LEFT_OUT.keys()
    return sorted(name for name in names if name not in decided and not name.startswith(tuple(LEFT_OUT_PREFIXES)))


# Values, and numbers in JSON columns


def _written(value: Any) -> Any:
    if isinstance(value, date | datetime):
        return value.isoformat()
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


_TYPES: tuple[tuple[type[Any], type[Any] | tuple[type[Any], ...]], ...] = (
    (Boolean, bool),
    (BigInteger, int),
    (Integer, int),
    (Float, (int, float)),
    (String, str),
)


def _value(column: Column[Any], value: Any) -> Any:
    wrong = InputError(f"{column} has the invalid value {value!r:.40}")
    if value is None:
        if not column.nullable:
            raise InputError(f"{column} is empty")
        return None
    kind = column.type
    try:
        if isinstance(kind, UtcDateTime):
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is None:
                raise wrong
            return moment
        if isinstance(kind, Date):
            return date.fromisoformat(value)
        if isinstance(kind, LargeBinary):
            return base64.b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise wrong from None
    for ours, theirs in _TYPES:
        if isinstance(kind, ours):
            too_long = isinstance(kind, String) and kind.length is not None and len(str(value)) > kind.length
            too_large = isinstance(value, int | float) and not -(2**63) <= value < 2**63  # NaN too
            is_other = not isinstance(value, theirs) or (theirs is not bool and isinstance(value, bool))
            if is_other or too_long or too_large:
                raise wrong
            return float(value) if isinstance(kind, Float) else value
    return value


def check_plan(plan: Mapping[str, Any]) -> None:
    """Raise InputError or KeyError unless a plan's columns may be those of an evening."""
    if plan.keys() != set(PLANNED):
        raise KeyError(*plan)
    for name in PLANNED:
        _value(evening.c[name], plan[name])


def _merge_moved(moved: Mapping[str, Any], other: Exchange) -> Row:
    tables = {"entrants": "event", "joined": "event", "entered_ratings": "entered_rating"}
    tables |= {"demotions": "demotion", "seasons": "season"}
    left_out = {"evenings", "challenges", "challenged", "news"}
    found = {name: value for name, value in moved.items() if name not in left_out}
    for name, table in tables.items():
        keys = [(other(table, int(key[0])), *key[1:]) for key in moved.get(name) or []]
        found[name] = sorted([list(key) for key in keys if key[0] is not None])
    return found


def _event_before(before: Mapping[str, Any], other: Exchange) -> Row:
    def renumbered(table: Mapping[str, Any]) -> Row:
        lines = (dict(line) for line in table.get("entrants") or [])
        return {**table, "entrants": [line | {"player": other_or_none(line.get("player"))} for line in lines]}

    def other_or_none(player: Any) -> int | None:
        return other("player", player) if isinstance(player, int) else None

    entered_ratings = [(other("entered_rating", key), day) for key, day in before.get("entered_ratings") or []]
    tables = {name: renumbered(before.get(name) or {}) for name in ("table", "made")}
    return {**before, **tables, "entered_ratings": [[key, day] for key, day in entered_ratings if key is not None]}


def _house_rules(rules: Mapping[str, Any] | None, other: Exchange) -> Row | None:
    if rules is None:
        return None

    def keeper(config: Mapping[str, Any]) -> Row:
        number = config.get("keeper_player")
        return dict(config) if number is None else {**config, "keeper_player": other("player", number)}

    found = dict(rules)
    if found.get("oracle"):
        found["oracle"] = keeper(found["oracle"])
    if found.get("oracle_pools"):
        found["oracle_pools"] = {pool: keeper(config) for pool, config in found["oracle_pools"].items()}
    return found


JSON_WITH_NUMBERS: dict[tuple[str, str], Callable[[Any, Exchange], Any]] = {
    (merge.name, "moved"): _merge_moved,
    (amendment.name, "before"): _event_before,
    (club.name, "house_rules"): _house_rules,
}
"""JSON columns with row numbers, and what exchanges these."""


# Read


def read_club(connection: Connection, club_id: int, subjects: Mapping[str, str]) -> ClubRows:
    """Read a club; subjects: tables of subjects by audit action."""
    (stored,) = connection.execute(select(club).where(club.c.id == club_id)).mappings()
    numbers = _numbers(connection, club_id)
    settings = {column.name: _written(stored[column.name]) for column in SETTINGS}
    settings["house_rules"] = _house_rules(settings["house_rules"], lambda table, number: numbers[table].get(number))
    derived = {name: club_rows.read(connection, name, club_id) for name in DERIVED}
    return ClubRows(
        club_id=club_id,
        fold_version=stored["fold_version"],
        settings=settings,
        server={name: stored[name] for name in OF_SERVER},
        tables={table.name: _rows(connection, table, club_id, numbers) for table in CARRIED},
        derived=derived_rows(derived, numbers),
        audit=_audit(connection, club_id, subjects, numbers),
    )


def derived_rows(rows: Mapping[str, club_rows.Rows], numbers: Numbers) -> dict[str, list[Row]]:
    found = {}
    for name, columns in DERIVED.items():
        lines = [dict(zip(club_rows.KEYS[name], key, strict=True)) | row for key, row in rows[name].items()]
        for line in lines:
            line["player_id"] = numbers["player"][line["player_id"]]
            if line.get("event_id") is not None:
                line["event_id"] = numbers["event"][line["event_id"]]
        written = [{column: _written(line[column]) for column in columns} for line in lines]
        found[name] = sorted(written, key=partial(_place, columns=columns[:4]))
    return found


def _place(line: Row, columns: Sequence[str]) -> list[str]:
    return [str(line[column]).zfill(12) for column in columns]


def _numbers(connection: Connection, club_id: int) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = {}
    for table in CARRIED:
        if table.name in BY_SEQ:
            rows = connection.execute(select(table.c.id, table.c.seq).where(of_club(table, club_id)))
            found[table.name] = {row.id: row.seq for row in rows}
        elif "id" in table.c:
            ids = connection.execute(select(table.c.id).where(of_club(table, club_id)).order_by(table.c.id)).scalars()
            found[table.name] = {key: number for number, key in enumerate(ids, start=1)}
    return found


def _rows(connection: Connection, table: Table, club_id: int, numbers: Numbers) -> list[Row]:
    columns = columns_of(table)
    reported = _by_interaction(connection, club_id) if table is entered_rating else {}
    lines = []
    for row in connection.execute(select(table).where(of_club(table, club_id))).mappings():
        line = {column.name: _written(row[column.name]) for column in columns}
        if table is entered_rating and line["event_id"] is None:
            line["event_id"] = reported.get(row["interaction_id"])
        for column in columns:
            value = line[column.name]
            target = column.table.name if column.name == "id" else target_of(table, column)
            if value is not None and target is not None:
                line[column.name] = numbers[target].get(value)
            elif value is not None and (exchange := JSON_WITH_NUMBERS.get((table.name, column.name))):
                line[column.name] = exchange(value, lambda name, number: numbers[name].get(number))
        lines.append(line)
    key = ("seq",) if table.name in BY_SEQ else tuple(one.name for one in table.primary_key)
    return sorted(lines, key=lambda line: tuple(line[name] for name in key if name in line))


def _by_interaction(connection: Connection, club_id: int) -> dict[int | None, int]:
    found = connection.execute(
        select(event.c.interaction_id, event.c.id).where(
            event.c.club_id == club_id, event.c.interaction_id.is_not(None)
        )
    )
    return {row.interaction_id: row.id for row in found}


def _audit(connection: Connection, club_id: int, subjects: Mapping[str, str], numbers: Numbers) -> list[Row]:
    query = select(*(audit.c[name] for name in AUDIT_COLUMNS)).where(
        audit.c.club_id == club_id, audit.c.action.not_in(_COPIES)
    )
    lines = []
    for row in connection.execute(query.order_by(audit.c.id)).mappings():
        number = numbers.get(subjects.get(row["action"], ""), {}).get(row["subject_id"] or 0)
        lines.append({name: _written(row[name]) for name in AUDIT_COLUMNS} | {"subject_id": number})
    return lines


def is_empty(connection: Connection, club_id: int) -> bool:
    """Return whether a club has only settings, their changes, waiting files and boards."""
    there = {
        club.name,
        audit.name,
        "outbox",
        "form_draft",
        "pending_import",
        "forgotten",
        "live_board",
        "role_rule",
        "role_given",
    }
    tables = [table for table in metadata.sorted_tables if "club_id" in table.c and table.name not in there]
    return not any(
        connection.execute(select(table.c.club_id).where(table.c.club_id == club_id).limit(1)).first()
        for table in tables
    )


# Write


def write_club(
    connection: Connection, club_id: int, rows: ClubRows, subjects: Mapping[str, str]
) -> dict[str, dict[int, int]]:
    """Insert a club into an empty one; return ids by table and number.

    Needs the club's lock. Raise InputError for invalid values or references.
    """
    ids: dict[str, dict[int, int]] = {}

    def other(table: str, number: int) -> int:
        try:
            return ids[table][number]
        except KeyError:
            raise InputError(f"{table} {number} is missing") from None

    for table in CARRIED:
        made = [_values(table, row, other, club_id) for row in rows.tables[table.name]]
        if "id" in table.c and table is not amendment:
            ids[table.name] = _insert(connection, table, rows.tables[table.name], made, club_id)
        elif made:
            connection.execute(insert(table), made)
    for table, name, key in ((player, "merged_into", "id"), (event, "successor_id", "seq")):
        for row in rows.tables[table.name]:
            if row[name] is not None:
                this = mine(connection, table, id=other(table.name, row[key]))
                connection.execute(update(table).where(this).values({name: other(table.name, row[name])}))
    if rows.club_id != club_id:  # whose channels are others
        connection.execute(update(series).where(of_club(series, club_id)).values(posts_in=None))
    _write_settings(connection, club_id, rows, ids)
    _write_audit(connection, club_id, rows.audit, subjects, ids)
    return ids


def _values(table: Table, row: Row, other: Exchange, club_id: int) -> Row:
    found: Row = {"club_id": club_id}
    for column in columns_of(table):
        if column.name not in row:
            raise InputError(f"{column} is missing")
        target = target_of(table, column)
        if column.name == "id" or target == table.name:
            continue  # given here, once all are there
        value = _value(column, row[column.name])
        if value is not None and target is not None:
            value = other(target, int(value))
        elif value is not None and (exchange := JSON_WITH_NUMBERS.get((table.name, column.name))):
            value = exchange(value, other)
        found[column.name] = value
    if table is player:
        found |= players.name_columns(found["name"])
    return found


def _insert(
    connection: Connection, table: Table, rows: Sequence[Row], made: Sequence[Row], club_id: int
) -> dict[int, int]:
    numbers = [row["seq" if table.name in BY_SEQ else "id"] for row in rows]
    if len(set(numbers)) < len(numbers) or not all(type(one) is int for one in numbers):
        raise InputError(f"two rows of {table.name} have the same number")
    of_this = table.c.club_id == club_id
    highest = connection.execute(select(func.max(table.c.id)).where(of_this)).scalar() or 0
    if made:
        connection.execute(insert(table), made)
    # nobody else adds to a locked club, and rows are numbered in order
    added = connection.execute(select(table.c.id).where(of_this, table.c.id > highest).order_by(table.c.id)).scalars()
    return dict(zip(numbers, added, strict=True))


def _write_settings(connection: Connection, club_id: int, rows: ClubRows, ids: Numbers) -> None:
    found = {one.name: _value(one, rows.settings[one.name]) for one in SETTINGS if one.name in rows.settings}
    if rows.club_id == club_id:
        found |= {name: _value(club.c[name], rows.server[name]) for name in OF_SERVER if name in rows.server}
    if "house_rules" in found:
        found["house_rules"] = _house_rules(found["house_rules"], lambda table, number: ids[table][number])
    # A season begins at a negative place.
    last = max((abs(number) for name in BY_SEQ for number in ids[name]), default=0)
    connection.execute(update(club).where(club.c.id == club_id).values(**found, facts=last))


def _write_audit(
    connection: Connection, club_id: int, rows: Sequence[Row], subjects: Mapping[str, str], ids: Numbers
) -> None:
    made = []
    for row in rows:
        line = {name: _value(audit.c[name], row[name]) for name in AUDIT_COLUMNS}
        line["subject_id"] = ids.get(subjects.get(row["action"], ""), {}).get(line["subject_id"])
        made.append(line | {"club_id": club_id})
    if made:
        connection.execute(insert(audit), made)
