"""Statements of the hot path, compiled once: what SQLAlchemy does for each call, it does here for the first alone.

`Connection.execute` takes five to ten times as long for a row as the driver does: it looks for the compiled form,
makes a context, a cursor's result and its rows' keys. A report runs some fifteen statements, always the same. So they
are compiled once for each database, with the same processors for values and columns, and handed to the driver. What
fails is given to SQLAlchemy, whose error and whose care for a lost connection it is.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from copy import copy
from functools import partial
from itertools import repeat
from operator import is_, itemgetter
from typing import Any

from sqlalchemy import ARRAY, Connection, Table, TextClause, any_, bindparam, func, select
from sqlalchemy.sql.visitors import iterate

from bot import about
from bot.store import one_club, together
from bot.store.tables import KEPT_BY_TRIGGERS
from bot.store.types import Json

Make = Callable[[str], Any]
"""Takes a dialect's name; returns the statement."""


before_write: ContextVar[Callable[[Table], None] | None] = ContextVar("before_write", default=None)
"""What is to be told which table a statement is about to write; None for nobody."""

_CLUB = (one_club.PARAMETER, one_club.COLUMN)
"""Parameters that are the transaction's club, where nobody tells another."""

_KEPT = {table.name for table in KEPT_BY_TRIGGERS}

_rows_kind: Callable[..., Any] = namedtuple
"""Makes the kind of a statement's rows, whose columns are known when it has run."""


class Prepared:
    """A statement that is compiled once for each database and set of parameters.

    A list of values is one parameter for `is_among`; `IN` is for statements that are made for a number of them.
    """

    __slots__ = ("_forms", "_make")

    def __init__(self, statement: Any) -> None:
        """statement: one of SQLAlchemy's, or what makes it for a dialect."""
        self._make: Make = statement if callable(statement) else lambda _: statement
        self._forms: dict[tuple[object, ...], _Form] = {}

    def rows(self, connection: Connection, parameters: Mapping[str, Any]) -> list[Any]:
        """Run it and return its rows, whose columns are attributes."""
        form = self._form(connection, parameters)
        cursor = form.run(connection, parameters)
        found = cursor.fetchall()
        made = form.made(cursor)
        return [made(row) for row in found]

    def first(self, connection: Connection, parameters: Mapping[str, Any]) -> Any | None:
        """Run it and return its only row; None without one."""
        found = self.rows(connection, parameters)
        return found[0] if found else None

    def run(self, connection: Connection, *parameters: Mapping[str, Any]) -> None:
        """Run it for each of some rows with the same keys."""
        self._form(connection, parameters[0]).do(connection, *parameters)

    def _form(self, connection: Connection, parameters: Mapping[str, Any]) -> "_Form":
        dialect = connection.dialect
        key = (dialect.name, one_club.current() is None, *parameters)
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = _Form(self._make(dialect.name), dialect, tuple(parameters))
        return form


def is_among(dialect: str, column: Any, name: str) -> Any:
    """Return the condition that a column's value is in the list that is a parameter of that name, however long."""
    if dialect == "postgresql":
        return column == any_(bindparam(name, type_=ARRAY(column.type)))
    values = func.json_each(bindparam(name, type_=Json)).table_valued("value")
    return column.in_(select(values.c.value))


_NOTHING = frozenset[str]()

_FEW = 16
"""Rows up to which values are taken row by row, not column by column."""


def run_plain(connection: Connection, statement: str) -> None:
    """Run a statement without values, such as BEGIN, with the driver: a fifth of the time."""
    together.send(connection)
    about.count_statement()
    cursor = together.cursor_of(connection)
    try:
        cursor.execute(statement)
    except connection.dialect.loaded_dbapi.Error as error:
        connection._handle_dbapi_exception(error, statement, None, cursor, None)


def _written_out(parts: Sequence[str], names: dict[str, Any]) -> Any:
    """Return a function of `given` that returns a tuple, written out: a third of what a loop over its parts takes."""
    return eval(f"lambda given: ({', '.join(parts)}{',' if parts else ''})", names)  # noqa: S307 - nobody's words


def _processed(part: str, processor: Any, at: int, names: dict[str, Any]) -> str:
    if processor is None:
        return part
    names[f"process{at}"] = processor
    return f"process{at}({part})"


def _by_position(dialect: Any) -> Any:
    """Return a database's dialect whose statements take values in order, which psycopg need not look up by name."""
    given = copy(dialect)
    given.positional = True
    if given.paramstyle == "pyformat":
        given.paramstyle = "format"
    return given


def _into(statement: Any, compiled: Any) -> str | None:
    """Return the table and the columns of an INSERT that adds the values it is given, and works none out, as SQL."""
    if not statement.is_insert or statement.select is not None:
        return None
    if not {*compiled.positiontup} <= {*statement.table.columns.keys()}:
        return None
    table = compiled.preparer.format_table(statement.table)
    columns = ", ".join(compiled.preparer.quote(statement.table.columns[name].name) for name in compiled.positiontup)
    return f"{table} ({columns})"


def _insert(statement: Any, compiled: Any, into: str) -> together.Insert | None:
    """Return an INSERT as PostgreSQL takes it together with others; None for bytes, which JSON has not."""
    types = [statement.table.columns[name].type.compile(compiled.dialect) for name in compiled.positiontup]
    then = str(compiled).partition(" VALUES (")[2].partition(")")[2]
    return None if "BYTEA" in types else together.Insert(statement.table.name, into, types, then)


