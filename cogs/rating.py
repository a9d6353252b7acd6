"""/rating: rate an event, look, set, undo."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.estimate import estimate
from bot.services.own_event import OwnEvent
from bot.services.player_card import player_card
from bot.services.record_event import record_own_event
from bot.services.set_rating import WrittenOpening, set_rating
from bot.services.void_event import undo_last
from bot.ui.actors import actor_of
from bot.ui.answers import defer, reply
from bot.ui.event_buttons import event_buttons
from bot.ui.player_card import player_card_embed
from bot.ui.rating_card import rating_card
from bot.ui.undo_card import opening_card, undo_card
from cogs.options import (
    Control,
    Day,
    Games,
    List,
    Name,
    Opponents,
    Rating,
    Reason,
    Results,
    Rules,
    Score,
    Someone,
)

EVENT_OPTIONS = {
    "opponents": "Ratings or players, each with W, D or L in front if you like: 974 951 or W1500 D@Dana",
    "score": "Your points from played games, such as 3, 2.5 or 2½",
    "system": "The rating list; the club's default if left out",
    "rating": "Your rating before the event, if the club does not know it",
    "games": "Rated games that rating is based on; 0 if never rated",
    "results": "Results in the order of the opponents, such as WDLW",
    "event": "A name for the event",
    "date": "The day it ended, such as 2026-11-20; today if left out",
    "rules": "The rules to apply; those of the event's date if left out",
    "member": "Whose event it is",
    "time_control": "Such as 90+30 or G/60;d5",
    "match": "Whether all games were one match against one opponent",
}


@app_commands.allowed_contexts(guilds=True, dms=True)
class RatingCog(commands.GroupCog, group_name="rating", group_description="Rate your events and see ratings"):
    """Ratings of one member at a time."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(**{**EVENT_OPTIONS, "member": "TD: the member whose event it is"})
    async def update(
        self,
        interaction: discord.Interaction[Any],
        opponents: Opponents,
        score: Score | None = None,
        system: List | None = None,
        rating: Rating | None = None,
        games: Games | None = None,
        results: Results | None = None,
        event: Name | None = None,
        date: Day | None = None,
        rules: Rules | None = None,
        member: Someone | None = None,
        time_control: Control | None = None,
        match: bool = False,
    ) -> None:
        """Rate an event you played and store it."""
        actor = actor_of(interaction)
        await defer(interaction)
        written = OwnEvent(
            opponents, score, results, system, rating, games, event, date, rules, member, time_control, match
        )
        report = await record_own_event(self.services, actor, written)
        await reply(interaction, rating_card(report), event_buttons(report, interaction.user.id))

    @app_commands.command()
    @app_commands.describe(**EVENT_OPTIONS)
    async def estimate(
        self,
        interaction: discord.Interaction[Any],
        opponents: Opponents,
        score: Score | None = None,
        system: List | None = None,
        rating: Rating | None = None,
        games: Games | None = None,
        results: Results | None = None,
        event: Name | None = None,
        date: Day | None = None,
        rules: Rules | None = None,
        member: Someone | None = None,
        time_control: Control | None = None,
        match: bool = False,
    ) -> None:
        """See what an event would bring; only you see it and nothing is stored."""
        written = OwnEvent(
            opponents, score, results, system, rating, games, event, date, rules, member, time_control, match
        )
        actor = actor_of(interaction) if interaction.guild is not None else None
        report = await estimate(self.services, actor, written)
        await reply(interaction, rating_card(report), event_buttons(report, interaction.user.id), ephemeral=True)

    @app_commands.command()
    @app_commands.describe(member="Whose rating; yours if left out", system=EVENT_OPTIONS["system"])
    async def show(
        self, interaction: discord.Interaction[Any], member: Someone | None = None, system: List | None = None
    ) -> None:
        """See a rating with its rank, peak, floor and latest events."""
        card = await player_card(self.services, actor_of(interaction), member, system)
        await reply(interaction, player_card_embed(card))

    @app_commands.command()
    @app_commands.describe(
        member="Whose rating",
        rating="The rating, from 100 to 3000",
        games="Rated games it is based on; left out, a correction keeps them",
        system=EVENT_OPTIONS["system"],
        reason="Why, for the club's records",
        peak="Highest established rating, which gives the floor",
        floor="A floor that was imposed, such as for a prize",
        date="From which day on; today if left out",
    )
    async def set(
        self,
        interaction: discord.Interaction[Any],
        member: Someone,
        rating: Rating,
        games: Games | None = None,
        system: List | None = None,
        reason: Reason | None = None,
        peak: Rating | None = None,
        floor: Rating | None = None,
        date: Day | None = None,
    ) -> None:
        """TD: enter a member's rating, or correct it."""
        actor = actor_of(interaction)
        await defer(interaction)
        written = WrittenOpening(member, rating, games, system, peak, floor, date, reason)
        report = await set_rating(self.services, actor, written)
        await reply(interaction, opening_card(report))

    @app_commands.command()
    @app_commands.describe(member="TD: whose last reported event")
    async def undo(self, interaction: discord.Interaction[Any], member: Someone | None = None) -> None:
        """Take back the event you reported last."""
        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, undo_card(await undo_last(self.services, actor, member)))
