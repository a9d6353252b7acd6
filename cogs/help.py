"""/help: what each part does, in a member's words."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.club_settings import is_director
from bot.services.context import Services
from bot.ui.framework.answers import reply
from bot.ui.framework.layout import LEVEL
from bot.ui.framework.server import actor_of, club_of
from bot.ui.wording.help_texts import HELP


class HelpCog(commands.Cog):
    """Help by topic."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(topic="What about; where to begin if left out")
    @app_commands.choices(topic=[Choice(name=title, value=key) for key, (title, _) in HELP.items()])
    async def help(self, interaction: discord.Interaction[Any], topic: str | None = None) -> None:
        """How to use Crosstable."""
        if topic is None:
            in_club = club_of(interaction) is not None
            leads = in_club and await is_director(self.services, actor_of(interaction))
            topic = "directors" if leads else "start"
        title, text = HELP[topic]
        embed = discord.Embed(title=title, description=text, colour=LEVEL)
        embed.set_footer(text="More with /help and a topic: " + " · ".join(title for title, _ in HELP.values()))
        await reply(interaction, embed, ephemeral=True)
