"""A club's rows of each table as TEMP tables of the same names, and what became different there."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    CursorResult,
    Executable,
    FromClause,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    and_,
    bindparam,
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


_CLUB = bindparam("club", type_=BigInteger)
_DIALECT = sqlite.dialect(paramstyle="named")


class _Written(NamedTuple):
    """A statement written once: SQLAlchemy takes as long to build one as SQLite to run it for hundreds of rows.

    values: of the parameters that are the statement's own.
    """

    text: str
    values: Mapping[str, Any]

    def run(self, connection: Connection, **given: int) -> CursorResult[Any]:
        return connection.exec_driver_sql(self.text, {**self.values, **given})


def _written(statement: Executable) -> _Written:
    compiled = statement.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
    return _Written(str(compiled), compiled.params)


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

    @cached_property
    def _is_of_club(self) -> ColumnElement[bool]:
        """Return the condition that a row of the database is the club's."""
        rows = self._main.columns
        if self.table is club:
            return rows.id == _CLUB
        found = whole_of(self.table)
        if found is None:
            return rows.club_id == _CLUB
        column, table = found
        wholes = _like(table, table.name, "main", ("id", "club_id")).columns
        return rows[column].in_(select(wholes.id).where(wholes.club_id == _CLUB))

    @cached_property
    def _same(self) -> ColumnElement[bool]:
        old, new = self._main.columns, self._temp.columns
        return and_(*(old[key] == new[key] for key in self.keys))

    @cached_property
    def _copied(self) -> _Written:
        rows = select(*self._main.columns).where(self._is_of_club)
        return _written(insert(self._temp).from_select([column.name for column in self._main.columns], rows))

    @cached_property
    def _highest(self) -> _Written | None:
        return None if self.number is None else _written(select(func.max(self._main.columns[self.number])))

    @cached_property
    def _noted(self) -> list[_Written]:
        """Return what notes the rows that came or changed, and those that went."""
        old, new = self._main.columns, self._temp.columns
        is_new = old[self.keys[0]].is_(None)
        changed = (new[value].is_distinct_from(old[value]) for value in self.values)
        different = or_(is_new, *changed, self._is_moved)
        came = select(self._row, is_new).select_from(self._temp.outerjoin(self._main, self._same)).where(different)
        gone = select(*(old[key] for key in self.keys)).where(
            self._is_of_club, ~exists(select(new[self.keys[0]]).where(self._same).correlate(self._main))
        )
        return [
            _written(insert(noted).from_select([column.name for column in noted.columns], rows))
            for noted, rows in ((self._came, came), (self._gone, gone))
        ]

    @cached_property
    def _is_any(self) -> _Written:
        return _written(select(or_(exists(select(self._came)), exists(select(self._gone)))))

    @cached_property
    def _taken(self) -> _Written | None:
        """Return what finds an id of a row that came which another club has been given."""
        if self.number is None:
            return None
        old, came = self._main.columns[self.number], self._came.columns
        # Such a number is SQLite's own too.
        return _written(select(old).join(self._came, came.row == old).where(came.is_new.is_(True)).limit(1))

    @cached_property
    def _removing(self) -> list[_Written]:
        """Return what deletes the rows that went, and what makes room for what moves from one row to another."""
        key = tuple_(*(self._main.columns[name] for name in self.keys))
        removing = [_written(delete(self._main).where(key.in_(select(*self._gone.columns))))]
        moving = {name for names in self._unique for name in names if self.table.columns[name].nullable}
        if moving:
            new, came = self._temp.columns, self._came.columns
            changed = select(*(new[name] for name in self.keys)).select_from(self._that_came)
            changed = changed.where(came.is_new.is_(False))
            removing.append(_written(update(self._main).where(key.in_(changed)).values(dict.fromkeys(moving))))
        return removing

    @cached_property
    def _adding(self) -> _Written:
        """Return what inserts the rows that came, and updates those that changed."""
        new = self._temp.columns
        # SQLite needs a condition here to tell ON CONFLICT from the ON of a join.
        came = select(*(new[name] for name in self.columns)).select_from(self._that_came)
        rows = came.where(self._came.columns.row.is_not(None)).order_by(self._came.columns.row)
        adding = sqlite.insert(self._main).from_select(list(self.columns), rows)
        change = {name: adding.excluded[name] for name in self.values}
        keys = list(self.keys)
        return _written(
            adding.on_conflict_do_update(index_elements=keys, set_=change)
            if change
            else adding.on_conflict_do_nothing(index_elements=keys)
        )

    def copy(self, connection: Connection, club_id: int, numbered_from: NumberedFrom) -> None:
        """Make the TEMP table of the club's rows."""
        table, *indexes = self._made
        connection.exec_driver_sql(table)
        self._copied.run(connection, club=club_id)
        for index in indexes:
            connection.exec_driver_sql(index)
        if self._highest is not None:
            highest, name = self._highest.run(connection).scalar() or 0, self.table.name
            connection.exec_driver_sql("DELETE FROM temp.sqlite_sequence WHERE name = ?", (name,))
            start = numbered_from(name, highest)
            connection.exec_driver_sql("INSERT INTO temp.sqlite_sequence (name, seq) VALUES (?, ?)", (name, start))

    def compare(self, connection: Connection, club_id: int) -> bool:
        """Note which rows of the club came, changed or went; tell whether there are any."""
        for made in self._made_to_note:
            connection.exec_driver_sql(made)
        for noting in self._noted:
            noting.run(connection, club=club_id)
        return bool(self._is_any.run(connection).scalar())

    def is_free(self, connection: Connection) -> bool:
        """Tell whether no other club has been given the ids of the rows that came."""
        return self._taken is None or self._taken.run(connection).first() is None

    def remove(self, connection: Connection) -> None:
        """Delete the rows that went, and make room for what moves from one row to another."""
        for removing in self._removing:
            removing.run(connection)

    def add(self, connection: Connection) -> None:
        """Insert the rows that came, and update those that changed."""
        self._adding.run(connection)


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
