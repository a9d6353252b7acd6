"""Messages of the day: the directors' queue, and members whose direct messages are closed."""

import logging
from typing import Any

import discord

from bot.services.club.directors_queue import claim_day, due_reminders
from bot.services.framework.context import Services
from bot.services.framework.every_club import JOBS, Job, Turn
from bot.services.messages.notices import closed_messages, stop_notices
from core.words import counted

log = logging.getLogger(__name__)


async def notify_directors(services: Services, client: Any) -> None:
    for one in await due_reminders(services):
        if not await claim_day(services, one.club_id):
            continue
        channel = client.get_partial_messageable(one.channel_id, guild_id=one.club_id)
        line = f"{counted(one.waiting, 'report')} to confirm: `/td queue`"
        try:
            await channel.send(line, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            log.warning("daily queue message failed: club=%d: %s", one.club_id, error)


JOBS.add("directors", Job(notify_directors, Turn.MESSAGES, sends=True))


CLOSED = (
    "I cannot send you direct messages, so your rating notices are now off. Allow direct messages from this "
    "server, then turn the notices on again with `/me`."
)


class ClosedMessageNotices:
    """Members whose notices were turned off; also in the database."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: set[tuple[int, int]] = set()

    async def load(self) -> None:
        self._waiting |= await closed_messages(self._services)

    def add(self, club_id: int, user_id: int) -> None:
        self._waiting.add((club_id, user_id))

    async def send_notice(self, interaction: discord.Interaction[Any]) -> None:
        key = (interaction.guild_id or 0, interaction.user.id)
        if key not in self._waiting:
            return
        self._waiting.discard(key)
        try:
            await interaction.followup.send(CLOSED, ephemeral=True)
            await stop_notices(self._services, *key)
        except Exception as failure:
            log.warning("notice about closed messages failed: user=%d: %s", key[1], failure)
            self._waiting.add(key)
