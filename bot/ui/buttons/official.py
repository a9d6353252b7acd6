"""Official ratings: look a member up, compare them with the club's, accept, undo; fetch a rated section."""

import logging
from functools import partial
from typing import Any

import discord

from bot.connect.client import Service
from bot.connect.uschess_section import EXAMPLE
from bot.services.events.imports.import_event import IMPORT, preview_import
from bot.services.events.imports.options import ImportOptions
from bot.services.framework.context import Services
from bot.services.framework.every_club import JOBS, Job, Turn
from bot.services.people.official.ask import MonthCompared, ask_for_club, ask_monthly, fetch_section, look_up
from bot.services.people.official.compare import (
    ACCEPT,
    LEFT,
    Comparison,
    accept,
    choose,
    compare,
    undo_acceptance,
)
from bot.store.people.profiles import Profile
from bot.ui.buttons.imports import reply_import
from bot.ui.buttons.undo import confirm_undo
from bot.ui.cards.official import (
    PAGE_SIZE,
    acceptance_undone_card,
    accepted_card,
    asked_text,
    comparison_card,
    look_up_card,
)
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, remove_buttons, reply
from bot.ui.framework.buttons import GREEN, RED, Digest, Press, Small, Who, button, form, lasting, line, menu
from bot.ui.framework.server import match_members
from bot.ui.framework.text import plain
from core.words import counted

log = logging.getLogger(__name__)

# One member.


def look_up_buttons(
    services: Services, profile: Profile | None, *, is_own: bool
) -> list[discord.ui.Button[discord.ui.View]]:
    """Return the button that asks US Chess about a player, if the operator turned it on."""
    if profile is None or profile.uschess_id is None or not services.connections.has(Service.USCHESS):
        return []
    return [own_look_up_button()] if is_own else [look_up_button(profile.id)]


@button("official-look", "Look up at US Chess", Who.DIRECTOR)
async def look_up_button(press: Press, player_id: int) -> None:
    """Ask US Chess about a player, and show what it says."""
    await press.check_director("look up another player")
    await defer(press.interaction, ephemeral=True)
    found = await look_up(press.services, press.actor, player_id)
    await reply(press.interaction, look_up_card(found, by_director=True), lasting(official_button()), ephemeral=True)


@button("me-official", "Look me up at US Chess", Who.EVERYONE)
async def own_look_up_button(press: Press) -> None:
    """Ask US Chess about oneself, and show what it says."""
    await defer(press.interaction, ephemeral=True)
    found = await look_up(press.services, press.actor, None)
    await reply(press.interaction, look_up_card(found), ephemeral=True)


# All members.


@button("official", "Official ratings", Who.DIRECTOR)
async def official_button(press: Press) -> None:
    """Show which official ratings differ from the club's."""
    await defer(press.interaction, ephemeral=True)
    found = await compare(press.services, press.actor)
    await reply(press.interaction, comparison_card(found, 0), _view(found, 0), ephemeral=True)


@button("official-page", "…", Who.DIRECTOR)
async def official_page_button(press: Press, page: Small) -> None:
    """Turn to another page."""
    await acknowledge(press.interaction)
    await _show(press, page)


