"""/fide: the monthly lists, first ratings, title norms."""

import logging
from datetime import UTC, time
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.services.context import Services
from bot.services.fide_first import first_rating_from, first_rating_of
from bot.services.fide_lists import coming_list, publish_everywhere, publish_list
from bot.services.own_event import OwnEvent
from bot.ui.actors import actor_of
from bot.ui.answers import defer, reply
from bot.ui.fide.first_card import first_card
from bot.ui.fide.list_buttons import reply_list
from cogs.options import Day, FideList, Opponents, Results, Score, Someone
from core.errors import InputError
from core.lists import RatingList

log = logging.getLogger(__name__)


class FideCog(
    commands.GroupCog, group_name="fide", group_description="FIDE: monthly lists, first ratings, title norms"
):
    """What FIDE has and other systems have not."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def cog_load(self) -> None:
        self.publish_what_is_due.start()

    async def cog_unload(self) -> None:
        self.publish_what_is_due.cancel()

    @tasks.loop(time=time(0, 1, tzinfo=UTC))
    async def publish_what_is_due(self) -> None:
        """Publish the lists that are due on the first of a month; any day, what a night without the bot has missed."""
        clubs = await publish_everywhere(self.services)
        if clubs:
            log.info("published FIDE lists in %d clubs", clubs)

    @app_commands.command(name="list")
    @app_commands.guild_only()
    @app_commands.describe(system="Standard, rapid or blitz", publish="TD: publish it today, with all that has ended")
    async def show_list(
        self, interaction: discord.Interaction[Any], system: FideList | None = None, publish: bool = False
    ) -> None:
        """See the coming list: who moves, by how much, from which events."""
        actor = actor_of(interaction)
        await defer(interaction)
        show = publish_list if publish else coming_list
        await reply_list(interaction, await show(self.services, actor, system))

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=True)
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
        member: Someone | None = None,
        system: FideList | None = None,
        date: Day | None = None,
    ) -> None:
        """See what games make toward a first FIDE rating."""
        actor = actor_of(interaction) if interaction.guild is not None else None
        if opponents is not None:
            written = OwnEvent(opponents, score, results, rating_list=system, day=date, member=member)
            report = await first_rating_from(self.services, actor, written)
        elif actor is None:
            raise InputError("Which games? Outside a club server, write the opponents' ratings, such as W1850 L1990.")
        else:
            report = await first_rating_of(self.services, actor, member, system or RatingList.FIDE_STANDARD)
        await reply(interaction, first_card(report), ephemeral=report.typed)
