"""The directors' queue: reports, matches, claims and ids that wait."""

import re
from enum import StrEnum
from typing import Any

import discord

from bot.services.club.directors_queue import QueuePage, accept, directors_queue, reject, reject_all
from bot.services.people.claims import confirm_claim, confirm_id
from bot.store.people.profiles import IDS
from bot.ui.buttons.claims import claim_buttons
from bot.ui.buttons.empty import fill_buttons
from bot.ui.buttons.official import official_button
from bot.ui.buttons.reports import alert_of_report
from bot.ui.cards.players import MOST_CLAIMS, claim_card, id_card
from bot.ui.cards.reports import queue_embed
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply
from bot.ui.framework.buttons import DAMAGED, GREEN, KEY, RED, Press, Small, Who, button, chosen_word, lasting, menu
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import plain
from core.errors import InputError


class Decision(StrEnum):
    """What a director decides."""

    YES = "yes"
    NO = "no"


async def _show_queue(press: Press, page_number: int) -> None:
    page = await directors_queue(press.services, press.actor, page_number)
    await edit_answer(press.interaction, embed=queue_embed(page), view=queue_view(page))


@button("queue", "Confirm", Who.DIRECTOR)
async def queue_button(press: Press, decision: Decision, event_id: int, page: Small) -> None:
    """Confirm a report or a match, or undo it."""
    await acknowledge(press.interaction)
    await (accept if decision is Decision.YES else reject)(press.services, press.actor, event_id)
    await _show_queue(press, page)
    if decision is Decision.YES:
        alert = alert_of_report(press.interaction, event_id)
        await afterwards(alert, "telling directors of a possible floor failed")


@button("queue-all", "Undo all", Who.DIRECTOR, style=RED)
async def reject_all_button(press: Press, user_id: int, latest: int) -> None:
    """Undo all of one member's reports that were shown."""
    await acknowledge(press.interaction)
    await reject_all(press.services, press.actor, user_id, latest)
    await _show_queue(press, 0)


@button("queue-page", "…", Who.DIRECTOR)
async def queue_page_button(press: Press, page: Small) -> None:
    await acknowledge(press.interaction)
    await _show_queue(press, page)


def queue_view(page: QueuePage) -> discord.ui.View:
    items: list[discord.ui.Item[Any]] = []
    for row, report in enumerate(page.reports):
        confirm = queue_button.but(label=f"{row + 1} Confirm", style=GREEN, row=row)
        undo_button = queue_button.but(label=f"{row + 1} Undo", style=RED, row=row)
        items.append(confirm(Decision.YES, report.event_id, page.page))
        items.append(undo_button(Decision.NO, report.event_id, page.page))
    if page.page:
        items.append(queue_page_button.but(label="Previous", row=3)(page.page - 1))
    if page.page + 1 < page.pages:
        items.append(queue_page_button.but(label="Next", row=3)(page.page + 1))
    if page.flood is not None:
        label = f"Undo all {page.flood.many} of one member"
        items.append(reject_all_button.but(label=label, row=3)(page.flood.user_id, page.flood.latest))
    if page.has_official:
        items.append(official_button.but(row=3)())
    return lasting(*items, *_claims_select(page))


async def reply_queue(interaction: discord.Interaction[Any]) -> None:
    await defer(interaction, ephemeral=True)
    page = await directors_queue(services_of(interaction), actor_of(interaction))
    view = queue_view(page)
    await reply(interaction, queue_embed(page), view if view.children else lasting(*await fill_buttons(interaction)))


@menu("claims", Who.DIRECTOR)
async def claims_menu(press: Press) -> None:
    """Confirm a claim or an id."""
    services, actor, interaction = press.services, press.actor, press.interaction
    await press.check_director("link players")
    pattern = rf"claim:(?P<claim>{KEY})|id:(?P<player>{KEY}):(?P<column>[0-2])"
    chosen = re.fullmatch(pattern, chosen_word(press.values))
    if chosen is None:
        raise InputError(DAMAGED)
    await acknowledge(interaction)
    if chosen["claim"] is not None:
        report = await confirm_claim(services, actor, int(chosen["claim"]))
        embed, view = claim_card(report), claim_buttons(report)
    else:
        confirmed = await confirm_id(services, actor, int(chosen["player"]), IDS[int(chosen["column"])])
        embed, view = id_card(confirmed), None
    interaction.extras[ANSWERING] = True
    await interaction.followup.send(embed=embed, view=view or discord.utils.MISSING)
    await afterwards(_show_queue(press, 0), "showing the queue failed")


def _claims_select(page: QueuePage) -> list[discord.ui.Item[Any]]:
    options = [
        discord.SelectOption(
            label=f"{plain(one.claim.name, 40)} is {plain(one.candidate.player.name, 40)}",
            value=f"claim:{one.claim.id}",
        )
        for one in page.people.claims
    ]
    options += [
        discord.SelectOption(
            label=f"{plain(one.player.name, 40)} has {one.number}",
            value=f"id:{one.player.id}:{IDS.index(one.column)}",
        )
        for one in page.people.ids
    ]
    custom_id, most = claims_menu.id(), MOST_CLAIMS
    select: Any = discord.ui.Select(custom_id=custom_id, placeholder="Confirm …", options=options[:most], row=4)
    return [select] if options else []
