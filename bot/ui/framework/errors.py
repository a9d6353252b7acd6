"""Answer errors privately, with whether something was stored (the audit log knows)."""

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.utils import MISSING

from bot import current_interaction
from bot.declarations import import_all
from bot.services.framework.actions import ACTIONS
from bot.services.framework.transaction import AlreadyDoneError, Question, stored_by
from bot.store.club.audit_log import Subject
from bot.store.database.rows import AuditEntry
from bot.store.database.transactions import BusyError, UnavailableError, UncertainCommitError
from bot.ui.framework.server import OUTSIDE, acknowledged, begin, club_of, leads
from bot.ui.framework.text import harmless
from core.errors import NotFoundError, NothingYetError, RatingError

_OF_SUBJECT = {
    Subject.EVENT: "/events {}",
    Subject.EVENING: "/events evening-{}",
    Subject.PLAYER: "/rating show #{}",
    Subject.ENTERED_RATING: "/td audit",
    Subject.DEMOTION: "/td audit",
    Subject.CLAIM: "/td audit",
    Subject.MERGE: "/td audit",
    Subject.LIST: "/leaderboard",
    Subject.SEASON: "/season",
    Subject.CHALLENGE: "/challenge",
    Subject.NOTHING: "/td settings",
}


def report_location(entry: AuditEntry, *, to_director: bool) -> str:
    """Return a sentence such as: See it with /events 12."""
    import_all("bot.services")
    declared = ACTIONS.get(entry.action)
    place = "/td audit" if declared is None else declared.shown_by or _OF_SUBJECT[declared.subject]
    if place.startswith("/td ") and not to_director:
        return "A director can see it."
    return f"See it with {place.format(entry.subject_id)}."


_WITH_COMMAND = re.compile(r"(?:, or upload a file)?,? (?:with|on the page of) /td [a-z]+(?:, page \w+(?: lists)?)?")


def for_members(sentence: str) -> str:
    """Return a sentence without the commands of directors, which members do not have."""
    parts = re.split(r"(?<=[.?!]) ", _WITH_COMMAND.sub("", sentence))
    return " ".join(part for part in parts if " /td " not in f" {part}") or sentence


log = logging.getLogger(__name__)

UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060

ANSWERING = "answering"

BESIDE = "beside"

_NO_PLACE = "interaction %s expired or was answered elsewhere: %s"

UNDONE_SINCE = "Your entry was stored, but somebody has undone it since."

LOOKUP_SECONDS = 10

Ask = Callable[[discord.Interaction[Any], Any], Awaitable[None]]

_ASKS: dict[type[RatingError], Ask] = {}


def asking(kind: type[Question | NothingYetError]) -> Callable[[Ask], Ask]:
    """Make a function the one that answers what a use case raised, whatever command or button led to it."""

    def register(ask: Ask) -> Ask:
        _ASKS[kind] = ask
        return ask

    return register


async def handle(interaction: discord.Interaction[Any], error: BaseException) -> None:
    account, cause = begin(interaction), _cause(error)
    account.outcome = _outcome(cause)
    ask = _ASKS.get(type(cause)) if isinstance(cause, RatingError) else None
    if ask is not None and interaction.type is not discord.InteractionType.autocomplete:
        try:
            await ask(interaction, cause)
        except Exception as failure:
            cause = failure
        else:
            return
    if interaction.type is discord.InteractionType.autocomplete:
        log.warning("autocomplete failed", exc_info=cause)
        return
    if isinstance(cause, discord.HTTPException) and cause.code == ALREADY_ACKNOWLEDGED:
        log.warning(_NO_PLACE, interaction.id, cause)
        return
    if isinstance(cause, AlreadyDoneError):
        sentence = f"{cause.message} {report_location(cause.entry, to_director=await leads(interaction))}"
        await _try_to_send(interaction, sentence, is_second=True)
        return
    stored, is_known = await _stored(interaction, cause)
    if isinstance(cause, discord.HTTPException) and cause.code == UNKNOWN_INTERACTION and is_known and stored is None:
        log.warning(_NO_PLACE, interaction.id, cause)  # Discord shows its own error
        return
    if stored is not None and isinstance(cause, NotFoundError):
        sentence = UNDONE_SINCE
    elif stored is not None:
        log.error("answer failed after the commit", exc_info=cause)
        sentence = f"Stored. {report_location(stored, to_director=await leads(interaction))}"
    else:
        sentence = _sentence(cause, is_known=is_known, was_answering=ANSWERING in interaction.extras)
        if "/td " in sentence and not await leads(interaction):
            sentence = for_members(sentence)
    await _try_to_send(interaction, sentence)


