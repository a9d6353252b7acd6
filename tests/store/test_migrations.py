"""The first revision: made anew in an empty database and checked, on both kinds."""

import sqlite3
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.store.database import migrate
from bot.store.database.tables import metadata
from bot.store.database.transactions import Database, DatabaseError


async def tables(database: Database) -> set[str]:
    return set(await database.read(lambda connection: inspect(connection).get_table_names(), club=None))


async def empty(database: Database) -> None:
    def drop(connection: Connection) -> None:
        metadata.drop_all(connection)
        connection.execute(text("DELETE FROM alembic_version"))

    await database.write(drop, club=None)


async def test_the_history_gives_just_the_tables(database: Database) -> None:
    everything = {table.name for table in metadata.sorted_tables} | {"alembic_version"}
    await empty(database)
    assert await tables(database) == {"alembic_version"}
    await migrate.upgrade(database)
    assert await migrate.differences(database) == []
    assert await tables(database) == everything
    await migrate.require_current(database)


async def test_a_number_of_a_row_that_is_gone_is_never_given_again(tmp_path: Path) -> None:
    """Buttons name rows by their numbers; SQLite gives the highest one again unless it is asked not to."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/club.db")
    await migrate.upgrade(database)
    made = text("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    found = await database.read(lambda connection: set(connection.execute(made).scalars()), club=None)
    await database.close()
    numbered = {table.name for table in metadata.sorted_tables if table.autoincrement_column is not None}
    assert found == numbered - {"journal"}
    assert {"challenge", "event", "evening", "player", "season"} <= found


async def test_there_is_one_history_with_one_head() -> None:
    script = ScriptDirectory.from_config(migrate.config())
    assert script.get_heads() == [migrate.head()]
    assert {revision.revision for revision in script.walk_revisions()} == migrate.revisions()


async def test_a_database_that_is_behind_is_refused_with_the_command_to_run(database: Database) -> None:
    await empty(database)
    try:
        with pytest.raises(DatabaseError, match="crosstable migrate"):
            await migrate.require_current(database)
    finally:
        await migrate.upgrade(database)


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (id INTEGER)")
    other.close()
    database = Database(f"sqlite+aiosqlite:///{path}")
    with pytest.raises(DatabaseError, match="another program's tables"):
        await migrate.require_current(database)
    await database.close()


async def test_a_database_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    path = tmp_path / "mistyped.db"
    database = Database(f"sqlite+aiosqlite:///{path}")
    with pytest.raises(DatabaseError, match="There is no database"):
        await migrate.require_current(database)
    await database.close()
    assert not path.exists()
