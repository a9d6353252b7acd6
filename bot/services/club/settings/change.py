"""Change settings, and undo a change."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.services.club.settings.table import columns_of
from bot.services.framework.actions import setting_action
from bot.services.framework.clock import zone
from bot.services.framework.club_settings import site_folder
from bot.services.framework.context import Actor, Services
from bot.services.framework.setting_kinds import (
    BOARDS,
    CHANGED,
    POOL_CHANGED,
    QURSH_CHANGED,
    RENAMED,
    ROLES,
    RULES,
    UNDONE,
    difference,
    put,
    settings_of,
    tables_of,
    with_list_renamed,
)
from bot.services.framework.transaction import Read, Write, read, stored_by, use_case
from bot.services.messages.news import reschedule_announcements
from bot.store.club import clubs
from bot.store.database.rows import Club
from bot.store.messages.live_boards import NO_ACTIVE_FEATURES, ActiveFeatures, active_features
from core.errors import NotFoundError, RuleError
from core.lists import RatingList

SEE = "see or change the settings"


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A club's settings. now: on the club's clock. site: the folder of its web pages, None while they are off."""

    club: Club
    now: datetime
    active: ActiveFeatures = NO_ACTIVE_FEATURES
    site: str | None = None


@read(director_to=SEE)
def settings_page(read: Read) -> SettingsPage:
    now, active = read.now.astimezone(zone(read.club.time_zone)), active_features(read.connection, read.club.id)
    return SettingsPage(read.club, now, active, site_folder(read))


_CHANGES = frozenset({CHANGED.name, POOL_CHANGED.name, QURSH_CHANGED.name})


async def undoable(services: Services, actor: Actor) -> int | None:
    """Return this interaction if it changed settings, so that there is something to undo."""
    change = await stored_by(services, actor.club_id, actor.interaction_id)
    has_changed = change is not None and change.action in _CHANGES and bool((change.details or {}).get("after"))
    return actor.interaction_id if has_changed else None


class DirectorRoleLost(RuleError):
    """Raised if the actor would lose the directors' role. role_id: the new role."""

    def __init__(self, role_id: int | None) -> None:
        super().__init__(
            "You would no longer be a tournament director (TD), so nothing was changed. "
            "Ask somebody who can manage the server to change the directors' role."
        )
        self.role_id = role_id


@use_case(CHANGED, director_to=SEE)
def change_settings(write: Write, values: Mapping[str, Any], *, sure: bool = False) -> Club:
    """Change settings by name, recalculate, and return the club. Raise DirectorRoleLost unless sure."""
    changed = store(write, columns_of(write.club, values), sure=sure)
    write.note(changed.id, difference(write.club, changed))
    return changed


def store(write: Write, columns: Mapping[str, Any], *, sure: bool = False) -> Club:
    """Store setting columns with their effects; return the club. Raise DirectorRoleLost."""
    changed = put(write, columns)
    if not sure and not write.actor.is_director(changed):
        raise DirectorRoleLost(changed.td_role_id)
    if any(name.startswith("news_") for name in columns):
        reschedule_announcements(write, changed)
    return changed


@use_case(
    setting_action("new-site-address", "gave the web pages a new address"),
    director_to=SEE,
)
def new_site_address(write: Write) -> None:
    """Give the club's web pages an address that nobody knows yet; the old folder goes when they are next written."""
    clubs.renew_site_key(write.connection, write.club.id)
    write.note(write.club.id)


@use_case(UNDONE, director_to="undo a change of the settings")
def undo_settings(write: Write, change_id: int) -> Club:
    change = write.entry(change_id)
    if change is None or change.action not in _CHANGES or not (change.details or {}).get("after"):
        raise NotFoundError("There is no such change of settings. Change it with /td settings.")
    before, after = change.details["before"], change.details["after"]
    now = settings_of(write.club) | tables_of(write.connection, write.club.id)
    if all(_is_same(name, now[name], before[name]) for name in before):
        raise NotFoundError("The change has already been undone.")
    if not all(_is_same(name, now[name], after[name]) for name in after):
        raise RuleError("The setting has been changed again. Change it with /td settings.")
    columns = _columns(write.club, before)
    old, new = (change.details or {}).get(RENAMED, (None, None))
    as_named = write if old is None else with_list_renamed(write, RatingList(new), RatingList(old))
    changed = store(as_named, columns)
    back = difference(write.club, changed)
    for name in {ROLES, BOARDS} & before.keys():
        back["before"][name], back["after"][name] = now[name], before[name]
    write.note(changed.id, back)
    return changed


