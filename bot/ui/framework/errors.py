"""Answers every error of a command, a button or a form with one sentence for the member alone.

An unexpected error has a code that the member sees and that the log shows beside the traceback. The audit is asked
whether the interaction stored something: then the sentence says so, with the command that shows it.
"""

import asyncio
import logging
import secrets
from typing import Any

import discord
from discord import app_commands
from discord.utils import MISSING

from bot import about
from bot.services.club_audit import DEEDS
from bot.services.transaction import AlreadyDoneError, stored_by
from bot.store.audit_log import Subject
from bot.store.database import BusyError, UnavailableError, UncertainCommitError
from bot.store.rows import AuditEntry
from bot.ui.framework.server import OUTSIDE, acknowledged, begin, club_of
from bot.ui.framework.text import harmless
from core.errors import NotFoundError, RatingError

# Which command shows what an interaction has stored.


_OF_ACTION = {
    "void-event": "/events",
    "void-reports": "/events",
    "object-match": "/events",
    "norm-settings": "/td audit",
    "forget": "/leaderboard",
    "delete-player": "/td audit",
    "import-roster": "/leaderboard",
    "undo-import-roster": "/leaderboard",
    "import-pool": "/leaderboard",
    "undo-import-pool": "/leaderboard",
    "calibrate": "/leaderboard",
    "undo-calibration": "/leaderboard",
    "oracle-settings": "/td settings",
    "load-history": "/td settings",
    "reset-history": "/td settings",
    "qursh-settings": "/td settings",
    "export-club": "/td audit",
    "import-club": "/leaderboard",
    "live-board": "/td audit",
    "skip-set-up": "/td setup",
}
"""Where it is another command than that of the action's subject."""

_OF_SUBJECT = {
    Subject.EVENT: "/events {}",
    Subject.EVENING: "/events evening-{}",
    Subject.PLAYER: "/rating show #{}",
    Subject.OPENING: "/td audit",
    Subject.DEMOTION: "/td audit",
    Subject.CLAIM: "/td audit",
    Subject.MERGE: "/td audit",
    Subject.LIST: "/leaderboard",
    Subject.SEASON: "/season",
    Subject.CHALLENGE: "/challenge",
    Subject.NOTHING: "/td settings",
}


_FOR_DIRECTORS = {"claim-player": "/td queue"}
"""What members store, and directors alone are shown."""


def report_location(entry: AuditEntry) -> str:
    """Return a sentence with the command that shows what is stored, such as "See it with /events 12."."""
    if entry.action in _FOR_DIRECTORS:
        return f"A director sees it with {_FOR_DIRECTORS[entry.action]}."
    usual = _OF_SUBJECT[DEEDS[entry.action].subject] if entry.action in DEEDS else "/td audit"
    return f"See it with {_OF_ACTION.get(entry.action, usual).format(entry.subject_id)}."


log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060

ANSWERING = "answering"
"""Marks, in an interaction's extras, that its work is done and only its answer was still to be shown."""

BESIDE = "beside"
"""Names, in an interaction's extras, a view that goes with the sentence of a refusal."""

_NO_PLACE = "interaction %s expired or was answered elsewhere: %s"

UNDONE_MEANWHILE = "It was stored, and somebody has undone it meanwhile."

LOOKUP_SECONDS = 10
"""How long the audit is waited for."""


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
    if isinstance(cause, AlreadyDoneError):
        await _try_to_send(interaction, f"{cause.message} {report_location(cause.entry)}", is_second=True)
        return
    stored, is_known = await _stored(interaction, cause)
    if isinstance(cause, discord.HTTPException) and cause.code == UNKNOWN_INTERACTION and is_known and stored is None:
        log.warning(_NO_PLACE, interaction.id, cause)  # Discord tells the member itself
        return
    if stored is not None and isinstance(cause, NotFoundError):
        sentence = UNDONE_MEANWHILE
    elif stored is not None:
        log.error("what was stored could not be answered", exc_info=cause)
        sentence = f"Stored. {report_location(stored)}"
    else:
        sentence = _sentence(cause, is_known=is_known, was_answering=ANSWERING in interaction.extras)
    await _try_to_send(interaction, sentence)


async def _stored(interaction: discord.Interaction[Any], error: BaseException) -> tuple[AuditEntry | None, bool]:
    """Return what the interaction has stored, and whether that is known."""
    club_id = club_of(interaction)
    if club_id is None:
        return None, True
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await stored_by(interaction.client.services, club_id, interaction.id)
    except Exception as failure:  # whatever it is, nothing is known then
        log.warning("audit lookup failed: interaction=%s: %s", interaction.id, failure)
        # A refusal of the database is from before the commit, unless only the answer was still to come.
        refused = isinstance(error, RatingError) and not isinstance(error, UncertainCommitError)
        return None, refused and ANSWERING not in interaction.extras
    # A commit whose answer was lost may still come to pass.
    return found, found is not None or not isinstance(error, UncertainCommitError)


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


def _sentence(error: BaseException, *, is_known: bool = True, was_answering: bool = False) -> str:
    """Return what to say where nothing was stored, or, unless it is known, where that cannot be found out."""
    if isinstance(error, RatingError) and (is_known or not isinstance(error, BusyError | UnavailableError)):
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
    code = f"give your director this code: {reference}."
    if not is_known:
        return f"It may have been stored. Check with /events or /rating show before you try again, and {code}"
    if was_answering:
        return f"The answer could not be shown. Try again, or {code}"
    return f"Something went wrong. Nothing was stored. G{code[1:]}"


async def _try_to_send(interaction: discord.Interaction[Any], sentence: str, *, is_second: bool = False) -> None:
    try:
        await (_send_followup(interaction, sentence) if is_second else _send(interaction, sentence))
    except Exception as failure:  # Discord may fail in any way here, and there is nobody left to tell
        log.warning("could not answer interaction %s: %s", interaction.id, failure)


async def _send_followup(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Send a sentence to the member alone, and leave the answer to the first delivery where it is."""
    none = discord.AllowedMentions.none()
    if not interaction.response.is_done() and not interaction.extras.get("thinking", False):
        try:
            await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=none)
            return
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
    await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=none)


async def _send(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Send a sentence to the member alone, in the place of the "thinking"."""
    none: Any = discord.AllowedMentions.none()
    view: Any = interaction.extras.get(BESIDE, MISSING)
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
