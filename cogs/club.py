"""/club: the club's settings."""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.alive.roles import RolePlan
from bot.services.club_audit import DeedKind, club_audit
from bot.services.club_settings import Gone, SettingsChange, club_settings
from bot.services.confirmation import MOST_MINUTES, Confirm, ConfirmReports
from bot.services.context import SelfReport, Services
from bot.services.imports.target_lists import FideFiles
from bot.services.players.identity.claims import WhoConfirms
from bot.services.transaction import check_director
from bot.services.uschess.rating_list import ListOrder, printed_list
from bot.ui.buttons.club.check_buttons import reply_check
from bot.ui.buttons.club.club_chart_buttons import reply_chart
from bot.ui.buttons.club.role_buttons import reply_roles
from bot.ui.buttons.club.settings_buttons import reply_settings
from bot.ui.buttons.people.set_up_buttons import reply_set_up
from bot.ui.cards.club.audit import audit_buttons, audit_embed
from bot.ui.cards.events.wall_chart_answers import reply_file, reply_files
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.heavy_turn import heavy_turn
from bot.ui.framework.server.actors import actor_of
from bot.ui.framework.text import count
from bot.ui.uschess.rating_list_files import rating_list_files
from bot.ui.wording.setting_words import CLAIMS, FIDE_FILES, LEAVERS, REPORTERS, REPORTS, RESULTS, ROLES_BY
from cogs.club_alive import AliveCommands
from cogs.options.choices import List
from cogs.options.club import ClubRules, TimeZone
from cogs.options.players import OnDiscord
from cogs.options.ratings import Deltas, Letters
from cogs.options.seasons import Season
from core.errors import InputError
from core.formats.common.tables import MOST_BYTES

DEEDS = [
    Choice(name="events: imported, amended, taken back", value=DeedKind.EVENTS.value),
    Choice(name="reports and matches, and what was said of them", value=DeedKind.REPORTS.value),
    Choice(name="club evenings", value=DeedKind.EVENINGS.value),
    Choice(name="ratings set, titles lowered", value=DeedKind.RATINGS.value),
    Choice(name="players", value=DeedKind.PLAYERS.value),
    Choice(name="lists published, calibrations, seasons", value=DeedKind.LISTS.value),
    Choice(name="settings", value=DeedKind.SETTINGS.value),
]


