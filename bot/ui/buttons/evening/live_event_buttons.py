"""The buttons of an evening: they carry its id and so outlive a restart."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.close import close_evening
from bot.services.live_events.entries import join_evening, leave_evening
from bot.services.live_events.lifecycle import LiveEventCard, cancel_evening, evening_card, which_evening
from bot.services.live_events.reported.enter_results import Entered, enter_results
from bot.services.live_events.reported.results import Reported, confirm_report, report_results
from bot.store.events.evening_rows import EveningStatus
from bot.ui.buttons.evening.evening_items import NOTHING, Filled, Reopen, lasting, line, show_form
from bot.ui.buttons.evening.refresh import embed_of, post_card, refresh_card
from bot.ui.buttons.events.import_buttons import reply_import
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply
from bot.ui.framework.colours import GONE, LEVEL
from bot.ui.framework.custom_ids import KEY, written_in
from bot.ui.framework.items import NamedButton
from bot.ui.framework.pages import look_button
from bot.ui.framework.server.actors import actor_of
from bot.ui.framework.text import count, plain
from bot.ui.live_events.card import MOST_LINES, report_embed
from bot.ui.live_events.chances_card import SOURCE
from bot.ui.live_events.prizes_card import tell_prizes
from bot.ui.live_events.wording import said
from core.formats.typed.results_list import ParsedResult, parse_results_list
from core.pairing.methods import method_named

GREEN, RED = discord.ButtonStyle.success, discord.ButtonStyle.danger


class EveningButton(NamedButton, template=r"evening"):
    """A button about one evening."""

    def __init__(self, evening_id: int, report_id: int | None = None) -> None:
        super().__init__(evening_id, report_id)
        self.evening_id, self.report_id = evening_id, report_id


class Join(EveningButton, template=rf"evening-join:(?P<evening>{KEY})"):
    """Enter whoever clicks."""

    name, label, style = "evening-join", "Join", GREEN

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        plays = await join_evening(services, actor, self.evening_id)
        await refresh_card(interaction, self.evening_id, on_card=True)
        if not plays:
            waits = interaction.followup.send("All places are taken: you are on the waiting list.", ephemeral=True)
            await afterwards(waits, "a member cannot be told that they wait for a place")


class Leave(EveningButton, template=rf"evening-leave:(?P<evening>{KEY})"):
    """Take whoever clicks out again."""

    name, label = "evening-leave", "Leave"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        await leave_evening(services, actor, self.evening_id)
        await refresh_card(interaction, self.evening_id, on_card=True)


class Report(EveningButton, template=rf"evening-report:(?P<evening>{KEY})"):
    """Open the form for results."""

    name, label, style = "evening-report", "Report a result", discord.ButtonStyle.primary

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await show_form(interaction, ReportForm({"evening": str(self.evening_id)}))


class Close(EveningButton, template=rf"evening-close:(?P<evening>{KEY})"):
    """Rate the evening, for a director."""

    name, label = "evening-close", "Close (TD)"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await close_and_answer(interaction, services, actor, self.evening_id)


class Cancel(EveningButton, template=rf"evening-cancel:(?P<evening>{KEY})"):
    """End the evening without rating it, for a director; asks first where there are results."""

    name, label, style = "evening-cancel", "Cancel (TD)", RED

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        reported = await cancel_evening(services, actor, self.evening_id)
        if reported:
            question = f"{count(reported, 'result')} would not be rated. Cancel the evening all the same?"
            view = lasting(ReallyCancel(self.evening_id))
            await reply(interaction, discord.Embed(description=question, colour=LEVEL), view, ephemeral=True)
            return
        await reply(interaction, CANCELLED, ephemeral=True)
        await refresh_card(interaction, self.evening_id)


class ReallyCancel(EveningButton, template=rf"evening-really-cancel:(?P<evening>{KEY})"):
    """End the evening in spite of its results."""

    name, label, style = "evening-really-cancel", "Yes, cancel it", RED

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        await cancel_evening(services, actor, self.evening_id, sure=True)
        await edit_answer(interaction, embed=CANCELLED, view=None)
        await refresh_card(interaction, self.evening_id)


CANCELLED = discord.Embed(description="Cancelled: nothing of this evening is rated.", colour=GONE)


class ConfirmResults(EveningButton, template=rf"evening-confirm:(?P<evening>{KEY}):(?P<report>{KEY})"):
    """Confirm what a report said, for the other player or a director."""

    name, label, style = "evening-confirm", "Confirm", GREEN

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        reported = await confirm_report(services, actor, self.evening_id, self.report_id or 0)
        await edit_answer(interaction, embed=report_embed(reported), view=_confirming(reported))
        await refresh_card(interaction, self.evening_id)


class ReportForm(discord.ui.Modal):
    """The form for one result or several."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Report results", custom_id=f"{RESULTS}:{about['evening']}", timeout=None)
        described = "Dana beat Eli, Dana Eli ½; more games on lines of their own; 1: in front for a round"
        example = "Dana 1-0 Eli"
        self.add_item(
            line("results", "Results", filled, description=described, placeholder=example, most=2000, is_long=True)
        )


