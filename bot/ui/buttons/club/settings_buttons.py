"""The page of a club's settings: its menu, its forms, its buttons. The page is edited in place."""

import asyncio
import re
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.settings.change import change_settings, undo_settings
from bot.services.settings.settings_page import SEE, SettingsPage, settings_page
from bot.services.settings.table import PAGES
from bot.services.transaction import check_director
from bot.ui.buttons.check import check_button
from bot.ui.buttons.club.file_buttons import GetSettings
from bot.ui.buttons.club.form_fields import filled_values
from bot.ui.buttons.club.setting_forms import SETTING_FORMS, fields
from bot.ui.buttons.undo import strike
from bot.ui.cards.club.settings import settings_card
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.custom_ids import DAMAGED, KEY, chosen_word, filled_in
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import KeyButton, LastingMenu, NamedButton
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.own_permissions import check_may_write
from bot.ui.framework.server.server_roles import with_names
from core.errors import InputError

MENU, FORM, PREVIEW_FORM = "settings-change", "setting-form", "preview-form"


class ChangeSetting(LastingMenu, template=r"settings-change"):
    """Open the form of a setting, for a director."""

    def __init__(self) -> None:
        options = [
            discord.SelectOption(label=form.label, value=key, description=form.what)
            for key, form in SETTING_FORMS.items()
        ]
        menu: Any = discord.ui.Select(custom_id=MENU, placeholder="Change a setting…", options=options)
        super().__init__(menu)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        chosen: Any = interaction.data
        await open_form(interaction, chosen_word(chosen.get("values")))


class OpenCodes(NamedButton, template=r"settings-codes"):
    """Open the form of the titles of the 1990s, for a director."""

    name, label = "settings-codes", "Titles of the 1990s"

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await open_form(interaction, "codes")


class UndoSettings(KeyButton, template=rf"undo-settings:(?P<key>{KEY})"):
    """Take back what an interaction changed of the settings, for a director."""

    name, label, emoji, style = "undo-settings", "Undo", "↩️", discord.ButtonStyle.danger

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        await undo_settings(services, actor, self.key)
        if interaction.message is not None and _is_page(interaction.message):
            await show_settings(interaction)
            return
        card = _card(interaction, await settings_page(services, actor))
        interaction.extras[ANSWERING] = True
        await interaction.followup.send(embed=card, view=settings_view(), ephemeral=True)
        await strike(interaction)


async def open_form(interaction: discord.Interaction[Any], key: str) -> None:
    """Open the form of a setting for a director."""
    club = await check_director(services_of(interaction), actor_of(interaction), SEE)
    if key not in SETTING_FORMS:
        raise InputError(DAMAGED)
    found = SETTING_FORMS[key]
    form = discord.ui.Modal(
        title=found.label, custom_id=f"{FORM if found.changes else PREVIEW_FORM}:{key}", timeout=None
    )
    for label in fields(key, club):
        form.add_item(label)
    form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
    await interaction.response.send_modal(form)


async def submit_setting(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Change what was filled in, and show the page as it is now."""
    await check_director(services_of(interaction), actor_of(interaction), SEE)
    settings = SETTING_FORMS[match["key"]].settings
    # The names of time zones are read from some hundred files the first time.
    values = await asyncio.to_thread(filled_values, settings, filled_in(interaction))
    check_channel(interaction, values.get("news_channel_id"))
    await acknowledge(interaction)
    await change_settings(services_of(interaction), actor_of(interaction), values)
    await show_settings(interaction, interaction.id)


def check_channel(interaction: discord.Interaction[Any], channel_id: int | None) -> None:
    """Raise an error that says what to do where the bot may not write in a channel."""
    channel = None if interaction.guild is None or channel_id is None else interaction.guild.get_channel(channel_id)
    if isinstance(channel, discord.TextChannel):
        check_may_write(channel)


FORMS = {rf"{FORM}:(?P<key>{'|'.join(PAGES)})": submit_setting}
"""What becomes of the form, by the pattern of its id."""

SETTINGS_ITEMS = (ChangeSetting, OpenCodes, UndoSettings)


async def reply_settings(interaction: discord.Interaction[Any], changed: int | None = None) -> None:
    """Answer with the page. changed: the interaction whose change it shows, which can be taken back."""
    page = await settings_page(services_of(interaction), actor_of(interaction))
    await reply(interaction, _card(interaction, page, changed), settings_view(changed), ephemeral=True)


async def show_settings(interaction: discord.Interaction[Any], changed: int | None = None) -> None:
    """Put the page in the place of the message that was pressed."""
    page = await settings_page(services_of(interaction), actor_of(interaction))
    await edit_answer(interaction, embed=_card(interaction, page, changed), view=settings_view(changed))


def _is_page(message: discord.Message) -> bool:
    """Tell whether a message is the page: a pool's settings, and those of QURSH, have the Undo too."""
    view = discord.ui.View.from_message(message, timeout=None)
    return any(getattr(item, "custom_id", None) == MENU for item in view.children)


def _card(interaction: discord.Interaction[Any], page: SettingsPage, changed: int | None = None) -> discord.Embed:
    server = "" if interaction.guild is None else interaction.guild.name
    lacking = []
    if page.alive.roles and not interaction.app_permissions.manage_roles:
        lacking.append("⚠️ **Roles** need *Manage Roles*: press Check.")
    return with_names(settings_card(page, server, lacking, changed=changed is not None), interaction.guild)


def settings_view(changed: int | None = None) -> discord.ui.View:
    """Return the menu and the buttons of the page."""
    view = lasting(ChangeSetting(), check_button(), OpenCodes(), GetSettings())
    if changed is not None:
        view.add_item(UndoSettings(changed))
    return view
