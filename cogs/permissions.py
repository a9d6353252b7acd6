"""Changes of channels and roles, after which paused messages are tried again."""

import discord
from discord.ext import commands

from bot.services.framework.context import Services
from bot.services.framework.outbox import try_paused


class PermissionsCog(commands.Cog):
    """Tries paused messages again when what the bot may do changes."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @commands.Cog.listener()
    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        await try_paused(self.services, channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        if before.overwrites != after.overwrites or before.category_id != after.category_id:
            await try_paused(self.services, after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        if (before.permissions, before.position) != (after.permissions, after.position):
            await try_paused(self.services, after.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        if after.id == after.guild.me.id and before.roles != after.roles:
            await try_paused(self.services, after.guild.id)
