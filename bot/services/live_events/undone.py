"""Deeds of directors at a paired evening taken back."""

from collections.abc import Callable, Mapping

from bot.services.live_events.move_player import MOVED, undo_move
from bot.services.live_events.pairing_rules import SET as RULES_SET
from bot.services.live_events.reported.enter_results import ENTERED
from bot.services.live_events.reported.undo_results import undo_entered
from bot.services.live_events.rounds.knockout import SENT_ON, undo_sent_on
from bot.services.live_events.scheduled import CHANGED, undo_changed
from bot.services.live_events.sections import SET as SECTIONS_SET
from bot.services.live_events.told.announced import ORDER_SET, PRIZES_SET, UNDONE, undo_change
from bot.services.live_events.tournament import Tournament
from bot.services.transaction import Write, use_case
from bot.store.rows import AuditEntry
from core.errors import NotFoundError

_UNDO: Mapping[str, Callable[[Write, AuditEntry], Tournament]] = {
    ORDER_SET: undo_change,
    PRIZES_SET: undo_change,
    SECTIONS_SET: undo_change,
    RULES_SET: undo_change,
    MOVED: undo_move,
    ENTERED: undo_entered,
    SENT_ON: undo_sent_on,
    CHANGED: undo_changed,
}
"""How each is taken back, by the audit's name for it."""


@use_case(UNDONE, director_to="take that back")
def undo_deed(write: Write, interaction_id: int) -> Tournament:
    """Take back what an interaction did at an evening, unless it was changed since; directors only."""
    entry = write.entry(interaction_id)
    undo = None if entry is None else _UNDO.get(entry.action)
    if entry is None or undo is None:
        raise NotFoundError("There is nothing to take back: use the command again.")
    return undo(write, entry)
