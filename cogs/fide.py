"""/fide: the monthly lists, first ratings, title norms."""

from enum import StrEnum
from typing import Any, Generic, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.context import Services
from bot.services.events.record import EventSubmission
from bot.services.fide.snapshot import DeclaredSettings
from bot.ui.fide.norm_card import CHAMPIONSHIPS, EXEMPTIONS, FORMATS
from bot.ui.framework.answers import defer, heavy_turn, reply, reply_pages_here
from bot.ui.framework.server import actor_or_none
from cogs.options.choices import AnyChoice, Day, FideList
from cogs.options.events import ClubEvent
from cogs.options.games import Control, Opponents, Results, Score
from cogs.options.players import Federation, LookedAt, Someone
from core.errors import InputError
from core.fide.norms.facts import MOST_ROUNDS, NORMS, Championship, EventFormat, Exemption, TitleNorm
from core.formats.typed.opponents import ParsedRounds, parse_norm_opponents
from core.formats.typed.persons import NOTHING
from core.lists import RatingList

# The options of title norms.


_Fact = TypeVar("_Fact", bound=StrEnum)

_TAKEN_BACK = AnyChoice(name="none: take back what was kept", value="none")


class NormOpponentsOption(app_commands.Transformer):
    """The rounds of a title norm as typed."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> ParsedRounds:
        return parse_norm_opponents(value)


class NormOption(app_commands.Transformer):
    """A title that is gained by norms."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [AnyChoice(name=str(norm), value=str(norm)) for norm in NORMS]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> TitleNorm:
        return next(norm for norm in NORMS if str(norm) == value)


class FactOption(app_commands.Transformer, Generic[_Fact]):
    """Something that is told of an event, by name; "none" takes it back, and is read as NOTHING."""

    def __init__(self, kind: type[_Fact], names: dict[_Fact, str]) -> None:
        self.kind, self.names = kind, names

    @property
    def choices(self) -> list[AnyChoice]:
        return [*(AnyChoice(name=name, value=fact.value) for fact, name in self.names.items()), _TAKEN_BACK]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> _Fact | str:
        return NOTHING if value == "none" else self.kind(value)


NormOpponents = app_commands.Transform[ParsedRounds, NormOpponentsOption]
Norm = app_commands.Transform[TitleNorm, NormOption]
Format = app_commands.Transform[EventFormat | str, FactOption(EventFormat, FORMATS)]
Exempt = app_commands.Transform[Exemption | str, FactOption(Exemption, EXEMPTIONS)]
Champion = app_commands.Transform[Championship | str, FactOption(Championship, CHAMPIONSHIPS)]


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

    @app_commands.command()
    @app_commands.describe(
        opponents="Or type the rounds: W2450 IM NED, =2380 GM FRA, BYE, 2510 GM GER (to come), ? (unknown)",
        event="Which event; the last one if left out",
        title="Which norm to look at; the highest that is made if left out",
        member="Whose norm; yours if left out",
        format="How the rounds were paired",
        exemption="Why the opponents' federations do not matter",
        championship="An event in which fewer games suffice",
        federation="The player's, such as NOR",
        woman="Whether the player is a woman",
        rounds="Rounds as scheduled, those to come included",
        host="The federation that registered the event, such as NOR",
        day="The first day of a typed event; today if left out",
        time_control="Such as 90+30",
        rounds_a_day="The most rounds on any day",
        confirmed="All else is right: rated, registered in time, 12 hours a day at most, arbiters, nothing changed",
        keep="TD: keep what is told of the event with it",
    )
    async def norm(
        self,
        interaction: discord.Interaction[Any],
        opponents: NormOpponents | None = None,
        event: ClubEvent | None = None,
        title: Norm | None = None,
        member: Someone | None = None,
        format: Format | None = None,
        exemption: Exempt | None = None,
        championship: Champion | None = None,
        federation: Federation | None = None,
        woman: bool | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        host: Federation | None = None,
        day: Day | None = None,
        time_control: Control | None = None,
        rounds_a_day: app_commands.Range[int, 1, 9] | None = None,
        confirmed: bool | None = None,
        keep: bool = False,
    ) -> None:
        """Hold an event against the title norms, and see what is missing."""
        from bot.services.fide.norms import NormQuestion, norm_of
        from bot.ui.fide.norm_card import norm_pages

        actor = actor_or_none(interaction)
        await defer(interaction, ephemeral=opponents is not None)
        told = DeclaredSettings.written(
            format=format,
            championship=championship,
            exemption=exemption,
            host=host,
            rounds=rounds,
            time_control=time_control,
            rounds_a_day=rounds_a_day,
            confirmed=confirmed,
        )
        question = NormQuestion(told, event, opponents, title, member, federation, woman, day, keep)
        async with heavy_turn(interaction):
            report = await norm_of(self.services, actor, question)
        await reply_pages_here(interaction, norm_pages(report))