async def _show(press: Press, page: int, note: str | None = None) -> None:
    found = await compare(press.services, press.actor)
    page = max(0, min(page, -(-len(found.lines) // PAGE_SIZE) - 1))
    await edit_answer(press.interaction, embed=comparison_card(found, page, note), view=_view(found, page))


def _view(found: Comparison, page: int) -> discord.ui.View:
    items: list[discord.ui.Item[Any]] = []
    if found.chosen:
        label = f"Accept all {len(found.chosen)}" if len(found.chosen) > 1 else "Accept"
        items.append(accept_button.but(label=label)(found.digest))
    if found.unasked and found.can_ask:
        items.append(ask_button())
    if found.can_ask:
        items.append(section_button())
    if page:
        items.append(official_page_button.but(label="Previous")(page - 1))
    if (page + 1) * PAGE_SIZE < len(found.lines):
        items.append(official_page_button.but(label="Next")(page + 1))
    return lasting(*items, *_menu(found, page))


def _menu(found: Comparison, page: int) -> list[discord.ui.Item[Any]]:
    shown = [one for one in found.lines[page * PAGE_SIZE : (page + 1) * PAGE_SIZE] if one.problem is None]
    options = [
        discord.SelectOption(
            label=f"Skip {plain(one.player.name, 60)}",
            description=one.rating_list.label,
            value=f"{one.player.id}:{one.rating_list.value}",
            default=one.decided == LEFT,
        )
        for one in shown
    ]
    if not options:
        return []
    custom_id, most = leave_out_menu.id(page), len(options)
    select: Any = discord.ui.Select(
        custom_id=custom_id, placeholder="Skip a rating…", options=options, min_values=0, max_values=most
    )
    return [select]


@menu("official-leave", Who.DIRECTOR)
async def leave_out_menu(press: Press, page: Small) -> None:
    """Choose whose official rating is not entered; the others of the page are."""
    await acknowledge(press.interaction)
    found = await compare(press.services, press.actor)
    shown = [(one.player.id, one.rating_list) for one in found.lines[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]]
    values = press.values if isinstance(press.values, list) else []
    left = [about for about in shown if f"{about[0]}:{about[1].value}" in values]
    await choose(press.services, press.actor, left, shown)
    await _show(press, page)


@button("official-ask", "Ask US Chess", Who.DIRECTOR)
async def ask_button(press: Press) -> None:
    """Ask US Chess about every member who was not asked about this month."""
    await acknowledge(press.interaction)
    await press.check_director(ACCEPT)
    found = await compare(press.services, press.actor)
    note = f"Asking US Chess about {counted(found.unasked, 'member')}, at most two a second. This card will be updated."
    await edit_answer(press.interaction, embed=comparison_card(found, 0, note), view=None)
    asked = await ask_for_club(press.services, press.actor)
    await _show(press, 0, asked_text(asked))


@button("official-accept", "Accept", Who.DIRECTOR, style=GREEN)
async def accept_button(press: Press, digest: Digest) -> None:
    """Enter every official rating shown that was not skipped."""
    await defer(press.interaction)
    report = await accept(press.services, press.actor, digest)
    await reply(press.interaction, accepted_card(report), lasting(undo_accepted_button(report.accept_id)))
    await remove_buttons(press.interaction)


@button("undo-official", "Undo", Who.DIRECTOR, style=RED)
async def undo_accepted_button(press: Press, accept_id: int, shown: Digest | None = None) -> None:
    """Undo official ratings; ask first where something was built on them."""
    sure = undo_accepted_button.but(label="Undo ratings")
    doing = undo_acceptance(press.services, press.actor, accept_id, shown)
    await confirm_undo(press, doing, acceptance_undone_card, lambda digest: sure(accept_id, digest))


# A rated section.


@form(
    "official-section-form",
    "Rated section",
    Who.DIRECTOR,
    fields=lambda filled: [
        line("section", "Event and section", filled, description=f"At US Chess, for example {EXAMPLE}", most=40)
    ],
)
async def section_form(press: Press) -> None:
    """Fetch a rated section of US Chess, and preview it as an uploaded file."""
    await defer(press.interaction, ephemeral=True)
    data = await fetch_section(press.services, press.actor, press.text("section"))
    async with heavy_turn(press.interaction):
        ask = partial(match_members, press.interaction)
        await reply_import(
            press.interaction, await preview_import(press.services, press.actor, data, ImportOptions(), ask)
        )


@button("official-section", "Rated section", Who.DIRECTOR)
async def section_button(press: Press) -> None:
    """Ask for the event and number of a rated section of US Chess."""
    await press.check_director(IMPORT)
    await section_form.open(press.interaction, {})


# Once a month.


async def compare_monthly(services: Services, bot: Any) -> None:
    """Ask for the clubs that want it, and report differences to their directors' channels."""
    for done in await ask_monthly(services):
        await _announce(done, bot)


JOBS.add("official", Job(compare_monthly, Turn.ASKING, sends=True))


async def _announce(done: MonthCompared, bot: Any) -> None:
    if done.channel_id is None or not done.comparison.chosen:
        return
    channel = bot.get_partial_messageable(done.channel_id, guild_id=done.club_id)
    text = f"Official ratings of US Chess that differ from the club's: {len(done.comparison.chosen)}."
    try:
        await channel.send(text, view=lasting(official_button()), allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.warning("monthly comparison not announced: club=%d: %s", done.club_id, error)
