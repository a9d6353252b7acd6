"""Who did what in a club, for its directors: all of it, of one kind, or of one member."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from bot.services.transaction import Read, read
from bot.store import audit_log
from bot.store.audit_log import Subject

PAGE_SIZE = 12


class DeedKind(StrEnum):
    """What kind of deeds a list has; the value is a part of a button's id."""

    EVENTS = "events"
    REPORTS = "reports"
    EVENINGS = "evenings"
    RATINGS = "ratings"
    PLAYERS = "players"
    LISTS = "lists"
    SETTINGS = "settings"


class DeedType(NamedTuple):
    """What an action of the audit is: its kind, and what its number counts."""

    kind: DeedKind
    subject: Subject


DEEDS: dict[str, DeedType] = {
    "record-event": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "confirm-report": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "dispute-report": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "challenge": DeedType(DeedKind.REPORTS, Subject.CHALLENGE),
    "change-challenge": DeedType(DeedKind.REPORTS, Subject.CHALLENGE),
    "accept-challenge": DeedType(DeedKind.REPORTS, Subject.CHALLENGE),
    "decline-challenge": DeedType(DeedKind.REPORTS, Subject.CHALLENGE),
    "report-challenge": DeedType(DeedKind.REPORTS, Subject.CHALLENGE),
    "confirm-challenge": DeedType(DeedKind.REPORTS, Subject.CHALLENGE),
    "object-challenge": DeedType(DeedKind.REPORTS, Subject.CHALLENGE),
    "record-match": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "correct-match": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "confirm-match": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "object-match": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "import-event": DeedType(DeedKind.EVENTS, Subject.EVENT),
    "amend-event": DeedType(DeedKind.EVENTS, Subject.EVENT),
    "void-event": DeedType(DeedKind.EVENTS, Subject.EVENT),
    "restore-event": DeedType(DeedKind.EVENTS, Subject.EVENT),
    "undo-correction": DeedType(DeedKind.EVENTS, Subject.EVENT),
    "void-reports": DeedType(DeedKind.REPORTS, Subject.EVENT),
    "norm-settings": DeedType(DeedKind.EVENTS, Subject.EVENT),
    "new-evening": DeedType(DeedKind.EVENINGS, Subject.EVENING),
    "join-evening": DeedType(DeedKind.EVENINGS, Subject.EVENING),
    "leave-evening": DeedType(DeedKind.EVENINGS, Subject.EVENING),
    "report-results": DeedType(DeedKind.EVENINGS, Subject.EVENING),
    "confirm-results": DeedType(DeedKind.EVENINGS, Subject.EVENING),
    "close-evening": DeedType(DeedKind.EVENINGS, Subject.EVENT),
    "cancel-evening": DeedType(DeedKind.EVENINGS, Subject.EVENING),
    **dict.fromkeys(
        (
            "add-entrants",
            "withdraw",
            "come-back",
            "ask-bye",
            "draft-round",
            "drop-draft",
            "pair-by-hand",
            "publish-round",
            "unpublish-round",
            "send-on",
            "change-evening",
            "pair-me",
            "not-now",
            "pair-waiting",
            "close-round",
            "reopen-round",
            "reopen-evening",
            "report-game",
            "answer-game",
            "take-back-game",
            "enter-results",
            "decide-game",
            "set-tie-breaks",
            "set-prizes",
            "make-sections",
            "undo-sections",
            "move-player",
            "set-pairing-rules",
            "undo-announced",
        ),
        DeedType(DeedKind.EVENINGS, Subject.EVENING),
    ),
    "set-rating": DeedType(DeedKind.RATINGS, Subject.OPENING),
    "undo-rating": DeedType(DeedKind.RATINGS, Subject.OPENING),
    "demote-title": DeedType(DeedKind.RATINGS, Subject.DEMOTION),
    "undo-demotion": DeedType(DeedKind.RATINGS, Subject.DEMOTION),
    "request-demotion": DeedType(DeedKind.RATINGS, Subject.PLAYER),
    "add-player": DeedType(DeedKind.PLAYERS, Subject.PLAYER),
    "edit-player": DeedType(DeedKind.PLAYERS, Subject.PLAYER),
    "link-player": DeedType(DeedKind.PLAYERS, Subject.PLAYER),
    "merge-players": DeedType(DeedKind.PLAYERS, Subject.MERGE),
    "undo-merge": DeedType(DeedKind.PLAYERS, Subject.MERGE),
    "claim-player": DeedType(DeedKind.PLAYERS, Subject.CLAIM),
    "decide-claim": DeedType(DeedKind.PLAYERS, Subject.CLAIM),
    "undo-claim": DeedType(DeedKind.PLAYERS, Subject.CLAIM),
    "confirm-id": DeedType(DeedKind.PLAYERS, Subject.PLAYER),
    "hide-player": DeedType(DeedKind.PLAYERS, Subject.PLAYER),
    "delete-player": DeedType(DeedKind.PLAYERS, Subject.NOTHING),
    "forget": DeedType(DeedKind.PLAYERS, Subject.PLAYER),
    "import-roster": DeedType(DeedKind.PLAYERS, Subject.NOTHING),
    "undo-import-roster": DeedType(DeedKind.PLAYERS, Subject.NOTHING),
    "import-pool": DeedType(DeedKind.PLAYERS, Subject.NOTHING),
    "undo-import-pool": DeedType(DeedKind.PLAYERS, Subject.NOTHING),
    "publish-list": DeedType(DeedKind.LISTS, Subject.LIST),
    "undo-publication": DeedType(DeedKind.LISTS, Subject.LIST),
    "calibrate": DeedType(DeedKind.LISTS, Subject.LIST),
    "undo-calibration": DeedType(DeedKind.LISTS, Subject.LIST),
    "start-season": DeedType(DeedKind.LISTS, Subject.SEASON),
    "change-season": DeedType(DeedKind.LISTS, Subject.SEASON),
    "end-season": DeedType(DeedKind.LISTS, Subject.SEASON),
    "reopen-season": DeedType(DeedKind.LISTS, Subject.SEASON),
    "undo-season": DeedType(DeedKind.LISTS, Subject.SEASON),
    "settings": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "oracle-settings": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "load-history": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "reset-history": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "qursh-settings": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "undo-settings": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "objection": DeedType(DeedKind.RATINGS, Subject.PLAYER),
    "live-board": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "export-club": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "import-club": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
    "skip-set-up": DeedType(DeedKind.SETTINGS, Subject.NOTHING),
}
"""By the audit's name of an action; whatever is not here is kept, and not shown."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did.

    about: the event, evening, player or list. reason: why, where that was told. changed: settings, by their names.
    """

    at: datetime
    actor_id: int
    action: str
    about: str | None
    reason: str | None
    changed: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of deeds, latest first; `page` counts from 0. kind, actor_id: of what and whom alone."""

    page: int
    pages: int
    deeds: int
    lines: tuple[Deed, ...]
    kind: DeedKind | None
    actor_id: int | None


@read(director_to="see who did what")
def club_audit(look: Read, page: int = 0, kind: DeedKind | None = None, of: int | None = None) -> AuditPage:
    """Return a page of what was done in the club; one that does not exist becomes the nearest that does.

    kind: deeds of one kind. of: those of one Discord user.
    """
    connection, club = look.connection, look.club
    actions = [action for action, deed in DEEDS.items() if kind in (None, deed.kind)]
    total = audit_log.count(connection, club.id, actions, of)
    pages = max(1, -(-total // PAGE_SIZE))
    at = max(0, min(page, pages - 1))
    found = audit_log.page(connection, club.id, actions, of, PAGE_SIZE, at * PAGE_SIZE)
    asked: dict[Subject, set[int]] = defaultdict(set)
    for entry in found:
        asked[DEEDS[entry.action].subject].add(entry.subject_id or 0)
    called = {subject: audit_log.names(connection, club.id, subject, ids) for subject, ids in asked.items()}
    lines = tuple(_deed(entry, called[DEEDS[entry.action].subject]) for entry in found)
    return AuditPage(at, pages, total, lines, kind, of)


def _deed(entry: audit_log.Entry, called: dict[int, str]) -> Deed:
    details = entry.details if isinstance(entry.details, dict) else {}
    reason = details.get("reason")
    after = details.get("values", details.get("after"))
    changed = tuple(after.items()) if isinstance(after, dict) else ()
    return Deed(
        at=entry.at,
        actor_id=entry.actor_id,
        action=entry.action,
        about=called.get(entry.subject_id or 0),
        reason=reason if isinstance(reason, str) and reason else None,
        changed=changed,
    )
