"""Column types that both databases hold alike."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from pydantic_core import from_json, to_json
from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer
from sqlalchemy.types import TypeDecorator

Snowflake = BigInteger
"""A Discord id."""

Key = BigInteger().with_variant(Integer, "sqlite")
"""An autoincrement key: SQLite only counts up a plain INTEGER."""

_WITH_EXPONENT = re.compile("e[-0-9]").search


def json_text(value: Any) -> str:
    """Return a value as `json.dumps` writes it without blanks.

    pydantic writes a rating's fifty figures in 4 microseconds and `json` in 32. They write the same, but for figures
    that are so small or great that one of them takes an exponent, and for letters beyond ASCII.
    """
    try:
        written = to_json(value).decode()
    except ValueError:  # half a character, which `json` escapes
        written = "0.0000"
    # Text and not bytes: looking for bytes in bytes raises an error within, each time.
    if "0.0000" in written or not written.isascii() or "\x7f" in written or _WITH_EXPONENT(written):
        return json.dumps(value, separators=(",", ":"))
    return written


def json_value(written: str | bytes) -> Any:
    """Return what `json.loads` does of JSON, in a third to a sixth of the time."""
    try:
        return from_json(written)
    except ValueError:  # half a character
        return json.loads(written)


class Json(TypeDecorator[Any]):
    """A value as JSON; None is NULL."""

    impl = JSON
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], str | None]:
        return lambda value: None if value is None else json_text(value)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; refuse naive datetimes, whose zone nobody knows."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"naive datetime {value!r}: give it a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
