"""Adds what a database of an unreleased version lacks: tables, columns that may be empty, plain indexes."""

from typing import Any

from sqlalchemy import Column, Connection, inspect
from sqlalchemy.schema import CreateColumn, SetColumnComment

from bot.store.database import DatabaseError
from bot.store.schema import triggers
from bot.store.schema.comparison import SchemaDifference, first_difference
from bot.store.tables import metadata


class SchemaError(DatabaseError):
    """The tables that are there are not those of any released version."""


def require_same(connection: Connection, *, ahead: bool = False) -> None:
    """Raise SchemaError with the first difference to this version's tables, and with what to do.

    ahead: whether a later version has added what this one does not know.
    """
    difference = first_difference(connection, ahead=ahead)
    if difference is None:
        return
    what = "file" if connection.dialect.name == "sqlite" else "database"
    if _can_be_added(difference):
        raise SchemaError(f"{difference}: this {what} was made by an unreleased version; run `crosstable repair`.")
    raise SchemaError(
        f"{difference}, and `crosstable repair` only adds: restore a backup, or export the events with the "
        f"version that made this {what} and import them into a new database."
    )


def add_missing(connection: Connection) -> list[str]:
    """Add missing tables, nullable or defaulted columns and plain indexes; return their names, and nothing else."""
    added = []
    there = inspect(connection)
    missing = [table for table in metadata.sorted_tables if not there.has_table(table.name)]
    missing.sort(key=triggers.KEPT.__contains__)  # last what is filled from others
    for table in missing:
        table.create(connection)
        added.append(table.name)
    for table in metadata.sorted_tables:
        if table in missing:
            continue
        names = {column["name"] for column in there.get_columns(table.name)}
        for column in table.columns:
            if column.name not in names and _may_be_left_out(column):
                _add_column(connection, column)
                added.append(f"{table.name}.{column.name}")
        indexes = {index["name"] for index in there.get_indexes(table.name)}
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            if index.name not in indexes and not index.unique:
                index.create(connection)
                added.append(f"{table.name} index {index.name}")
    return added


def make_kept_anew(connection: Connection) -> list[str]:
    """Put back what keeps tables by triggers, and make their rows anew where they are wrong; return what was done."""
    done = [f"trigger {name}" for table in triggers.KEPT for name in triggers.put_back(connection, table)]
    return done + [f"the rows of {table.name} anew" for table in triggers.KEPT if triggers.make_anew(connection, table)]


def _can_be_added(difference: SchemaDifference) -> bool:
    if difference.found is not None:
        return False
    table_name, _, column_name = difference.part.partition(".")
    if column_name:
        return _may_be_left_out(metadata.tables[table_name].columns[column_name])
    is_plain_index = " index " in difference.part and not str(difference.expected).startswith("unique")
    return difference.part in metadata.tables or is_plain_index


def _may_be_left_out(column: Column[Any]) -> bool:
    return not column.primary_key and (bool(column.nullable) or column.server_default is not None)


def _add_column(connection: Connection, column: Column[Any]) -> None:
    preparer = connection.dialect.identifier_preparer
    words = [str(CreateColumn(column).compile(dialect=connection.dialect))]
    # Within the column, because SQLite adds no constraint to a table that is there.
    words += [
        f"CONSTRAINT {preparer.quote(str(key.name))} "
        f"REFERENCES {preparer.format_table(key.column.table)} ({preparer.quote(key.column.name)})"
        for key in column.foreign_keys
    ]
    connection.exec_driver_sql(f"ALTER TABLE {preparer.format_table(column.table)} ADD COLUMN {' '.join(words)}")
    if connection.dialect.supports_comments and column.comment is not None:
        connection.execute(SetColumnComment(column))
