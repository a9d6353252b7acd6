"""What the forms for announcements, live boards and roles ask for: changed at once, or shown first."""

import re
from typing import Any

import discord

from bot.services.alive.live_boards import set_live_board
from bot.services.alive.news.announce import AnnounceChange, announce
from bot.services.alive.news.look import NewsWhen
from bot.services.alive.roles import RolePlan
from bot.services.players.leaderboard import BoardOrder
from bot.services.settings.settings_page import SEE
from bot.services.transaction import check_director
from bot.ui.buttons.club.form_fields import Filled
from bot.ui.buttons.club.role_buttons import reply_roles
from bot.ui.buttons.club.settings_buttons import PREVIEW_FORM, show_settings
from bot.ui.framework.answers import acknowledge
from bot.ui.framework.custom_ids import filled_in
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.own_permissions import check_may_write
from bot.ui.wording.setting_words import NEWS_WHEN, ROLES_BY, TOPS
from core.errors import InputError
from core.lists import RatingList
from core.systems import SYSTEMS


async def submit_alive(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Do what a form asks for."""
    await check_director(services_of(interaction), actor_of(interaction), SEE)
    await _SUBMIT[match["key"]](interaction, Filled(filled_in(interaction)))


async def _roles(interaction: discord.Interaction[Any], filled: Filled) -> None:
    plan = RolePlan(
        RatingList(filled.one_of("list", SYSTEMS)),
        filled.one_of("by", ROLES_BY),
        create=filled.is_ticked("create"),
        provisional=filled.is_ticked("provisional"),
        remove=filled.is_ticked("remove"),
    )
    await reply_roles(interaction, plan)


async def _news(interaction: discord.Interaction[Any], filled: Filled) -> None:
    hour, channel_id = filled.text("hour"), filled.key("channel")
    if not re.fullmatch("[0-9]{1,2}", hour) or int(hour) > 23:
        raise InputError("Write the hour as a whole number from 0 to 23.")
    change = AnnounceChange(channel_id, NewsWhen(filled.one_of("when", NEWS_WHEN)), int(hour))
    _check_channel(interaction, channel_id)
    await acknowledge(interaction)
    await announce(services_of(interaction), actor_of(interaction), change)
    await show_settings(interaction, interaction.id)


async def _board(interaction: discord.Interaction[Any], filled: Filled) -> None:
    channel_id, top = filled.key("channel"), filled.one_of("top", TOPS)
    if channel_id is None and top != "off":
        raise InputError("Which channel? Choose where the board stands.")
    order = BoardOrder(filled.one_of("order", list(BoardOrder)))
    _check_channel(interaction, channel_id)
    await acknowledge(interaction)
    await set_live_board(
        services_of(interaction),
        actor_of(interaction),
        channel_id or 0,
        RatingList(filled.one_of("list", SYSTEMS)),
        order,
        None if top == "off" else int(top),
    )
    await show_settings(interaction)


def _check_channel(interaction: discord.Interaction[Any], channel_id: int | None) -> None:
    """Raise an error that says what to do where the bot may not write in a channel."""
    channel = None if interaction.guild is None or channel_id is None else interaction.guild.get_channel(channel_id)
    if isinstance(channel, discord.TextChannel):
        check_may_write(channel)


_SUBMIT = {"roles": _roles, "news": _news, "boards": _board}
FORMS = {rf"{PREVIEW_FORM}:(?P<key>{'|'.join(_SUBMIT)})": submit_alive}
"""What becomes of the forms, by the pattern of their ids."""
