"""The audit for directors: who did what, by kind or by member."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from bot.services.framework.transaction import Read, read
from bot.store.club import audit_log
from bot.store.club.audit_log import Subject

PAGE_SIZE = 12


class AuditKind(StrEnum):
    """A kind of actions; the value is part of a button's id."""

    EVENTS = "events"
    REPORTS = "reports"
    EVENINGS = "evenings"
    RATINGS = "ratings"
    PLAYERS = "players"
    LISTS = "lists"
    SETTINGS = "settings"


class AuditType(NamedTuple):
    """An audit action: its kind, and what its number refers to."""

    kind: AuditKind
    subject: Subject


AUDIT_TYPES: dict[str, AuditType] = {
    "record-event": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "confirm-report": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "dispute-report": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "challenge": AuditType(AuditKind.REPORTS, Subject.CHALLENGE),
    "change-challenge": AuditType(AuditKind.REPORTS, Subject.CHALLENGE),
    "accept-challenge": AuditType(AuditKind.REPORTS, Subject.CHALLENGE),
    "decline-challenge": AuditType(AuditKind.REPORTS, Subject.CHALLENGE),
    "record-match": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "correct-match": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "confirm-match": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "object-match": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "import-event": AuditType(AuditKind.EVENTS, Subject.EVENT),
    "amend-event": AuditType(AuditKind.EVENTS, Subject.EVENT),
    "void-event": AuditType(AuditKind.EVENTS, Subject.EVENT),
    "restore-event": AuditType(AuditKind.EVENTS, Subject.EVENT),
    "undo-correction": AuditType(AuditKind.EVENTS, Subject.EVENT),
    "void-reports": AuditType(AuditKind.REPORTS, Subject.EVENT),
    "norm-settings": AuditType(AuditKind.EVENTS, Subject.EVENT),
    "new-evening": AuditType(AuditKind.EVENINGS, Subject.EVENING),
    "join-evening": AuditType(AuditKind.EVENINGS, Subject.EVENING),
    "leave-evening": AuditType(AuditKind.EVENINGS, Subject.EVENING),
    "report-results": AuditType(AuditKind.EVENINGS, Subject.EVENING),
    "confirm-results": AuditType(AuditKind.EVENINGS, Subject.EVENING),
    "close-evening": AuditType(AuditKind.EVENINGS, Subject.EVENT),
    "cancel-evening": AuditType(AuditKind.EVENINGS, Subject.EVENING),
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
            "set-no-shows",
            "check-in",
            "check-in-players",
            "i-am-here",
            "withdraw-absent",
            "undo-announced",
        ),
        AuditType(AuditKind.EVENINGS, Subject.EVENING),
    ),
    "set-rating": AuditType(AuditKind.RATINGS, Subject.ENTERED_RATING),
    "undo-rating": AuditType(AuditKind.RATINGS, Subject.ENTERED_RATING),
    "demote-title": AuditType(AuditKind.RATINGS, Subject.DEMOTION),
    "undo-demotion": AuditType(AuditKind.RATINGS, Subject.DEMOTION),
    "request-demotion": AuditType(AuditKind.RATINGS, Subject.PLAYER),
    "add-player": AuditType(AuditKind.PLAYERS, Subject.PLAYER),
    "edit-player": AuditType(AuditKind.PLAYERS, Subject.PLAYER),
    "link-account": AuditType(AuditKind.PLAYERS, Subject.PLAYER),
    "link-player": AuditType(AuditKind.PLAYERS, Subject.PLAYER),
    "merge-players": AuditType(AuditKind.PLAYERS, Subject.MERGE),
    "undo-merge": AuditType(AuditKind.PLAYERS, Subject.MERGE),
    "claim-player": AuditType(AuditKind.PLAYERS, Subject.CLAIM),
    "decide-claim": AuditType(AuditKind.PLAYERS, Subject.CLAIM),
    "undo-claim": AuditType(AuditKind.PLAYERS, Subject.CLAIM),
    "confirm-id": AuditType(AuditKind.PLAYERS, Subject.PLAYER),
    "hide-player": AuditType(AuditKind.PLAYERS, Subject.PLAYER),
    "delete-player": AuditType(AuditKind.PLAYERS, Subject.NOTHING),
    "forget": AuditType(AuditKind.PLAYERS, Subject.PLAYER),
    "import-roster": AuditType(AuditKind.PLAYERS, Subject.NOTHING),
    "undo-import-roster": AuditType(AuditKind.PLAYERS, Subject.NOTHING),
    "import-pool": AuditType(AuditKind.PLAYERS, Subject.NOTHING),
    "undo-import-pool": AuditType(AuditKind.PLAYERS, Subject.NOTHING),
    "accept-official": AuditType(AuditKind.RATINGS, Subject.NOTHING),
    "undo-official": AuditType(AuditKind.RATINGS, Subject.NOTHING),
    "publish-list": AuditType(AuditKind.LISTS, Subject.LIST),
    "undo-publication": AuditType(AuditKind.LISTS, Subject.LIST),
    "calibrate": AuditType(AuditKind.LISTS, Subject.LIST),
    "undo-calibration": AuditType(AuditKind.LISTS, Subject.LIST),
    "start-season": AuditType(AuditKind.LISTS, Subject.SEASON),
    "change-season": AuditType(AuditKind.LISTS, Subject.SEASON),
    "end-season": AuditType(AuditKind.LISTS, Subject.SEASON),
    "reopen-season": AuditType(AuditKind.LISTS, Subject.SEASON),
    "undo-season": AuditType(AuditKind.LISTS, Subject.SEASON),
    "settings": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "oracle-settings": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "load-history": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "reset-history": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "qursh-settings": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "undo-settings": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "objection": AuditType(AuditKind.RATINGS, Subject.PLAYER),
    "live-board": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "export-club": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "import-club": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "new-site-address": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
    "skip-set-up": AuditType(AuditKind.SETTINGS, Subject.NOTHING),
}
"""By the audit's name of an action; whatever is not here is kept, and not shown."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """What somebody did. about: the event, evening, player or list. changed: settings by name."""

    at: datetime
    actor_id: int
    action: str
    about: str | None
    reason: str | None
    changed: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of actions, latest first; `page` counts from 0. kind, actor_id: filters."""

    page: int
    pages: int
    deeds: int
    lines: tuple[AuditLine, ...]
    kind: AuditKind | None
    actor_id: int | None


