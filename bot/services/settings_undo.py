"""How settings are stored: as columns, with what rests on them, and before and after in the audit."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from bot.services.outbox.boards import boards_json, put_boards, show_again
from bot.services.outbox.roles import put_rules
from bot.services.transaction import Write
from bot.services.upkeep.refold import refold_by_other_rules
from bot.store import clubs
from bot.store.alive import roles
from bot.store.alive.roles import RoleRule
from bot.store.database import Connection
from bot.store.rows import Club
from core.club_rules import ClubRules
from core.lists import RatingList
from core.systems import CALIBRATED, SYSTEMS

CHANGED, UNDONE = "settings", "undo-settings"
"""The audit's names for a change, and for taking one back."""

POOL_CHANGED, QURSH_CHANGED = "oracle-settings", "qursh-settings"
"""The audit's names for a change of what a pool goes by, and of what Scrabble events are ranked against."""

_NO_SETTINGS = frozenset({"id", "fold_version", "house_rules", "followed"})
SETTINGS = frozenset({CHANGED, POOL_CHANGED, QURSH_CHANGED, UNDONE})
"""Whatever the audit keeps settings of, before and after."""

ROLES, BOARDS = "role_rules", "live_boards"
"""The settings that are the rules of roles and the live boards, whose rows are tables of their own."""

RULES = "house_rules."
"""Stands before the names of the club's rules, each of which is a setting by itself."""


def settings_of(club: Club) -> dict[str, Any]:
    """Return every setting of a club by its name, as JSON."""
    columns = {one.name: getattr(club, one.name) for one in fields(club) if one.name not in _NO_SETTINGS}
    rules = {RULES + name: rule for name, rule in club.house_rules.to_json().items()}
    found: dict[str, Any] = json.loads(json.dumps(columns | rules))
    return found


def difference(old: Club, new: Club) -> dict[str, dict[str, Any]]:
    """Return what the audit keeps of a change: the settings that are others, before and after."""
    before, after = settings_of(old), settings_of(new)
    moved = [name for name in after if before[name] != after[name]]
    return {"before": {name: before[name] for name in moved}, "after": {name: after[name] for name in moved}}


def roles_json(rules: Iterable[RoleRule]) -> list[dict[str, Any]]:
    """Return rules of roles as the audit keeps them."""
    return [rule.to_json() for rule in rules]


def tables_of(connection: Connection, club_id: int) -> dict[str, Any]:
    """Return the settings that are tables of their own, as the audit keeps them."""
    return {ROLES: roles_json(roles.rules(connection, club_id)), BOARDS: boards_json(connection, club_id)}


def put(write: Write, values: Mapping[str, Any], *, remove: bool = True) -> Club:
    """Store settings by their columns, fold again what rests on them, and return the club.

    remove: delete the bot's own roles that no rule gives any more.
    """
    columns = dict(values)
    rules, boards = columns.pop(ROLES, None), columns.pop(BOARDS, None)
    if columns:
        clubs.change(write.connection, write.club.id, columns)
    if rules is not None:
        put_rules(write.connection, write.club.id, list(map(RoleRule.from_json, rules)), write.now, remove=remove)
    if boards is not None:
        put_boards(write.connection, write.club.id, boards, write.now)
    changed = clubs.find(write.connection, write.club.id)
    if (changed.lifetime_titles, changed.gone) != (write.club.lifetime_titles, write.club.gone):
        show_again(write.connection, write.club.id, write.now)
    lists = list(_lists_that_rest_on(write.club.house_rules, changed.house_rules))
    if lists:
        refold_by_other_rules(replace(write, club=changed), lists)
    return changed


def _lists_that_rest_on(old: ClubRules, new: ClubRules) -> Iterable[RatingList]:
    """Return the lists that other rules rate otherwise: on the tables of the lifetime titles every title does."""
    if old.lifetime != new.lifetime:
        return SYSTEMS
    lists = old.usual_rules.keys() | new.usual_rules.keys()
    return [
        moved
        for moved in SYSTEMS
        if (moved in lists and old.usual_rules.get(moved) != new.usual_rules.get(moved))
        or (moved in CALIBRATED and old.oracle_for(moved) != new.oracle_for(moved))
    ]