async def _stored(interaction: discord.Interaction[Any], error: BaseException) -> tuple[AuditEntry | None, bool]:
    club_id = club_of(interaction)
    if club_id is None:
        return None, True
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            found = await stored_by(interaction.client.services, club_id, interaction.id)
    except Exception as failure:
        log.warning("audit lookup failed: interaction=%s: %s", interaction.id, failure)
        # The database refuses before the commit, unless only the answer was missing.
        refused = isinstance(error, RatingError) and not isinstance(error, UncertainCommitError)
        return None, refused and ANSWERING not in interaction.extras
    # A commit whose response was lost may still take effect.
    return found, found is not None or not isinstance(error, UncertainCommitError)


def _cause(error: BaseException) -> BaseException:
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


def is_known(error: BaseException) -> bool:
    return isinstance(_cause(error), RatingError)


def _outcome(error: BaseException) -> str:
    if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
        return "expired"
    if isinstance(error, UnavailableError):
        return "unavailable"
    return "refused" if isinstance(error, RatingError | app_commands.CheckFailure) else "error"


def _sentence(error: BaseException, *, is_known: bool = True, was_answering: bool = False) -> str:
    """Return the sentence if nothing was stored, or perhaps something unless `is_known`."""
    if isinstance(error, RatingError) and (is_known or not isinstance(error, BusyError | UnavailableError)):
        # may quote names as their owners wrote them
        return harmless(error.message, error.mentions)
    if isinstance(error, app_commands.NoPrivateMessage):
        return OUTSIDE
    if isinstance(error, app_commands.CheckFailure):
        return "Only a tournament director can do that. Ask one of them."
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "This command was just updated. Restart Discord (Ctrl+R) and try again."
    now = current_interaction.current()
    reference = now.ref if now is not None else secrets.token_hex(4)
    log.error("unexpected error, reference %s", reference, exc_info=error)
    if not is_known:
        text = "Your entry may have been stored. Check with /events or /rating show before you try again."
    elif was_answering:
        text = "The answer could not be shown. Try again."
    else:
        text = "Something went wrong. Nothing was stored."
    return f"{text} Give your director this code: {reference}."


async def _try_to_send(interaction: discord.Interaction[Any], sentence: str, *, is_second: bool = False) -> None:
    try:
        await (_send_followup(interaction, sentence) if is_second else send_sentence(interaction, sentence))
    except Exception as failure:
        log.warning("answer failed: interaction=%s: %s", interaction.id, failure)


async def _send_followup(interaction: discord.Interaction[Any], sentence: str) -> None:
    none = discord.AllowedMentions.none()
    if not interaction.response.is_done() and not interaction.extras.get("thinking", False):
        try:
            await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=none)
            return
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
    await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=none)


async def send_sentence(interaction: discord.Interaction[Any], sentence: str) -> None:
    none: Any = discord.AllowedMentions.none()
    view: Any = interaction.extras.get(BESIDE, MISSING)
    thinking = interaction.extras.pop("thinking", False)
    if not thinking and not interaction.response.is_done():
        await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=none, view=view)
        acknowledged(interaction)
        return
    if thinking:
        # A public "thinking" would make the first follow-up public: it is completed first.
        await interaction.edit_original_response(content="…", embed=None, view=None)
    await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=none, view=view)
    if thinking:
        try:
            await interaction.delete_original_response()
        except Exception as failure:
            log.warning("clearing the answer failed: interaction=%s: %s", interaction.id, failure)