@read(director_to="see the audit log")
def club_audit(look: Read, page: int = 0, kind: AuditKind | None = None, of: int | None = None) -> AuditPage:
    """Return a page of the audit, or the nearest existing one. kind, of: only a kind, or a Discord user."""
    connection, club = look.connection, look.club
    actions = [action for action, audit_type in AUDIT_TYPES.items() if kind in (None, audit_type.kind)]
    total = audit_log.count(connection, club.id, actions, of)
    pages = max(1, -(-total // PAGE_SIZE))
    at = max(0, min(page, pages - 1))
    found = audit_log.page(connection, club.id, actions, of, PAGE_SIZE, at * PAGE_SIZE)
    asked: dict[Subject, set[int]] = defaultdict(set)
    for entry in found:
        asked[AUDIT_TYPES[entry.action].subject].add(entry.subject_id or 0)
    called = {subject: audit_log.names(connection, club.id, subject, ids) for subject, ids in asked.items()}
    lines = tuple(_audit_line(entry, called[AUDIT_TYPES[entry.action].subject]) for entry in found)
    return AuditPage(at, pages, total, lines, kind, of)


def _audit_line(entry: audit_log.Entry, called: dict[int, str]) -> AuditLine:
    details = entry.details if isinstance(entry.details, dict) else {}
    reason = details.get("reason")
    after = details.get("values", details.get("after"))
    changed = tuple(after.items()) if isinstance(after, dict) else ()
    return AuditLine(
        at=entry.at,
        actor_id=entry.actor_id,
        action=entry.action,
        about=called.get(entry.subject_id or 0),
        reason=reason if isinstance(reason, str) and reason else None,
        changed=changed,
    )
