"""/privacy: what the club keeps of people, and for how long."""

from io import BytesIO
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.privacy.forget import WORD, forget_player
from bot.services.privacy.left_clubs import note_club
from bot.services.privacy.own_data import own_data
from bot.ui.cards.people.privacy import data_card, forgotten_card
from bot.ui.framework.answers import defer, edit_answer, reply
from bot.ui.framework.server.actors import actor_of
from cogs.options.players import Person


@app_commands.guild_only()
class PrivacyCog(commands.GroupCog, group_name="privacy", group_description="What the club keeps of you"):
    """What is kept of members, and of servers that the bot has left."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Get everything that this club keeps of you, as a zip."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        data = await own_data(self.services, actor)
        attached = [discord.File(BytesIO(data), "my-data.zip")]
        await edit_answer(interaction, content=None, embed=data_card(len(data)), attachments=attached)

    @app_commands.command()
    @app_commands.describe(
        word=f"Type {WORD}: it cannot be undone", player="TD: a player who is not on Discord; you if left out"
    )
    async def forget(self, interaction: discord.Interaction[Any], word: str, player: Person | None = None) -> None:
        """Become nameless here: your ids and birth date go, games and others' ratings stay."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        report = await forget_player(self.services, actor, None if player is None else player.id, word)
        await reply(interaction, forgotten_card(report))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await note_club(self.services, guild.id, is_there=False)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await note_club(self.services, guild.id, is_there=True)
