"""Migrate a database to this version's schema, or check it. Alembic is imported only when needed."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, inspect

from bot.store.database.tables import metadata
from bot.store.database.transactions import Database, DatabaseError

if TYPE_CHECKING:
    from alembic.config import Config

Result = TypeVar("Result")

MIGRATIONS = Path(__file__).parent / "migrations"


def config(connection: Connection | None = None) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def revisions() -> set[str]:
    return {path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]" * 4 + "_*.py")}


def head() -> str:
    """Return the revision that this version needs."""
    return max(revisions())


async def _change(database: Database, work: Callable[[Connection], Any]) -> None:
    def alone(connection: Connection) -> None:
        if not database.is_sqlite:  # there the write lock is held from the start
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('crosstable migrate'))")
        work(connection)

    await database.write(alone, club=None)


async def upgrade(database: Database) -> None:
    def work(connection: Connection) -> None:
        from alembic import command

        command.upgrade(config(connection), "head")

    database.make_file()
    await _change(database, work)


async def current(database: Database) -> str | None:
    def look(connection: Connection) -> str | None:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()

    return await database.read(look, club=None)


async def is_empty(database: Database) -> bool:
    names = await database.read(lambda connection: inspect(connection).get_table_names(), club=None)
    return not set(names) - {"alembic_version"}


async def differences(database: Database) -> list[Any]:
    """Return what Alembic would change to match this version's tables."""
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    def compare(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)

    return await database.read(compare, club=None)


async def require_known(database: Database) -> None:
    """Raise DatabaseError for a database of a newer version or another program."""
    revision = await current(database)
    if revision is None and not await is_empty(database):
        revision = await current(database)  # another process may have created the tables meanwhile
        if revision is None:
            raise DatabaseError(
                "The database has another program's tables. Point DATABASE_URL to a database of its own."
            )
    if revision is not None and revision not in revisions():
        raise DatabaseError(
            f"The database is at revision {revision}, but this version needs {head()}. A newer version "
            "wrote it; update the bot."
        )


async def require_current(database: Database) -> None:
    """Raise DatabaseError with the command to run unless the schema is current."""
    database.require_not_lost()
    if database.file is not None and not database.file.exists():
        raise DatabaseError(
            f"There is no database {database.file}. Run `crosstable migrate` to create it, or check DATABASE_URL."
        )
    await require_known(database)
    revision = await current(database)
    if revision != head():
        state = "empty" if revision is None else f"at revision {revision}, this version needs {head()}"
        raise DatabaseError(f"The database is {state}. Run `crosstable migrate` first.")
