"""A club's set-up: four steps, each of which changes a setting, is skipped, and can be taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.services.settings.change import store
from bot.services.settings.table import columns_of
from bot.services.settings_undo import CHANGED, UNDONE, difference, settings_of
from bot.services.transaction import Read, Write, read, use_case
from bot.store import clubs
from bot.store.rows import Club
from core.errors import RuleError

SKIPPED = "skip-set-up"
"""The audit's name for a step that changed nothing."""

WHAT = "set the club up"


class Step(StrEnum):
    """The steps in their order."""

    DIRECTORS = "directors"
    LISTS = "lists"
    REPORTS = "reports"
    ROSTER = clubs.ROSTER_STEP


@dataclass(frozen=True, slots=True)
class SetUp:
    """How far a club's set-up is.

    taken: the steps that were taken or skipped, with whether they changed anything.
    """

    club: Club
    taken: Mapping[Step, bool]

    @property
    def step(self) -> Step | None:
        """Return the first step that is open; None when all are taken."""
        return next((step for step in Step if step not in self.taken), None)

    @property
    def last(self) -> Step | None:
        """Return the last step before it, which can be taken back."""
        taken = [step for step in Step if step in self.taken]
        return taken[-1] if taken else None


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
        raise RuleError("That step is taken already: press Undo first, or use /club settings.")
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
    taken = steps.pop(step)
    now = settings_of(write.club)
    is_back = all(now[name] == value for name, value in taken["before"].items())
    if not is_back and any(now[name] != value for name, value in taken["after"].items()):
        raise RuleError("It has been changed again since: set what you want with /club settings.")
    changed = store(write, {**taken["before"], "set_up": steps})
    write.note(write.club.id, difference(write.club, changed))
    return _set_up(changed, steps)


def _set_up(club: Club, steps: Mapping[str, Any]) -> SetUp:
    return SetUp(club, {Step(step): bool(changed["after"]) for step, changed in steps.items()})
