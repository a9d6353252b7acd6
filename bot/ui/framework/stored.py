"""Which command shows what an interaction has stored."""

from bot.services.club_audit import DEEDS
from bot.store.kept.who_did_what import Subject
from bot.store.rows import AuditEntry

_OF_ACTION = {
    "void-event": "/event list",
    "void-reports": "/event list",
    "object-match": "/event list",
    "norm-settings": "/fide norm",
    "forget": "/privacy export",
    "delete-player": "/club audit",
    "import-roster": "/leaderboard",
    "undo-import-roster": "/leaderboard",
    "import-pool": "/oracle board",
    "undo-import-pool": "/oracle board",
    "calibrate": "/oracle board",
    "undo-calibration": "/oracle board",
    "oracle-settings": "/oracle settings",
    "load-history": "/qursh table",
    "reset-history": "/qursh table",
    "qursh-settings": "/qursh settings",
    "export-club": "/club audit",
    "import-club": "/leaderboard",
    "live-board": "/club audit",
    "skip-set-up": "/club setup",
}
"""Where it is another command than that of the action's subject."""

_OF_SUBJECT = {
    Subject.EVENT: "/event show {}",
    Subject.EVENING: "/event show evening-{}",
    Subject.PLAYER: "/player show #{}",
    Subject.OPENING: "/club audit",
    Subject.DEMOTION: "/club audit",
    Subject.CLAIM: "/club audit",
    Subject.MERGE: "/club audit",
    Subject.LIST: "/fide list",
    Subject.SEASON: "/season list",
    Subject.CHALLENGE: "/challenge",
    Subject.NOTHING: "/club settings",
}


_FOR_DIRECTORS = {"claim-player": "/player claims"}
"""What members store, and directors alone are shown."""


def where_to_see(entry: AuditEntry) -> str:
    """Return a sentence with the command that shows what is stored, such as "See it with /event show 12."."""
    if entry.action in _FOR_DIRECTORS:
        return f"A director sees it with {_FOR_DIRECTORS[entry.action]}."
    usual = _OF_SUBJECT[DEEDS[entry.action].subject] if entry.action in DEEDS else "/club audit"
    return f"See it with {_OF_ACTION.get(entry.action, usual).format(entry.subject_id)}."
