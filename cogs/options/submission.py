"""What a member tells of an event of their own: the options that /rating update and /rating estimate share."""

from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, TypeVar

import discord
from discord.ext.commands import Cog

from bot.services.events.submission import EventSubmission
from cogs.options.choices import Kind, List, Rules
from cogs.options.dates import Born, Day
from cogs.options.games import Control, Opponents, Results, Score
from cogs.options.players import Someone
from cogs.options.ratings import Elsewhere, Games, Rating
from cogs.options.texts import Name
from core.crosstable import EventKind

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
