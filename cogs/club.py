"""/club: the club's settings."""

import asyncio
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.club_settings import SettingsChange, club_settings
from bot.services.confirmation import Confirm
from bot.services.context import SelfReport, Services
from bot.services.imports.target_lists import FideFiles
from bot.services.uschess.rating_list import ListOrder, printed_list
from bot.ui.buttons.set_up_buttons import reply_set_up
from bot.ui.buttons.undo_buttons import UndoSettings, persistent
from bot.ui.cards.settings import settings_card
from bot.ui.cards.wall_chart_answers import reply_files
from bot.ui.framework.actors import actor_of
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.text import count
from bot.ui.uschess.rating_list_files import rating_list_files
from cogs.options.choices import List
from cogs.options.club import ClubRules
from cogs.options.ratings import Deltas, Letters


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ClubCog(commands.GroupCog, group_name="club", group_description="TD: the club's settings"):
    """What directors decide for their club."""

    def __init__(self, services: Services) -> None:
        self.services = services

    export = app_commands.Group(name="export", description="TD: what the club has, as files")

    @export.command()
    @app_commands.describe(order="By name, or highest rating first")
    @app_commands.choices(
        order=[Choice(name="name", value=ListOrder.NAME.value), Choice(name="rating", value=ListOrder.RATING.value)]
    )
    async def ratings(self, interaction: discord.Interaction[Any], order: str = ListOrder.NAME) -> None:
        """TD: get the rating list as US Chess printed it, with norm codes, as text and CSV."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        found = await printed_list(self.services, actor, ListOrder(order))
        title = f"Rating list of {found.day.isoformat()}, {count(len(found.players), 'player')}"
        await reply_files(interaction, title, await asyncio.to_thread(rating_list_files, found))

    @app_commands.command()
    @app_commands.describe(
        td_role="The role whose holders are tournament directors",
        default_list="The rating list that is meant where none is chosen",
        self_report="Who may report their own events",
        reporter_role="The role whose holders may, if not everyone",
        lifetime_deltas="Deltas of the lifetime titles by rounds, such as 4=0.3 7=0.5; or standard",
        lifetime_letters="Letters of the lifetime titles by level, such as 2000=x; or standard",
        confirm_results="Who confirms a result that is reported at an evening",
        confirm_hours="After how many hours such a result confirms itself",
        system="The list whose rules you choose",
        rules="The rules that rate its events where none are named, such as a K of Elo; or standard",
        fide_files="Whether files with FIDE ratings (TRF) move the club's FIDE lists",
    )
    @app_commands.choices(
        self_report=[
            Choice(name="everyone", value=SelfReport.EVERYONE.value),
            Choice(name="members with a role", value=SelfReport.ROLE.value),
            Choice(name="directors only", value=SelfReport.DIRECTORS.value),
        ],
        confirm_results=[
            Choice(name="the other player, or a director", value=Confirm.BOTH.value),
            Choice(name="a director", value=Confirm.DIRECTOR.value),
            Choice(name="nobody: a result stands at once", value=Confirm.NONE.value),
        ],
        fide_files=[
            Choice(name="no: only the lists that the time control moves", value=FideFiles.NEVER.value),
            Choice(name="also: those and FIDE's", value=FideFiles.ALSO.value),
            Choice(name="only FIDE's", value=FideFiles.ONLY.value),
        ],
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        td_role: discord.Role | None = None,
        default_list: List | None = None,
        self_report: str | None = None,
        reporter_role: discord.Role | None = None,
        lifetime_deltas: Deltas | None = None,
        lifetime_letters: Letters | None = None,
        confirm_results: str | None = None,
        confirm_hours: app_commands.Range[int, 1, 720] | None = None,
        fide_files: str | None = None,
        system: List | None = None,
        rules: ClubRules | None = None,
    ) -> None:
        """TD: see the settings, or change those you name."""
        change = SettingsChange(
            td_role_id=None if td_role is None else td_role.id,
            default_list=default_list,
            self_report=None if self_report is None else SelfReport(self_report),
            reporter_role_id=None if reporter_role is None else reporter_role.id,
            deltas=lifetime_deltas,
            letters=lifetime_letters,
            confirm_results=None if confirm_results is None else Confirm(confirm_results),
            confirm_hours=confirm_hours,
            fide_files=None if fide_files is None else FideFiles(fide_files),
            rating_list=system,
            rules=rules,
        )
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        club = await club_settings(self.services, actor, change)
        undo = None if change.is_empty else persistent(UndoSettings(actor.interaction_id))
        await reply(interaction, settings_card(club), undo)

    @app_commands.command()
    async def setup(self, interaction: discord.Interaction[Any]) -> None:
        """TD: set the club up in four steps, each of which can be skipped and taken back."""
        await reply_set_up(interaction)
