"""/td: what directors decide, hidden from other members until an admin shows the group to a role."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.club_audit import DeedKind, club_audit
from bot.services.context import Services
from bot.ui.cards.club import audit_buttons, audit_embed
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.server import actor_of
from cogs.options.players import OnDiscord

DEEDS = [
    Choice(name="events: imported, amended, taken back", value=DeedKind.EVENTS.value),
    Choice(name="reports and matches, and what was said of them", value=DeedKind.REPORTS.value),
    Choice(name="club evenings", value=DeedKind.EVENINGS.value),
    Choice(name="ratings set, titles lowered", value=DeedKind.RATINGS.value),
    Choice(name="players", value=DeedKind.PLAYERS.value),
    Choice(name="lists published, calibrations, seasons", value=DeedKind.LISTS.value),
    Choice(name="settings", value=DeedKind.SETTINGS.value),
]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class TdCog(commands.GroupCog, group_name="td", group_description="For directors: events, ratings, players, settings"):
    """The directors' commands, in the order of the alphabet."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(kind="Kind of action (default: all)", member="Member who did it (default: everybody)")
    @app_commands.choices(kind=DEEDS)
    async def audit(
        self, interaction: discord.Interaction[Any], kind: str | None = None, member: OnDiscord | None = None
    ) -> None:
        """Show who did what, latest first."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        chosen = None if kind is None else DeedKind(kind)
        page = await club_audit(self.services, actor, 0, chosen, None if member is None else member.user_id)
        await reply(interaction, audit_embed(page), audit_buttons(page, interaction.user.id), ephemeral=True)
