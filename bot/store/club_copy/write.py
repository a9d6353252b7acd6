"""A club written into an empty one: rows checked by their columns, with new ids in the place of the copy's numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table, func, insert, select, update

from bot.store.club_copy import decisions, values
from bot.store.club_copy.links import add
from bot.store.club_copy.read import AUDIT_COLUMNS
from bot.store.conditions import mine
from bot.store.database import Connection
from bot.store.people import players
from bot.store.tables import amendment, audit, club, player
from core.club_file import PLAYER, Link, Row
from core.errors import InputError

Ids = dict[str, dict[int, int]]
"""By table and the copy's number: the id here."""


def write_rows(connection: Connection, club_id: int, tables: Mapping[str, Sequence[Row]]) -> Ids:
    """Insert the rows of every table; return the ids. Needs the club's lock; raise InputError for what cannot be."""
    ids: Ids = {}

    def other(table: str, number: int) -> int:
        try:
            return ids[table][number]
        except KeyError:
            raise InputError(f"{table} {number} is named and not there") from None

    for table in decisions.CARRIED:
        rows = tables[table.name]
        made = [_values(table, row, other, club_id) for row in rows]
        if "id" in table.c and table is not amendment:
            ids[table.name] = _insert(connection, table, rows, made, club_id)
        elif made:
            connection.execute(insert(table), made)
    _name_kept(connection, tables[player.name], ids)
    return ids


def write_settings(connection: Connection, club_id: int, settings: Row, server: Row, ids: Ids) -> None:
    """Put a club's settings; `facts` counts on behind the last one."""
    found = {
        column.name: values.read(column, settings[column.name])
        for column in decisions.SETTINGS
        if column.name in settings
    }
    found |= {name: values.read(club.c[name], server[name]) for name in decisions.OF_SERVER if name in server}
    if "house_rules" in found:
        found["house_rules"] = values.house_rules(found["house_rules"], lambda table, number: ids[table].get(number))
    # A season begins at a negative place.
    last = max((abs(number) for name in decisions.BY_SEQ for number in ids[name]), default=0)
    connection.execute(update(club).where(club.c.id == club_id).values(**found, facts=last))


def write_audit(
    connection: Connection, club_id: int, rows: Sequence[Row], subjects: Mapping[str, str], ids: Ids
) -> None:
    """Put who did what, with the rows here that it was about."""
    made = []
    for row in rows:
        line = {name: values.read(audit.c[name], row[name]) for name in AUDIT_COLUMNS}
        line["subject_id"] = ids.get(subjects.get(row["action"], ""), {}).get(line["subject_id"])
        made.append(line | {"club_id": club_id})
    if made:
        connection.execute(insert(audit), made)


def write_chain(connection: Connection, club_id: int, links: Sequence[Link], ids: Ids) -> None:
    """Put the chain, with the players here who have its numbers."""
    add(
        connection,
        club_id,
        0,
        [(link, ids["player"].get(link.number) if link.kind == PLAYER else None) for link in links],
    )


def _values(table: Table, row: Row, other: values.Exchange, club_id: int) -> Row:
    """Return a row of the file as a row of the table."""
    found: Row = {"club_id": club_id}
    for column in decisions.columns_of(table):
        if column.name == "id" or column.name == "merged_into":
            continue  # given here, and once everybody is there
        if column.name not in row:
            raise InputError(f"{column} is not there")
        value = values.read(column, row[column.name])
        target = decisions.target_of(table, column)
        if value is not None and target is not None:
            value = other(target, int(value))
        elif value is not None and (exchange := values.JSON.get((table.name, column.name))):
            value = exchange(value, other)
        found[column.name] = value
    if table is player:
        found |= players.name_columns(found["name"])
    return found


def _insert(
    connection: Connection, table: Table, rows: Sequence[Row], made: Sequence[Row], club_id: int
) -> dict[int, int]:
    """Insert rows that have an id; return it by the copy's number."""
    of_club = table.c.club_id == club_id
    highest = connection.execute(select(func.max(table.c.id)).where(of_club)).scalar() or 0
    number: Any = "seq" if table.name in decisions.BY_SEQ else "id"
    if made:
        connection.execute(insert(table), made)
    # Nobody else adds to the club while it is locked, and rows are numbered in order.
    added = connection.execute(select(table.c.id).where(of_club, table.c.id > highest).order_by(table.c.id)).scalars()
    numbers = [row[number] for row in rows]
    if len(set(numbers)) < len(numbers) or not all(isinstance(one, int) for one in numbers):
        raise InputError(f"two rows of {table.name} have one number")
    return dict(zip(numbers, added, strict=True))


def _name_kept(connection: Connection, rows: Sequence[Row], ids: Ids) -> None:
    """Put into whom players were merged."""
    for row in rows:
        kept = row.get("merged_into")
        if kept is not None:
            if kept not in ids[player.name]:
                raise InputError(f"player {kept} is named and not there")
            this = mine(connection, player, id=ids[player.name][row["id"]])
            connection.execute(update(player).where(this).values(merged_into=ids[player.name][kept]))