def _choices(words: Mapping[str, str]) -> list[Choice[str]]:
    return [Choice(name=text, value=str(value)) for value, text in words.items()]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ClubCog(AliveCommands, commands.GroupCog, group_name="club", group_description="TD: the club's settings"):
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

    @export.command()
    async def roster(self, interaction: discord.Interaction[Any]) -> None:
        """TD: get everybody of the club with ids and ratings, as /player import reads it."""
        from bot.services.roster.export import export_roster

        await defer(interaction, ephemeral=True)
        await reply_file(interaction, await export_roster(self.services, actor_of(interaction)))

    @export.command()
    async def everything(self, interaction: discord.Interaction[Any]) -> None:
        """TD: get the whole club as a zip, for /club import in an empty club or to be checked outside."""
        from bot.services.club_copy.export import export_club, within

        await defer(interaction, ephemeral=True)
        async with heavy_turn(interaction):
            exported = await export_club(self.services, actor_of(interaction))
        await reply_file(interaction, within(exported, interaction.filesize_limit))

    @app_commands.command(name="import")
    @app_commands.describe(file="The zip of /club export everything; this club must be empty")
    async def take_in(self, interaction: discord.Interaction[Any], file: discord.Attachment) -> None:
        """TD: take a whole club into this one, which must have no players and events yet."""
        from bot.services.club_copy.take_in import IMPORT, import_club
        from bot.ui.cards.club.club_copy import taken_in_card

        await defer(interaction, ephemeral=True)
        await check_director(self.services, actor_of(interaction), IMPORT)
        if file.size > MOST_BYTES:
            raise InputError("The file has more than 10 MiB: whoever runs the bot takes it in (crosstable import).")
        async with heavy_turn(interaction):
            taken = await import_club(self.services, actor_of(interaction), await file.read())
        await reply(interaction, taken_in_card(taken))

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
        confirm_minutes="After how many minutes it does at an evening that is paired, for new ones",
        system="The list whose rules you choose",
        rules="The rules that rate its events where none are named, such as a K of Elo; or standard",
        claims="Who says which player a member is: always a director, or name and id where both agree",
        time_zone="The place whose clock the club goes by, such as Europe/Berlin: days and months are counted there",
        fide_files="Whether files with FIDE ratings (TRF) move the club's FIDE lists",
        confirm_reports="What of a member's own report waits until an opponent or a director confirms it",
        rate_opponents="Whether a report rates the opponent too who confirms it",
        td_channel="Where directors are told once a day what waits for them",
        lifetime_titles="Whether ratings show the codes of the lifetime titles of the 1990s; they are kept either way",
        gone="When who has left the server goes from live boards; ratings stay",
    )
    @app_commands.choices(
        self_report=_choices(REPORTERS),
        confirm_results=_choices(RESULTS),
        claims=_choices(CLAIMS),
        confirm_reports=_choices(REPORTS),
        fide_files=_choices(FIDE_FILES),
        gone=_choices(LEAVERS),
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
        time_zone: TimeZone | None = None,
        system: List | None = None,
        rules: ClubRules | None = None,
        claims: str | None = None,
        confirm_reports: str | None = None,
        rate_opponents: bool | None = None,
        td_channel: discord.TextChannel | None = None,
        lifetime_titles: bool | None = None,
        gone: str | None = None,
        confirm_minutes: app_commands.Range[int, 1, MOST_MINUTES] | None = None,
    ) -> None:
        """TD: see the settings and change them on one page, or change those you name."""
        change = SettingsChange(
            td_role_id=None if td_role is None else td_role.id,
            default_list=default_list,
            self_report=None if self_report is None else SelfReport(self_report),
            reporter_role_id=None if reporter_role is None else reporter_role.id,
            deltas=lifetime_deltas,
            letters=lifetime_letters,
            confirm_results=None if confirm_results is None else Confirm(confirm_results),
            confirm_hours=confirm_hours,
            confirm_minutes=confirm_minutes,
            confirm_reports=None if confirm_reports is None else ConfirmReports(confirm_reports),
            rate_opponents=rate_opponents,
            td_channel_id=None if td_channel is None else td_channel.id,
            fide_files=None if fide_files is None else FideFiles(fide_files),
            time_zone=time_zone,
            rating_list=system,
            rules=rules,
            claims=None if claims is None else WhoConfirms(claims),
            lifetime_titles=lifetime_titles,
            gone=None if gone is None else Gone(gone),
        )
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        await club_settings(self.services, actor, change)
        await reply_settings(interaction, None if change.is_empty else actor.interaction_id)

    @app_commands.command()
    @app_commands.describe(
        system="The rating list that they follow",
        by="By class of rating, by title, or off",
        create="Make the roles that are missing",
        provisional="Count provisional ratings too; only established ones if left out",
        remove="When turned off: delete the roles that the bot made",
    )
    @app_commands.choices(by=_choices(ROLES_BY))
    async def roles(
        self,
        interaction: discord.Interaction[Any],
        system: List,
        by: str,
        create: bool = False,
        provisional: bool = False,
        remove: bool = False,
    ) -> None:
        """TD: let roles follow ratings or titles; shows first which, and how many members get each."""
        await defer(interaction, ephemeral=True)
        await reply_roles(interaction, RolePlan(system, by, create, provisional, remove))

    @app_commands.command()
    @app_commands.describe(kind="Only deeds of this kind", member="Only what this member did")
    @app_commands.choices(kind=DEEDS)
    async def audit(
        self, interaction: discord.Interaction[Any], kind: str | None = None, member: OnDiscord | None = None
    ) -> None:
        """TD: see who did what, latest first."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        chosen = None if kind is None else DeedKind(kind)
        page = await club_audit(self.services, actor, 0, chosen, None if member is None else member.user_id)
        await reply(interaction, audit_embed(page), audit_buttons(page, interaction.user.id), ephemeral=True)

    @app_commands.command()
    async def check(self, interaction: discord.Interaction[Any]) -> None:
        """TD: see what is missing: permissions, roles, channels, and what is paused."""
        await reply_check(interaction)

    @app_commands.command()
    @app_commands.describe(system="Which rating list; the club's usual one if left out")
    async def chart(self, interaction: discord.Interaction[Any], system: List | None = None) -> None:
        """See how a list's ratings are spread, where you stand, who improved most, and how much is played."""
        await reply_chart(interaction, system)

    @app_commands.command()
    @app_commands.describe(year="Which year; the one that runs if left out", season="Instead: which season")
    async def yearbook(
        self,
        interaction: discord.Interaction[Any],
        year: app_commands.Range[int, 1900, 2100] | None = None,
        season: Season | None = None,
    ) -> None:
        """See the records of a year or a season: gains, upsets, titles, runs, rivalries, as pictures."""
        from bot.ui.buttons.club.yearbook_answer import reply_yearbook

        await reply_yearbook(interaction, year, season)

    @app_commands.command()
    async def setup(self, interaction: discord.Interaction[Any]) -> None:
        """TD: set the club up in four steps, each of which can be skipped and taken back."""
        await reply_set_up(interaction)
