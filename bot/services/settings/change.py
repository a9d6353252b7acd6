"""Settings changed, and a change taken back."""

from collections.abc import Mapping
from typing import Any

from bot.services.alive.news.look import announce_anew
from bot.services.settings.settings_page import SEE
from bot.services.settings.table import columns_of
from bot.services.settings_undo import (
    BOARDS,
    CHANGED,
    POOL_CHANGED,
    QURSH_CHANGED,
    ROLES,
    RULES,
    UNDONE,
    difference,
    put,
    settings_of,
    tables_of,
)
from bot.services.transaction import Write, use_case
from bot.store.events import facts
from bot.store.rows import Club
from core.club_rules import ClubRules
from core.errors import NotFoundError, RuleError
from core.lists import RatingList

_CHANGES = frozenset({CHANGED, POOL_CHANGED, QURSH_CHANGED})


class NoDirectorAnyMore(RuleError):
    """Whoever changes the directors' role would lose it. role_id: the role that it is to be."""

    def __init__(self, role_id: int | None) -> None:
        super().__init__(
            "You would no longer be a tournament director (TD), so nothing was changed. "
            "Ask somebody who can manage the server to change the directors' role."
        )
        self.role_id = role_id


@use_case(CHANGED, director_to=SEE)
def change_settings(write: Write, values: Mapping[str, Any], *, sure: bool = False) -> Club:
    """Change settings by their names in the table, fold again what rests on them, and return the club.

    Raise NoDirectorAnyMore where whoever changes them could change none any more, unless they are sure.
    """
    changed = store(write, columns_of(write.club, values), sure=sure)
    write.note(changed.id, difference(write.club, changed))
    return changed


def store(write: Write, columns: Mapping[str, Any], *, sure: bool = False) -> Club:
    """Store settings by their columns, and let everything that follows them know; return the club.

    Raise NoDirectorAnyMore as `change_settings` does.
    """
    changed = put(write, columns)
    if not sure and not write.actor.is_director(changed):
        raise NoDirectorAnyMore(changed.td_role_id)
    if any(name.startswith("news_") for name in columns):
        announce_anew(write, changed)
    return changed


@use_case(UNDONE, director_to="take a change of the settings back")
def undo_settings(write: Write, change_id: int) -> Club:
    """Take back what an interaction changed, unless it has been changed again since."""
    change = write.entry(change_id)
    if change is None or change.action not in _CHANGES or not (change.details or {}).get("after"):
        raise NotFoundError("No change of settings is known there: set what you want anew.")
    before, after = change.details["before"], change.details["after"]
    now = settings_of(write.club) | tables_of(write.connection, write.club.id)
    if all(_is_same(name, now[name], before[name]) for name in before):
        raise NotFoundError("That change has been taken back already.")
    if not all(_is_same(name, now[name], after[name]) for name in after):
        raise RuleError("It has been changed again since: set what you want anew.")
    columns = _columns(write.club, before)
    for pool in _pools_that_go(write.club.house_rules, columns):
        if facts.refs_from(write.connection, write.club.id, pool, facts.BEGINNING):
            raise RuleError(f"{pool.label} has matches by now: it stays open.")
    changed = store(write, columns)
    back = difference(write.club, changed)
    for name in {ROLES, BOARDS} & before.keys():
        back["before"][name], back["after"][name] = now[name], before[name]
    write.note(changed.id, back)
    return changed


def _is_same(name: str, one: Any, other: Any) -> bool:
    """Return whether a setting is what it was; roles that were to be made then may have been made since."""
    if name != ROLES:
        return bool(one == other)
    return [{**rule, "role": None} for rule in one] == [{**rule, "role": None} for rule in other]


def _pools_that_go(rules: ClubRules, columns: Mapping[str, Any]) -> set[RatingList]:
    """Return the pools that are open and would not be by these columns."""
    if "house_rules" not in columns:
        return set()
    return rules.oracle_pools.keys() - ClubRules.from_json(columns["house_rules"]).oracle_pools.keys()


def _columns(club: Club, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as the columns that hold them."""
    columns = {name: value for name, value in settings.items() if not name.startswith(RULES)}
    rules = {name.removeprefix(RULES): value for name, value in settings.items() if name.startswith(RULES)}
    if rules:
        columns["house_rules"] = club.house_rules.to_json() | rules
    return columns
