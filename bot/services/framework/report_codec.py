"""Reports and options as JSON, for the audit and waiting files."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from core.errors import NotFoundError

Report = TypeVar("Report")

OTHER_VERSION = "Another version of Crosstable stored that. See the current state with /events or /rating show."


_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def to_json(kind: type[Report], report: Report) -> Any:
    return _adapter(kind).dump_python(report, mode="json")


def from_json(kind: type[Report], data: Any, otherwise: str = OTHER_VERSION) -> Report:
    """Return a stored object; raise NotFoundError for another version's."""
    if isinstance(data, dict) and data.keys() - {field.name for field in fields(kind)}:  # type: ignore[arg-type]
        raise NotFoundError(otherwise)  # a renamed field must not look like a missing one
    try:
        report: Report = _adapter(kind).validate_python(data)
    except ValidationError as error:
        raise NotFoundError(otherwise) from error
    return report
