"""Kinds of settings: read from forms, checked in files, stored."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any

from bot.services.framework.actions import setting_action
from bot.services.framework.clock import parse_zone
from bot.services.framework.outbox import boards_json, put_boards, put_rules, refresh_boards
from bot.services.framework.recalculation.ahead import Recalculations
from bot.services.framework.transaction import Write
from bot.store.club import clubs
from bot.store.database.list_names import rename_list
from bot.store.database.rows import Club
from bot.store.database.transactions import Connection
from bot.store.messages import roles
from bot.store.messages.roles import RoleRule
from core.errors import InputError, RuleError
from core.files.common.text import shorten
from core.lists import OwnList, RatingList
from core.rating.club_rules import ClubRules
from core.rating.systems import system_of

HIGHEST_ID = 2**63 - 1
ON, OFF = "on", "off"


class Kind(ABC):
    """A kind of value. `check` and `parse` raise ValueError or TypeError for invalid ones."""

    @property
    @abstractmethod
    def allowed(self) -> str: ...

    @abstractmethod
    def check(self, value: Any) -> Any:
        """Return a file's value as stored."""

    def parse(self, text: str) -> Any:
        return self.check(text)

    def text(self, value: Any) -> str:
        return "" if value is None else f"{value}"


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of several words. words: with their meanings."""

    words: Mapping[Any, str]

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.words)}"

    def check(self, value: Any) -> Any:
        for word in self.words:
            if isinstance(value, str) and word == value:
                return word  # an enum's member, where the words are an enum
        raise ValueError(value)


@dataclass(frozen=True, slots=True)
class Lists(Kind):
    """A rating list; `put` refuses one that the club does not have."""

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(RatingList)}, or a list of the club's own"

    def check(self, value: Any) -> RatingList:
        return RatingList(value)


@dataclass(frozen=True, slots=True)
class Several(Kind):
    """Any of several words in order, or None for all."""

    words: Mapping[Any, str]

    @property
    def allowed(self) -> str:
        return f"any of {', '.join(self.words)}"

    def check(self, value: Any) -> Any:
        if value is not None and not (isinstance(value, list | tuple) and set(value) <= set(self.words)):
            raise ValueError(value)
        chosen = [str(word) for word in self.words if value is None or word in value]
        return None if len(chosen) == len(self.words) else chosen

    def text(self, value: Any) -> str:
        return " ".join(self.words if value is None else value)


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number."""

    least: int
    most: int

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def check(self, value: Any) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise ValueError(value)
        return value

    def parse(self, text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text):
            raise ValueError(text)
        return self.check(int(text))


@dataclass(frozen=True, slots=True)
class Figure(Kind):
    """A number above 0. none: whether None is allowed."""

    none: bool = False

    @property
    def allowed(self) -> str:
        return "a number above 0, or none" if self.none else "a number above 0"

    def check(self, value: Any) -> float | None:
        if value is None and self.none:
            return None
        if type(value) not in (int, float) or not (value > 0 and isfinite(value)):
            raise ValueError(value)
        return float(value)

    def parse(self, text: str) -> float | None:
        word = text.strip().casefold().replace(",", ".")
        return self.check(None if word == "none" and self.none else float(word))

    def text(self, value: Any) -> str:
        return "none" if value is None else f"{value}"


@dataclass(frozen=True, slots=True)
class Switch(Kind):
    """On or off. words: their meanings."""

    words: Mapping[str, str] | None = None

    @property
    def allowed(self) -> str:
        return "true or false"

    def check(self, value: Any) -> bool:
        if type(value) is not bool:
            raise ValueError(value)
        return value

    def parse(self, text: str) -> bool:
        return self.check({ON: True, "True": True, OFF: False, "False": False, "": False}.get(text))

    def text(self, value: Any) -> str:
        return ON if value else OFF


@dataclass(frozen=True, slots=True)
class ServerId(Kind):
    """A role or channel id of the server, or None."""

    target: str

    @property
    def allowed(self) -> str:
        return f"a {self.target} of this server"

    def check(self, value: Any) -> int | None:
        if value is not None and (type(value) is not int or not 1 <= value <= HIGHEST_ID):
            raise ValueError(value)
        return value

    def parse(self, text: str) -> int | None:
        return self.check(int(text) if text else None)


@dataclass(frozen=True, slots=True)
class Zone(Kind):
    """The name of a time zone."""

    @property
    def allowed(self) -> str:
        return "a place, for example Europe/Berlin, or UTC"

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError(value)
        return parse_zone(value)


