"""Databases as released versions left them, put into a SQLite file or, row by row, into PostgreSQL."""

import lzma
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    MetaData,
    column,
    create_engine,
    insert,
    inspect,
    select,
    table,
    text,
)

from bot.store import migrate
from bot.store.database import Database
from bot.store.tables import metadata

FOLDER = Path(__file__).parents[1] / "golden" / "databases"
REVISIONS = tuple(path.name.split(".")[0] for path in sorted(FOLDER.glob("*.sql.xz")))

Contents = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rows of each table, in an order of their own."""


def write_file(revision: str, path: Path) -> Path:
    """Make the SQLite file that the version of a revision left."""
    with closing(sqlite3.connect(path)) as made:
        made.executescript(lzma.decompress((FOLDER / f"{revision}.sql.xz").read_bytes()).decode())
    return path


def contents_of(connection: Connection, names: Mapping[str, Sequence[str]] | None = None) -> Contents:
    """Return every row of every table; names: of these tables and columns alone."""
    shapes = names or shapes_of(connection)
    found = {}
    for name, columns in shapes.items():
        rows = connection.execute(select(_shape(name, columns))).all()
        found[name] = sorted((row._asdict() for row in rows), key=repr)
    return found


KEPT_BY_ITSELF = {
    "alembic_version",
    "schema_step",
    "games_count",
    "name_part",
    "known_part",
    "board_figure",
    "figure_count",
}
"""What migrations and triggers write."""


KEPT_NO_MORE = {("journal", "steps")}
"""Columns that this version is without, and loses nothing by."""


def shapes_of(connection: Connection) -> dict[str, list[str]]:
    """Return the columns of each table that there is, but for Alembic's own."""
    names = set(inspect(connection).get_table_names()) - KEPT_BY_ITSELF
    reflected = MetaData()
    reflected.reflect(connection, only=names)
    return {
        name: [one.name for one in reflected.tables[name].columns if (name, one.name) not in KEPT_NO_MORE]
        for name in sorted(names)
    }


def _shape(name: str, columns: Sequence[str]) -> Any:
    types = {each.name: each.type for each in metadata.tables[name].columns}
    return table(name, *(column(each, types[each]) for each in columns))


async def fill(database: Database, revision: str, folder: Path) -> Contents:
    """Leave a database as a revision's version would have; return what is in it."""
    file = database.file or folder / "released.db"
    file.unlink(missing_ok=True)
    engine = create_engine(f"sqlite:///{write_file(revision, file)}")
    with engine.connect() as connection:
        shapes, stored = shapes_of(connection), contents_of(connection)
    engine.dispose()
    if database.is_sqlite:
        return stored
    await migrate.downgrade(database, "base")
    await migrate.upgrade(database, revision)

    def put(connection: Connection) -> None:
        # Standings last, whose triggers go by the journal.
        for known in sorted(metadata.sorted_tables, key=lambda table: table.name == "standing"):
            if known.name in stored:
                connection.execute(insert(_shape(known.name, shapes[known.name])), list(stored[known.name]))
            if known.name in stored and known.name not in ("club", "unshown") and "id" in known.columns:
                connection.execute(text(_COUNT_ON.format(name=known.name)))

    await database.write(put, club=None)
    return stored


_COUNT_ON = "SELECT setval(s, (SELECT max(id) FROM {name})) FROM pg_get_serial_sequence('{name}', 'id') AS s"
