"""The directors' panel: pair, publish, close and reopen rounds."""

from bot.services.evenings.close import reopen_evening
from bot.services.evenings.rounds import (
    close_round,
    draft_round,
    drop_draft,
    publish_round,
    reopen_round,
    unpublish_round,
)
from bot.services.evenings.tournament import Tournament, tournament_of
from bot.services.framework.pairing.engine import ForbiddenPairsError
from bot.store.database.evening_rows import EveningStatus
from bot.ui.buttons.evening_forms import pair_without_button
from bot.ui.buttons.evening_live import leave, on_panel, open_panel, show_panel
from bot.ui.buttons.evening_no_shows import mark_leavers
from bot.ui.cards.evening import panel_embed
from bot.ui.framework.answers import acknowledge, defer, edit_answer
from bot.ui.framework.buttons import BLUE, GREEN, RED, Digest, Press, Small, Who, button, lasting
from bot.ui.framework.text import safe
from core.errors import RuleError
from core.words import counted


async def _mark_leavers(press: Press, evening_id: int) -> Tournament:
    """Mark entrants who left the server; return the evening."""
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    return tournament if tournament.open_round is not None else await mark_leavers(press, tournament)


@button("evening-directors", "Directors (TD)", Who.DIRECTOR)
async def directors_button(press: Press, evening_id: int) -> None:
    await defer(press.interaction, ephemeral=True)
    await press.check_director("run the event")
    tournament = await _mark_leavers(press, evening_id)
    if tournament.evening.status not in (EveningStatus.OPEN, EveningStatus.DIVIDED):
        raise RuleError(f"{tournament.evening.name} is already {tournament.evening.status.value}.")
    await open_panel(press.interaction, tournament)


@button("evening-pair", "Pair again", Who.DIRECTOR, style=BLUE)
async def pair_round_button(press: Press, evening_id: int) -> None:
    """Draft the next round, or draft it again."""
    await acknowledge(press.interaction)
    await press.check_director("pair a round")
    await _mark_leavers(press, evening_id)
    try:
        tournament = await draft_round(press.services, press.actor, evening_id)
    except ForbiddenPairsError as error:
        tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
        card = panel_embed(tournament, f"⚠️ {safe(error.message, 900)}")
        view = lasting(pair_without_button(evening_id), back_button(evening_id))
        leave(press.interaction, evening_id)
        await edit_answer(press.interaction, embed=card, view=view)
        return
    note = f"Round {tournament.next_round} is drafted. Only directors see it."
    await show_panel(press.interaction, tournament, note)


@button("evening-publish", "Publish", Who.DIRECTOR, style=GREEN)
@on_panel
async def publish_button(
    press: Press, evening_id: int, number: Small, digest: Digest, sure: bool
) -> tuple[Tournament, str]:
    """Publish the draft; `sure` if it breaks a rule on purpose."""
    tournament = await publish_round(press.services, press.actor, evening_id, number, digest, anyway=sure)
    return tournament, f"Round {number} is published. Everybody is called to their board."


@button("evening-drop", "Discard draft", Who.DIRECTOR)
@on_panel
async def drop_draft_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    return await drop_draft(press.services, press.actor, evening_id), "The draft is discarded."


@button("evening-unpublish", "Unpublish", Who.DIRECTOR)
@on_panel
async def unpublish_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    """Make the published round a draft again, before any report."""
    return await unpublish_round(press.services, press.actor, evening_id), "The round is a draft again."


@button("evening-end-round", "Close round", Who.DIRECTOR, style=BLUE)
async def close_round_button(press: Press, evening_id: int) -> None:
    """End the round; ask first if boards have no result."""
    await acknowledge(press.interaction)
    end = await close_round(press.services, press.actor, evening_id)
    if end.asked:
        question = f"{counted(end.asked, 'board')} without a result. Count a loss for both players of each?"
        view = lasting(close_anyway_button(evening_id), back_button(evening_id))
        leave(press.interaction, evening_id)
        await edit_answer(press.interaction, embed=panel_embed(end.tournament, question), view=view)
        return
    await show_panel(press.interaction, end.tournament, f"Round {end.number} is closed.")


@button("evening-end-anyway", "Yes, close the round", Who.DIRECTOR, style=RED)
@on_panel
async def close_anyway_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    end = await close_round(press.services, press.actor, evening_id, forfeits=True)
    return end.tournament, f"Round {end.number} is closed."


@button("evening-panel", "Back", Who.DIRECTOR)
async def back_button(press: Press, evening_id: int) -> None:
    await acknowledge(press.interaction)
    await press.check_director("run the event")
    await show_panel(press.interaction, await tournament_of(press.services, press.actor.club_id, evening_id))


@button("evening-reopen", "Reopen round", Who.DIRECTOR)
@on_panel
async def reopen_round_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    tournament = await reopen_round(press.services, press.actor, evening_id)
    return tournament, f"Round {tournament.next_round - 1} is open again."


@button("evening-reopen-event", "Reopen (TD)", Who.DIRECTOR)
async def reopen_evening_button(press: Press, evening_id: int) -> None:
    """Reopen a closed evening, to play on or correct any round."""
    await defer(press.interaction, ephemeral=True)
    tournament = await reopen_evening(press.services, press.actor, evening_id)
    note = (
        "The evening is open again; its event no longer counts. Correct any round under **Enter results**. Then close "
        "the evening."
    )
    await open_panel(press.interaction, tournament, note)
