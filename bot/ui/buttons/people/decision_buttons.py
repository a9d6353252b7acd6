"""A director's word on who is who, by pressing, and on which of two tellings of an event stays."""

import re
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.events.void import undo_event
from bot.services.players.identity.claims import ClaimReport, confirm_claim, refuse_claim, undo_claim
from bot.services.players.identity.merge import MergeReport
from bot.services.players.identity.who_is_who import Queue, claims_waiting, confirm_id
from bot.services.transaction import check_director
from bot.store.people.profiles import IDS
from bot.ui.buttons.undo_buttons import UndoButton, UndoMerge, persistent
from bot.ui.cards.events.undo import undo_card
from bot.ui.cards.people.claims import SHOWN, claim_card, id_card, queue_card
from bot.ui.cards.people.merge import MOST_PAIRS, telling
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer, take_buttons_away
from bot.ui.framework.custom_ids import DAMAGED, KEY
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import KeyButton, LastingMenu
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import plain
from core.errors import InputError
from core.likeness.event_names import event_name

_View = discord.ui.View


class ConfirmClaim(KeyButton, template=rf"claim-yes:(?P<key>{KEY})"):
    """Confirm a claim, for a director."""

    name, label, style = "claim-yes", "Confirm (TD)", discord.ButtonStyle.success

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        report = await confirm_claim(services, actor, self.key)
        await edit_answer(interaction, embed=claim_card(report), view=claim_buttons(report))


class RefuseClaim(KeyButton, template=rf"claim-no:(?P<key>{KEY})"):
    """Refuse a claim, for a director, or withdraw one's own."""

    name, label = "claim-no", "That's wrong"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        report = await refuse_claim(services, actor, self.key)
        await edit_answer(interaction, embed=claim_card(report), view=None)


class UndoClaim(UndoButton, template=rf"undo-claim:(?P<key>{KEY})"):
    """Take a confirmed claim back, for a director."""

    name = "undo-claim"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return claim_card(await undo_claim(services, actor, self.key))


class TakeOut(KeyButton, template=rf"told-twice:(?P<key>{KEY})"):
    """Let one telling of an event go, because the other one stays; for a director."""

    name, label, style = "told-twice", "Keep the other", discord.ButtonStyle.primary

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        report = await undo_event(services, actor, self.key, "it was told twice")
        interaction.extras[ANSWERING] = True
        await interaction.followup.send(embed=undo_card(report))
        await take_buttons_away(interaction)


class DecideMenu(LastingMenu, template=r"claims"):
    """Choose what of the queue is so, for a director."""

    def __init__(self, queue: Queue | None = None) -> None:
        options = []
        if queue is not None:
            options = [
                discord.SelectOption(
                    label=f"{plain(one.claim.name, 40)} is {plain(one.candidate.player.name, 40)}",
                    value=f"claim:{one.claim.id}",
                )
                for one in queue.claims
            ]
            options += [
                discord.SelectOption(
                    label=f"{plain(one.player.name, 40)} has {one.number}",
                    value=f"id:{one.player.id}:{IDS.index(one.column)}",
                )
                for one in queue.ids
            ]
        options = options[:SHOWN]
        super().__init__(
            discord.ui.Select(custom_id="claims", placeholder="Confirm …" if options else None, options=options)
        )

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        services, actor = services_of(interaction), actor_of(interaction)
        await check_director(services, actor, "decide who is who")
        data: Any = interaction.data
        chosen = re.fullmatch(rf"claim:(?P<claim>{KEY})|id:(?P<player>{KEY}):(?P<column>[0-2])", _first(data))
        if chosen is None:
            raise InputError(DAMAGED)
        await acknowledge(interaction)
        if chosen["claim"] is not None:
            report = await confirm_claim(services, actor, int(chosen["claim"]))
            said, view = claim_card(report), claim_buttons(report)
        else:
            confirmed = await confirm_id(services, actor, int(chosen["player"]), IDS[int(chosen["column"])])
            said, view = id_card(confirmed), None
        interaction.extras[ANSWERING] = True
        await interaction.followup.send(embed=said, view=view or discord.utils.MISSING)
        left = await claims_waiting(services, actor)
        await afterwards(edit_answer(interaction, embed=queue_card(left), view=queue_menu(left)), "the queue")


def _first(data: Any) -> str:
    values = data.get("values")
    return values[0] if isinstance(values, list) and values and isinstance(values[0], str) else ""


def queue_menu(queue: Queue) -> _View | None:
    """Return the menu of what waits; None where nothing does."""
    return persistent(DecideMenu(queue)) if queue.claims or queue.ids else None


def claim_buttons(report: ClaimReport) -> _View | None:
    """Return what can be done about a claim: a director's word; then Undo, and which of two tellings stays."""
    if report.waits:
        return persistent(ConfirmClaim(report.claim_id), RefuseClaim(report.claim_id))
    if report.status != "confirmed":
        return None
    return persistent(*([] if report.merge is None else twice_buttons(report.merge)), UndoClaim(report.claim_id))


def merge_buttons(report: MergeReport) -> _View:
    """Return what can be done about a merge."""
    return persistent(*twice_buttons(report), UndoMerge(report.merge_id))


def twice_buttons(report: MergeReport) -> list[TakeOut]:
    """Return for each pair of tellings of an event a button for either that stays: it takes the other one out."""
    buttons = []
    for pair in report.twice[:MOST_PAIRS]:
        told = [f"{plain(event_name(one.name, one.day), 40)} ({telling(one)})" for one in pair]
        if told[0] == told[1]:
            told = [f"{text} #{one.event_id}" for text, one in zip(told, pair, strict=True)]
        buttons += [TakeOut(pair[1].event_id, f"Keep {told[0]}"), TakeOut(pair[0].event_id, f"Keep {told[1]}")]
    return buttons


DECISION_ITEMS = (ConfirmClaim, RefuseClaim, UndoClaim, TakeOut, DecideMenu)
