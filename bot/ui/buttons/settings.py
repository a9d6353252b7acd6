"""The page of a club's settings, which is edited in place: its menu, its forms, its file, its buttons."""

import asyncio
import io
from typing import Annotated, Any

import discord

from bot.services.alive.live_boards import set_live_board
from bot.services.alive.roles import OFF, RolePlan
from bot.services.settings.change import NoDirectorAnyMore, change_settings, undo_settings
from bot.services.settings.settings_file import MOST_BYTES, NO_FILE, look_at_settings, store_settings, write_settings
from bot.services.settings.settings_page import SEE, SettingsPage, settings_page
from bot.services.settings.table import PAGES
from bot.ui.buttons.check import check_button
from bot.ui.buttons.setting_forms import SETTING_FORMS, fields, filled_values
from bot.ui.buttons.undo import strike
from bot.ui.cards.club.settings import settings_card, settings_file_card, settings_preview_card
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import GREEN, RED, Digest, Press, Who, button, form, lasting, menu
from bot.ui.framework.custom_ids import DAMAGED, chosen_word
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.own_permissions import check_may_write
from bot.ui.framework.server.server_roles import givable, with_names
from core.errors import InputError

PageKey = Annotated[str, "|".join(PAGES)]
PreviewKey = Annotated[str, "|".join(set(SETTING_FORMS) - set(PAGES))]


@menu("settings-change", Who.DIRECTOR)
async def change_menu(press: Press) -> None:
    """Open the form of a setting."""
    await _open_form(press, chosen_word(press.values))


@button("settings-codes", "Titles of the 1990s", Who.DIRECTOR)
async def codes_button(press: Press) -> None:
    """Open the form of the titles of the 1990s."""
    await _open_form(press, "codes")


@button("undo-settings", "Undo", Who.DIRECTOR, style=RED, emoji="↩️")
async def undo_settings_button(press: Press, interaction_id: int) -> None:
    """Take back what an interaction changed of the settings."""
    interaction = press.interaction
    await acknowledge(interaction)
    await undo_settings(press.services, press.actor, interaction_id)
    if interaction.message is not None and _is_page(interaction.message):
        await show_settings(interaction)
        return
    card = _card(interaction, await settings_page(press.services, press.actor))
    interaction.extras[ANSWERING] = True
    await interaction.followup.send(embed=card, view=settings_view(), ephemeral=True)
    await strike(interaction)


@form("setting-form", "Settings", Who.DIRECTOR)
async def setting_form(press: Press, key: PageKey) -> None:
    """Change what was filled in, and show the page as it is now."""
    await press.check_director(SEE)
    # The names of time zones are read from some hundred files the first time.
    values = await asyncio.to_thread(filled_values, SETTING_FORMS[key].settings, press.filled)
    check_channel(press.interaction, values.get("news_channel_id"))
    await acknowledge(press.interaction)
    if await change_or_ask(press.interaction, values):
        await show_settings(press.interaction, press.interaction.id)


async def change_or_ask(interaction: discord.Interaction[Any], values: dict[str, Any]) -> bool:
    """Change settings; ask first where whoever asks would be no director any more, and return False then."""
    try:
        await change_settings(services_of(interaction), actor_of(interaction), values)
    except NoDirectorAnyMore as error:
        interaction.extras.pop("thinking", None)
        sentence = "You would no longer be a tournament director (TD). Nothing was changed."
        view = lasting(give_up_button(error.role_id or 0))
        await interaction.followup.send(sentence, view=view, ephemeral=True)
        return False
    return True


@button("settings-give-up", "Change the role", Who.DIRECTOR, style=RED)
async def give_up_button(press: Press, role_id: int) -> None:
    """Change the directors' role though one loses it. role_id: 0 for none."""
    await acknowledge(press.interaction)
    await change_settings(press.services, press.actor, {"td_role_id": role_id or None}, sure=True)
    sentence = "The directors' role is changed. You are no longer a tournament director (TD)."
    await edit_answer(press.interaction, content=sentence, view=None)


@form("preview-form", "Settings", Who.DIRECTOR)
async def preview_form(press: Press, key: PreviewKey) -> None:
    """Change a live board at once; show first what roles would do."""
    await press.check_director(SEE)
    values = filled_values(SETTING_FORMS[key].settings, press.filled)
    if key == "boards":
        await _set_board(press, values)
        return
    from bot.ui.buttons.roles import reply_roles  # whose Undo is the one of this page

    await reply_roles(press.interaction, RolePlan(values.pop("list"), **values))


async def _set_board(press: Press, values: dict[str, Any]) -> None:
    channel_id, top = values["channel"], values["top"]
    if channel_id is None and top != OFF:
        raise InputError("Which channel? Choose where the board stands.")
    check_channel(press.interaction, channel_id)
    await acknowledge(press.interaction)
    most = None if top == OFF else int(top)
    await set_live_board(press.services, press.actor, channel_id or 0, values["list"], values["order"], most)
    await show_settings(press.interaction)


