"""The tables in PostgreSQL's hash partitions by club.

The same tables and columns. A key has the club behind its own columns, for PostgreSQL looks for it in one partition
alone. A reference has the club beside the id: rows of a club refer to no other's. The clubs themselves stay one table.
"""

from collections.abc import Iterator

from sqlalchemy import (
    Connection,
    Dialect,
    ForeignKeyConstraint,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store.schema import triggers
from bot.store.tables import club, metadata

PARTITIONS = 16
CLUB = "club_id"


def partitioned() -> MetaData:
    """Return the tables as they are in partitions."""
    made = MetaData(naming_convention=metadata.naming_convention)
    for table in metadata.sorted_tables:
        copy = table.to_metadata(made)
        if table is not club and CLUB in table.c:  # processes and revisions are no club's
            _by_club(table, copy)
    return made


def _by_club(table: Table, copy: Table) -> None:
    copy.dialect_options["postgresql"]["partition_by"] = f"HASH ({CLUB})"
    if table.autoincrement_column is not None:
        copy.c[table.autoincrement_column.name].autoincrement = True
    for constraint in list(copy.constraints):
        if isinstance(constraint, ForeignKeyConstraint) and constraint.referred_table.name != club.name:
            _replace(copy, constraint, _reference(constraint))
        elif isinstance(constraint, UniqueConstraint | PrimaryKeyConstraint):
            names = dict.fromkeys([*(column.name for column in constraint.columns), CLUB])
            if isinstance(constraint, PrimaryKeyConstraint):
                copy.c[CLUB].primary_key = True
            _replace(copy, constraint, type(constraint)(*names, name=str(constraint.name)))


def _reference(constraint: ForeignKeyConstraint) -> ForeignKeyConstraint:
    other = constraint.referred_table.name
    columns = [element.column.name for element in constraint.elements]
    targets = [f"{other}.{name}" for name in (*columns, CLUB)]
    return ForeignKeyConstraint([*constraint.column_keys, CLUB], targets, name=constraint.name)


def _replace(
    table: Table,
    old: ForeignKeyConstraint | UniqueConstraint | PrimaryKeyConstraint,
    new: ForeignKeyConstraint | UniqueConstraint | PrimaryKeyConstraint,
) -> None:
    table.constraints.discard(old)
    table.append_constraint(new)


def statements(dialect: Dialect, partitions: int = PARTITIONS) -> Iterator[str]:
    """Yield what makes the tables, their partitions, indexes and triggers in an empty database."""
    for table in partitioned().sorted_tables:
        yield str(CreateTable(table).compile(dialect=dialect))
        if table.name != club.name and CLUB in table.c:
            for number in range(partitions):
                of = f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number})"
                yield f"CREATE TABLE {table.name}_p{number} PARTITION OF {table.name} {of}"
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            yield str(CreateIndex(index).compile(dialect=dialect))
    for kept in triggers.POSTGRES.values():
        yield from kept


def are_there(connection: Connection) -> bool:
    """Tell whether a database keeps its tables in partitions."""
    if connection.dialect.name == "sqlite":
        return False
    found = "SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'p' LIMIT 1"
    return connection.exec_driver_sql(found).first() is not None
