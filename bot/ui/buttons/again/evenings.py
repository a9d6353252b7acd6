"""Answers about club evenings, shown again."""

from bot.services.context import Actor, Services
from bot.services.live_events.close import close_evening
from bot.services.live_events.lifecycle import evening_card
from bot.services.live_events.reported.results import report_results
from bot.services.live_events.told.announced import ORDER_SET, PRIZES_SET
from bot.services.live_events.told.announced import UNDONE as ANNOUNCED_UNDONE
from bot.services.live_events.tournament import tournament_of
from bot.store.rows import AuditEntry
from bot.ui.buttons.again.shown import Again, Interaction
from bot.ui.buttons.evening.announced_buttons import UndoAnnounced
from bot.ui.buttons.evening.directors.panel_item import open_panel
from bot.ui.buttons.evening.live_event_buttons import CANCELLED, answer_report, post_evening
from bot.ui.buttons.evening.prize_buttons import answer_set
from bot.ui.buttons.evening.queue_buttons import NO_LONGER, reply_waiting
from bot.ui.buttons.evening.refresh import embed_of
from bot.ui.buttons.events.import_buttons import reply_import
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.framework.answers import reply
from bot.ui.live_events.announced_card import order_embed, undone_embed
from bot.ui.live_events.round_card import pages_of, round_embed

DIRECTED = (
    "withdraw",
    "come-back",
    "draft-round",
    "drop-draft",
    "pair-by-hand",
    "publish-round",
    "unpublish-round",
    "close-round",
    "reopen-round",
    "reopen-evening",
    "set-sections",
    "make-sections",
    "undo-sections",
    "move-player",
    "set-pairing-rules",
    "send-on",
    "change-evening",
    "pair-waiting",
)
"""What directors do at a paired evening, and see in their panel."""


async def _evening(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    card, _ = await evening_card(services, actor.club_id, entry.subject_id or 0)
    await post_evening(interaction, actor, card)


async def _entered(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    card, _ = await evening_card(services, actor.club_id, entry.subject_id or 0)
    await reply(interaction, await embed_of(services, card))


async def _panel(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await open_panel(interaction, await tournament_of(services, actor.club_id, entry.subject_id or 0))


async def _boards(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show the boards of the latest round of a paired evening."""
    tournament = await tournament_of(services, actor.club_id, entry.subject_id or 0)
    number = tournament.next_round - 1
    await reply(interaction, round_embed(tournament, number, pages_of(tournament, number)[0]))


async def _order(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    tournament = await tournament_of(services, actor.club_id, entry.subject_id or 0)
    await reply(interaction, order_embed(tournament), persistent(UndoAnnounced(actor.interaction_id)))


async def _prizes(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await answer_set(interaction, services, actor, entry.subject_id or 0)


async def _announced_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    tournament = await tournament_of(services, actor.club_id, entry.subject_id or 0)
    await reply(interaction, undone_embed(tournament))


async def _waits(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_waiting(interaction, await tournament_of(services, actor.club_id, entry.subject_id or 0))


async def _waits_no_longer(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, NO_LONGER, ephemeral=True)


async def _cancelled(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, CANCELLED)


async def _results(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await answer_report(interaction, await report_results(services, actor, entry.subject_id, ()))


async def _closed(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    _, report = await close_evening(services, actor, entry.details["evening"])
    await reply_import(interaction, report, actor.interaction_id)


EVENINGS_AGAIN: dict[str, Again] = {
    "cancel-evening": _cancelled,
    "close-evening": _closed,
    "confirm-results": _results,
    "join-evening": _entered,
    "leave-evening": _entered,
    "new-evening": _evening,
    "report-results": _results,
    **dict.fromkeys(DIRECTED, _panel),
    **dict.fromkeys(("report-game", "answer-game", "take-back-game", "enter-results", "decide-game"), _boards),
    ORDER_SET: _order,
    PRIZES_SET: _prizes,
    ANNOUNCED_UNDONE: _announced_undone,
    "ask-bye": _entered,
    "pair-me": _waits,
    "not-now": _waits_no_longer,
    "add-entrants": _entered,
}
"""How to show again what was stored, by the action that the audit names."""
