"""Rows that PostgreSQL is given together: what a transaction adds waits, and goes to the server as one statement.

A statement is 20 to 60 us of sockets in this process, and a turn of both; a report adds rows to seven tables beside its
event, whose number they need. So an INSERT that returns nothing waits until something may look at what it adds: a
statement that reads its table, one that writes otherwise, or the transaction's end. Each goes as a part of one WITH,
which the server does as a whole: triggers and foreign keys come after all of it. What a constraint refuses is therefore
raised by what sends it.
"""

import re
from collections.abc import KeysView, Sequence
from functools import cache
from typing import Any

from pydantic_core import to_json
from sqlalchemy import Connection

from bot import about

Row = tuple[Any, ...]

_LENGTH = re.compile(r"\(\d+\)")


class Insert:
    """An INSERT as a part of a statement, which takes its rows as one value: psycopg keeps no text with many.

    table: its name. text: with one parameter, the rows as JSON.
    """

    __slots__ = ("_names", "table", "text")

    def __init__(self, table: str, into: str, types: Sequence[str], then: str) -> None:
        """into: the table and its columns, as SQL. types: of those. then: what follows the rows."""
        self.table = table
        self._names = [f"v{number}" for number in range(len(types))]
        # JSON comes as a text with JSON. How long a text may be says the column, which refuses more and cuts nothing.
        kinds = [(name, _LENGTH.sub("", kind)) for name, kind in zip(self._names, types, strict=True)]
        told = ", ".join(f"{name} {'TEXT' if kind == 'JSON' else kind}" for name, kind in kinds)
        taken = ", ".join(f"{name}::{kind}" for name, kind in kinds)
        rows = f"json_to_recordset(%s::JSON) AS given ({told})"
        self.text = f"INSERT INTO {into} SELECT {taken} FROM {rows}{then}"  # noqa: S608 - names of our tables

    def rows(self, rows: Sequence[Row]) -> str:
        """Return rows as the parameter."""
        return to_json([dict(zip(self._names, row, strict=True)) for row in rows]).decode()


class Together:
    """What a transaction adds and has not been sent; and its cursor, which psycopg takes 5 to 10 us to make."""

    __slots__ = ("_added", "_cursor")

    def __init__(self) -> None:
        self._added: dict[str, tuple[Insert, Sequence[Row]]] = {}
        self._cursor: Any = None

    def cursor(self, driver: Any) -> Any:
        """Return the one cursor of a transaction, whose statements follow each other; an error closes it."""
        if self._cursor is None or self._cursor.closed:
            self._cursor = driver.cursor()
        return self._cursor

    @property
    def tables(self) -> KeysView[str]:
        """Return whose rows wait."""
        return self._added.keys()

    def add(self, connection: Connection, insert: Insert, rows: Sequence[Row]) -> None:
        """Let rows wait. Those of a table go one after the other: two parts of a WITH do not see each other's."""
        if insert.table in self._added:
            self.send(connection)
        self._added[insert.table] = insert, rows

    def statement(self) -> tuple[str, list[str]]:
        """Return what adds all that waits, and its parameters."""
        text = _joined(tuple(insert for insert, _ in self._added.values()))
        return text, [insert.rows(rows) for insert, rows in self._added.values()]

    def drop(self) -> None:
        """Forget what waits: what it was for has failed."""
        self._added = {}

    def send(self, connection: Connection) -> None:
        """Send what waits, and raise what the database does not take."""
        if not self._added:
            return
        text, values = self.statement()
        self.drop()
        about.count_statement()
        cursor = cursor_of(connection)
        try:
            cursor.execute(text, values)
        except connection.dialect.loaded_dbapi.Error as error:
            connection._handle_dbapi_exception(error, text, values, cursor, None)


@cache
def _joined(parts: tuple[Insert, ...]) -> str:
    """Return one statement of several."""
    *others, last = (insert.text for insert in parts)
    named = ", ".join(f"part{number} AS ({text})" for number, text in enumerate(others))
    return f"WITH {named} {last}" if others else last


def of(connection: Connection) -> Together | None:
    """Return what waits in a transaction; None on SQLite, where nothing does."""
    together: Together | None = connection.get_execution_options().get("together")
    return together


def cursor_of(connection: Connection) -> Any:
    """Return a cursor for the next statement of a transaction, whose rows are fetched before another one runs."""
    driver: Any = connection.connection.dbapi_connection
    together = of(connection)
    return driver.cursor() if together is None else together.cursor(driver)


def send(connection: Connection, *_: Any) -> None:
    """Send what waits before something that is not known here: a listener of the engine, too."""
    send_before(connection, None)


def send_before(connection: Connection, read: frozenset[str] | None) -> None:
    """Send what waits where a reader of these tables would miss a row. read: None for one who may miss any."""
    together = of(connection)
    if together is not None and (read is None or not read.isdisjoint(together.tables)):
        together.send(connection)


def drop(connection: Connection) -> None:
    """Forget what waits: a rollback takes away what it was for."""
    together = of(connection)
    if together is not None:
        together.drop()
