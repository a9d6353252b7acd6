"""Actions of the audit, each declared beside the use case that takes it."""

from dataclasses import dataclass
from enum import StrEnum

from bot.declarations import Declared
from bot.store.club.audit_log import Subject


class AuditKind(StrEnum):
    """A kind of actions; the value is part of a button's id."""

    EVENTS = "events"
    REPORTS = "reports"
    EVENINGS = "evenings"
    RATINGS = "ratings"
    PLAYERS = "players"
    LISTS = "lists"
    SETTINGS = "settings"


_USUAL = {
    AuditKind.EVENTS: Subject.EVENT,
    AuditKind.REPORTS: Subject.EVENT,
    AuditKind.EVENINGS: Subject.EVENING,
    AuditKind.PLAYERS: Subject.PLAYER,
    AuditKind.LISTS: Subject.LIST,
}


@dataclass(frozen=True, slots=True)
class Action:
    """What a use case does, stored by its name."""

    name: str
    kind: AuditKind
    words: str
    """Between who did it and the subject's name."""
    subject: Subject
    """What the stored number refers to."""
    shown_by: str | None
    """A command that shows what it did, if not its subject's."""
    about_who: bool
    """Whether it may change who a member is or who may be seen."""


ACTIONS: Declared[Action] = Declared("bot.services")
"""By name; what the audit has beyond these is kept, and not shown."""


def action(
    name: str,
    kind: AuditKind,
    words: str,
    subject: Subject | None = None,
    *,
    shown_by: str | None = None,
    about_who: bool = False,
) -> Action:
    """Declare an action. subject: if not the usual one of its kind."""
    declared = Action(name, kind, words, subject or _USUAL.get(kind, Subject.NOTHING), shown_by, about_who)
    ACTIONS.add(name, declared)
    return declared
