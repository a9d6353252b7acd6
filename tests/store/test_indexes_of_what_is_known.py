"""Indexes in which rows without a value do not stand: whatever looks for a value goes along them."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Index, insert, update

from bot.services.context import Services
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.people import players
from bot.store.tables import entrant, event, event_list, metadata, player
from tests.conftest import TODAY, now

CLUB = 500


INDEXES = sorted(
    (
        index
        for table in metadata.sorted_tables
        for index in table.indexes
        if index.dialect_options["sqlite"]["where"] is not None
    ),
    key=lambda index: str(index.name),
)


def test_no_index_is_of_a_column_that_is_mostly_empty() -> None:
    """A new one of a column that may be empty is of the rows that have a value, or is named here with why not."""
    every_row = {
        "ix_journal_event_id",  # nearly every entry has one
        "ix_journal_player_id_list_after",  # likewise
    }
    nullable = {
        str(index.name)
        for table in metadata.sorted_tables
        for index in table.indexes
        if getattr(list(index.expressions)[-1], "nullable", False)
    }
    assert nullable - every_row == {str(index.name) for index in INDEXES}


@pytest.mark.parametrize("index", INDEXES, ids=lambda index: str(index.name))
async def test_a_value_is_looked_for_along_the_index(services: Services, index: Index) -> None:
    table, columns = index.table, [column.name for column in index.columns]
    assert table is not None

    def plan(connection: Connection) -> str:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
        *others, last = (table.c[name] for name in columns)
        value = "'2026-01-01'" if last.type.python_type is not int else "7"
        which = " AND ".join([*(f"{other.name} = {CLUB}" for other in others), f"{last.name} = {value}"])
        found = connection.exec_driver_sql(f"{explain} SELECT * FROM {table.name} WHERE {which}")
        return "\n".join(str(row[-1]) for row in found)

    assert str(index.name) in await services.database.read(plan, club=None)


@pytest.mark.both_databases
@pytest.mark.plain_tables
async def test_who_has_what_is_looked_for_is_found_and_nobody_else(services: Services) -> None:
    def work(connection: Connection) -> None:
        clubs.lock_club(connection, CLUB, services.now())
        ids = [players.add_unlinked(connection, CLUB, name, now()).id for name in ("Ann", "Bo", "Cy")]
        connection.execute(update(player).where(player.c.id == ids[1]).values(uschess_id="12345678", known_as="bob"))
        asked: list[Callable[[], Any]] = [
            lambda: players.by_membership(connection, CLUB, "uschess_id", ["12345678", "1"]),
            lambda: players.by_membership(connection, CLUB, "fide_id", ["12345678", "1"]),
        ]
        assert [[one.id for one in found().values()] for found in asked] == [[ids[1]], []]

        made = {"club_id": CLUB, "date": TODAY, "kind": "tournament", "source": "file", "reported_by": 1}
        event_id = 0
        for seq, digest in ((10, None), (11, "a" * 64)):
            one = insert(event).values(**made, seq=seq, digest=digest, created_at=now()).returning(event.c.id)
            event_id = connection.execute(one).scalar_one()
            connection.execute(insert(event_list).values(event_id=event_id, list="uschess-regular", club_id=CLUB))
        found = facts.event_of_file(connection, CLUB, "a" * 64)
        assert found is not None
        assert found.id == event_id
        assert facts.event_of_file(connection, CLUB, "b" * 64) is None
        for number, player_id in enumerate((ids[0], None, None), start=1):
            line = {"event_id": event_id, "number": number, "player_id": player_id, "rated": False, "club_id": CLUB}
            connection.execute(insert(entrant).values(**line))
        # Whoever stands in no event can go: the key that refers to players is looked for along the index.
        connection.execute(player.delete().where(player.c.id == ids[2]))

    await services.database.write(work, club=None)
