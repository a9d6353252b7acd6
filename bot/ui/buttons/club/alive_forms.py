"""What the forms for live boards and roles ask for: a board changed at once, roles shown first."""

import re
from typing import Any

import discord

from bot.services.alive.live_boards import set_live_board
from bot.services.alive.roles import OFF, RolePlan
from bot.services.settings.settings_page import SEE
from bot.services.transaction import check_director
from bot.ui.buttons.club.form_fields import filled_values
from bot.ui.buttons.club.setting_forms import SETTING_FORMS
from bot.ui.buttons.club.settings_buttons import PREVIEW_FORM, check_channel, show_settings
from bot.ui.buttons.roles import reply_roles
from bot.ui.framework.answers import acknowledge
from bot.ui.framework.custom_ids import filled_in
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import InputError


async def submit_alive(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Do what a form asks for."""
    await check_director(services_of(interaction), actor_of(interaction), SEE)
    key = match["key"]
    await _SUBMIT[key](interaction, filled_values(SETTING_FORMS[key].settings, filled_in(interaction)))


async def _roles(interaction: discord.Interaction[Any], values: dict[str, Any]) -> None:
    await reply_roles(interaction, RolePlan(values.pop("list"), **values))


async def _board(interaction: discord.Interaction[Any], values: dict[str, Any]) -> None:
    channel_id, top = values["channel"], values["top"]
    if channel_id is None and top != OFF:
        raise InputError("Which channel? Choose where the board stands.")
    check_channel(interaction, channel_id)
    await acknowledge(interaction)
    await set_live_board(
        services_of(interaction),
        actor_of(interaction),
        channel_id or 0,
        values["list"],
        values["order"],
        None if top == OFF else int(top),
    )
    await show_settings(interaction)


_SUBMIT = {"roles": _roles, "boards": _board}
FORMS = {rf"{PREVIEW_FORM}:(?P<key>{'|'.join(_SUBMIT)})": submit_alive}
"""What becomes of the forms, by the pattern of their ids."""
