"""The one door that every error of a command, a button or a modal goes through.

A known error is one ephemeral sentence. An interaction that Discord has given up on is a log line. Anything
else gets a reference: the member sees it, and the log has the traceback beside it.
"""

import logging
import secrets
from typing import Any

import discord
from discord import app_commands

from bot.logs import concerning
from bot.store.database import UnavailableError
from bot.ui.text import harmless
from core.errors import RatingError

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060


async def handle(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Answer an error, whatever state its interaction is in."""
    concerning(interaction)
    cause = _cause(error)
    if isinstance(cause, discord.HTTPException) and cause.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
        log.warning("interaction %s expired or was answered elsewhere: %s", interaction.id, cause)
        return
    if interaction.type is discord.InteractionType.autocomplete:
        log.warning("autocomplete failed", exc_info=cause)
        return
    try:
        await _say(interaction, _sentence(cause))
    except discord.HTTPException as failure:
        log.warning("could not answer interaction %s: %s", interaction.id, failure)


def _cause(error: BaseException) -> BaseException:
    """Unwrap what discord.py wraps around an error of ours."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


def is_known(error: BaseException) -> bool:
    """Tell whether an error is a sentence for people."""
    return isinstance(_cause(error), RatingError)


def _sentence(error: BaseException) -> str:
    if isinstance(error, RatingError):
        # Names of players, events and files stand in it as they were written.
        return harmless(error.message, error.mentions)
    if isinstance(error, app_commands.NoPrivateMessage):
        return "That works in a club's server: use /rating estimate here."
    if isinstance(error, app_commands.CheckFailure):
        return "You may not use that here: ask a tournament director (TD)."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "That command has just changed: restart Discord (Ctrl+R), then try again."
    reference = secrets.token_hex(4)
    log.error("unexpected error, reference %s", reference, exc_info=error)
    if isinstance(error, UnavailableError):
        return f"The database did not answer and nothing was stored: try again in a minute. (reference {reference})"
    return f"Something went wrong here and nothing was stored: tell your TD the reference {reference}."


async def _say(interaction: discord.Interaction[Any], sentence: str) -> None:
    none = discord.AllowedMentions.none()
    thinking = interaction.extras.pop("thinking", False)
    if not thinking and not interaction.response.is_done():
        await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=none)
        return
    if thinking:
        # "Thinking" was public. The first follow-up would take its place, in public, and once it is deleted there
        # is no place left: it has to be completed before a follow-up can be for the member alone.
        await interaction.edit_original_response(content="…")
    await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=none)
    if thinking:
        await interaction.delete_original_response()
