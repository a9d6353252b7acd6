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
from bot.ui.buttons.undo_buttons import UndoMerge, persistent
from bot.ui.cards.merge import merge_card
from bot.ui.cards.profile import edit_card, link_card, profile_embed
from bot.ui.framework.actors import actor_of
from bot.ui.framework.answers import defer, reply
from cogs.options.dates import BirthDay
from cogs.options.players import Federation, FideId, Membership, NaspaId, Person, Sex, Someone, State, Title, UschessId
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
        member: Someone | None = None,
        reason: Reason | None = None,
    ) -> None:
        """TD: give a player who came with a file to the member who it is."""
        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, link_card(await link_player(self.services, actor, player.id, member, reason)))

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
        state="Two letters, such as WV, for the club's rating list",
        expires="Until when the US Chess membership runs, such as 2027-08",
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
        state: State | None = None,
        expires: Membership | None = None,
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
            "state": state,
            "expires": expires,
        }
        edit = Edit({column: text for column, text in written.items() if text is not None}, born)
        whose = None if player is None else player.id
        await reply(interaction, edit_card(await edit_player(self.services, actor, whose, edit, reason)))
