"""A club read whole, with numbers of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Table, select

from bot.store.club_copy import decisions, values
from bot.store.club_copy.links import chain_of, links_with_subjects
from bot.store.database import Connection
from bot.store.derived import club_rows
from bot.store.tables import audit, club, event, metadata, opening, player
from bot.store.whose import of_club
from core.club_file import PLAYER, Link, Row, player_link
from core.club_zip import ClubContents
from core.lists import RatingList

Numbers = Mapping[str, Mapping[int, int]]
"""By table and id: the number by which the club's copy knows a row."""

DERIVED_COLUMNS: dict[str, tuple[str, ...]] = {
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
"""What is told of derived rows, which stand in the order of their first columns; places tell the facts."""

AUDIT_COLUMNS = ("at", "actor_id", "action", "subject_id")
COPIES = ("export-club", "import-club")
"""Deeds that are about copies themselves: a copy of a copy does not tell of them."""


@dataclass(frozen=True, slots=True)
class ClubRows(ClubContents):
    """A club as its copy tells of it, without formats; its chain as it is stored.

    new_players: who has no number in it yet: their links, with their ids.
    """

    new_players: list[tuple[Link, int]]


def read_club(connection: Connection, club_id: int, subjects: Mapping[str, str]) -> ClubRows:
    """Read a club. subjects: by the audit's name of a deed, the table that its number counts."""
    (stored,) = connection.execute(select(club).where(club.c.id == club_id)).mappings()
    links = chain_of(connection, club_id)
    numbers, new_players = _numbers(connection, club_id)

    def other(table: str, number: int) -> int | None:
        return numbers[table].get(number)

    settings = {column.name: values.written(stored[column.name]) for column in decisions.SETTINGS}
    settings["house_rules"] = values.house_rules(settings["house_rules"], other)
    return ClubRows(
        club_id=club_id,
        fold_version=stored["fold_version"],
        settings=settings,
        server={name: stored[name] for name in decisions.OF_SERVER},
        tables={table.name: _rows(connection, table, club_id, numbers) for table in decisions.CARRIED},
        derived=derived_rows(
            {name: club_rows.read(connection, name, club_id, list(RatingList)) for name in decisions.DERIVED}, numbers
        ),
        audit=_audit(connection, club_id, subjects, numbers),
        links=links,
        new_players=new_players,
    )


def derived_rows(rows: Mapping[str, club_rows.Rows], numbers: Numbers) -> dict[str, list[Row]]:
    """Return what a copy tells of derived rows."""
    told = {}
    for name, columns in DERIVED_COLUMNS.items():
        lines = [dict(zip(club_rows.KEYS[name], key, strict=True)) | row for key, row in rows[name].items()]
        for line in lines:
            line["player_id"] = numbers["player"][line["player_id"]]
            if line.get("event_id") is not None:
                line["event_id"] = numbers["event"][line["event_id"]]
        found = [{column: values.written(line[column]) for column in columns} for line in lines]
        told[name] = sorted(found, key=partial(_place, columns=columns[:4]))
    return told


def _place(line: Row, columns: Sequence[str]) -> list[str]:
    return [str(line[column]).zfill(12) for column in columns]


def _numbers(connection: Connection, club_id: int) -> tuple[dict[str, dict[int, int]], list[tuple[Link, int]]]:
    """Return every row's number, and the links of players who have none in the chain yet."""
    found: dict[str, dict[int, int]] = {}
    for table in metadata.sorted_tables:
        if "id" not in table.c or table is club:
            continue
        condition = of_club(table, club_id)
        if table.name in decisions.BY_SEQ:
            found[table.name] = {
                row.id: row.seq for row in connection.execute(select(table.c.id, table.c.seq).where(condition))
            }
        else:
            ids = connection.execute(select(table.c.id).where(condition).order_by(table.c.id)).scalars()
            found[table.name] = {key: number for number, key in enumerate(ids, start=1)}
    known = links_with_subjects(connection, club_id)
    players = {subject: link.number for link, subject in known if link.kind == PLAYER and subject is not None}
    last = max((link.number for link, _ in known if link.kind == PLAYER), default=0)
    new = sorted(found[player.name].keys() - players.keys())
    found[player.name] = players | {key: number for number, key in enumerate(new, start=last + 1)}
    return found, [(player_link(found[player.name][key]), key) for key in new]


def _rows(connection: Connection, table: Table, club_id: int, numbers: Numbers) -> list[Row]:
    columns = decisions.columns_of(table)
    reported = _by_interaction(connection, club_id) if table is opening else {}
    lines = []
    for row in connection.execute(select(table).where(of_club(table, club_id))).mappings():
        line = {column.name: values.written(row[column.name]) for column in columns}
        if table is opening and line["event_id"] is None:
            line["event_id"] = reported.get(row["interaction_id"])
        for column in columns:
            value = line[column.name]
            target = column.table.name if column.name == "id" else decisions.target_of(table, column)
            if value is not None and target is not None:
                line[column.name] = numbers[target].get(value)
            elif value is not None and (exchange := values.JSON.get((table.name, column.name))):
                line[column.name] = exchange(value, lambda name, number: numbers[name].get(number))
        lines.append(line)
    key = ("seq",) if table.name in decisions.BY_SEQ else tuple(one.name for one in table.primary_key)
    return sorted(lines, key=lambda line: tuple(line[name] for name in key if name in line))


def _by_interaction(connection: Connection, club_id: int) -> dict[int | None, int]:
    """Return the events by the interaction that reported each, with which ratings came: a copy has no interactions."""
    found = connection.execute(
        select(event.c.interaction_id, event.c.id).where(
            event.c.club_id == club_id, event.c.interaction_id.is_not(None)
        )
    )
    return {row.interaction_id: row.id for row in found}


def _audit(connection: Connection, club_id: int, subjects: Mapping[str, str], numbers: Numbers) -> list[Row]:
    query = select(*(audit.c[name] for name in AUDIT_COLUMNS)).where(
        audit.c.club_id == club_id, audit.c.action.not_in(COPIES)
    )
    lines = []
    for row in connection.execute(query.order_by(audit.c.id)).mappings():
        table = subjects.get(row["action"], "")
        number = numbers[table].get(row["subject_id"] or 0) if table in _TOLD else None
        lines.append({name: values.written(row[name]) for name in AUDIT_COLUMNS} | {"subject_id": number})
    return lines


_TOLD = frozenset(table.name for table in decisions.CARRIED)


def is_empty(connection: Connection, club_id: int) -> bool:
    """Tell whether nothing is stored of a club but settings and who changed them."""
    tables: Sequence[Table] = [table for table in metadata.sorted_tables if table not in (club, audit)]
    found: list[Any] = [table for table in tables if "club_id" in table.c and table.name not in _MAY_BE_THERE]
    return not any(
        connection.execute(select(table.c.club_id).where(table.c.club_id == club_id).limit(1)).first()
        for table in found
    )


_MAY_BE_THERE = frozenset({"outbox", "kept_form", "forgotten", "live_board", "role_rule", "role_given"})
