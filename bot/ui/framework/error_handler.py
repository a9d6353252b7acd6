"""The one door that every error of a command, a button or a modal goes through.

A known error is one ephemeral sentence. Anything else gets a reference: the member sees it, and the log has the
traceback beside it. Whatever the error, the audit is asked first whether the interaction has stored something: what
is stored is said to be stored, with a button that shows the answer, now or, where Discord takes nothing any more,
after the member's next command.
"""

import asyncio
import logging
import secrets
from enum import Enum
from typing import Any

import discord
from discord import app_commands
from discord.utils import MISSING

from bot import about
from bot.services.stored_answers import stored_by
from bot.store.database import BusyError, UnavailableError, UncertainCommitError
from bot.ui.framework.server.accounts import acknowledged, begin
from bot.ui.framework.server.actors import OUTSIDE, club_of
from bot.ui.framework.text import harmless
from bot.ui.framework.unshown import show_buttons
from bot.ui.framework.writing import writes
from core.errors import RatingError

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060

ANSWERING = "answering"
"""Marks, in an interaction's extras, that its work is done and only its answer was still to be shown."""

BESIDE = "beside"
"""Names, in an interaction's extras, a view that goes with the sentence of a refusal."""

_NO_PLACE = "interaction %s expired or was answered elsewhere: %s"

LOOKUP_SECONDS = 10
"""How long the audit is waited for."""


class Fate(Enum):
    """What became of what an interaction asked to be stored, as far as the audit tells."""

    STORED = "stored"
    NOT_STORED = "not stored"
    UNKNOWN = "unknown"


async def handle(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Answer an error, whatever state its interaction is in."""
    account, cause = begin(interaction), _cause(error)
    account.outcome = _outcome(cause)
    if interaction.type is discord.InteractionType.autocomplete:
        log.warning("autocomplete failed", exc_info=cause)
        return
    if isinstance(cause, discord.HTTPException) and cause.code == ALREADY_ACKNOWLEDGED:
        log.warning(_NO_PLACE, interaction.id, cause)
        return
    fate = await _fate(interaction, cause)
    expired = isinstance(cause, discord.HTTPException) and cause.code == UNKNOWN_INTERACTION
    if expired and fate is Fate.NOT_STORED:
        log.warning(_NO_PLACE, interaction.id, cause)  # Discord tells the member itself
        return
    try:
        await _say(interaction, _sentence(cause, fate, to_write=writes(interaction)), stored=fate is Fate.STORED)
    except Exception as failure:  # Discord may fail in any way here, and the member has still to be told
        log.warning("could not answer interaction %s: %s", interaction.id, failure)
        if fate is Fate.STORED:
            await interaction.client.unshown.keep(interaction.guild_id, interaction.user.id, interaction.id)


async def _fate(interaction: discord.Interaction[Any], error: BaseException) -> Fate:
    """Look an interaction up in the audit, of which only what was committed tells."""
    club_id = club_of(interaction)
    if club_id is None:
        return Fate.NOT_STORED
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await stored_by(interaction.client.services, club_id, interaction.id)
    except Exception as failure:  # whatever it is, nothing is known then
        log.warning("the audit does not tell what became of interaction %s: %s", interaction.id, failure)
        # A refusal of the database is from before the commit, unless only the answer was still to come.
        refused = isinstance(error, RatingError) and not isinstance(error, UncertainCommitError)
        return Fate.NOT_STORED if refused and ANSWERING not in interaction.extras else Fate.UNKNOWN
    if found is not None:
        return Fate.STORED
    # A commit whose answer was lost may still come to pass.
    return Fate.UNKNOWN if isinstance(error, UncertainCommitError) else Fate.NOT_STORED


def _cause(error: BaseException) -> BaseException:
    """Unwrap what discord.py wraps around an error of ours."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


def is_known(error: BaseException) -> bool:
    """Tell whether an error is a sentence for people."""
    return isinstance(_cause(error), RatingError)


def _outcome(error: BaseException) -> str:
    """Return what an error makes of an interaction, as figures and the log call it."""
    if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
        return "expired"
    if isinstance(error, UnavailableError):
        return "unavailable"
    return "refused" if isinstance(error, RatingError | app_commands.CheckFailure) else "error"


def _sentence(error: BaseException, fate: Fate = Fate.NOT_STORED, *, to_write: bool = True) -> str:
    if fate is Fate.STORED:
        log.error("what was stored could not be answered", exc_info=error)
        return "It is stored, but the answer could not be shown: press Show it."
    in_doubt = fate is Fate.UNKNOWN and to_write
    if isinstance(error, RatingError) and not (in_doubt and isinstance(error, BusyError | UnavailableError)):
        # Names of players, events and files stand in it as they were written.
        return harmless(error.message, error.mentions)
    if isinstance(error, app_commands.NoPrivateMessage):
        return OUTSIDE
    if isinstance(error, app_commands.CheckFailure):
        return "You may not use that here: ask a tournament director (TD)."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "That command has just changed: restart Discord (Ctrl+R), then try again."
    now = about.current()
    reference = now.ref if now is not None else secrets.token_hex(4)
    log.error("unexpected error, reference %s", reference, exc_info=error)
    if in_doubt:
        return (
            "Something went wrong. Check with /rating show or /event list whether it was stored; "
            f"reference {reference}."
        )
    nothing = " and nothing was stored" if to_write else ""
    return f"Something went wrong here{nothing}: tell your TD the reference {reference}."


async def _say(interaction: discord.Interaction[Any], sentence: str, *, stored: bool = False) -> None:
    """Send a sentence to the member alone: the one place where a sentence leaves."""
    none: Any = discord.AllowedMentions.none()
    view: Any = interaction.extras.get(BESIDE, MISSING)
    if stored:
        view = show_buttons([interaction.id])
    thinking = interaction.extras.pop("thinking", False)
    if not thinking and not interaction.response.is_done():
        await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=none, view=view)
        acknowledged(interaction)
        return
    if thinking:
        # "Thinking" was public. The first follow-up would take its place, in public, and once it is deleted there
        # is no place left: it has to be completed before a follow-up can be for the member alone.
        await interaction.edit_original_response(content="…", embed=None, view=None)
    await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=none, view=view)
    if thinking:
        try:
            await interaction.delete_original_response()
        except Exception as failure:  # the sentence has arrived, which is what matters
            log.warning("the place of interaction %s could not be cleared: %s", interaction.id, failure)
