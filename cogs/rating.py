"""/rating: rate an event, look, look ahead, set, undo."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.events.submission import EventSubmission
from bot.services.forecast.hypothetical import estimate
from bot.services.history.window import Axis, Since
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.players.undo_last import undo_last
from bot.services.uschess.demote_title import demote_title
from bot.services.uschess.request_demotion import request_demotion
from bot.ui.buttons.charts import reply_history
from bot.ui.buttons.player_card import reply_player
from bot.ui.buttons.reports import reply_estimate, reply_request, update_and_answer
from bot.ui.buttons.undo import undo_demotion_button, undo_rating_button
from bot.ui.cards.events.undo import last_undone_card, opening_card
from bot.ui.cards.rating import goal_card
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.heavy_turn import deferred_turn
from bot.ui.framework.server.actors import actor_of, actor_or_none
from bot.ui.uschess.demotion_card import demotion_card
from cogs.options.choices import List, Rules
from cogs.options.dates import Day
from cogs.options.games import Control, Field
from cogs.options.histories import AXES, Stretch
from cogs.options.players import PICTURE, PLAYER, SYSTEM, Known, LookedAt, Picked, Someone, one_person
from cogs.options.ratings import Games, Rating
from cogs.options.submission import EVENT_OPTIONS, takes_event
from cogs.options.texts import Reason
from core.errors import InputError

GOAL_OPTIONS = {name: EVENT_OPTIONS[name] for name in ("member", "system", "rating", "games", "rules", "time_control")}


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class RatingCog(commands.GroupCog, group_name="rating", group_description="Rate your events and see ratings"):
    """Ratings of one member at a time."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(**{**EVENT_OPTIONS, "member": "TD: the member whose event it is"})
    @takes_event
    async def update(self, interaction: discord.Interaction[Any], submission: EventSubmission) -> None:
        """Rate an event you played and store it."""
        await update_and_answer(interaction, self.services, submission)

    @app_commands.command()
    @app_commands.describe(**EVENT_OPTIONS)
    @takes_event
    async def estimate(self, interaction: discord.Interaction[Any], submission: EventSubmission) -> None:
        """See what an event would bring; only you see it and nothing is stored."""
        actor = actor_or_none(interaction)
        report = await estimate(self.services, actor, submission)
        await reply_estimate(interaction, self.services, submission, report)

    @app_commands.command()
    @app_commands.describe(
        target="The rating to reach",
        **{**GOAL_OPTIONS, "opponents": "The field, with W, D or L in front of games that are played: W974 2471 @Dana"},
    )
    async def goal(
        self,
        interaction: discord.Interaction[Any],
        target: Rating,
        opponents: Field,
        member: LookedAt | None = None,
        system: List | None = None,
        rating: Rating | None = None,
        games: Games | None = None,
        rules: Rules | None = None,
        time_control: Control | None = None,
    ) -> None:
        """See what score a field of opponents demands for a rating and for each norm."""
        from bot.services.forecast.goal import goal

        written = EventSubmission(
            opponents=opponents,
            rating_list=system,
            rating=rating,
            games=games,
            rules=rules,
            member=member,
            time_control=time_control,
        )
        actor = actor_or_none(interaction)
        report = await goal(self.services, actor, target, written, lambda: deferred_turn(interaction, ephemeral=True))
        await reply(interaction, goal_card(report))

    @app_commands.command()
    @app_commands.describe(
        opponent="A rating or a player, such as 1500 or @Dana",
        **{name: EVENT_OPTIONS[name] for name in ("member", "system", "rating", "games")},
    )
    async def predict(
        self,
        interaction: discord.Interaction[Any],
        opponent: Field,
        member: LookedAt | None = None,
        system: List | None = None,
        rating: Rating | None = None,
        games: Games | None = None,
    ) -> None:
        """See what is expected of one game, and what a win, a draw and a loss would bring each side."""
        from bot.services.forecast.predict import predict
        from bot.ui.cards.prediction import prediction_card

        written = EventSubmission(opponents=opponent, rating_list=system, rating=rating, games=games, member=member)
        actor = actor_or_none(interaction)
        await reply(interaction, prediction_card(await predict(self.services, actor, written)), ephemeral=True)

    @app_commands.command()
    @app_commands.describe(player=PLAYER, system=SYSTEM, picture=PICTURE)
    async def show(
        self,
        interaction: discord.Interaction[Any],
        player: Known | None = None,
        system: List | None = None,
        picture: bool = True,
    ) -> None:
        """See anybody's card: rating, latest events, rank, form, every list."""
        await reply_player(interaction, player, system, rated=True, picture=picture)

    @app_commands.command()
    @app_commands.describe(
        player="Anybody of the club; you if left out",
        system=EVENT_OPTIONS["system"],
        by="What runs from left to right",
        since="How far back",
        lists="All lists of the same scale in one picture",
    )
    @app_commands.choices(by=AXES)
    async def history(
        self,
        interaction: discord.Interaction[Any],
        player: Known | None = None,
        system: List | None = None,
        by: str = Axis.DATE,
        since: Stretch = Since.EVERYTHING,
        lists: bool = False,
    ) -> None:
        """See a rating over time: peak, floor, titles, the greatest jumps, the last events."""
        from bot.services.history.rating_history import HistoryQuery, rating_history_of

        actor = actor_of(interaction)
        await defer(interaction)
        query = HistoryQuery(system, Axis(by), since)
        await reply_history(interaction, await rating_history_of(self.services, actor, player, query, all_lists=lists))

    @app_commands.command()
    @app_commands.describe(
        player="Anybody of the club",
        player2="Another one; you if left out",
        player3="A third one",
        player4="A fourth one",
        player5="A fifth one",
        system=EVENT_OPTIONS["system"],
        by="What runs from left to right",
        since="How far back; a year if left out",
    )
    @app_commands.choices(by=AXES)
    async def compare(
        self,
        interaction: discord.Interaction[Any],
        player: Known,
        player2: Known | None = None,
        player3: Known | None = None,
        player4: Known | None = None,
        player5: Known | None = None,
        system: List | None = None,
        by: str = Axis.DATE,
        since: Stretch = Since.YEAR,
    ) -> None:
        """See the ratings of two to five players over time, in one picture."""
        from bot.services.history.rating_history import HistoryQuery, compare_histories

        actor = actor_of(interaction)
        await defer(interaction)
        others = [one for one in (player3, player4, player5) if one is not None]
        query = HistoryQuery(system, Axis(by), since)
        await reply_history(
            interaction, await compare_histories(self.services, actor, [player, player2, *others], query)
        )

    @app_commands.command()
    @app_commands.describe(
        member="Whose rating, by Discord's own picker",
        player="Or anybody of the club, also not on Discord: a name, an id, or #12",
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
        rating: Rating,
        member: Picked | None = None,
        player: Someone | None = None,
        games: Games | None = None,
        system: List | None = None,
        reason: Reason | None = None,
        peak: Rating | None = None,
        floor: Rating | None = None,
        date: Day | None = None,
    ) -> None:
        """TD: enter somebody's rating, or correct it."""
        actor, whose = actor_of(interaction), one_person(member, player)
        if whose is None:
            raise InputError("Whose rating is it? Add member, or player for somebody who is not on Discord.")
        await defer(interaction)
        written = SetRatingRequest(whose, rating, games, system, peak, floor, date, reason)
        report = await set_rating(self.services, actor, written)
        await reply(interaction, opening_card(report), lasting(undo_rating_button(report.opening_id)))

    @app_commands.command()
    @app_commands.describe(
        reason="Why: a player may request it after a long period of poor results",
        member="TD: whose lifetime title; left out, you ask for yours to be lowered",
        player="TD: or anybody of the club, also not on Discord",
        system=EVENT_OPTIONS["system"],
    )
    async def demote(
        self,
        interaction: discord.Interaction[Any],
        reason: Reason,
        member: Picked | None = None,
        player: Someone | None = None,
        system: List | None = None,
    ) -> None:
        """Ask for your lifetime title to be lowered by 100 points; a TD grants it, or lowers a member's."""
        actor, whose = actor_of(interaction), one_person(member, player)
        await defer(interaction)
        if whose is None:
            await reply_request(interaction, await request_demotion(self.services, actor, system, reason))
            return
        report = await demote_title(self.services, actor, whose, system, reason)
        await reply(interaction, demotion_card(report), lasting(undo_demotion_button(report.demotion_id)))

    @app_commands.command()
    @app_commands.describe(
        member="TD: whose last reported event, or rating that was set",
        player="TD: or anybody of the club, also not on Discord",
    )
    async def undo(
        self, interaction: discord.Interaction[Any], member: Picked | None = None, player: Someone | None = None
    ) -> None:
        """Take back the event you reported last."""
        actor, whose = actor_of(interaction), one_person(member, player)
        await defer(interaction)
        await reply(interaction, last_undone_card(await undo_last(self.services, actor, whose)))
