"""/me, and servers that the bot joins or leaves."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.club.privacy import note_club
from bot.services.framework.context import Services
from bot.ui.buttons.help import topic
from bot.ui.buttons.me import reply_me


class MeCog(commands.Cog):
    """A member's own page."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.guild_only()
    async def me(self, interaction: discord.Interaction[Any]) -> None:
        """Show your profile, notifications, data and reports."""
        await reply_me(interaction)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await note_club(self.services, guild.id, is_present=False)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await note_club(self.services, guild.id, is_present=True)


topic(
    14,
    "me",
    "Your profile and your data",
    "`/me` is your page: membership ids, federation, birth date, notifications, and everything you reported, "
    "with **Undo**.\n"
    "Does the club know you from a file? **Claim a player** on that page; a director confirms it. If the bot "
    'asks "Are you …?", answer first, so that nothing counts twice.\n'
    "**My data** gives you everything the club stores about you. **Forget me** removes your name, ids and "
    "birth date for good; your games stay without your name, because other ratings depend on them.\n"
    "Ids and birth dates are shown to directors and to you only.",
)
