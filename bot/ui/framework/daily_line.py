"""The line that tells directors once a day how much waits for them."""

import logging
from typing import Any

import discord

from bot.services.context import Services
from bot.services.directors_queue import claim_day, to_be_told
from bot.ui.framework.text import count

log = logging.getLogger(__name__)


def daily_line(waiting: int) -> str:
    """Return how much waits, and where it is decided."""
    verb = "waits" if waiting == 1 else "wait"
    return f"{count(waiting, 'report')} {verb} to be confirmed: `/event waiting`"


async def tell_directors(services: Services, client: Any) -> None:
    """Tell the directors of each club once a day what waits, in the channel that they chose.

    A channel that is gone or closed is a line in the log, and is tried again tomorrow.
    """
    for one in await to_be_told(services):
        if not await claim_day(services, one.club_id):
            continue
        channel = client.get_partial_messageable(one.channel_id, guild_id=one.club_id)
        try:
            await channel.send(daily_line(one.waiting), allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            log.warning("the directors of club %d cannot be told what waits: %s", one.club_id, error)
