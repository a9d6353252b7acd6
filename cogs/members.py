"""Members who leave the server or return."""

import logging

import discord
from discord.ext import commands

from bot.services.framework.context import Services
from bot.services.people.merge import linked_users, mark_left
from bot.ui.framework.server import ServerMembers, present_among

log = logging.getLogger(__name__)


class MembersCog(commands.Cog):
    """Marks players who left."""

    def __init__(self, services: Services, bot: commands.AutoShardedBot, members: ServerMembers) -> None:
        self.services, self.bot, self.members = services, bot, members
        self._waiting: dict[int, dict[int, bool]] = {}
        self._under_way: set[int] = set()

    @commands.Cog.listener()
    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        await self._changed(payload.guild_id, payload.user.id, left=True)

    @commands.Cog.listener()
    async def on_member_join(self, member: discord.Member) -> None:
        await self._changed(member.guild.id, member.id, left=False)

    async def _changed(self, guild_id: int, user_id: int, *, left: bool) -> None:
        """Store that a member joined or left, together with changes during a write."""
        self.members.forget(guild_id)
        self._waiting.setdefault(guild_id, {})[user_id] = left
        if guild_id in self._under_way:
            return
        self._under_way.add(guild_id)
        try:
            while changed := self._waiting.pop(guild_id, None):
                for now in (True, False):
                    users = [one for one, has_left in changed.items() if has_left is now]
                    await mark_left(self.services, guild_id, users, left=now)
        except Exception:  # the daily look repeats it
            log.exception("storing a member's join or leave failed: server=%d", guild_id)
        finally:
            self._under_way.discard(guild_id)

    async def look(self) -> None:
        """Mark who left or returned unnoticed; runs daily."""
        for guild in self.bot.guilds:
            try:
                known = await linked_users(self.services, guild.id)
                present = await present_among(guild, known)
                await mark_left(self.services, guild.id, [one for one in known if one not in present], left=True)
                await mark_left(self.services, guild.id, sorted(present), left=False)
            except Exception:
                log.exception("looking up members who left failed: server=%d", guild.id)