@dataclass(frozen=True, slots=True)
class Written(Kind):
    """A value with its own notation. read: parses it."""

    allowed_text: str
    read: Callable[[str], Any]

    @property
    def allowed(self) -> str:
        return self.allowed_text

    def check(self, value: Any) -> Any:
        return self.read(value)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting. name: its column or rule name.

    page: its form. label, hint: at its field. text_of, into: text and change of a rule; None for a column.
    """

    name: str
    page: str
    kind: Kind
    label: str = ""
    hint: str | None = None
    text_of: Callable[[ClubRules], str] | None = None
    into: Callable[[ClubRules, Any], ClubRules] | None = None

    @property
    def option(self) -> str:
        return self.name.removeprefix("news_").removesuffix("_id")

    def check(self, value: Any) -> Any:
        """Return a file's value as stored; raise InputError if invalid."""
        return self._or_error(self.kind.check, value)

    def parse(self, text: str) -> Any:
        """Return a written or chosen value as stored; raise InputError if invalid."""
        return self._or_error(self.kind.parse, text)

    def _or_error(self, read: Callable[[Any], Any], value: Any) -> Any:
        try:
            return read(value)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            words = f'"{shorten(str(value))}" is not allowed for {self.option}. Choose {self.kind.allowed}.'
            raise InputError(words) from error


# How settings are stored and audited.


CHANGED = setting_action("settings", "changed settings")
UNDONE = setting_action("undo-settings", "undid settings")

RENAMED = "renamed"

POOL_CHANGED = setting_action("oracle-settings", "changed a pool's settings")
QURSH_CHANGED = setting_action("qursh-settings", "changed the settings of QURSH")

_NO_SETTINGS = frozenset({"id", "fold_version", "house_rules", "followed"})
SETTINGS = frozenset(done.name for done in (CHANGED, POOL_CHANGED, QURSH_CHANGED, UNDONE))
"""Actions that record settings."""

ROLES, BOARDS = "role_rules", "live_boards"

RULES = "house_rules."


def settings_of(club: Club) -> dict[str, Any]:
    columns = {one.name: getattr(club, one.name) for one in fields(club) if one.name not in _NO_SETTINGS}
    rules = {RULES + name: rule for name, rule in club.house_rules.to_json().items()}
    found: dict[str, Any] = json.loads(json.dumps(columns | rules))
    return found


def difference(old: Club, new: Club) -> dict[str, dict[str, Any]]:
    before, after = settings_of(old), settings_of(new)
    moved = [name for name in after if before[name] != after[name]]
    return {"before": {name: before[name] for name in moved}, "after": {name: after[name] for name in moved}}


def roles_json(rules: Iterable[RoleRule]) -> list[dict[str, Any]]:
    return [rule.to_json() for rule in rules]


def tables_of(connection: Connection, club_id: int) -> dict[str, Any]:
    return {ROLES: roles_json(roles.rules(connection, club_id)), BOARDS: boards_json(connection, club_id)}


def put(write: Write, values: Mapping[str, Any], *, remove: bool = True) -> Club:
    """Store settings, recalculate what depends on them, and return the club.

    remove: delete the bot's roles without a rule.
    """
    columns = dict(values)
    _check_lists(write, columns)
    rules, boards = columns.pop(ROLES, None), columns.pop(BOARDS, None)
    if columns:
        clubs.change(write.connection, write.club.id, columns)
    if rules is not None:
        put_rules(write.connection, write.club.id, list(map(RoleRule.from_json, rules)), write.now, remove=remove)
    if boards is not None:
        put_boards(write.connection, write.club.id, boards, write.now)
    changed = clubs.find(write.connection, write.club.id)
    old = write.club
    places = old.house_rules.provisional_players, changed.house_rules.provisional_players
    if (changed.lifetime_titles, changed.gone) != (old.lifetime_titles, old.gone) or places[0] != places[1]:
        refresh_boards(write.connection, write.club.id, write.now)
    lists = list(_lists_that_rest_on(write.club.house_rules, changed.house_rules))
    if lists:
        replace(write, club=changed).recalculate_fully(lists)
    return changed


def with_list_renamed(write: Write, old: RatingList, new: RatingList) -> Write:
    """Rename a list in everything that the club has stored, and return what goes on from there."""
    rename_list(write.connection, write.club.id, old, new)
    refresh_boards(write.connection, write.club.id, write.now)
    # What was calculated ahead bears the old name.
    club = clubs.find(write.connection, write.club.id)
    return replace(write, club=club, recalculations=Recalculations(may_look_first=False))


def _as_rated(settings: OwnList | None) -> OwnList | None:
    return None if settings is None else replace(settings, closed=False)


def _check_lists(write: Write, columns: Mapping[str, Any]) -> None:
    """Raise RuleError if a list with results or the default one would go."""
    old = write.club.house_rules
    new = ClubRules.from_json(columns["house_rules"]) if "house_rules" in columns else old
    for gone in old.lists.keys() - new.lists.keys():
        if clubs.uses_list(write.connection, write.club.id, gone):
            raise RuleError(f"{gone.label} is in use. Close it with /td settings, page Own lists.")
    new.check_open(RatingList(columns.get("default_list", write.club.default_list)))


def _lists_that_rest_on(old: ClubRules, new: ClubRules) -> Iterable[RatingList]:
    lists = old.usual_rules.keys() | new.usual_rules.keys()
    return [
        moved
        for moved in new.all_lists
        if (moved in lists and old.usual_rules.get(moved) != new.usual_rules.get(moved))
        or (system_of(moved).is_calibrated and old.oracle_for(moved) != new.oracle_for(moved))
        or _as_rated(old.lists.get(moved)) != _as_rated(new.lists.get(moved))
    ]
