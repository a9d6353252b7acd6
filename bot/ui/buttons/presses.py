"""Answers of every button, menu and form: importing this module finds them all."""

from typing import Any

import discord

from bot.declarations import import_all
from bot.ui.buttons.undo import give_back
from bot.ui.framework.answers import afterwards
from bot.ui.framework.buttons import Declaration, Form, Press, find
from bot.ui.framework.errors import handle
from bot.ui.framework.server import account
from core.errors import RatingError

import_all("bot.ui.buttons")

OUTDATED = "The button is from an older version, or its subject no longer exists. See /help for the commands."
_NOT_REMEMBERED = "remembering a refused form failed"


async def on_interaction(interaction: discord.Interaction[Any]) -> None:
    """Answer a press or a form; discord.py handles everything else."""
    if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        return
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    found = find(custom_id)
    if found is not None and isinstance(found, Form) == (interaction.type is discord.InteractionType.modal_submit):
        await press(interaction, custom_id, found)
        return
    try:
        await interaction.response.send_message(OUTDATED, ephemeral=True)
    except Exception as error:
        await handle(interaction, error)


async def press(interaction: discord.Interaction[Any], custom_id: str, found: Declaration[...]) -> None:
    async with account(interaction, found.name):
        try:
            if refusal := interaction.client.refusal(interaction):
                raise RatingError(refusal)
            given = Press(interaction)
            if not found.outside:
                _ = given.actor  # refuses a press outside a club before anything is done
            await found.act(given, *(found.read(custom_id) or ()))
        except Exception as error:
            if isinstance(error, RatingError) and isinstance(found, Form):
                await afterwards(give_back(interaction, found, custom_id), _NOT_REMEMBERED)
            await handle(interaction, error)
