"""What a schema is in words: the one that is there, the one that this version needs, and the first difference."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Connection, Dialect, ForeignKeyConstraint, Index, MetaData, Table, UniqueConstraint
from sqlalchemy.sql.elements import UnaryExpression

from bot.store.schema import partitions
from bot.store.schema import postgresql as schema_postgresql
from bot.store.schema import sqlite as schema_sqlite
from bot.store.schema.words import column_words, index_words, key_words
from bot.store.tables import metadata

Schema = Mapping[str, str]
"""Words by part: "entrant" is a table, "entrant.class" a column, "entrant index ix_entrant_player_id" an index."""


@dataclass(frozen=True, slots=True)
class SchemaDifference:
    """The first part that is not as it should be: what it should be, and what it is; None for not at all."""

    part: str
    expected: str | None
    found: str | None

    def __str__(self) -> str:
        if self.found is None:
            return f"{self.part} is missing"
        if self.expected is None:
            return f"{self.part} is unknown to this version"
        return f"{self.part} is {self.found} where {self.expected} is needed"


def found(connection: Connection) -> Schema:
    """Describe the tables that a database has."""
    reader = schema_sqlite if connection.dialect.name == "sqlite" else schema_postgresql
    return dict(sorted(reader.parts(connection)))


def expected(dialect: Dialect, tables: MetaData = metadata) -> Schema:
    """Describe the tables that this version needs, as a database of this kind would."""
    return dict(sorted(part for table in tables.sorted_tables for part in _parts(table, dialect)))


def canonical(schema: Schema) -> str:
    """Return a schema as text, one part a line."""
    return "".join(f"{part}: {words}\n" for part, words in schema.items())


def first_difference(connection: Connection, *, ahead: bool = False) -> SchemaDifference | None:
    """Return how a database differs from what this version needs, None when it does not.

    ahead: whether a later version has added what this one does not know.
    Tables of others and plain indexes beside ours are let be: a backup program keeps tables in the file, and an
    administrator may add an index. Neither changes what the bot reads or writes.
    """
    tables = partitions.partitioned() if partitions.are_there(connection) else metadata
    needed, there = expected(connection.dialect, tables), found(connection)
    # A table's columns before what is said of them, so that the column is named and not its index.
    for part in sorted(needed.keys() | there.keys(), key=lambda part: part.replace(".", " .")):
        if needed.get(part) == there.get(part):
            continue
        if part not in needed and (ahead or _is_of_others(part, there[part], needed)):
            continue
        return SchemaDifference(part, needed.get(part), there.get(part))
    return None


def _is_of_others(part: str, words: str, needed: Schema) -> bool:
    table = part.split(".")[0].split(" ")[0]
    return table not in needed or (" index " in part and not words.startswith("unique"))


def _parts(table: Table, dialect: Dialect) -> Iterator[tuple[str, str]]:
    name = table.name
    yield name, "a table"
    yield f"{name} primary key", key_words(column.name for column in table.primary_key.columns)
    for column in table.columns:
        yield f"{name}.{column.name}", _column(column, dialect)
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield f"{name} unique {key_words(column.name for column in constraint.columns)}", "a constraint"
        elif isinstance(constraint, ForeignKeyConstraint):
            columns = key_words(constraint.column_keys)
            target = key_words(element.column.name for element in constraint.elements)
            yield f"{name} foreign key {columns}", f"{constraint.referred_table.name} {target}"
        elif constraint.__visit_name__ == "check_constraint":
            yield f"{name} check {constraint.name}", "a constraint"
    for index in table.indexes:
        yield f"{name} index {index.name}", _index(index)


def _column(column: Column[Any], dialect: Dialect) -> str:
    default = column.server_default
    argument = getattr(default, "arg", None)
    if argument is not None and not isinstance(argument, str):
        argument = str(argument.compile(dialect=dialect))
    return column_words(column.type.compile(dialect=dialect), bool(column.nullable), argument)


def _index(index: Index) -> str:
    terms = []
    for expression in index.expressions:
        falling = isinstance(expression, UnaryExpression)
        column = expression.element if isinstance(expression, UnaryExpression) else expression
        terms.append((str(getattr(column, "name", column)), falling))
    where = index.dialect_options["sqlite"]["where"]
    return index_words(terms, unique=bool(index.unique), where=None if where is None else str(where))
