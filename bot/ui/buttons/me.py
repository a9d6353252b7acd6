"""A member's own page: profile, notifications, data, reports."""

from io import BytesIO
from typing import Any

import discord

from bot.services.club.privacy import own_data, preview_forgetting
from bot.services.events.void import undo_event
from bot.services.framework.context import Services
from bot.services.messages.notices import WishesChange, change_wishes
from bot.services.people.accounts import SITES, link_accounts, linked_accounts
from bot.services.people.claims import claim_player
from bot.services.people.edit import edit_player
from bot.services.people.own_page import OwnPage, own_page
from bot.store.people.profiles import EACH, OFF, WEEKLY, Wishes
from bot.ui.buttons.claims import ask_afterwards, claim_buttons
from bot.ui.buttons.empty import fill_buttons
from bot.ui.buttons.official import look_up_buttons
from bot.ui.buttons.player_page import born_field, federation_field, number_fields, written_edit, written_now
from bot.ui.buttons.undo import forget_button
from bot.ui.cards.events import undo_card
from bot.ui.cards.me import data_card, forgetting_card, me_embed
from bot.ui.cards.players import claim_card, edit_card
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply
from bot.ui.framework.buttons import (
    RED,
    Filled,
    Labels,
    Press,
    Who,
    button,
    choice,
    chosen_number,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.server import actor_of, match_player, services_of
from bot.ui.framework.text import plain
from core.event.similarity import event_and_day


async def reply_me(interaction: discord.Interaction[Any]) -> None:
    await defer(interaction, ephemeral=True)
    page = await own_page(services_of(interaction), actor_of(interaction))
    await reply(interaction, *await _drawn(interaction, page))
    await ask_afterwards(interaction, page.may_be)


async def _page(interaction: discord.Interaction[Any]) -> tuple[discord.Embed, discord.ui.View]:
    return await _drawn(interaction, await own_page(services_of(interaction), actor_of(interaction)))


async def _drawn(interaction: discord.Interaction[Any], page: OwnPage) -> tuple[discord.Embed, discord.ui.View]:
    view = _view(page, services_of(interaction))
    if page.profile is None:
        view = lasting(*view.children, *await fill_buttons(interaction))
    return me_embed(page, actor_of(interaction).member.name), view


def _view(page: OwnPage, services: Services) -> discord.ui.View:
    buttons = [edit_own_button(), wishes_button(), claim_button()]
    if page.profile is None:
        return lasting(*buttons)
    return lasting(
        *buttons,
        data_button(),
        forget_me_button(),
        *look_up_buttons(services, page.profile, is_own=True),
        *([accounts_button()] if _can_link(services, page) else []),
        *_reports(page),
    )


def _can_link(services: Services, page: OwnPage) -> bool:
    """Return whether the operator turned a site on, or something is linked that could be unlinked."""
    return any(map(services.connections.has, SITES)) or (page.profile is not None and bool(page.profile.online))


def _reports(page: OwnPage) -> list[discord.ui.Select[discord.ui.View]]:
    options = [
        discord.SelectOption(label=plain(event_and_day(one.name, one.place.date), 100), value=str(one.id))
        for one in page.reports
    ]
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=undo_report_menu.id(), placeholder="Undo a report …", options=options
    )
    return [select] if options else []


async def _refresh_page(press: Press) -> None:
    message = press.interaction.message
    if message is not None:
        embed, view = await _page(press.interaction)
        await press.interaction.followup.edit_message(message.id, embed=embed, view=view)


async def _answer(press: Press, embed: discord.Embed, view: discord.ui.View | None = None) -> None:
    await reply(press.interaction, embed, view)
    await afterwards(_refresh_page(press), "updating a member's page failed")


def own_fields(filled: Filled) -> Labels:
    yield born_field(filled)
    yield federation_field(filled)
    yield from number_fields(filled)


@form("me-profile-form", "Edit profile", Who.EVERYONE, fields=own_fields)
async def own_form(press: Press) -> None:
    edit = await written_edit(press)
    await defer(press.interaction, ephemeral=True)
    await _answer(press, edit_card(await edit_player(press.services, press.actor, None, edit, None)))


@button("me-profile", "Edit profile", Who.EVERYONE)
async def edit_own_button(press: Press) -> None:
    page = await own_page(press.services, press.actor)
    await own_form.open(press.interaction, {} if page.profile is None else written_now(page.profile))


@form(
    "me-claim-form",
    "That's me",
    Who.EVERYONE,
    fields=lambda filled: [line("player", "Player", filled, description="Name, id or #12, as in an event's file")],
)
async def claim_form(press: Press) -> None:
    """Claim to be a player of the club; a director confirms it."""
    player = await match_player(press.interaction, press.text("player"))
    await defer(press.interaction)
    report = await claim_player(press.services, press.actor, player.id)
    await _answer(press, claim_card(report), claim_buttons(report))


