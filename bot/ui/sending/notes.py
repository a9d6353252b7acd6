"""The one note that tells directors what is paused."""

import logging

import discord

from bot.services.outbox.queue import note, unnoted
from bot.ui.sending.handler import Sending
from bot.ui.wording.paused import paused_note

log = logging.getLogger(__name__)


async def send_note(sending: Sending) -> None:
    """Tell directors in their channel, if they have one, what was paused since they were told last.

    A channel that is closed to the bot is a line in the log.
    """
    services, club_id = sending.services, sending.one.club_id
    channel_id, new = await unnoted(services, club_id)
    if new and channel_id is not None:
        none = discord.AllowedMentions.none()
        try:
            await sending.channel(channel_id).send(paused_note(new), allowed_mentions=none, nonce=sending.nonce)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("the directors of club %d cannot be told what is paused: %s", club_id, error)
    await note(services, club_id, new)