async def _open_form(press: Press, key: str) -> None:
    club = await press.check_director(SEE)
    if key not in SETTING_FORMS:
        raise InputError(DAMAGED)
    found = SETTING_FORMS[key]
    opened = setting_form if found.changes else preview_form
    await opened.but(title=found.label).open_with(press.interaction, fields(key, club), key)


@button("settings-get", "File", Who.DIRECTOR)
async def get_file_button(press: Press) -> None:
    """Give the settings as a file."""
    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    file = discord.File(io.BytesIO(await write_settings(press.services, press.actor)), "settings.json")
    view = lasting(take_file_button())
    await interaction.edit_original_response(embed=settings_file_card(), attachments=[file], view=view)
    interaction.extras.pop("thinking", None)


@button("settings-take", "Take one in", Who.DIRECTOR)
async def take_file_button(press: Press) -> None:
    """Open the form for a file of settings."""
    await press.check_director(SEE)
    label = discord.ui.Label[Any](
        text="File of settings",
        description="As the button File gives it; you see first what it would change",
        component=discord.ui.FileUpload(custom_id="file", max_values=1),
    )
    await file_form.open_with(press.interaction, [label])


@form("settings-file", "Settings from a file", Who.DIRECTOR)
async def file_form(press: Press) -> None:
    """Show what a file of settings would do."""
    await press.check_director(SEE)
    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    found = await look_at_settings(press.services, press.actor, await _read(press), _server_roles(interaction))
    view = lasting(store_file_button(found.pending_id, found.digest))
    await reply(interaction, with_names(settings_preview_card(found), interaction.guild), view)


@button("settings-store", "Store it", Who.DIRECTOR, style=GREEN)
async def store_file_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Take in a file of settings that was looked at."""
    await acknowledge(press.interaction)
    await store_settings(press.services, press.actor, pending_id, digest, _server_roles(press.interaction))
    await show_settings(press.interaction, press.interaction.id)


async def _read(press: Press) -> bytes:
    """Return the file that came with the form; raise InputError for none, and for one that is too large."""
    attached = list((press.data.get("resolved") or {}).get("attachments", {}).values())
    if len(attached) != 1 or attached[0].get("size", 0) > MOST_BYTES:
        raise InputError(NO_FILE)
    return await discord.Attachment(data=attached[0], state=press.interaction._state).read()


def _server_roles(interaction: discord.Interaction[Any]) -> dict[str, int]:
    return {} if interaction.guild is None else dict(givable(interaction.guild))


def check_channel(interaction: discord.Interaction[Any], channel_id: int | None) -> None:
    """Raise an error that says what to do where the bot may not write in a channel."""
    channel = None if interaction.guild is None or channel_id is None else interaction.guild.get_channel(channel_id)
    if isinstance(channel, discord.TextChannel):
        check_may_write(channel)


async def reply_settings(interaction: discord.Interaction[Any], changed: int | None = None) -> None:
    """Answer with the page. changed: the interaction whose change it shows, which can be taken back."""
    page = await settings_page(services_of(interaction), actor_of(interaction))
    await reply(interaction, _card(interaction, page, changed), settings_view(changed), ephemeral=True)


async def show_settings(interaction: discord.Interaction[Any], changed: int | None = None) -> None:
    """Put the page in the place of the message that was pressed."""
    page = await settings_page(services_of(interaction), actor_of(interaction))
    await edit_answer(interaction, embed=_card(interaction, page, changed), view=settings_view(changed))


def settings_view(changed: int | None = None) -> discord.ui.View:
    """Return the menu and the buttons of the page."""
    options = [
        discord.SelectOption(label=one.label, value=key, description=one.what) for key, one in SETTING_FORMS.items()
    ]
    choose = discord.ui.Select[discord.ui.View](
        custom_id=change_menu.id(), placeholder="Change a setting…", options=options
    )
    undo = [] if changed is None else [undo_settings_button(changed)]
    return lasting(choose, check_button(), codes_button(), get_file_button(), *undo)


def _is_page(message: discord.Message) -> bool:
    """Tell whether a message is the page: a pool's settings, and those of QURSH, have the Undo too."""
    view = discord.ui.View.from_message(message, timeout=None)
    return any(getattr(item, "custom_id", None) == change_menu.id() for item in view.children)


def _card(interaction: discord.Interaction[Any], page: SettingsPage, changed: int | None = None) -> discord.Embed:
    server = "" if interaction.guild is None else interaction.guild.name
    lacking = []
    if page.alive.roles and not interaction.app_permissions.manage_roles:
        lacking.append("⚠️ **Roles** need *Manage Roles*: press Check.")
    return with_names(settings_card(page, server, lacking, changed=changed is not None), interaction.guild)
