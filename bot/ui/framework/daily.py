"""Members whose direct messages are closed: told with their next command that notices are off."""

import logging
from typing import Any

import discord

from bot.services.context import Services
from bot.services.directors_queue import claim_day, due_reminders
from bot.services.notices import closed_messages, stop_notices
from bot.ui.framework.text import count

log = logging.getLogger(__name__)


def daily_line(waiting: int) -> str:
    """Return how much waits, and where it is decided."""
    verb = "waits" if waiting == 1 else "wait"
    return f"{count(waiting, 'report')} {verb} to be confirmed: `/td queue`"


async def notify_directors(services: Services, client: Any) -> None:
    """Tell the directors of each club once a day what waits, in the channel that they chose.

    A channel that is gone or closed is a line in the log, and is tried again tomorrow.
    """
    for one in await due_reminders(services):
        if not await claim_day(services, one.club_id):
            continue
        channel = client.get_partial_messageable(one.channel_id, guild_id=one.club_id)
        try:
            await channel.send(daily_line(one.waiting), allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            log.warning("the directors of club %d cannot be told what waits: %s", one.club_id, error)


CLOSED = (
    "You take no direct messages from this server, so I have stopped telling you of your rating. "
    "Allow them, then turn it on again with `/me`."
)


class ClosedMessageNotices:
    """Whom this process has still to tell; the database has them too."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: set[tuple[int, int]] = set()

    async def load(self) -> None:
        """Take up whom an earlier run could not tell."""
        self._waiting |= await closed_messages(self._services)

    def add(self, club_id: int, user_id: int) -> None:
        self._waiting.add((club_id, user_id))

    async def send_notice(self, interaction: discord.Interaction[Any]) -> None:
        """Tell the member of a command, after its own answer."""
        key = (interaction.guild_id or 0, interaction.user.id)
        if key not in self._waiting:
            return
        self._waiting.discard(key)
        try:
            await interaction.followup.send(CLOSED, ephemeral=True)
            await stop_notices(self._services, *key)
        except Exception as failure:  # the next command tries again
            log.warning("member %d could not be told that their messages are closed: %s", key[1], failure)
            self._waiting.add(key)
