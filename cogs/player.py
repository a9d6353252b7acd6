"""/player: the people of a club, on Discord or not."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.ui.buttons.roster import reply_people, reply_template
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.server import actor_of, members_called
from cogs.attachments import read_whole
from cogs.options.choices import Day
from core.formats.roster.table import RosterFile
from core.words import name_key


async def named_members(interaction: discord.Interaction[Any], file: RosterFile) -> dict[str, tuple[int, str]]:
    """Return the members of the server whose names a file has, by name in lower case or folded: id and display name.

    A name that several members have is nobody's.
    """
    written = [one.discord.casefold() for one in file.lines if one.discord is not None and not one.discord.isdigit()]
    # Behind them, for Discord may be asked for some names alone.
    called = [one.name for one in file.lines if one.discord is None and one.name]
    names = {*written, *map(name_key, called)}
    if not names:
        return {}
    found: dict[str, dict[int, str]] = {}
    for one in await members_called(interaction, [*written, *called]):
        for name in names & {*one.names, *one.keys}:
            found.setdefault(name, {})[one.member.user_id] = one.member.name
    return {name: next(iter(who.items())) for name, who in found.items() if len(who) == 1}


@app_commands.guild_only()
class PlayerCog(commands.GroupCog, group_name="player", group_description="Players, on Discord or not"):
    """Who the players of a club are."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="import")
    @app_commands.describe(
        file="CSV: name, Discord name or id, US Chess id, born, ratings ...; or FIDE's list. None: a table to fill in",
        date="From when the ratings count; left out: today, for a club's first roster a year back",
        known_only="Pass over whom the club does not have, as with a federation's list",
    )
    async def import_file(
        self,
        interaction: discord.Interaction[Any],
        file: discord.Attachment | None = None,
        date: Day | None = None,
        known_only: bool = False,
    ) -> None:
        """TD: see what a table of people and their ratings would do, then confirm to take it in."""
        from bot.services.roster.export import loaded_month, roster_template
        from bot.services.roster.report import RosterOptions
        from bot.services.roster.take_in import IMPORT, may_import, preview_roster, read_file

        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        if file is None:
            template = await roster_template(self.services, actor, IMPORT)
            await reply_template(interaction, template, await loaded_month(self.services, actor))
            return
        await may_import(self.services, actor)
        async with heavy_turn(interaction):
            data = await read_whole(file)
            read = await read_file(self.services, actor, data)
            members = await named_members(interaction, read)
            options = RosterOptions(known_only=known_only, day=date, members=members)
            report = await preview_roster(self.services, actor, data, options, read)
        await reply_people(interaction, report)
