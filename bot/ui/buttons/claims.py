"""Claims: "That's me", a director's decision, and events reported twice."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.services.events.void import undo_event
from bot.services.framework.context import Member
from bot.services.framework.identity import Candidate, MayBeKnown
from bot.services.framework.subject import Someone
from bot.services.people.claims import (
    ClaimReport,
    claim_player,
    confirm_claim,
    deny_player,
    refuse_claim,
    undo_claim,
    unlinked_in,
)
from bot.services.people.merge import MergeReport
from bot.ui.buttons.undo import undo_merge_button, undoing
from bot.ui.cards.events import undo_card
from bot.ui.cards.players import MOST_PAIRS, SHOWN, claim_card, question_card, report_source
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, remove_buttons, reply
from bot.ui.framework.buttons import (
    BLUE,
    GREEN,
    RED,
    Filled,
    Labels,
    Press,
    Who,
    button,
    chosen_number,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.errors import ANSWERING, asking
from bot.ui.framework.server import find_member, match_player, member_of
from bot.ui.framework.text import plain
from core.errors import NotFoundError
from core.event.similarity import event_name

_View = discord.ui.View


@button("me-in", "That's me", Who.EVERYONE)
async def thats_me_button(press: Press, event_id: int) -> None:
    found = await unlinked_in(press.services, press.actor, event_id, SHOWN)
    if not found:
        raise NotFoundError("Every player of this event is linked to a member. /rating show shows to whom.")
    text = "Which player are you? A director confirms your choice. Similar names come first."
    embed = discord.Embed(title="That's me", description=text)
    options = [
        discord.SelectOption(label=f"{number}. {plain(player.name, 80)}", value=str(player.id))
        for number, player in found
    ]
    select: discord.ui.Select[_View] = discord.ui.Select(
        custom_id=me_menu.id(event_id), placeholder="I am …", options=options
    )
    await reply(press.interaction, embed, lasting(select), ephemeral=True)


@menu("me", Who.EVERYONE)
async def me_menu(press: Press, event_id: int) -> None:
    player_id = chosen_number(press.values)
    await acknowledge(press.interaction)
    await post_claim(press.interaction, await claim_player(press.services, press.actor, player_id))


@button("on-roster", "I am on the roster", Who.EVERYONE)
async def on_roster_button(press: Press) -> None:
    await on_roster_form.open(press.interaction, {})


def _roster_fields(filled: Filled) -> Labels:
    described = "As the club writes it, or your number, for example #12"
    yield line("player", "Your name on the roster", filled, description=described)


@form("on-roster-form", "I am on the roster", Who.EVERYONE, fields=_roster_fields)
async def on_roster_form(press: Press) -> None:
    """Claim to be a player of the club, whatever one's name on Discord."""
    player = await match_player(press.interaction, press.text("player"))
    await defer(press.interaction)
    report = await claim_player(press.services, press.actor, player.id)
    await reply(press.interaction, claim_card(report), claim_buttons(report))


async def _member(press: Press, user_id: int) -> Member:
    """Return the member who presses, or the one a director answers for."""
    if user_id == press.actor.member.user_id:
        return press.actor.member
    found = await find_member(press.interaction, user_id)
    if found is None:
        raise NotFoundError("This member has left the server. Link them with /td player.")
    return member_of(found)


@button("claim", "That's me", Who.OWN, style=GREEN)
async def confirm_identity_button(press: Press, player_id: int, user_id: int) -> None:
    member = await _member(press, user_id)
    await acknowledge(press.interaction)
    await post_claim(press.interaction, await claim_player(press.services, press.actor, player_id, member))


@button("not-me", "No, somebody else", Who.OWN)
async def deny_identity_button(press: Press, player_id: int, user_id: int) -> None:
    """Deny it, and do not ask again."""
    member = await _member(press, user_id)
    await acknowledge(press.interaction)
    report = await deny_player(press.services, press.actor, player_id, member)
    await edit_answer(press.interaction, embed=claim_card(report), view=None)


