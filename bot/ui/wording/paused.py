"""What directors read of a piece that is paused: what it is, why, and what to do."""

from collections.abc import Iterable

from bot.store.alive.outbox import Outgoing

NAMES = {
    "board": "Live board",
    "news": "Announcements",
    "role": "Roles",
    "notice": "Notices",
    "season": "Season",
    "yearbook": "Yearbook",
    "evening-card": "An evening's card",
    "evening-post": "An evening's announcement",
    "evening-ask": "A question about a result",
    "evening-event": "An evening's scheduled event",
    "evening-queue": "The queue of an evening",
    "evening-turn": "Notices of norms",
}
"""By the kind in the outbox."""

MOST_LINES = 10


def paused_line(one: Outgoing) -> str:
    """Return a paused piece in a line."""
    return f"**{NAMES.get(one.kind, one.kind)}**: {one.paused}"


def paused_note(paused: Iterable[Outgoing]) -> str:
    """Return the note that tells directors what is paused, each line once."""
    lines = list(dict.fromkeys(map(paused_line, paused)))
    more = [f"and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    return "\n".join(
        ["⚠️ Paused until you put it right and press Try again in `/club check`:", *lines[:MOST_LINES], *more]
    )
