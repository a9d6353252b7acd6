"""Actions of the audit, each declared beside the use case that takes it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

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


ACTIONS: Declared[Action] = Declared()
"""By name; what the audit has beyond these is kept, and not shown."""


def _action(
    kind: AuditKind,
    usual: Subject,
    name: str,
    words: str,
    subject: Subject | None = None,
    *,
    shown_by: str | None = None,
    about_who: bool = False,
) -> Action:
    declared = Action(name, kind, words, subject or usual, shown_by, about_who)
    ACTIONS.add(name, declared)
    return declared


# Each declares an action by its name and words, and its subject if not the usual one of its kind.
event_action = partial(_action, AuditKind.EVENTS, Subject.EVENT)
report_action = partial(_action, AuditKind.REPORTS, Subject.EVENT)
evening_action = partial(_action, AuditKind.EVENINGS, Subject.EVENING)
rating_action = partial(_action, AuditKind.RATINGS, Subject.ENTERED_RATING)
player_action = partial(_action, AuditKind.PLAYERS, Subject.PLAYER)
list_action = partial(_action, AuditKind.LISTS, Subject.LIST)
setting_action = partial(_action, AuditKind.SETTINGS, Subject.NOTHING)