async def post_claim(interaction: discord.Interaction[Any], report: ClaimReport) -> None:
    interaction.extras[ANSWERING] = True
    view = claim_buttons(report) or discord.utils.MISSING
    await interaction.followup.send(embed=claim_card(report), view=view, ephemeral=False)
    await remove_buttons(interaction)


@asking(MayBeKnown)
async def ask_first(interaction: discord.Interaction[Any], question: MayBeKnown) -> None:
    embed, view = _identity_question(interaction, question.candidates[0], question.who)
    if interaction.response.is_done() and not interaction.extras.get("thinking", False):  # the card stays
        await interaction.followup.send(embed=embed, view=view, ephemeral=True)
    else:
        await reply(interaction, embed, view, ephemeral=True)


async def ask_afterwards(interaction: discord.Interaction[Any], may_be: Sequence[Candidate]) -> None:
    """Ask below an answer whether the member is an unlinked player."""
    if may_be:
        embed, view = _identity_question(interaction, may_be[0], None)
        await afterwards(interaction.followup.send(embed=embed, view=view, ephemeral=True), "question failed")


def _identity_question(
    interaction: discord.Interaction[Any], candidate: Candidate, who: Someone | None
) -> tuple[discord.Embed, _View]:
    me = interaction.user.id
    user_id = me if who is None or who.user_id is None else who.user_id
    name = None if who is None or user_id == me else who.name
    key = candidate.player.id
    view = lasting(confirm_identity_button(key, user_id), deny_identity_button(key, user_id))
    return question_card(candidate, name), view


@button("claim-yes", "Confirm (TD)", Who.DIRECTOR, style=GREEN)
async def confirm_claim_button(press: Press, claim_id: int) -> None:
    await acknowledge(press.interaction)
    report = await confirm_claim(press.services, press.actor, claim_id)
    await edit_answer(press.interaction, embed=claim_card(report), view=claim_buttons(report))


@button("claim-no", "Dispute", Who.OWN)
async def refuse_claim_button(press: Press, claim_id: int) -> None:
    """Refuse a claim, or withdraw one's own."""
    await acknowledge(press.interaction)
    report = await refuse_claim(press.services, press.actor, claim_id)
    await edit_answer(press.interaction, embed=claim_card(report), view=None)


@button("undo-claim", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_claim_button(press: Press, claim_id: int) -> discord.Embed:
    return claim_card(await undo_claim(press.services, press.actor, claim_id))


@button("told-twice", "Keep the other", Who.DIRECTOR, style=BLUE)
async def keep_event_of_pair_button(press: Press, event_id: int) -> None:
    """Undo one of two reports of an event."""
    await acknowledge(press.interaction)
    report = await undo_event(press.services, press.actor, event_id, "it was reported twice")
    press.interaction.extras[ANSWERING] = True
    await press.interaction.followup.send(embed=undo_card(report))
    await remove_buttons(press.interaction)


def claim_buttons(report: ClaimReport) -> _View | None:
    if report.waits:
        return lasting(confirm_claim_button(report.claim_id), refuse_claim_button(report.claim_id))
    if report.status != "confirmed":
        return None
    return lasting(*([] if report.merge is None else twice_buttons(report.merge)), undo_claim_button(report.claim_id))


def merge_buttons(report: MergeReport) -> _View:
    return lasting(*twice_buttons(report), undo_merge_button(report.merge_id))


def twice_buttons(report: MergeReport) -> list[discord.ui.Button[_View]]:
    buttons = []
    for pair in report.twice[:MOST_PAIRS]:
        texts = [f"{plain(event_name(one.name, one.day), 40)} ({report_source(one)})" for one in pair]
        if texts[0] == texts[1]:
            texts = [f"{text} #{one.event_id}" for text, one in zip(texts, pair, strict=True)]
        for text, other in zip(texts, reversed(pair), strict=True):
            buttons.append(keep_event_of_pair_button.but(label=f"Keep {text}")(other.event_id))
    return buttons
