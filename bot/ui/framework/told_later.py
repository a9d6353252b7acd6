"""Members whose direct messages are closed: told with their next command that notices are off."""

import logging
from typing import Any

import discord

from bot.services.alive.wishes import closed_messages, stop_notices
from bot.services.context import Services

log = logging.getLogger(__name__)

CLOSED = (
    "You take no direct messages from this server, so I have stopped telling you of your rating. "
    "Allow them, then use `/player notify` again."
)


class ToldLater:
    """Whom this process has still to tell; the database has them too."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: set[tuple[int, int]] = set()

    async def load(self) -> None:
        """Take up whom an earlier run could not tell."""
        self._waiting |= await closed_messages(self._services)

    def add(self, club_id: int, user_id: int) -> None:
        self._waiting.add((club_id, user_id))

    async def tell(self, interaction: discord.Interaction[Any]) -> None:
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
