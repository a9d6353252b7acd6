"""Bring a database to the schema of this version, or tell that it is not there.

Alembic is imported where it works: a bot that finds its database in order never needs it.
"""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, create_engine, inspect, select

from bot.store import clubs
from bot.store.database import Database, DatabaseError
from bot.store.derived import club_rows
from bot.store.schema.comparison import first_difference
from bot.store.schema.repair import add_missing, make_kept_anew, require_same
from bot.store.tables import metadata, schema_step

if TYPE_CHECKING:
    from alembic.config import Config

Result = TypeVar("Result")

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"


def _config(connection: Connection | None = None) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def head() -> str:
    """Return the revision that this version needs."""
    return max(_revisions())


def stamp() -> tuple[str, str]:
    """Return the statements that say of tables made at once that they are at this version's revision."""
    made = "CREATE TABLE alembic_version (version_num VARCHAR(32) CONSTRAINT alembic_version_pkc PRIMARY KEY)"
    return made, f"INSERT INTO alembic_version VALUES ('{head()}')"  # noqa: S608 - the name of a file


def _revisions() -> set[str]:
    """Return the revisions that this version knows, by the names of their files, as a test of Alembic's own says."""
    return {path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]" * 4 + "_*.py")}


def _upgrade(connection: Connection, revision: str = "head") -> None:
    from alembic import command

    command.upgrade(_config(connection), revision)


async def _change(database: Database, work: Callable[[Connection], Any]) -> None:
    """Run work in one transaction, alone: who migrates the same database at once waits, and then finds it done."""

    def alone(connection: Connection) -> None:
        if not database.is_sqlite:  # there the write lock is held from the start
            connection.exec_driver_sql(
                "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;"
                " SET LOCAL idle_in_transaction_session_timeout = 0"
            )
            # The transaction's form of the lock: behind PgBouncer two clients were both given the session's.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('crosstable migrate'))")
        work(connection)

    await database.write(alone, club=None)


async def _look(database: Database, work: Callable[[Connection], Result]) -> Result:
    return await database.read(work, club=None)


async def upgrade(database: Database, revision: str = "head") -> None:
    """Bring a database to a revision; raise SchemaError, and change nothing, when that does not give our tables."""

    def work(connection: Connection) -> None:
        _upgrade(connection, revision)
        if revision == "head":
            require_same(connection)

    database.make_file()
    await _change(database, work)


async def repair(database: Database) -> list[str]:
    """Bring a database of an unreleased version to this one, adding what it lacks; return what was added.

    Tables that triggers keep are made anew where they are wrong, and triggers that are missing put back.
    Where a derived table, or a column of one, comes back empty, every club is to be folded again (`folded_before`).
    Raise SchemaError, and change nothing, when adding is not enough.
    """
    added: list[str] = []

    def work(connection: Connection) -> None:
        _upgrade(connection)
        added.extend(add_missing(connection))
        # An index says nothing that its table does not.
        if any(" " not in one and one.partition(".")[0] in club_rows.NAMES for one in added):
            clubs.distrust_derived(connection)
        require_same(connection)
        added.extend(make_kept_anew(connection))

    await _change(database, work)
    return added


async def downgrade(database: Database, revision: str) -> None:
    """Take a database back to a revision."""
    from alembic import command

    await _change(database, lambda connection: command.downgrade(_config(connection), revision))


async def current(database: Database) -> str | None:
    """Return the revision a database is at, None for one without a history."""

    def look(connection: Connection) -> str | None:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()

    return await _look(database, look)


async def changes(database: Database) -> bool:
    """Tell whether a database of this program is not yet what this version needs."""
    return await current(database) != head() or await _look(database, first_difference) is not None


async def is_empty(database: Database) -> bool:
    """Tell whether a database has no tables but Alembic's own."""
    names = await _look(database, lambda connection: inspect(connection).get_table_names())
    return not set(names) - {"alembic_version"}


async def differences(database: Database) -> list[Any]:
    """Return what Alembic would change to bring a database to the tables of this version."""

    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    def compare(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    return await _look(database, compare)


async def require_known(database: Database) -> None:
    """Raise DatabaseError for a database that a newer version, or another program, wrote."""
    revision = await current(database)
    if revision is None and not await is_empty(database):
        raise DatabaseError("The database has tables of another program: give DATABASE_URL a database of its own.")
    if revision is not None and revision not in _revisions():
        raise DatabaseError(
            f"The database is at revision {revision}, this version needs {head()}: "
            "it was written by a newer version; update the bot."
        )


async def require_current(database: Database) -> None:
    """Raise DatabaseError with the command to run unless the database is at this version's revision, and is as it.

    A database one revision ahead will do where that one only adds: several processes are updated one by one.
    """
    database.require_not_lost()
    if database.file is not None and not database.file.exists():
        raise DatabaseError(
            f"There is no database {database.file}: run `crosstable migrate` to make it, or check DATABASE_URL."
        )
    if await _look(database, _is_one_ahead):
        await _look(database, partial(require_same, ahead=True))
        log.info("the database is one revision ahead, which only adds: this version goes on")
        return
    await require_known(database)
    revision = await current(database)
    if revision == head():
        await _look(database, require_same)
        return
    if revision is not None and database.is_sqlite:
        await _look(database, _rehearse)
    state = "empty" if revision is None else f"at revision {revision}, this version needs {head()}"
    raise DatabaseError(f"The database is {state}: run `crosstable migrate` first.")


def _is_one_ahead(connection: Connection) -> bool:
    """Tell whether a later version took the one step that follows this version's, and that step only adds."""
    if not inspect(connection).has_table(schema_step.name):
        return False
    (revision,) = connection.exec_driver_sql("SELECT version_num FROM alembic_version").one()
    step = connection.execute(select(schema_step).where(schema_step.c.revision == revision)).one_or_none()
    return step is not None and step.expand and step.follows == head()


def _rehearse(connection: Connection) -> None:
    """Upgrade a copy without rows, in memory; raise SchemaError when that does not give this version's tables."""
    made = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' "
        "ORDER BY type = 'index'"
    ).scalars()
    statements = list(made)
    (revision,) = connection.exec_driver_sql("SELECT version_num FROM alembic_version").one()
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as memory:
            for statement in statements:
                memory.exec_driver_sql(statement)
            memory.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (revision,))
            _upgrade(memory)
            require_same(memory)
    finally:
        engine.dispose()
