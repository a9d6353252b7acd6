"""The audit for directors: who did what, by kind or by member."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.declarations import import_all
from bot.services.framework.actions import ACTIONS, Action, AuditKind
from bot.services.framework.transaction import Read, read
from bot.store.club import audit_log
from bot.store.club.audit_log import Subject

PAGE_SIZE = 12


@dataclass(frozen=True, slots=True)
class AuditLine:
    """What somebody did. about: the event, evening, player or list. changed: settings by name."""

    at: datetime
    actor_id: int
    action: Action
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
    import_all("bot.services")
    declared = {name: action for name, action in ACTIONS.items() if kind in (None, action.kind)}
    total = audit_log.count(connection, club.id, declared, of)
    pages = max(1, -(-total // PAGE_SIZE))
    at = max(0, min(page, pages - 1))
    found = audit_log.page(connection, club.id, declared, of, PAGE_SIZE, at * PAGE_SIZE)
    asked: dict[Subject, set[int]] = defaultdict(set)
    for entry in found:
        asked[declared[entry.action].subject].add(entry.subject_id or 0)
    called = {subject: audit_log.names(connection, club.id, subject, ids) for subject, ids in asked.items()}
    lines = tuple(_audit_line(entry, declared[entry.action], called) for entry in found)
    return AuditPage(at, pages, total, lines, kind, of)


def _audit_line(entry: audit_log.Entry, action: Action, called: dict[Subject, dict[int, str]]) -> AuditLine:
    details = entry.details if isinstance(entry.details, dict) else {}
    reason = details.get("reason")
    after = details.get("values", details.get("after"))
    changed = tuple(after.items()) if isinstance(after, dict) else ()
    return AuditLine(
        at=entry.at,
        actor_id=entry.actor_id,
        action=action,
        about=called[action.subject].get(entry.subject_id or 0),
        reason=reason if isinstance(reason, str) and reason else None,
        changed=changed,
    )
