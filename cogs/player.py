"""/player: the people of a club, on Discord or not."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.players.edit import Edit, edit_player
from bot.services.players.link import link_player
from bot.services.players.merge import merge_players
from bot.services.players.profile import profile_card
from bot.services.roster.export import roster_template
from bot.services.roster.federation import loaded_month
from bot.services.roster.report import RosterOptions
from bot.services.roster.take_in import IMPORT, may_import, preview, read_file
from bot.ui.buttons.roster_buttons import reply_people, reply_template
from bot.ui.buttons.undo_buttons import UndoMerge, persistent
from bot.ui.cards.merge import merge_card
from bot.ui.cards.profile import edit_card, link_card, profile_embed
from bot.ui.framework.actors import actor_of
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.heavy_turn import heavy_turn
from cogs.attachments import read_whole
from cogs.options.dates import BirthDay, Day
from cogs.options.players import Federation, FideId, NaspaId, OnDiscord, Person, Sex, Title, UschessId
from cogs.options.roster import named_members
from cogs.options.texts import Name, Reason


@app_commands.guild_only()
class PlayerCog(commands.GroupCog, group_name="player", group_description="Players, on Discord or not"):
    """Who the players of a club are."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(player="Whose card: a name, an id, or #12; yours if left out")
    async def show(self, interaction: discord.Interaction[Any], player: Person | None = None) -> None:
        """See any player's ratings, ids and latest events."""
        card = await profile_card(self.services, actor_of(interaction), None if player is None else player.id)
        await reply(interaction, profile_embed(card))

    @app_commands.command()
    @app_commands.describe(
        player="A player who is not on Discord yet",
        member="Whose ratings and results these are; left out, the player is nobody's any more",
        reason="Why, for the club's records",
    )
    async def link(
        self,
        interaction: discord.Interaction[Any],
        player: Person,
        member: OnDiscord | None = None,
        reason: Reason | None = None,
    ) -> None:
        """TD: give a player who came with a file to the member who it is."""
        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, link_card(await link_player(self.services, actor, player.id, member, reason)))

    @app_commands.command(name="import")
    @app_commands.describe(
        file="CSV: name, Discord name or id, US Chess id, born, ratings ...; or FIDE's list. None: a table to fill in",
        date="The day from which the ratings count; today if left out",
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
            report = await preview(self.services, actor, data, options, read)
        await reply_people(interaction, report)

    @app_commands.command()
    @app_commands.describe(
        keep="The player who stays",
        gone="The player who turns out to be the same person",
        reason="Why, for the club's records",
    )
    async def merge(self, interaction: discord.Interaction[Any], keep: Person, gone: Person, reason: Reason) -> None:
        """TD: make two players one, with all their games; Undo parts them again."""
        actor = actor_of(interaction)
        await defer(interaction)
        report = await merge_players(self.services, actor, keep.id, gone.id, reason)
        await reply(interaction, merge_card(report), persistent(UndoMerge(report.merge_id)))

    @app_commands.command()
    @app_commands.describe(
        player="TD: whom to edit; you if left out",
        name="TD: what a player who is not on Discord is called",
        uschess_id="US Chess id, 8 digits; none takes it out, here as below",
        fide_id="FIDE id",
        naspa_id="NASPA id, such as AA000123",
        federation="Three letters, such as USA",
        born="For a first rating: birth date such as 2012-05-30, or the year, adult or child; only the year is shown",
        sex="TD: for titles and lists that tell women and men apart",
        title="TD: FIDE title, such as WIM, which counts in opponents' norms",
        reason="Why, for the club's records",
    )
    async def edit(
        self,
        interaction: discord.Interaction[Any],
        player: Person | None = None,
        name: Name | None = None,
        uschess_id: UschessId | None = None,
        fide_id: FideId | None = None,
        naspa_id: NaspaId | None = None,
        federation: Federation | None = None,
        born: BirthDay | None = None,
        sex: Sex | None = None,
        title: Title | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Correct your ids, federation or birth date; a TD anybody's."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        written = {
            "name": name,
            "uschess_id": uschess_id,
            "fide_id": fide_id,
            "naspa_id": naspa_id,
            "federation": federation,
            "sex": sex,
            "title": title,
        }
        edit = Edit({column: text for column, text in written.items() if text is not None}, born)
        whose = None if player is None else player.id
        await reply(interaction, edit_card(await edit_player(self.services, actor, whose, edit, reason)))
