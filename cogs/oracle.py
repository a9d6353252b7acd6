"""/oracle: matches, predictions, players, the board, calibrations, tables, settings."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.oracle.match import MatchSubmission, record_match
from bot.services.oracle.pools import ParsedSide
from bot.ui.buttons.oracle import reply_match, reply_roster, side_called
from bot.ui.cards.events import reply_file
from bot.ui.framework.answers import defer, heavy_turn, reply, reply_pages
from bot.ui.framework.server import actor_of
from bot.ui.oracle.wording import KIND_WORDS
from cogs.options.choices import AnyChoice, Day
from cogs.options.games import Field, Results
from cogs.options.players import SomeoneOption
from core.errors import InputError
from core.lists import RatingList
from core.oracle.config import PlayerKind
from core.oracle.system import LISTS as POOLS

# The options of /oracle.


class SideOption(app_commands.Transformer):
    """A player of the club, a member who is none yet, or a new name; suggests the club's players."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> ParsedSide:
        return await side_called(interaction, value)

    autocomplete = SomeoneOption.autocomplete  # type: ignore[assignment]  # this option's choices are strings


class KindOfPlayerOption(app_commands.Transformer):
    """What a player is whose name is new; the Keeper is named by the settings."""

    @property
    def choices(self) -> list[AnyChoice]:
        words = {PlayerKind.HUMAN: "TD: a person who is not on Discord"}
        kinds = (kind for kind in PlayerKind if kind is not PlayerKind.AI_KEEPER)
        return [AnyChoice(name=words.get(kind, KIND_WORDS[kind]), value=kind.value) for kind in kinds]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> PlayerKind:
        return PlayerKind(value)


class PoolOption(app_commands.Transformer):
    """One of the club's pools."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [AnyChoice(name=pool.label, value=pool.value) for pool in POOLS]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> RatingList:
        return RatingList(value)


Side = app_commands.Transform[ParsedSide, SideOption]
KindOfPlayer = app_commands.Transform[PlayerKind, KindOfPlayerOption]
Pool = app_commands.Transform[RatingList, PoolOption]
GamesWon = app_commands.Range[int, 0, 1000]


POOL = "Which pool; the first one if left out"
LARGEST_TABLE = 1_000_000
"""Bytes of a table, which is some ten thousand players."""


@app_commands.guild_only()
class OracleCog(commands.GroupCog, group_name="oracle", group_description="Oracle ratings: the chance to beat Keeper"):
    """Ratings of pairs that play many games: people, bots and engines."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(
        opponent="A player, a member, or the name of a new engine",
        wins="Games you won",
        losses="Games you lost",
        draws="Games drawn",
        results="Instead, or beside: your results in the order of play, such as WWLDW",
        member="TD: whose results these are; yours if left out",
        kind="For a name that is new: what it is",
        pool=POOL,
        date="The day of the match; today if left out",
    )
    async def match(
        self,
        interaction: discord.Interaction[Any],
        opponent: Side,
        wins: GamesWon | None = None,
        losses: GamesWon | None = None,
        draws: GamesWon | None = None,
        results: Results | None = None,
        member: Side | None = None,
        kind: KindOfPlayer | None = None,
        pool: Pool = RatingList.ORACLE,
        date: Day | None = None,
    ) -> None:
        """Report a match; it rates both sides once the other one confirms it, or a day has gone by."""
        actor = actor_of(interaction)
        await defer(interaction)
        written = MatchSubmission(opponent, wins, losses, draws, results, member, kind, pool, date)
        report = await record_match(self.services, actor, written)
        await reply_match(interaction, report)

    @app_commands.command()
    @app_commands.describe(
        opponent="Against whom",
        player="Whose chances; yours if left out",
        group="Instead: several players, such as @Dana #12 Fritz, for everybody against everybody",
        pool=POOL,
    )
    async def predict(
        self,
        interaction: discord.Interaction[Any],
        opponent: Side | None = None,
        player: Side | None = None,
        group: Field | None = None,
        pool: Pool = RatingList.ORACLE,
    ) -> None:
        """See the chances of a game, or of everybody in a group against everybody."""
        from bot.services.oracle.match import predict_game, predict_group
        from bot.ui.oracle.pool_cards import matrix_pages, prediction_card

        actor = actor_of(interaction)
        if group is not None:
            await reply_pages(interaction, matrix_pages(await predict_group(self.services, actor, pool, group)))
        elif opponent is not None:
            found = await predict_game(self.services, actor, pool, opponent, player)
            await reply(interaction, prediction_card(found), ephemeral=True)
        else:
            raise InputError("Against whom? Add opponent, or a group of players.")

    @app_commands.command()
    @app_commands.describe(pool=POOL, seed="The seven columns of the seed's own program alone")
    async def export(
        self, interaction: discord.Interaction[Any], pool: Pool = RatingList.ORACLE, seed: bool = False
    ) -> None:
        """Get a pool's players as a CSV file."""
        from bot.services.oracle.exchange import export_pool

        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        async with heavy_turn(interaction):
            exported = await export_pool(self.services, actor, pool, like_seed=seed)
        await reply_file(interaction, exported)

    @app_commands.command(name="import")
    @app_commands.describe(file="A CSV file: player_id,name,type,rating,bt_strength,games,wins", pool=POOL)
    async def import_table(
        self, interaction: discord.Interaction[Any], file: discord.Attachment, pool: Pool = RatingList.ORACLE
    ) -> None:
        """TD: take players in from a CSV file; see what it would do first, then confirm."""
        from bot.services.oracle.exchange import may_import_table, preview_roster

        actor = actor_of(interaction)
        if file.size > LARGEST_TABLE:
            raise InputError("That file is larger than 1 MB: upload it in parts.")
        await defer(interaction, ephemeral=True)
        await may_import_table(self.services, actor)
        async with heavy_turn(interaction):
            report = await preview_roster(self.services, actor, pool, await file.read())
        await reply_roster(interaction, report)
