"""Column types that both databases store alike."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer
from sqlalchemy.types import TypeDecorator

Snowflake = BigInteger
"""A Discord id."""

Key = BigInteger().with_variant(Integer, "sqlite")
"""An autoincrement key: SQLite only counts up a plain INTEGER."""


class Json(TypeDecorator[Any]):
    """A value as JSON; None is NULL."""

    impl = JSON
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], str | None]:
        return lambda value: None if value is None else json.dumps(value, separators=(",", ":"))


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; refuse naive datetimes."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"naive datetime {value!r}: add a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
