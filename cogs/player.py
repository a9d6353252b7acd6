"""/player: the people of a club, on Discord or not."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.notices import WishesChange, change_wishes
from bot.services.players.claims import claim_player, link_player
from bot.services.players.edit import Edit, edit_player
from bot.services.players.merge import delete_player, hide_player, merge_players, split_player
from bot.store.people.profiles import EACH, OFF, WEEKLY
from bot.ui.buttons.claims import claim_buttons, merge_buttons
from bot.ui.buttons.roster import reply_people, reply_template
from bot.ui.cards.news import wishes_card
from bot.ui.cards.people import claim_card, edit_card, link_card, merge_card, removal_card
from bot.ui.framework.answers import defer, heavy_turn, reply
from bot.ui.framework.server import actor_of, members_called
from cogs.attachments import read_whole
from cogs.options.choices import BirthDay, Day, Name, Reason
from cogs.options.players import (
    Federation,
    FideId,
    Membership,
    NaspaId,
    OnDiscord,
    Person,
    Sex,
    State,
    Title,
    UschessId,
)
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


CARDS = [Choice(name="the club", value="club"), Choice(name="private: you and directors", value="private")]


@app_commands.guild_only()
class PlayerCog(commands.GroupCog, group_name="player", group_description="Players, on Discord or not"):
    """Who the players of a club are."""

    def __init__(self, services: Services) -> None:
        self.services = services

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

    @app_commands.command()
    @app_commands.describe(
        player="The player who stays",
        duplicate="The player who turns out to be the same person",
        reason="Why, for the club's records",
    )
    async def merge(
        self, interaction: discord.Interaction[Any], player: Person, duplicate: Person, reason: Reason
    ) -> None:
        """TD: make two players one, with all their games; Undo parts them again."""
        actor = actor_of(interaction)
        await defer(interaction)
        report = await merge_players(self.services, actor, player.id, duplicate.id, reason)
        await reply(interaction, merge_card(report), merge_buttons(report))

    @app_commands.command()
    @app_commands.describe(player="Two people who were merged into one: the last merge is undone")
    async def split(self, interaction: discord.Interaction[Any], player: Person) -> None:
        """TD: make two players of one again, as before they were merged."""
        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, merge_card(await split_player(self.services, actor, player.id)))

    @app_commands.command()
    @app_commands.describe(player="Who you are: a player of this club who is nobody's yet")
    async def claim(self, interaction: discord.Interaction[Any], player: Person) -> None:
        """Say which player of the club you are; a director confirms it."""
        actor = actor_of(interaction)
        await defer(interaction)
        report = await claim_player(self.services, actor, player.id)
        await reply(interaction, claim_card(report), claim_buttons(report))

    @app_commands.command()
    @app_commands.describe(
        player="Whom to show to directors alone",
        hidden="False shows them to everybody again",
        reason="Why, for the club's records",
    )
    async def hide(
        self, interaction: discord.Interaction[Any], player: Person, hidden: bool = True, reason: Reason | None = None
    ) -> None:
        """TD: hide a player from lists, cards and suggestions; results and ratings stay."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        report = await hide_player(self.services, actor, player.id, reason, hidden=hidden)
        await reply(interaction, removal_card(report))

    @app_commands.command()
    @app_commands.describe(player="Whom to delete: somebody without any result", reason="Why, for the club's records")
    async def delete(self, interaction: discord.Interaction[Any], player: Person, reason: Reason) -> None:
        """TD: delete a player of whom there is no result and no rating."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        await reply(interaction, removal_card(await delete_player(self.services, actor, player.id, reason)))

    @app_commands.command()
    @app_commands.describe(
        player="TD: whom to edit; you if left out",
        name="TD: what the player is called here, whatever Discord says",
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

    @app_commands.command()
    @app_commands.rename(announced="named", card_private="card", challenged="challenges")
    @app_commands.describe(
        rating="A direct message when somebody else moves your rating: at each change, once a week, or none",
        challenged="Whether others may challenge you",
        announced="Whether the club's announcements may name you",
        card_private="Who sees your card and your charts",
    )
    @app_commands.choices(
        rating=[
            Choice(name="off", value=OFF),
            Choice(name="each change", value=EACH),
            Choice(name="weekly", value=WEEKLY),
        ],
        card_private=CARDS,
    )
    async def notify(
        self,
        interaction: discord.Interaction[Any],
        rating: str | None = None,
        challenged: bool | None = None,
        announced: bool | None = None,
        card_private: str | None = None,
    ) -> None:
        """Choose what you are told, and what others see of you."""
        await defer(interaction, ephemeral=True)
        change = WishesChange(
            rating, challenged, announced, None if card_private is None else card_private == "private"
        )
        await reply(interaction, wishes_card(await change_wishes(self.services, actor_of(interaction), change)))