async def submit_results(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Store what was written into the form, which may have been opened before a restart."""
    actor, written = actor_of(interaction), parse_results_list(written_in(interaction, "results"))
    await defer(interaction)
    await store_written(interaction, interaction.client.services, actor, int(match["evening"]), written)


async def store_written(
    interaction: discord.Interaction[Any],
    services: Services,
    actor: Actor,
    evening_id: int | None,
    written: Sequence[ParsedResult],
    reason: str | None = None,
) -> None:
    """Store results as they were written, of an evening that is paired or not, and say what was stored."""
    evening = await which_evening(services, actor, evening_id)
    if evening.is_paired:
        await answer_entered(interaction, actor, await enter_results(services, actor, evening.id, written, reason))
    else:
        await answer_report(interaction, await report_results(services, actor, evening.id, written))


async def answer_entered(interaction: discord.Interaction[Any], actor: Actor, entered: Entered) -> None:
    """Say to everybody what was entered at a paired evening; what a director entered can be taken back."""
    from bot.ui.buttons.evening.announced_buttons import UndoAnnounced

    lines = [
        said(entered.tournament, pairing, report)
        if report is not None
        else f"{entered.tournament.place(pairing).capitalize()}: taken back"
        for pairing, report in entered.lines[:MOST_LINES]
    ]
    if len(entered.lines) > MOST_LINES:
        lines.append(f"… and {count(len(entered.lines) - MOST_LINES, 'more result')}")
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=plain(entered.tournament.evening.name, 80))
    view = lasting(UndoAnnounced(actor.interaction_id)) if entered.by_director else None
    await reply(interaction, embed, view)


RESULTS = "evening-results"
EVENING_FORMS = {rf"{RESULTS}:(?P<evening>{KEY})": submit_results}
"""What becomes of the forms, by the pattern of their ids."""

EVENING_REOPENED: dict[str, Reopen] = {rf"{RESULTS}:(?P<evening>{KEY})": ReportForm}

EVENING_ITEMS = (Join, Leave, Report, Close, Cancel, ReallyCancel, ConfirmResults)


async def post_evening(interaction: discord.Interaction[Any], actor: Actor, card: LiveEventCard) -> None:
    """Answer with an evening's card and its buttons."""
    await post_card(interaction, actor, card, card_view(card))


async def show_evening(
    interaction: discord.Interaction[Any], services: Services, actor: Actor, evening_id: int
) -> None:
    """Answer with an evening's card; it is kept up to date where no other card is known."""
    await defer(interaction)
    card, place = await evening_card(services, actor.club_id, evening_id)
    if place is None:
        await post_evening(interaction, actor, card)
    else:
        await reply(interaction, await embed_of(services, card), card_view(card))


async def answer_report(interaction: discord.Interaction[Any], reported: Reported) -> None:
    """Say to everybody what was reported, with a button to confirm it, and bring the card up to date."""
    await reply(interaction, report_embed(reported), _confirming(reported))
    await refresh_card(interaction, reported.card.evening.id)


def _confirming(reported: Reported) -> discord.ui.View | None:
    if not reported.waiting:
        return None
    return lasting(ConfirmResults(reported.card.evening.id, reported.report_id))


async def close_and_answer(
    interaction: discord.Interaction[Any],
    services: Services,
    actor: Actor,
    evening_id: int | None,
    *,
    force: bool = False,
) -> None:
    """Rate an evening and post its crosstable, and its prizes."""
    await defer(interaction)
    closed, report = await close_evening(services, actor, evening_id, force=force)
    await reply_import(interaction, report)
    await refresh_card(interaction, closed)
    await tell_prizes(interaction, services, closed)


def card_view(card: LiveEventCard) -> discord.ui.View | None:
    """Return the buttons under a card; once the evening has ended, one to open it again where it was paired."""
    from bot.services.outlook.evening import METHODS

    key = card.evening.id
    if card.evening.status is EveningStatus.DIVIDED:
        from bot.ui.buttons.evening.directors.director_buttons import Directors

        return lasting(Join(key), Leave(key), Directors(key))
    if card.evening.status is not EveningStatus.OPEN:
        from bot.ui.buttons.evening.directors.director_buttons import ReopenEvening

        return lasting(ReopenEvening(key)) if card.evening.is_paired else None
    if card.evening.is_paired:
        from bot.ui.buttons.evening.directors.director_buttons import Directors
        from bot.ui.buttons.evening.entry_buttons import AskBye, ShowStandings, WhatINeed

        method = method_named(card.evening.method)
        if not method.in_rounds:
            from bot.ui.buttons.evening.queue_buttons import NotNow, PairMe

            return lasting(PairMe(key), NotNow(key), Leave(key), ShowStandings(key), Directors(key))
        foreseen: list[discord.ui.Item[Any]] = []
        if card.evening.method in METHODS:
            foreseen = [WhatINeed(key), look_button("Chances", f"{SOURCE}:{key}")]
        bye = [] if method.is_knockout else [AskBye(key)]
        return lasting(Join(key), Leave(key), *bye, ShowStandings(key), *foreseen, Directors(key))
    return lasting(*(button(key) for button in (Join, Leave, Report, Close, Cancel)))
