"""The settings as a file: given, and the form that takes one in."""

import io
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.settings.settings_file import write_settings
from bot.services.settings.settings_page import SEE
from bot.services.transaction import check_director
from bot.ui.cards.club.settings import settings_file_card
from bot.ui.framework.answers import defer
from bot.ui.framework.buttons import lasting
from bot.ui.framework.items import NamedButton
from bot.ui.framework.server.actors import actor_of, services_of

FORM = "settings-file"


class GetSettings(NamedButton, template=r"settings-get"):
    """Give the settings as a file, to a director alone."""

    name, label = "settings-get", "File"

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await defer(interaction, ephemeral=True)
        data = await write_settings(services_of(interaction), actor_of(interaction))
        file = discord.File(io.BytesIO(data), "settings.json")
        await interaction.edit_original_response(
            embed=settings_file_card(), attachments=[file], view=lasting(TakeSettings())
        )
        interaction.extras.pop("thinking", None)


class TakeSettings(NamedButton, template=r"settings-take"):
    """Open the form for a file of settings, for a director."""

    name, label = "settings-take", "Take one in"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await check_director(services, actor, SEE)
        form = FileForm()
        form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
        await interaction.response.send_modal(form)


class FileForm(discord.ui.Modal, title="Settings from a file"):
    """The form for a file of settings."""

    file: discord.ui.Label[Any] = discord.ui.Label(
        text="File of settings",
        description="As the button File gives it; you see first what it would change",
        component=discord.ui.FileUpload(custom_id="file", max_values=1),
    )

    def __init__(self) -> None:
        super().__init__(custom_id=FORM, timeout=None)
