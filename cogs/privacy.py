"""/privacy: what the club keeps of people, and for how long."""

from io import BytesIO
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.privacy import look_at_forgetting, note_club, own_data
from bot.ui.buttons.undo import forget_button
from bot.ui.cards.people import data_card, forgetting_card
from bot.ui.framework.answers import defer, edit_answer, reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.server import actor_of
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
    @app_commands.describe(player="TD: a player who is not on Discord; you if left out")
    async def forget(self, interaction: discord.Interaction[Any], player: Person | None = None) -> None:
        """Become nameless here: your ids and birth date go, games and others' ratings stay."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        report = await look_at_forgetting(self.services, actor, None if player is None else player.id)
        await reply(interaction, forgetting_card(report), lasting(forget_button(report.player_id)))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await note_club(self.services, guild.id, is_there=False)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await note_club(self.services, guild.id, is_there=True)
