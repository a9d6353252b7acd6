"""What directors press at a paired evening: a round paired, published, taken back, closed, reopened."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.reopen import reopen_evening
from bot.services.live_events.rounds.draft import (
    draft_round,
    drop_draft,
    publish_round,
    unpublish_round,
)
from bot.services.live_events.rounds.round_end import close_round, reopen_round
from bot.services.live_events.tournament import Tournament, tournament_of
from bot.services.pairing.pair import ForbiddenPairsError
from bot.services.transaction import check_director
from bot.store.events.evening_rows import EveningStatus
from bot.ui.buttons.evening.directors.panel_item import PanelItem, open_panel, show_panel
from bot.ui.buttons.evening.evening_items import BLUE, GREEN, RED, EveningItem, lasting
from bot.ui.framework.answers import acknowledge, defer, edit_answer
from bot.ui.framework.custom_ids import DIGEST, KEY, SMALL
from bot.ui.framework.text import count, safe
from bot.ui.live_events.panel import panel_embed
from core.errors import RuleError


class Directors(EveningItem, template=rf"evening-directors:(?P<evening>{KEY})"):
    """Show a director what there is to do, for them alone."""

    name, label = "evening-directors", "Directors (TD)"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        await check_director(services, actor, "run the event")
        tournament = await tournament_of(services, actor.club_id, self.evening_id)
        if tournament.evening.status not in (EveningStatus.OPEN, EveningStatus.DIVIDED):
            raise RuleError(f"{tournament.evening.name} is {tournament.evening.status.value} already.")
        await open_panel(interaction, tournament)


class PairRound(PanelItem, template=rf"evening-pair:(?P<evening>{KEY})"):
    """Pair the next round, or the draft anew."""

    name, label, style = "evening-pair", "Pair again", BLUE

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        try:
            await super().do(interaction, services, actor)
        except ForbiddenPairsError as error:
            from bot.ui.buttons.evening.directors.more_buttons import PairWithout

            tournament = await tournament_of(services, actor.club_id, self.evening_id)
            view = lasting(PairWithout(self.evening_id), Back(self.evening_id))
            await edit_answer(interaction, embed=panel_embed(tournament, f"⚠️ {safe(error.message, 900)}"), view=view)

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        tournament = await draft_round(services, actor, self.evening_id)
        return tournament, f"Round {tournament.next_round} is drafted: only directors see it."


class Publish(
    PanelItem, template=rf"evening-publish:(?P<evening>{KEY}):(?P<round>{SMALL}):(?P<digest>{DIGEST}):(?P<sure>0|1)"
):
    """Let everybody see the draft; sure where a board by hand breaks a rule and is meant."""

    name, label, style = "evening-publish", "Publish", GREEN

    def __init__(self, evening_id: int, round_number: int, digest: str, sure: int, label: str | None = None) -> None:
        super().__init__(evening_id, round_number, digest, sure, label=label)
        self.round_number, self.digest, self.sure = round_number, digest, bool(sure)

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        tournament = await publish_round(
            services, actor, self.evening_id, self.round_number, self.digest, anyway=self.sure
        )
        return tournament, f"Round {self.round_number} is published: everybody is told board and opponent."


class DropDraft(PanelItem, template=rf"evening-drop:(?P<evening>{KEY})"):
    """Drop the draft."""

    name, label = "evening-drop", "Drop the draft"

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        return await drop_draft(services, actor, self.evening_id), "The draft is dropped."


class Unpublish(PanelItem, template=rf"evening-unpublish:(?P<evening>{KEY})"):
    """Make the round that is played a draft again, as long as nobody has reported."""

    name, label = "evening-unpublish", "Take back"

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        return await unpublish_round(services, actor, self.evening_id), "The round is a draft again."


class CloseRound(PanelItem, template=rf"evening-end-round:(?P<evening>{KEY})"):
    """End the round; boards without a result are asked back."""

    name, label, style = "evening-end-round", "Close round", BLUE

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        end = await close_round(services, actor, self.evening_id)
        if end.asked:
            question = f"{count(end.asked, 'board')} without a result: lost by both, as if nobody had come?"
            embed = panel_embed(end.tournament, question)
            await edit_answer(
                interaction, embed=embed, view=lasting(CloseAnyway(self.evening_id), Back(self.evening_id))
            )
            return
        await show_panel(interaction, end.tournament, f"Round {end.number} is closed.")


class CloseAnyway(PanelItem, template=rf"evening-end-anyway:(?P<evening>{KEY})"):
    """End the round with boards that nobody played."""

    name, label, style = "evening-end-anyway", "Yes, close the round", RED

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        end = await close_round(services, actor, self.evening_id, forfeits=True)
        return end.tournament, f"Round {end.number} is closed."


class Back(PanelItem, template=rf"evening-panel:(?P<evening>{KEY})"):
    """Show the panel as it stands."""

    name, label = "evening-panel", "Back"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        await check_director(services, actor, "run the event")
        tournament = await tournament_of(services, actor.club_id, self.evening_id)
        await show_panel(interaction, tournament)


class ReopenRound(PanelItem, template=rf"evening-reopen:(?P<evening>{KEY})"):
    """Let the last round be played on."""

    name, label = "evening-reopen", "Reopen round"

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        tournament = await reopen_round(services, actor, self.evening_id)
        return tournament, f"Round {tournament.next_round - 1} is open again."


class ReopenEvening(EveningItem, template=rf"evening-reopen-event:(?P<evening>{KEY})"):
    """Let an evening that has ended be played on, and mended in any round."""

    name, label = "evening-reopen-event", "Reopen (TD)"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        tournament = await reopen_evening(services, actor, self.evening_id)
        note = (
            "It is open again, and its event counts no more. Correct any round with **Enter results**, then close it."
        )
        await open_panel(interaction, tournament, note)


DIRECTOR_ITEMS = (
    ReopenEvening,
    Directors,
    PairRound,
    Publish,
    DropDraft,
    Unpublish,
    CloseRound,
    CloseAnyway,
    Back,
    ReopenRound,
)
