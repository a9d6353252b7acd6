"""Column types that both databases hold alike."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, LargeBinary
from sqlalchemy.types import TypeDecorator

from bot.store.packed_text import pack, unpack

Snowflake = BigInteger
"""A Discord id."""

Key = BigInteger().with_variant(Integer, "sqlite")
"""An autoincrement key: SQLite only counts up a plain INTEGER."""

Json = JSON(none_as_null=True)


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


class PackedText(TypeDecorator[str]):
    """A text that is kept compressed; no condition can look into it."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else pack(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        return None if value is None else unpack(value)
