"""Settings changed, and a change taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.services.clock import zone
from bot.services.news import reschedule_announcements
from bot.services.setting_kinds import (
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
from bot.services.settings.table import columns_of
from bot.services.transaction import Read, Write, read, use_case
from bot.store import clubs
from bot.store.events import facts
from bot.store.live_boards import NO_ACTIVE_FEATURES, ActiveFeatures, active_features
from bot.store.rows import Club
from core.club_rules import ClubRules
from core.errors import NotFoundError, RuleError
from core.lists import RatingList

SEE = "see or change the settings"


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A club's settings. now: on the club's clock."""

    club: Club
    now: datetime
    active: ActiveFeatures = NO_ACTIVE_FEATURES


@read(director_to=SEE)
def settings_page(read: Read) -> SettingsPage:
    """Return the settings."""
    return SettingsPage(
        read.club, read.now.astimezone(zone(read.club.time_zone)), active_features(read.connection, read.club.id)
    )


_CHANGES = frozenset({CHANGED, POOL_CHANGED, QURSH_CHANGED})


class DirectorRoleLost(RuleError):
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

    Raise DirectorRoleLost where whoever changes them could change none any more, unless they are sure.
    """
    changed = store(write, columns_of(write.club, values), sure=sure)
    write.note(changed.id, difference(write.club, changed))
    return changed


def store(write: Write, columns: Mapping[str, Any], *, sure: bool = False) -> Club:
    """Store settings by their columns, and let everything that follows them know; return the club.

    Raise DirectorRoleLost as `change_settings` does.
    """
    changed = put(write, columns)
    if not sure and not write.actor.is_director(changed):
        raise DirectorRoleLost(changed.td_role_id)
    if any(name.startswith("news_") for name in columns):
        reschedule_announcements(write, changed)
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


# A club's set-up: five steps, each of which changes a setting, is skipped, and can be taken back.


SKIPPED = "skip-set-up"
"""The audit's name for a step that changed nothing."""

WHAT = "set the club up"


class Step(StrEnum):
    """The steps in their order."""

    DIRECTORS = "directors"
    LISTS = "lists"
    REPORTS = "reports"
    ZONE = "zone"
    ROSTER = clubs.ROSTER_STEP


@dataclass(frozen=True, slots=True)
class SetUp:
    """How far a club's set-up is.

    taken: the steps that were taken or skipped, with whether they changed anything.
    """

    club: Club
    done: Mapping[Step, bool]

    @property
    def step(self) -> Step | None:
        """Return the first step that is open; None when all are taken."""
        return next((step for step in Step if step not in self.done), None)

    @property
    def last(self) -> Step | None:
        """Return the last step before it, which can be taken back."""
        done = [step for step in Step if step in self.done]
        return done[-1] if done else None


@read(director_to=WHAT)
def set_up(read: Read) -> SetUp:
    """Return how far the set-up is."""
    return _set_up(read.club, clubs.set_up_of(read.connection, read.club.id))


@use_case(CHANGED, director_to=WHAT)
def take_step(write: Write, step: Step, values: Mapping[str, Any]) -> SetUp:
    """Change what a step is about, by the names of settings; no values skip it."""
    steps = clubs.set_up_of(write.connection, write.club.id)
    if step in steps and not values:
        return _set_up(write.club, steps)
    if step in steps:
        raise RuleError("That step is taken already: press Undo first, or use /td settings.")
    changed = store(write, columns_of(write.club, values))
    steps[step] = difference(write.club, changed)
    clubs.change(write.connection, write.club.id, {"set_up": steps})
    write.note(write.club.id, steps[step], action=None if values else SKIPPED)
    return _set_up(changed, steps)


@use_case(UNDONE, director_to=WHAT)
def undo_step(write: Write, step: Step) -> SetUp:
    """Open a step again, and let what it changed be what it was, unless that has been changed again since."""
    steps = clubs.set_up_of(write.connection, write.club.id)
    if step not in steps:
        return _set_up(write.club, steps)
    done = steps.pop(step)
    now = settings_of(write.club)
    is_back = all(now[name] == value for name, value in done["before"].items())
    if not is_back and any(now[name] != value for name, value in done["after"].items()):
        raise RuleError("It has been changed again since: set what you want with /td settings.")
    changed = store(write, {**done["before"], "set_up": steps})
    write.note(write.club.id, difference(write.club, changed))
    return _set_up(changed, steps)


def _set_up(club: Club, steps: Mapping[str, Any]) -> SetUp:
    return SetUp(club, {Step(step): bool(changed["after"]) for step, changed in steps.items()})
