"""The audit note that every write leaves, and by which it is done once."""

from typing import Any

from bot.services.context import Actor, Services
from bot.store.database import Connection
from bot.store.kept import audits


def note(
    connection: Connection, services: Services, actor: Actor, action: str, subject_id: int, details: Any = None
) -> None:
    """Note in the audit who did what to what; `audits.by_interaction` finds it when it is asked for again."""
    audits.add(
        connection,
        club_id=actor.club_id,
        at=services.now(),
        actor_id=actor.member.user_id,
        action=action,
        subject_id=subject_id,
        details=details,
        interaction_id=actor.interaction_id,
    )
