"""A club's rows of each table as TEMP tables of the same names, and what became different there."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    FromClause,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    and_,
    delete,
    exists,
    false,
    func,
    insert,
    literal_column,
    or_,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.store.tables import (
    board_figure,
    club,
    figure_count,
    games_count,
    journal,
    known_part,
    metadata,
    name_part,
    standing,
)
from bot.store.whose import whole_of

NumberedFrom = Callable[[str, int], int]
"""Takes a table and its highest id; returns the id behind which new rows are numbered."""

_KEYS = {journal.name: ("player_id", "list", "date", "seq")}
"""What rows are told apart by, where it is not the primary key: such an id is given anew, and nobody knows it."""


def _like(table: Table, name: str, schema: str, columns: Collection[str], *more: Column[bool]) -> Table:
    """Return a table of some columns of another, without keys."""
    return Table(name, MetaData(), *(Column(one, table.columns[one].type) for one in columns), *more, schema=schema)


def _text(making: CreateTable | CreateIndex) -> str:
    return str(making.compile(dialect=sqlite.dialect()))


@dataclass(frozen=True, eq=False)
class Shadow:
    """A table as it lies in TEMP; the methods take the connection that holds the copies."""

    table: Table

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return _KEYS.get(self.table.name, tuple(column.name for column in self.table.primary_key))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Return every column that is compared and stored."""
        given_anew = {column.name for column in self.table.primary_key} - set(self.keys)
        return tuple(column.name for column in self.table.columns if column.name not in given_anew)

    @cached_property
    def values(self) -> tuple[str, ...]:
        return tuple(name for name in self.columns if name not in self.keys)

    @cached_property
    def number(self) -> str | None:
        """Return the column that counts up by itself and is known outside of the table; None without one."""
        counts = self.table.autoincrement_column
        return None if counts is None or counts.name not in self.keys else counts.name

    @cached_property
    def _main(self) -> Table:
        return _like(self.table, self.table.name, "main", [column.name for column in self.table.columns])

    @cached_property
    def _came(self) -> Table:
        """Return which rows of the copy came or changed, by SQLite's own number: they are copied once, not twice."""
        columns = (Column("row", Integer, primary_key=True), Column("is_new", Boolean))
        return Table(f"came_{self.table.name}", MetaData(), *columns, schema="temp")

    @cached_property
    def _row(self) -> ColumnElement[int]:
        return literal_column(f'temp."{self._temp.name}".rowid', Integer)

    @cached_property
    def _is_moved(self) -> ColumnElement[bool]:
        """Return the condition that a row is written again though it may be as it was.

        A standing's triggers go by the journal, which may differ behind it.
        """
        if self.table is not standing:
            return false()
        entries, new = Shadow(journal), self._temp.columns
        came, gone = entries._temp.columns, entries._gone.columns
        moved = union(
            select(came.player_id, came.list).select_from(entries._that_came), select(gone.player_id, gone.list)
        )
        return tuple_(new.player_id, new.list).in_(moved)

    @cached_property
    def _that_came(self) -> FromClause:
        return self._came.join(self._temp, self._came.columns.row == self._row)

    @cached_property
    def _gone(self) -> Table:
        return _like(self.table, f"gone_{self.table.name}", "temp", self.keys)

    @cached_property
    def _temp(self) -> Table:
        """Return the TEMP table: without foreign keys, which cannot point out of TEMP."""
        columns = [
            Column(
                column.name,
                column.type,
                primary_key=column.primary_key,
                nullable=column.nullable,
                server_default=column.server_default,
                autoincrement=column is self.table.autoincrement_column,
            )
            for column in self.table.columns
        ]
        unique = [UniqueConstraint(*names) for names in self._unique]
        indexes = [
            # Sorted upward all of them: what is found along them is the same.
            Index(index.name, *dict.fromkeys(column.name for column in index.columns), unique=index.unique)
            for index in self.table.indexes
        ]
        counts = self.table.autoincrement_column is not None
        return Table(
            self.table.name, MetaData(), *columns, *unique, *indexes, schema="temp", sqlite_autoincrement=counts
        )

    @cached_property
    def _made(self) -> list[str]:
        """Return what makes the TEMP table, then its indexes: texts, for SQLAlchemy would write them anew each time."""
        return [_text(CreateTable(self._temp)), *(_text(CreateIndex(index)) for index in self._temp.indexes)]

    @cached_property
    def _made_to_note(self) -> list[str]:
        return [_text(CreateTable(noted)) for noted in (self._came, self._gone)]

    @cached_property
    def _unique(self) -> list[list[str]]:
        constraints = [one for one in self.table.constraints if isinstance(one, UniqueConstraint)]
        return [[column.name for column in constraint.columns] for constraint in constraints]

    def _is_of(self, club_id: int) -> ColumnElement[bool]:
        """Return the condition that a row of the database is a club's."""
        rows = self._main.columns
        if self.table is club:
            return rows.id == club_id
        found = whole_of(self.table)
        if found is None:
            return rows.club_id == club_id
        column, table = found
        wholes = _like(table, table.name, "main", ("id", "club_id")).columns
        return rows[column].in_(select(wholes.id).where(wholes.club_id == club_id))

    def copy(self, connection: Connection, club_id: int, numbered_from: NumberedFrom) -> None:
        """Make the TEMP table of the club's rows."""
        table, *indexes = self._made
        connection.exec_driver_sql(table)
        rows = select(*self._main.columns).where(self._is_of(club_id))
        connection.execute(insert(self._temp).from_select([column.name for column in self._main.columns], rows))
        for index in indexes:
            connection.exec_driver_sql(index)
        if self.number is not None:
            highest = connection.execute(select(func.max(self._main.columns[self.number]))).scalar() or 0
            name = self.table.name
            connection.exec_driver_sql("DELETE FROM temp.sqlite_sequence WHERE name = ?", (name,))
            start = numbered_from(name, highest)
            connection.exec_driver_sql("INSERT INTO temp.sqlite_sequence (name, seq) VALUES (?, ?)", (name, start))

    def compare(self, connection: Connection, club_id: int) -> bool:
        """Note which rows of the club came, changed or went; tell whether there are any."""
        old, new = self._main.columns, self._temp.columns
        same = and_(*(old[key] == new[key] for key in self.keys))
        is_new = old[self.keys[0]].is_(None)
        changed = (new[value].is_distinct_from(old[value]) for value in self.values)
        different = or_(is_new, *changed, self._is_moved)
        both = self._temp.outerjoin(self._main, same)
        came = select(self._row, is_new).select_from(both).where(different)
        gone = select(*(old[key] for key in self.keys)).where(
            self._is_of(club_id), ~exists(select(new[self.keys[0]]).where(same).correlate(self._main))
        )
        for noted, made, rows in zip((self._came, self._gone), self._made_to_note, (came, gone), strict=True):
            connection.exec_driver_sql(made)
            connection.execute(insert(noted).from_select([column.name for column in noted.columns], rows))
        return any(connection.execute(select(noted).limit(1)).first() is not None for noted in (self._came, self._gone))

    def is_free(self, connection: Connection) -> bool:
        """Tell whether no other club has been given the ids of the rows that came."""
        if self.number is None:
            return True
        old, came = self._main.columns[self.number], self._came.columns
        # Such a number is SQLite's own too.
        taken = select(old).join(self._came, came.row == old).where(came.is_new.is_(True))
        return connection.execute(taken.limit(1)).first() is None

    def remove(self, connection: Connection) -> None:
        """Delete the rows that went, and make room for what moves from one row to another."""
        key = tuple_(*(self._main.columns[name] for name in self.keys))
        connection.execute(delete(self._main).where(key.in_(select(*self._gone.columns))))
        moving = {name for names in self._unique for name in names if self.table.columns[name].nullable}
        if moving:
            new, came = self._temp.columns, self._came.columns
            changed = select(*(new[name] for name in self.keys)).select_from(self._that_came)
            changed = changed.where(came.is_new.is_(False))
            connection.execute(update(self._main).where(key.in_(changed)).values(dict.fromkeys(moving)))

    def add(self, connection: Connection) -> None:
        """Insert the rows that came, and update those that changed."""
        new = self._temp.columns
        # SQLite needs a condition here to tell ON CONFLICT from the ON of a join.
        came = select(*(new[name] for name in self.columns)).select_from(self._that_came)
        rows = came.where(self._came.columns.row.is_not(None)).order_by(self._came.columns.row)
        adding = sqlite.insert(self._main).from_select(list(self.columns), rows)
        change = {name: adding.excluded[name] for name in self.values}
        keys = list(self.keys)
        connection.execute(
            adding.on_conflict_do_update(index_elements=keys, set_=change)
            if change
            else adding.on_conflict_do_nothing(index_elements=keys)
        )


_KEPT = (name_part, games_count, known_part, board_figure, figure_count)
SHADOWS = [
    Shadow(table)
    for table in sorted(metadata.sorted_tables, key=lambda table: table is standing)
    if table is club or ("club_id" in table.c and table not in _KEPT)
]
"""Every club's table but those that triggers keep: the work may write any. Those that others refer to come first, and
standings last, whose triggers go by the journal."""


def needed_by(table: Table) -> list[Shadow]:
    """Return the shadows that a table's rows are written to, and compared with: none for one that is not a club's."""
    needed = (journal, standing) if table is standing else (table,)
    return [shadow for shadow in SHADOWS if shadow.table in needed]