def _read(statement: Any) -> frozenset[str] | None:
    """Return the names of the tables that a statement reads; None where it is not sure: it writes, or is told as text.

    A table that triggers keep is written by what writes others.
    """
    if not statement.is_select:
        return None
    parts = list(iterate(statement))
    tables = {part.name for part in parts if isinstance(part, Table)}
    if tables & _KEPT or any(isinstance(part, TextClause) or getattr(part, "is_literal", False) for part in parts):
        return None
    return frozenset(tables)


class _Form:
    """A compiled statement.

    names: of its parameters, in the driver's order. own: the values that are written in the statement. values: makes
    a row's in that order. written: the table that it writes, None where it only reads.
    copy: what brings many rows into it at once, None where nothing does. insert: what may wait for others, likewise.
    read: the tables that it reads, None where anything that waits is sent before it.
    """

    __slots__ = (
        "_columns",
        "_copy",
        "_dialect",
        "_insert",
        "_made",
        "_names",
        "_own",
        "_processors",
        "_read",
        "_text",
        "_values",
        "_written",
    )

    def __init__(self, statement: Any, dialect: Any, keys: Sequence[str]) -> None:
        returned = list(statement.exported_columns) if statement.is_select or statement._returning else []
        # As for many rows: nobody asks for the id that an INSERT gives, unless the statement does.
        compiled = statement.compile(
            dialect=_by_position(dialect), column_keys=list(keys), for_executemany=not returned
        )
        self._text, self._dialect = str(compiled), dialect
        self._names = tuple(compiled.positiontup)
        self._processors = [
            compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect) for name in self._names
        ]
        own = {name: value for name, value in compiled.params.items() if name not in keys}
        self._own = {
            name: own[name] if process is None else process(own[name])
            for name, process in zip(self._names, self._processors, strict=True)
            if name in own and name not in _CLUB
        }
        self._values: Callable[[Mapping[str, Any]], tuple[Any, ...]] = self._taking(keys)
        self._columns, self._written = returned, statement.table if statement.is_dml else None
        into = _into(statement, compiled) if dialect.name == "postgresql" and not returned else None
        # By COPY many rows take a sixth of what INSERT takes for each. Only an INSERT changes rows that are there.
        is_plain = into is not None and statement._post_values_clause is None
        self._copy = f"COPY {into} FROM STDIN" if is_plain else None
        self._insert = None if into is None else _insert(statement, compiled, into)
        self._read = _read(statement) if dialect.name == "postgresql" else _NOTHING
        self._made: Callable[[Any], Any] | None = None

    def do(self, connection: Connection, *rows: Mapping[str, Any]) -> None:
        """Run it, or let it wait for others where it may."""
        if self._insert is not None and len(rows) <= _FEW and (waiting := together.of(connection)) is not None:
            waiting.add(connection, self._insert, self._many(rows))
        else:
            self.run(connection, *rows)

    def run(self, connection: Connection, *rows: Mapping[str, Any]) -> Any:
        """Return the driver's cursor."""
        if self._read != _NOTHING:
            together.send_before(connection, self._read)
        about.count_statement()
        if self._written is not None and (tell := before_write.get()) is not None:
            tell(self._written)
        cursor = together.cursor_of(connection)
        values: Sequence[Any] = ()
        try:
            if len(rows) == 1:
                values = self._values(rows[0])
                cursor.execute(self._text, values)
            elif self._copy is not None:
                values = self._many(rows)
                with cursor.copy(self._copy) as copied:
                    for row in values:
                        copied.write_row(row)
            else:
                values = self._many(rows)
                cursor.executemany(self._text, values)
        except self._dialect.dbapi.Error as error:
            connection._handle_dbapi_exception(error, self._text, values, cursor, None)
        return cursor

    def _taking(self, keys: Sequence[str]) -> Any:
        """Return what makes the driver's values of a row."""
        names: dict[str, Any] = {"own": self._own, "club": one_club.current}
        parts = []
        for at, name in enumerate(self._names):
            if name in keys:
                parts.append(_processed(f"given[{name!r}]", self._processors[at], at, names))
            else:
                parts.append("club()" if name in _CLUB else f"own[{name!r}]")
        return _written_out(parts, names)

    def _many(self, rows: Sequence[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
        """Return the values of many rows. Taken column by column they take a third of the time."""
        if len(rows) <= _FEW:
            return list(map(self._values, rows))
        columns: list[Iterable[Any]] = []
        own = self._own | dict.fromkeys(_CLUB, one_club.current())
        for name, process in zip(self._names, self._processors, strict=True):
            if name in own and name not in rows[0]:
                columns.append(repeat(own[name], len(rows)))
                continue
            column = list(map(itemgetter(name), rows))
            # One day or moment is that of a thousand rows.
            if all(map(is_, column, repeat(column[0]))):
                columns.append(repeat(column[0] if process is None else process(column[0]), len(rows)))
            else:
                columns.append(column if process is None else map(process, column))
        return list(zip(*columns, strict=True))

    def made(self, cursor: Any) -> Callable[[Any], Any]:
        """Return what makes a row of the driver's one of ours."""
        if self._made is None:  # psycopg makes a description at each look, a fourteenth of an update
            self._made = self._maker(cursor.description)
        return self._made

    def _maker(self, description: Any) -> Callable[[Any], Any]:
        make = partial(tuple.__new__, _rows_kind("Row", [column.name for column in self._columns], rename=True))
        processors = [
            column.type.dialect_impl(self._dialect).result_processor(self._dialect, described[1])
            for column, described in zip(self._columns, description, strict=True)
        ]
        if not any(processors):
            return make
        names: dict[str, Any] = {}
        parts = [_processed(f"given[{at}]", process, at, names) for at, process in enumerate(processors)]
        processed = _written_out(parts, names)
        return lambda row: make(processed(row))
