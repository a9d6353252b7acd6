"""/oracle: matches, predictions, players, the board, calibrations, tables, settings."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.oracle.board import pool_board
from bot.services.oracle.match import MatchSubmission, record_match
from bot.services.oracle.settings import PoolChange, pool_settings
from bot.ui.buttons.club.settings_buttons import UndoSettings
from bot.ui.buttons.oracle_buttons import reply_calibration, reply_match, reply_roster
from bot.ui.buttons.people.player_answer import reply_player
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.cards.events.wall_chart_answers import reply_file
from bot.ui.framework.answers import defer, reply, reply_book, reply_pages
from bot.ui.framework.heavy_turn import heavy_turn
from bot.ui.framework.server.actors import actor_of
from bot.ui.oracle.board import board_book
from bot.ui.oracle.settings_card import pool_settings_card
from cogs.options.dates import Day
from cogs.options.games import Field, Results
from cogs.options.oracle import NO_PRIOR, GamesWon, KindOfPlayer, Pool, Prior, Side
from cogs.options.players import PICTURE, PLAYER, Known
from core.errors import InputError
from core.lists import RatingList
from core.oracle.config import BareScores, Draws, Rebalancing

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
        from bot.services.oracle.predict import predict_game, predict_group
        from bot.ui.oracle.prediction_card import matrix_pages, prediction_card

        actor = actor_of(interaction)
        if group is not None:
            await reply_pages(interaction, matrix_pages(await predict_group(self.services, actor, pool, group)))
        elif opponent is not None:
            found = await predict_game(self.services, actor, pool, opponent, player)
            await reply(interaction, prediction_card(found), ephemeral=True)
        else:
            raise InputError("Against whom? Add opponent, or a group of players.")

    @app_commands.command()
    @app_commands.describe(player=PLAYER, pool=POOL, picture=PICTURE)
    async def player(
        self,
        interaction: discord.Interaction[Any],
        player: Known | None = None,
        pool: Pool = RatingList.ORACLE,
        picture: bool = True,
    ) -> None:
        """See a player's card: rating, interval, record, chance against the Keeper."""
        await reply_player(interaction, player, pool, picture=picture)

    @app_commands.command()
    @app_commands.rename(everyone="all")
    @app_commands.describe(
        pool=POOL,
        everyone="Also list inactive players: those without an event for a year",
        sure="Share ranks unless somebody is surely stronger, with a chance of 95 %",
    )
    async def board(
        self,
        interaction: discord.Interaction[Any],
        pool: Pool = RatingList.ORACLE,
        everyone: bool = False,
        sure: bool = False,
    ) -> None:
        """See a pool's players by rank, with intervals and records."""
        found = await pool_board(self.services, actor_of(interaction), pool, everyone=everyone, sure=sure)
        await reply_book(interaction, board_book(found), f"pool:{pool.value}:{everyone:d}:{sure:d}")

    @app_commands.command()
    @app_commands.describe(pool=POOL)
    async def compare(self, interaction: discord.Interaction[Any], pool: Pool = RatingList.ORACLE) -> None:
        """See what Elo and Glicko-2 make of a pool's matches, and who foresaw them better."""
        from bot.services.oracle.compare import pool_comparison
        from bot.ui.oracle.comparison_card import comparison_pages

        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        async with heavy_turn(interaction):
            report = await pool_comparison(self.services, actor, pool)
        await reply_pages(interaction, comparison_pages(report))

    @app_commands.command()
    @app_commands.describe(pool=POOL)
    async def calibrate(self, interaction: discord.Interaction[Any], pool: Pool = RatingList.ORACLE) -> None:
        """TD: rate all matches at once; see the differences first, then confirm."""
        from bot.services.oracle.calibrate import preview_calibration

        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        async with heavy_turn(interaction):
            report = await preview_calibration(self.services, actor, pool)
        await reply_calibration(interaction, report)

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

    @app_commands.command()
    @app_commands.describe(
        pool=POOL,
        keeper="The benchmark player at 50: a player, or a new name",
        a_max="Update multiplier of a newcomer; usually 1.3",
        a_min="Update multiplier of a veteran; usually 1.08, steadier with 1.02",
        a_decay_rate="Games from the one to the other; usually 150",
        provisional_games="Games until a rating is established; usually 20",
        use_draws="Whether draws count at all",
        draws="What a draw is",
        prior_sd="Of log strengths in a calibration; usually 1.5, or none for pure maximum likelihood",
        convergence_threshold="The last step of a calibration; usually 0.000001",
        max_iterations="Rounds that a calibration may take; usually 1000",
        bare_scores="How a score without the order of play is played out",
        rebalancing="Who moves when somebody meets the Keeper, who stays at 50",
        initial_confidence="Of a newcomer, in tables; no rating rests on it; usually 100",
        usual="Set everything else back to the usual",
    )
    @app_commands.choices(
        draws=[
            Choice(name="half a win for each", value=Draws.HALF.value),
            Choice(name="nothing: they do not count", value=Draws.IGNORE.value),
            Choice(name="half a win, and fitted for predictions (Davidson)", value=Draws.DAVIDSON.value),
        ],
        bare_scores=[
            Choice(name="every game counts the mean score", value=BareScores.MEAN.value),
            Choice(name="wins first, then losses, then draws: the seed's program", value=BareScores.WINS_FIRST.value),
        ],
        rebalancing=[
            Choice(name="the opponent alone takes the whole change", value=Rebalancing.ANCHOR.value),
            Choice(name="everybody: all strengths are divided by the Keeper's", value=Rebalancing.ALL.value),
        ],
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        pool: Pool = RatingList.ORACLE,
        keeper: Side | None = None,
        a_max: float | None = None,
        a_min: float | None = None,
        a_decay_rate: float | None = None,
        provisional_games: app_commands.Range[int, 0, 10_000] | None = None,
        use_draws: bool | None = None,
        draws: str | None = None,
        prior_sd: Prior | None = None,
        convergence_threshold: float | None = None,
        max_iterations: app_commands.Range[int, 1, 100_000] | None = None,
        bare_scores: str | None = None,
        rebalancing: str | None = None,
        initial_confidence: float | None = None,
        usual: bool = False,
    ) -> None:
        """TD: see a pool's Keeper and figures, or change those you name."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        written = {
            "a_max": a_max,
            "a_min": a_min,
            "a_decay_rate": a_decay_rate,
            "provisional_games": provisional_games,
            "use_draws": use_draws,
            "draws": None if draws is None else Draws(draws),
            "prior_sd": prior_sd,
            "convergence_threshold": convergence_threshold,
            "max_iterations": max_iterations,
            "bare_scores": None if bare_scores is None else BareScores(bare_scores),
            "rebalancing": None if rebalancing is None else Rebalancing(rebalancing),
            "initial_confidence": initial_confidence,
        }
        values = {name: None if value == NO_PRIOR else value for name, value in written.items() if value is not None}
        change = PoolChange(values, keeper, usual)
        found = await pool_settings(self.services, actor, pool, change)
        undo = persistent(UndoSettings(actor.interaction_id)) if change.writes else None
        await reply(interaction, pool_settings_card(found), undo)
