"""Reports as the audit keeps them: one codec turns them into JSON and back, for an interaction that comes again.

What a report says of people is kept by their ids alone, and looked up again; house rules are those of the club.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import core_schema

from bot.store.database import Connection
from bot.store.people import players
from bot.store.rows import Club, Player
from core.errors import NotFoundError

Report = TypeVar("Report")

DONE_ALREADY = (
    "That is done already, by another version of Crosstable: see what stands now with /event list or /player show."
)


class Within(NamedTuple):
    """Where a report is read back: the transaction that looks people up, and whose club it is."""

    connection: Connection
    club: Club


@dataclass(frozen=True, slots=True)
class KeptAs:
    """Says how a field is kept: by a key in its place, from which it is looked up again."""

    key: Callable[[Any], Any]
    look_up: Callable[[Within, Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(
            lambda value, info: self.look_up(info.context, value),
            serialization=core_schema.plain_serializer_function_ser_schema(self.key),
        )


def _people(within: Within, ids: list[int]) -> dict[int, Player]:
    return players.by_ids(within.connection, within.club.id, ids)


KeptPlayer = Annotated[
    Player, KeptAs(lambda player: player.id, lambda within, player_id: _people(within, [player_id])[player_id])
]
KeptPeople = Annotated[dict[int, Player], KeptAs(sorted, _people)]


def to_json(kind: type[Report], report: Report) -> Any:
    """Return a report as JSON; `from_json` reads it back."""
    return _adapter(kind).dump_python(report, mode="json")


def from_json(kind: type[Report], data: Any, within: Within | None, otherwise: str = DONE_ALREADY) -> Report:
    """Return what was kept; raise NotFoundError for what another version has kept in another way.

    within: None for what names nobody. otherwise: the sentence of the error.
    """
    if isinstance(data, dict) and data.keys() - _fields(kind):
        raise NotFoundError(otherwise)  # what has another name by now must not be taken for left out
    try:
        report: Report = _adapter(kind).validate_python(data, context=within)
    except (ValidationError, LookupError) as error:
        raise NotFoundError(otherwise) from error
    return report


def _fields(kind: Any) -> set[str]:
    return {field.name for field in fields(kind)}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}
