"""/fide: the monthly lists, first ratings, title norms."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.events.record import EventSubmission
from bot.ui.framework.answers import reply
from bot.ui.framework.server import actor_or_none
from cogs.options.choices import Day, FideList
from cogs.options.games import Opponents, Results, Score
from cogs.options.players import LookedAt
from core.errors import InputError
from core.lists import RatingList


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class FideCog(
    commands.GroupCog, group_name="fide", group_description="FIDE: monthly lists, first ratings, title norms"
):
    """What FIDE has and other systems have not."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        opponents="Ratings, each with W, D or L in front if you like; left out, the games so far in this club",
        score="The points from these games",
        results="Results in the order of the opponents, such as WDLW",
        member="Whose games; yours if left out",
        system="Standard, rapid or blitz",
        date="The day it ended, whose rules apply; today if left out",
    )
    async def first(
        self,
        interaction: discord.Interaction[Any],
        opponents: Opponents | None = None,
        score: Score | None = None,
        results: Results | None = None,
        member: LookedAt | None = None,
        system: FideList | None = None,
        date: Day | None = None,
    ) -> None:
        """See what games make toward a first FIDE rating."""
        from bot.services.fide.lists import first_rating_from, first_rating_of
        from bot.ui.fide.list_card import first_card

        actor = actor_or_none(interaction)
        if opponents is not None:
            written = EventSubmission(opponents, score, results, rating_list=system, day=date, member=member)
            report = await first_rating_from(self.services, actor, written)
        elif actor is None:
            raise InputError("Which games? Outside a club server, write the opponents' ratings, such as W1850 L1990.")
        else:
            report = await first_rating_of(self.services, actor, member, system or RatingList.FIDE_STANDARD)
        await reply(interaction, first_card(report), ephemeral=report.typed)
