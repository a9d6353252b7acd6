"""A file of settings looked at, and taken in."""

import re
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.settings.settings_file import MOST_BYTES, NO_FILE, look_at_settings, store_settings
from bot.services.settings.settings_page import SEE
from bot.services.transaction import check_director
from bot.ui.buttons.club.file_buttons import FORM, GetSettings, TakeSettings
from bot.ui.buttons.club.settings_buttons import show_settings
from bot.ui.cards.club.settings import settings_preview_card
from bot.ui.framework.answers import acknowledge, defer, reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.custom_ids import DIGEST, KEY
from bot.ui.framework.items import FileButton
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.server_roles import givable, with_names
from core.errors import InputError


class StoreSettings(FileButton, template=rf"settings-store:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Take in a file of settings that was looked at, for a director."""

    name, label, style = "settings-store", "Store it", discord.ButtonStyle.success

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        await store_settings(services, actor, self.pending_id, self.digest, _existing(interaction))
        await show_settings(interaction, interaction.id)


FILE_ITEMS = (GetSettings, TakeSettings, StoreSettings)


async def submit_file(interaction: discord.Interaction[Any], _match: re.Match[str]) -> None:
    """Show what a file of settings would do."""
    services, actor = services_of(interaction), actor_of(interaction)
    await check_director(services, actor, SEE)
    await defer(interaction, ephemeral=True)
    found = await look_at_settings(services, actor, await _read(interaction), _existing(interaction))
    view = lasting(StoreSettings(found.pending_id, found.digest))
    await reply(interaction, with_names(settings_preview_card(found), interaction.guild), view)


FORMS = {FORM: submit_file}
"""What becomes of the form, by the pattern of its id."""


async def _read(interaction: discord.Interaction[Any]) -> bytes:
    """Return the file that came with the form; raise InputError for none, and for one that is too large."""
    data: Any = interaction.data
    attached = list((data.get("resolved") or {}).get("attachments", {}).values())
    if len(attached) != 1 or attached[0].get("size", 0) > MOST_BYTES:
        raise InputError(NO_FILE)
    return await discord.Attachment(data=attached[0], state=interaction._state).read()


def _existing(interaction: discord.Interaction[Any]) -> dict[str, int]:
    return {} if interaction.guild is None else dict(givable(interaction.guild))
