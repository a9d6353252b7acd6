"""A club's set-up: four steps, each of which changes a setting, is skipped, and can be taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.services.club_settings import SettingsChange, changed_by
from bot.services.context import Actor, Services
from bot.services.settings_undo import CHANGED, UNDONE, difference, put, settings_of
from bot.services.transaction import Done, Write, read_as_director, write_once
from bot.store import clubs
from bot.store.rows import AuditEntry, Club
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


async def set_up(services: Services, actor: Actor) -> SetUp:
    """Return how far the set-up is; directors only."""
    return await read_as_director(
        services, actor, WHAT, lambda connection, club: _set_up(club, clubs.set_up_of(connection, club.id))
    )


async def take_step(services: Services, actor: Actor, step: Step, change: SettingsChange) -> SetUp:
    """Change what a step is about; a change that is empty skips it."""

    def work(write: Write) -> Done[SetUp]:
        steps = clubs.set_up_of(write.connection, write.club.id)
        if step in steps and change.is_empty:
            return Done(_set_up(write.club, steps), None)
        if step in steps:
            raise RuleError("That step is taken already: press Undo first, or use /club settings.")
        done = changed_by(write, change)
        steps[step] = done.details
        clubs.change(write.connection, write.club.id, {"set_up": steps})
        found = _set_up(done.report, steps)
        if change.is_empty:
            return Done(found, write.club.id, done.details, SKIPPED)
        return Done(found, write.club.id, done.details)

    return await write_once(services, actor, CHANGED, work, again=_again, director_to=WHAT)


async def undo_step(services: Services, actor: Actor, step: Step) -> SetUp:
    """Open a step again, and let what it changed be what it was, unless that has been changed again since."""

    def work(write: Write) -> Done[SetUp]:
        steps = clubs.set_up_of(write.connection, write.club.id)
        if step not in steps:
            return Done(_set_up(write.club, steps), None)
        taken = steps.pop(step)
        now = settings_of(write.club)
        is_back = all(now[name] == value for name, value in taken["before"].items())
        if not is_back and any(now[name] != value for name, value in taken["after"].items()):
            raise RuleError("It has been changed again since: set what you want with /club settings.")
        changed = put(write, {**taken["before"], "set_up": steps})
        return Done(_set_up(changed, steps), write.club.id, difference(write.club, changed))

    return await write_once(services, actor, UNDONE, work, again=_again, director_to=WHAT)


def _again(write: Write, entry: AuditEntry) -> SetUp:
    return _set_up(write.club, clubs.set_up_of(write.connection, write.club.id))


def _set_up(club: Club, steps: Mapping[str, Any]) -> SetUp:
    return SetUp(club, {Step(step): bool(changed["after"]) for step, changed in steps.items()})
