"""/qursh: Scrabble events ranked by how games ended against what earlier ones between like players did."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.context import Services
from bot.services.qursh import (
    StandingsQuery,
    bins_in_use,
    check_size,
    history_in_use,
    load_history,
    may_load,
    reset_history,
    standings_of_event,
    standings_of_file,
)
from bot.ui.framework.answers import defer, heavy_turn, progress_shown, reply
from bot.ui.framework.server import actor_of, actor_or_none, services_of
from bot.ui.qursh.cards import reading_games
from bot.ui.qursh.standings import StandingsStyle
from cogs.attachments import read_attached
from cogs.options.choices import MOST_CHOICES, Name, Reason
from cogs.options.events import ClubEvent
from core.errors import InputError
from core.qursh.history import cell_names

# The options of /qursh.


class CellOption(app_commands.Transformer):
    """A cell of the table in use, by its name."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return value

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        grid = await bins_in_use(services_of(interaction), actor_of(interaction))
        names = [name for name in cell_names(grid) if value.strip().casefold() in name]
        return [Choice(name=name, value=name) for name in names[:MOST_CHOICES]]


Cell = app_commands.Transform[str, CellOption]


Winners = app_commands.Range[str, 1, 1000]
Rated = app_commands.Range[float, 1, 9999]
Points = app_commands.Range[int, 1, 2000]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class QurshCog(
    commands.GroupCog, group_name="qursh", group_description="Scrabble: who did better than their ratings predicted"
):
    """Rankings by quantiles of score differences."""

    history = app_commands.Group(name="history", description="The games that events are ranked against")

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(
        event="Which event of the club, with all its divisions",
        file="Or a file that is ranked at once and stored nowhere: tsh, CoCo or pairings as CSV",
        second_file="Another division of it, or tsh's config.tsh",
        third_file="Another one",
        style="Six a page, the wall chart with QURSH as its last column, or one group beside three",
        winners="Who has won a prize already: 1, 5 or B3, or names with ; between",
        single_group="Place games by the difference of the ratings alone",
        exact="Exact percents instead of whole ones for each game",
    )
    @app_commands.choices(style=[Choice(name=style.value, value=style.value) for style in StandingsStyle])
    async def standings(
        self,
        interaction: discord.Interaction[Any],
        event: ClubEvent | None = None,
        file: discord.Attachment | None = None,
        second_file: discord.Attachment | None = None,
        third_file: discord.Attachment | None = None,
        style: str = StandingsStyle.PAGES,
        winners: Winners | None = None,
        single_group: bool = False,
        exact: bool = False,
    ) -> None:
        """Rank a Scrabble event by QURSH."""
        from bot.ui.qursh.standings import reply_standings

        actor = actor_of(interaction)
        files = [attached for attached in (file, second_file, third_file) if attached is not None]
        if (event is None) == (not files):
            raise InputError("Choose an event of the club with event, or attach its file: one of the two.")
        await defer(interaction)
        compared = style == StandingsStyle.COMPARED
        if compared and single_group:
            raise InputError("That style shows one group beside three: leave single_group out.")
        query = StandingsQuery(single_group, exact, winners, compared)
        async with heavy_turn(interaction):
            if event is not None:
                standings = await standings_of_event(self.services, actor, event, query)
            else:
                standings = await standings_of_file(self.services, actor, await read_attached(files), query)
            again = None if event is None or winners is not None else f"qursh:{event}:{single_group:d}:{exact:d}"
            await reply_standings(interaction, standings, StandingsStyle(style), again)

    @app_commands.command()
    @app_commands.describe(
        first_rating="The first player's rating",
        second_rating="The second player's rating",
        first_score="The first player's points; without scores you see what each margin is worth",
        second_score="The second player's points",
        first_name="Who the first player is",
        second_name="Who the second player is",
    )
    async def quantile(
        self,
        interaction: discord.Interaction[Any],
        first_rating: Rated,
        second_rating: Rated,
        first_score: Points | None = None,
        second_score: Points | None = None,
        first_name: Name = "First",
        second_name: Name = "Second",
    ) -> None:
        """See where one game lies among those of like ratings; without scores, what each margin is worth."""
        from bot.services.qursh import Person, QuantileSide, place_game, place_pair
        from bot.ui.qursh.standings import reply_pair, reply_quantile

        actor = actor_or_none(interaction)
        if (first_score is None) != (second_score is None):
            raise InputError("A game has two scores: give both, or none to see what each margin is worth.")
        await defer(interaction)
        async with heavy_turn(interaction):
            if first_score is None or second_score is None:
                people = Person(first_name, first_rating), Person(second_name, second_rating)
                await reply_pair(interaction, await place_pair(self.services, actor, *people))
                return
            first, second = (
                QuantileSide(first_name, first_rating, first_score),
                QuantileSide(second_name, second_rating, second_score),
            )
            await reply_quantile(interaction, await place_game(self.services, actor, first, second))

    @app_commands.command()
    @app_commands.describe(cell="A cell, to see its histogram")
    async def table(self, interaction: discord.Interaction[Any], cell: Cell | None = None) -> None:
        """See the table in use: cells, games, means, where it is from; or one cell's histogram."""
        from bot.services.qursh import cell_named
        from bot.ui.qursh.cards import table_embed
        from bot.ui.qursh.standings import reply_cell

        actor = actor_of(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            if cell is not None:
                await reply_cell(interaction, await cell_named(self.services, actor, cell))
            else:
                await reply(interaction, table_embed(await history_in_use(self.services, actor.club_id)))

    @history.command()
    @app_commands.describe(
        file="CSV, gz too: winnerscore, loserscore, winneroldrating, loseroldrating; or score_hi, rating_hi, ...",
        origin="Where the games are from, in words; it stands under every ranking",
    )
    async def load(self, interaction: discord.Interaction[Any], file: discord.Attachment, origin: Reason) -> None:
        """TD: rank by games from a file instead of the table before."""
        from bot.ui.qursh.cards import loaded_embed

        actor = actor_of(interaction)
        check_size(file.size)
        await defer(interaction)
        await may_load(self.services, actor)
        async with heavy_turn(interaction), progress_shown(interaction, reading_games) as progress:
            report = await load_history(self.services, actor, await file.read(), origin, progress)
        await reply(interaction, loaded_embed(report))

    @history.command()
    async def reset(self, interaction: discord.Interaction[Any]) -> None:
        """TD: rank by the table that is shipped again."""
        from bot.ui.qursh.cards import reset_embed

        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, reset_embed(await reset_history(self.services, actor)))
