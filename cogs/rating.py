"""/rating: rate an event, look, look ahead, set, undo."""

from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands
from discord.ext.commands import Cog

from bot.services.context import Services
from bot.services.events.record import EventSubmission
from bot.services.forecast import estimate
from bot.services.history import Since
from bot.services.history import Stretch as AnyStretch
from bot.services.players.set_rating import undo_last
from bot.ui.buttons.charts import reply_history
from bot.ui.buttons.player_card import reply_player
from bot.ui.buttons.reports import reply_estimate, update_and_answer
from bot.ui.cards.events import last_undone_card
from bot.ui.cards.section import goal_card
from bot.ui.framework.answers import defer, deferred_turn, reply
from bot.ui.framework.server import actor_of, actor_or_none
from cogs.options.choices import LIST, MOST_CHOICES, Born, Day, Elsewhere, Games, Kind, List, Name, Rating, Rules
from cogs.options.events import SeasonOption
from cogs.options.games import Control, Field, Opponents, People, Results, Score
from cogs.options.players import PLAYER, Known, LookedAt, Someone
from core.crosstable import EventKind
from core.errors import InputError
from core.formats.common.text import shorten

# What a member tells of an event of their own: the options that /rating update and /rating estimate share.


AnyCog = TypeVar("AnyCog", bound=Cog)
Interaction = discord.Interaction[Any]
Answer = Coroutine[Any, Any, None]

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
    "kind": "If it was no ordinary tournament",
    "born": "For a first rating: birth date such as 2012-05-30, or adult, or child",
    "elsewhere": "For a first rating: ratings held elsewhere, such as FIDE 1850, online-quick 1600/24",
}


def own_event(
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
    kind: Kind = EventKind.TOURNAMENT,
    born: Born | None = None,
    elsewhere: Elsewhere | None = None,
) -> EventSubmission:
    """Return the event that the options tell of; these parameters are the commands' options, in this order."""
    return EventSubmission(
        opponents=opponents,
        score=score,
        results=results,
        rating_list=system,
        rating=rating,
        games=games,
        name=event,
        day=date,
        rules=rules,
        member=member,
        time_control=time_control,
        kind=kind,
        age=born,
        external_ratings=elsewhere or (),
    )


def takes_event(
    command: Callable[[AnyCog, Interaction, EventSubmission], Answer],
) -> Callable[Concatenate[AnyCog, Interaction, ...], Answer]:
    """Give a command the options of `own_event`; it receives what they say as one argument."""

    @wraps(command)
    async def with_options(self: AnyCog, interaction: Interaction, **options: Any) -> None:
        await command(self, interaction, own_event(**options))

    written = signature(command)
    own, first, *_ = written.parameters.values()
    options = signature(own_event).parameters.values()
    # discord.py reads a command's options out of its signature.
    with_options.__dict__["__signature__"] = written.replace(parameters=[own, first, *options])
    return with_options


class StretchOption(SeasonOption):
    """A stretch of days: one that ends today, or a season."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> AnyStretch:  # type: ignore[override]
        words = value.strip().casefold()
        if words in {since.value for since in Since}:
            return Since(words)
        if not words.isdigit():
            raise InputError(f'"{shorten(value)}" is no stretch of time: choose one that is offered as you type.')
        return await super().transform(interaction, words)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        words = value.strip().casefold()
        stretches = [Choice(name=since.value, value=since.value) for since in Since if words in since.value]
        return [*stretches, *await super().autocomplete(interaction, value)][:MOST_CHOICES]


Stretch = app_commands.Transform[AnyStretch, StretchOption]


GOAL_OPTIONS = {name: EVENT_OPTIONS[name] for name in ("member", "system", "rating", "games", "rules", "time_control")}


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class RatingCog(commands.GroupCog, group_name="rating", group_description="Rate your events and see ratings"):
    """Ratings of one member at a time."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(**{**EVENT_OPTIONS, "member": "TD: the member whose event it is"})
    @takes_event
    async def update(self, interaction: discord.Interaction[Any], submission: EventSubmission) -> None:
        """Rate an event you played and store it."""
        await update_and_answer(interaction, self.services, submission)

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(**EVENT_OPTIONS)
    @takes_event
    async def estimate(self, interaction: discord.Interaction[Any], submission: EventSubmission) -> None:
        """See what an event would bring; only you see it and nothing is stored."""
        actor = actor_or_none(interaction)
        report = await estimate(self.services, actor, submission)
        await reply_estimate(interaction, self.services, submission, report)

    @app_commands.command()
    @app_commands.rename(system="list")
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
        from bot.services.forecast import goal

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
    @app_commands.rename(system="list")
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
        from bot.services.forecast import predict
        from bot.ui.cards.section import prediction_card

        written = EventSubmission(opponents=opponent, rating_list=system, rating=rating, games=games, member=member)
        actor = actor_or_none(interaction)
        await reply(interaction, prediction_card(await predict(self.services, actor, written)), ephemeral=True)

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(player=PLAYER, system=LIST)
    async def show(
        self, interaction: discord.Interaction[Any], player: Known | None = None, system: List | None = None
    ) -> None:
        """Show a player's rating card."""
        await reply_player(interaction, player, system)

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(player=PLAYER, system=LIST, since="How far back (default: everything)")
    async def history(
        self,
        interaction: discord.Interaction[Any],
        player: Known | None = None,
        system: List | None = None,
        since: Stretch = Since.EVERYTHING,
    ) -> None:
        """Show a rating over time."""
        from bot.services.history import HistoryQuery, rating_history_of

        actor = actor_of(interaction)
        await defer(interaction)
        query = HistoryQuery(system, since=since)
        await reply_history(interaction, await rating_history_of(self.services, actor, player, query))

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(players="Two to five players: @Dana Eli #12 (one: compared with you)", system=LIST)
    async def compare(self, interaction: discord.Interaction[Any], players: People, system: List | None = None) -> None:
        """Compare the ratings of two to five players over time."""
        from bot.services.history import HistoryQuery, compare_histories

        actor = actor_of(interaction)
        await defer(interaction)
        query = HistoryQuery(system, since=Since.YEAR)
        people = [*players, None] if len(players) == 1 else players
        await reply_history(interaction, await compare_histories(self.services, actor, people, query))

    @app_commands.command()
    async def undo(self, interaction: discord.Interaction[Any]) -> None:
        """Undo the event you reported last."""
        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, last_undone_card(await undo_last(self.services, actor, None)))