def _is_same(name: str, one: Any, other: Any) -> bool:
    if name != ROLES:
        return bool(one == other)
    return [{**rule, "role": None} for rule in one] == [{**rule, "role": None} for rule in other]


def _columns(club: Club, settings: Mapping[str, Any]) -> dict[str, Any]:
    columns = {name: value for name, value in settings.items() if not name.startswith(RULES)}
    rules = {name.removeprefix(RULES): value for name, value in settings.items() if name.startswith(RULES)}
    if rules:
        columns["house_rules"] = club.house_rules.to_json() | rules
    return columns


# The set-up: five steps, each changed, skipped or undone.


SKIPPED = setting_action("skip-set-up", "skipped a step of the set-up", shown_by="/td setup")

WHAT = "set the club up"


class Step(StrEnum):
    """The steps in their order."""

    LISTS = clubs.LISTS_STEP
    DIRECTORS = "directors"
    REPORTS = "reports"
    ZONE = "zone"
    ROSTER = clubs.ROSTER_STEP


@dataclass(frozen=True, slots=True)
class SetUp:
    """A club's set-up. done: finished or skipped steps, with whether they changed anything."""

    club: Club
    done: Mapping[Step, bool]

    @property
    def step(self) -> Step | None:
        return next((step for step in Step if step not in self.done), None)

    @property
    def last(self) -> Step | None:
        done = [step for step in Step if step in self.done]
        return done[-1] if done else None


@read(director_to=WHAT)
def set_up(read: Read) -> SetUp:
    return _set_up(read.club, clubs.set_up_of(read.connection, read.club.id))


@use_case(CHANGED, director_to=WHAT)
def take_step(write: Write, step: Step, values: Mapping[str, Any]) -> SetUp:
    """Take a step, or skip it if it has no values."""
    if not values and step in (steps := clubs.set_up_of(write.connection, write.club.id)):
        return _set_up(write.club, steps)
    return done_step(write, checked_step(write, step), step, columns_of(write.club, values), skipped=not values)


def checked_step(write: Write, step: Step, *, over_skipped: bool = False) -> dict[str, Any]:
    """Return what the steps changed; raise RuleError if this one is done. over_skipped: a skipped one is not."""
    steps = clubs.set_up_of(write.connection, write.club.id)
    if step in steps and not (over_skipped and not steps[step].get("taken")):
        raise RuleError("That step is already done. Press Undo first, or use /td settings.")
    return steps


def done_step(
    write: Write, steps: dict[str, Any], step: Step, columns: Mapping[str, Any], *, skipped: bool = False
) -> SetUp:
    changed = store(write, columns)
    details = difference(write.club, changed)
    steps[step] = {**details, "taken": not skipped}
    clubs.change(write.connection, write.club.id, {"set_up": steps})
    write.note(write.club.id, details, action=SKIPPED if skipped else None)
    return _set_up(changed, steps)


@use_case(UNDONE, director_to=WHAT)
def undo_step(write: Write, step: Step) -> SetUp:
    steps = clubs.set_up_of(write.connection, write.club.id)
    if step not in steps:
        return _set_up(write.club, steps)
    done = steps.pop(step)
    now = settings_of(write.club)
    is_back = all(now[name] == value for name, value in done["before"].items())
    if not is_back and any(now[name] != value for name, value in done["after"].items()):
        raise RuleError("The setting has been changed again. Change it with /td settings.")
    changed = store(write, {**_columns(write.club, done["before"]), "set_up": steps})
    write.note(write.club.id, difference(write.club, changed))
    return _set_up(changed, steps)


def _set_up(club: Club, steps: Mapping[str, Any]) -> SetUp:
    done = {step: steps[step] for step in Step if step in steps}
    return SetUp(club, {step: bool(one["after"]) or one.get("taken", False) for step, one in done.items()})
