"""Values of rows as JSON holds them, and back; the numbers within them exchanged."""

import base64
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Date, Float, Integer, LargeBinary, String

from bot.store.types import UtcDateTime
from core.errors import InputError

Exchange = Callable[[str, int], int | None]
"""Takes a table and a number that a row of it is known by; returns the other one, None for a row that is not there."""

_LARGEST = 2**63

_TYPES: tuple[tuple[type[Any], type[Any] | tuple[type[Any], ...]], ...] = (
    (Boolean, bool),
    (BigInteger, int),
    (Integer, int),
    (Float, (int, float)),
    (String, str),
)


def written(value: Any) -> Any:
    """Return a value of a column as JSON holds it."""
    if isinstance(value, date | datetime):
        return value.isoformat()
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def read(column: Column[Any], value: Any) -> Any:
    """Return what a column holds of what JSON holds; raise InputError for what cannot be in it."""
    if value is None:
        if not column.nullable:
            raise InputError(f"{column} is empty")
        return None
    kind = column.type
    try:
        if isinstance(kind, UtcDateTime):
            return datetime.fromisoformat(value)
        if isinstance(kind, Date):
            return date.fromisoformat(value)
        if isinstance(kind, LargeBinary):
            return base64.b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise InputError(f"{column} cannot be {value!r:.40}") from None
    for ours, theirs in _TYPES:
        if isinstance(kind, ours):
            too_long = isinstance(kind, String) and kind.length is not None and len(str(value)) > kind.length
            too_large = isinstance(value, int | float) and not -_LARGEST <= value < _LARGEST  # NaN too
            is_other = not isinstance(value, theirs) or (theirs is not bool and isinstance(value, bool))
            if is_other or too_long or too_large:
                raise InputError(f"{column} cannot be {value!r:.40}")
            return float(value) if isinstance(kind, Float) else value
    return value


def merge_moved(moved: Mapping[str, Any], other: Exchange) -> dict[str, Any]:
    """Return what a merge moved with other numbers; what is carried nowhere is left out."""
    tables = {"entrants": "event", "openings": "opening", "demotions": "demotion", "seasons": "season"}
    left_out = {"evenings", "challenges", "challenged", "news"}
    found = {name: value for name, value in moved.items() if name not in left_out}
    for name, table in tables.items():
        keys = [(other(table, int(key[0])), *key[1:]) for key in moved.get(name) or []]
        found[name] = sorted([list(key) for key in keys if key[0] is not None])
    return found


def event_before(before: Mapping[str, Any], other: Exchange) -> dict[str, Any]:
    """Return an event as it was, with other numbers of its players."""
    entrants = [list(line) for line in before.get("entrants") or []]
    for line in entrants:
        if len(line) > 1 and isinstance(line[1], int):
            line[1] = other("player", line[1])
    return {**before, "entrants": entrants}


def house_rules(rules: Mapping[str, Any] | None, other: Exchange) -> dict[str, Any] | None:
    """Return what a club decides beyond the rules, with another number of each Keeper."""
    if rules is None:
        return None

    def keeper(config: Mapping[str, Any]) -> dict[str, Any]:
        player = config.get("keeper_player")
        return dict(config) if player is None else {**config, "keeper_player": other("player", player)}

    found = dict(rules)
    if found.get("oracle"):
        found["oracle"] = keeper(found["oracle"])
    if found.get("oracle_pools"):
        found["oracle_pools"] = {pool: keeper(config) for pool, config in found["oracle_pools"].items()}
    return found


JSON: dict[tuple[str, str], Callable[[Any, Exchange], Any]] = {
    ("merge", "moved"): merge_moved,
    ("amendment", "before"): event_before,
    ("club", "house_rules"): house_rules,
}
"""What exchanges the numbers in a column of JSON."""
