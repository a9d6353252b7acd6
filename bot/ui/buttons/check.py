"""What is missing in a club: the check, and another try of what is paused."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import discord

from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import BLUE, Press, Who, button, lasting
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.own_permissions import missing
from bot.ui.framework.server.server_members import LARGEST_LIST
from bot.ui.framework.server.server_roles import hindrance, with_names
from bot.ui.framework.text import count
from bot.ui.wording.paused import paused_line

if TYPE_CHECKING:
    from bot.services.club_check import ClubCheck
    from bot.ui.cards.club.check import Need


@button("club-check", "Check", Who.DIRECTOR, style=BLUE)
async def check_button(press: Press) -> None:
    """Look at what is missing in the club."""
    await reply_check(press.interaction)


@button("club-check-again", "Check again", Who.DIRECTOR)
async def check_again_button(press: Press) -> None:
    """Look once more, in the place of what was shown."""
    from bot.services.club_check import club_check

    found = await club_check(press.services, press.actor)
    await acknowledge(press.interaction)
    await _show(press.interaction, found)


@button("club-try-again", "Try again", Who.DIRECTOR)
async def try_again_button(press: Press) -> None:
    """Send what is paused after all."""
    from bot.services.club_check import club_check, try_again

    await try_again(press.services, press.actor)
    await acknowledge(press.interaction)
    await _show(press.interaction, await club_check(press.services, press.actor))


async def reply_check(interaction: discord.Interaction[Any]) -> None:
    """Answer with what is missing, to the director alone."""
    from bot.services.club_check import club_check

    await defer(interaction, ephemeral=True)
    found = await club_check(services_of(interaction), actor_of(interaction))
    await reply(interaction, await _card(interaction, found), check_view(found))


async def _show(interaction: discord.Interaction[Any], found: "ClubCheck") -> None:
    await edit_answer(interaction, embed=await _card(interaction, found), view=check_view(found))


def check_view(found: "ClubCheck") -> discord.ui.View:
    """Return the buttons below a check."""
    view = lasting(check_again_button())
    if found.paused:
        view.add_item(try_again_button())
    return view


async def _card(interaction: discord.Interaction[Any], found: "ClubCheck") -> discord.Embed:
    from bot.ui.cards.club.check import check_card

    guild = interaction.guild
    assert guild is not None  # actor_of has refused whoever asks outside a server
    needs = [need async for need in _needs(interaction, guild, found)]
    return with_names(check_card(guild.name, needs, map(paused_line, found.paused)), guild)


async def _needs(
    interaction: discord.Interaction[Any], guild: discord.Guild, found: "ClubCheck"
) -> "AsyncIterator[Need]":
    from bot.ui.pictures.font_files import system_fonts
    from bot.ui.pictures.fonts import can_shape

    yield _channel("Here", interaction.app_permissions)
    for channel_id in found.channels:
        channel = guild.get_channel(channel_id)
        if channel is None:
            yield False, f"<#{channel_id}> is gone, or I may not see it: choose another channel in `/club settings`"
        else:
            yield _channel(f"<#{channel_id}>", channel.permissions_for(guild.me))
    if found.alive.roles:
        obstacle = hindrance(guild, found.roles)
        yield obstacle is None, "Roles: I may give them" if obstacle is None else f"Roles: {obstacle}"
    yield await _directors(interaction, guild, found)
    zone = found.club.time_zone
    yield (
        (True, f"Time zone {zone}")
        if zone != "UTC"
        else (False, "Time zone UTC: choose your place in `/club settings`")
    )
    players = count(found.players, "player")
    yield found.players > 0, players if found.players else "No players yet: `/player import` takes your roster in"
    yield (
        can_shape(),
        _SHAPES if can_shape() else "Pictures: install libfribidi for Arabic, Hebrew, Indic and Thai names",
    )
    has_fonts = bool(system_fonts())
    yield has_fonts, "Pictures have the system's fonts" if has_fonts else "Pictures: install fonts such as Noto CJK"


_SHAPES = "Pictures draw every script"


def _channel(where: str, allowed: discord.Permissions) -> "Need":
    lacking = [words.partition(",")[0] for words in missing(allowed)]
    if not lacking:
        return True, f"{where}: I may see, write and attach"
    return False, f"{where}: give me " + ", ".join(f"*{name}*" for name in lacking)


async def _directors(interaction: discord.Interaction[Any], guild: discord.Guild, found: "ClubCheck") -> "Need":
    """Tell whether somebody has the directors' role, as far as Discord tells who is there."""
    role_id = found.club.td_role_id
    if role_id is None:
        return True, "Directors: who may manage the server"
    if guild.get_role(role_id) is None:
        return False, "The directors' role is gone: choose another one in `/club settings`"
    if interaction.client.intents.members and (guild.member_count or 0) <= LARGEST_LIST:
        holders = [one async for one in guild.fetch_members(limit=None) if one.get_role(role_id) is not None]
        if not holders:
            return False, f"Nobody has <@&{role_id}>: give it to your directors"
    return True, f"Directors: <@&{role_id}>"
