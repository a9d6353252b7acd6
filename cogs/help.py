"""/help and /about."""

from importlib.metadata import version
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.declarations import import_all
from bot.settings import About
from bot.ui.buttons.help import TOPICS, reply_help
from bot.ui.framework.answers import reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.layout import LEVEL
from bot.ui.framework.text import safe

import_all("cogs")


class HelpCog(commands.Cog):
    """Help by topic, and this instance's operator."""

    def __init__(self, about: About) -> None:
        self.of_instance = about

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(topic="Topic (default: where to begin)")
    @app_commands.choices(topic=[Choice(name=topic.title, value=topic.key) for topic in sorted(TOPICS.values())])
    async def help(self, interaction: discord.Interaction[Any], topic: str | None = None) -> None:
        """Show how to use Crosstable."""
        await reply_help(interaction, topic)

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def about(self, interaction: discord.Interaction[Any]) -> None:
        """Show this bot's version, operator and links."""
        about = self.of_instance
        lines = [
            "Ratings for chess, Scrabble and game clubs.",
            f"Run by {safe(about.operator)}." if about.operator else "The operator has not entered a name.",
            "See, download or delete what a club stores about you with `/me`.",
        ]
        embed = discord.Embed(title=f"Crosstable {version('crosstable')}", description="\n".join(lines), colour=LEVEL)
        view = lasting()
        for label, url in (
            ("Source code", about.source),
            ("Support", about.support),
            ("Privacy", about.privacy),
            ("Terms", about.terms),
        ):
            if url is not None:
                view.add_item(discord.ui.Button[discord.ui.View](label=label, url=url))
        await reply(interaction, embed, view if view.children else None, ephemeral=True)
