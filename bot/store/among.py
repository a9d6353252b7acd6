"""Lists of values as one parameter of a statement that is made once, however many there are."""

from typing import Any

from sqlalchemy import ARRAY, any_, bindparam, func, select

from bot.store.types import Json


def is_among(dialect: str, column: Any, name: str) -> Any:
    """Return the condition that a column's value is in the list that is a parameter of that name."""
    if dialect == "postgresql":
        return column == any_(bindparam(name, type_=ARRAY(column.type)))
    values = func.json_each(bindparam(name, type_=Json)).table_valued("value")
    return column.in_(select(values.c.value))
