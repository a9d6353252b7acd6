"""Statements that many transactions run: made once for each dialect, and run by SQLAlchemy."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ARRAY, Connection, any_, bindparam, func, select

from bot.store.types import Json


class Prepared:
    """A statement, or what makes it for a dialect."""

    def __init__(self, statement: Any) -> None:
        self._make = statement if callable(statement) else lambda _: statement
        self._made: dict[str, Any] = {}

    def _for(self, connection: Connection) -> Any:
        name = connection.dialect.name
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def rows(self, connection: Connection, parameters: Mapping[str, Any]) -> list[Any]:
        return list(connection.execute(self._for(connection), dict(parameters)))

    def first(self, connection: Connection, parameters: Mapping[str, Any]) -> Any | None:
        return connection.execute(self._for(connection), dict(parameters)).first()

    def run(self, connection: Connection, *parameters: Mapping[str, Any]) -> None:
        connection.execute(self._for(connection), [dict(one) for one in parameters])


def is_among(dialect: str, column: Any, name: str) -> Any:
    if dialect == "postgresql":
        return column == any_(bindparam(name, type_=ARRAY(column.type)))
    values = func.json_each(bindparam(name, type_=Json)).table_valued("value")
    return column.in_(select(values.c.value))