@button("me-claim", "Claim a player", Who.EVERYONE)
async def claim_button(press: Press) -> None:
    await claim_form.open(press.interaction, {})


# Accounts elsewhere.


def accounts_fields(filled: Filled) -> Labels:
    hint = "Asks the site for your ratings. Empty: not linked"
    for site in SITES:
        yield line(site.value, f"Your name at {site.label}", filled, description=hint, required=False, most=30)


@form("me-accounts-form", "Online accounts", Who.EVERYONE, fields=accounts_fields)
async def accounts_form(press: Press) -> None:
    """Link one's accounts at Lichess and chess.com, or unlink them."""
    page = await own_page(press.services, press.actor)
    before = () if page.profile is None else linked_accounts(page.profile.online)
    names = {one.site: "" for one in before} | {site: text for site in SITES if (text := press.text(site.value))}
    await defer(press.interaction, ephemeral=True)
    await link_accounts(press.services, press.actor, names)
    await reply(press.interaction, *await _page(press.interaction))


@button("me-accounts", "Online accounts", Who.EVERYONE)
async def accounts_button(press: Press) -> None:
    """Open the form of one's accounts at Lichess and chess.com."""
    page = await own_page(press.services, press.actor)
    linked = () if page.profile is None else linked_accounts(page.profile.online)
    await accounts_form.open(press.interaction, {one.site.value: [one.name] for one in linked})


_NOTICES = (("Off", OFF), ("At each change", EACH), ("Once a week", WEEKLY))


def wishes_fields(filled: Filled) -> Labels:
    yield choice("notices", "Messages when others change your rating", _NOTICES, filled)
    for field, text in (
        ("challenged", "Others may challenge you"),
        ("announced", "Announcements may name you"),
        ("site", "The club's web pages may name you"),
        ("private", "Only you and directors see your card"),
    ):
        component: Any = discord.ui.Checkbox(custom_id=field, default="True" in filled.get(field, ()))
        yield discord.ui.Label(text=text, component=component)


def _filled_wishes(wishes: Wishes | None) -> Filled:
    now = wishes or Wishes(OFF, challenged=True, announced=True, card_private=False, on_site=True)
    notices = now.notices if now.notices in (EACH, WEEKLY) else OFF
    return {
        "notices": [notices],
        "challenged": [str(now.challenged)],
        "announced": [str(now.announced)],
        "private": [str(now.card_private)],
        "site": [str(now.on_site)],
    }


@form("me-wishes-form", "Notifications", Who.EVERYONE, fields=wishes_fields)
async def wishes_form(press: Press) -> None:
    shown = (press.text(field) == "True" for field in ("challenged", "announced", "private", "site"))
    notices = press.text("notices") if press.text("notices") in (EACH, WEEKLY) else OFF
    await acknowledge(press.interaction)
    await change_wishes(press.services, press.actor, WishesChange(notices, *shown))
    embed, view = await _page(press.interaction)
    await edit_answer(press.interaction, embed=embed, view=view)


@button("me-wishes", "Notifications", Who.EVERYONE)
async def wishes_button(press: Press) -> None:
    page = await own_page(press.services, press.actor)
    await wishes_form.open(press.interaction, _filled_wishes(page.wishes))


@button("me-data", "My data", Who.EVERYONE)
async def data_button(press: Press) -> None:
    """Send everything that the club stores about the member, as a zip."""
    await defer(press.interaction, ephemeral=True)
    data = await own_data(press.services, press.actor)
    attached = [discord.File(BytesIO(data), "my-data.zip")]
    await edit_answer(press.interaction, content=None, embed=data_card(len(data)), attachments=attached)


@button("me-forget", "Forget me", Who.EVERYONE, style=RED)
async def forget_me_button(press: Press) -> None:
    """Show what would be deleted, and ask."""
    await defer(press.interaction, ephemeral=True)
    report = await preview_forgetting(press.services, press.actor, None)
    await reply(press.interaction, forgetting_card(report), lasting(forget_button(report.player_id)))


@menu("me-undo", Who.EVERYONE)
async def undo_report_menu(press: Press) -> None:
    event_id = chosen_number(press.values)
    await acknowledge(press.interaction)
    report = await undo_event(press.services, press.actor, event_id)
    press.interaction.extras[ANSWERING] = True
    await press.interaction.followup.send(embed=undo_card(report), ephemeral=False)
    await afterwards(_refresh_page(press), "updating a member's page failed")
