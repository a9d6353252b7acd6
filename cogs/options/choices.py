"""Options: lists, kinds, rules, texts, days, ratings."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.framework.club_settings import lists_in_use
from bot.ui.framework.server import actor_of, club_of, services_of
from bot.ui.framework.text import NAME_CHARACTERS
from bot.ui.framework.typed import LISTS, meant_list, read_days, read_list, read_text, today_of
from core.errors import InputError
from core.event.background import ExternalRating
from core.event.crosstable import EventKind
from core.files.common.dates import Days as EventDays
from core.files.common.dates import parse_day, parse_days
from core.files.common.text import shorten
from core.files.typed.persons import Age, Birth, parse_age, parse_birth, parse_brought, parse_external_ratings
from core.lists import RatingList
from core.rating.systems import PUBLISHED, list_named, system_of

MOST_CHOICES, CHOICE_CHARACTERS = 25, 100

LIST = "Rating list (default: the club's)"
DATE = "Date, for example 2026-11-20 (default: today)"
DATES = "Date or days, for example 2026-11-20 or Nov 13-15 (default: today)"
RULES_USED = "Rules (default: those of the date)"
GAMES = "Rated games it is based on; 0: never rated (default: the club's)"
REASON = "Reason, for the club's records"


AnyChoice = Choice[str | int | float]
KINDS = [
    AnyChoice(name="a match: all games against one opponent", value=EventKind.MATCH.value),
    AnyChoice(name="a FIDE event abroad: the opponents' ratings are FIDE's", value=EventKind.ABROAD.value),
    AnyChoice(name="a FIDE youth event abroad", value=EventKind.YOUTH_ABROAD.value),
]
RULES: dict[RatingList, dict[str, str]] = {
    moved: {edition.key: edition.title for edition in system_of(moved).editions} for moved in RatingList
}
"""Keys and titles by list, oldest first."""


def chosen_list(interaction: discord.Interaction[Any]) -> RatingList | None:
    return list_named(str(getattr(interaction.namespace, "list", None) or ""))


def rules_named(text: str) -> str | None:
    """Return the edition's key for a key or title."""
    for editions in RULES.values():
        for key, title in editions.items():
            if text.strip().casefold() in (key, title.casefold()):
                return key
    return None


class KindOption(app_commands.Transformer):
    """A kind of event."""

    @property
    def choices(self) -> list[AnyChoice]:
        return KINDS

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> EventKind:
        return EventKind(value)


class ListOption(app_commands.Transformer):
    """A rating list; suggests the club's first."""

    offered: Sequence[RatingList] = LISTS

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> RatingList:
        return await read_list(interaction, value, self.offered)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        words = value.strip().casefold()
        lists = await (self._open(interaction) if words else self._usual(interaction))
        choices = [Choice(name=one.label, value=one.value) for one in lists if words in one.label.casefold()]
        return choices[:MOST_CHOICES]

    async def _open(self, interaction: discord.Interaction[Any]) -> Sequence[RatingList]:
        used = await self._usual(interaction)
        return list(dict.fromkeys((*(one for one in used if one.is_own), *self.offered)))

    async def _usual(self, interaction: discord.Interaction[Any]) -> Sequence[RatingList]:
        if club_of(interaction) is None:
            return self.offered
        used = await lists_in_use(services_of(interaction), actor_of(interaction))
        return [one for one in used if one.base in self.offered] or self.offered


class FideListOption(ListOption):
    """A FIDE list."""

    offered = tuple(PUBLISHED)


class PublishedOption(ListOption):
    """A list that directors publish: FIDE's or Oracle's."""

    offered = (*PUBLISHED, RatingList.ORACLE)


class RulesOption(app_commands.Transformer):
    """An edition of the rules; suggests the chosen list's, latest first."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        key = rules_named(value)
        if key is not None:
            return key
        raise InputError(f'There are no rules called "{shorten(value)}". Pick one from the list.')

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        chosen = chosen_list(interaction)
        offered: dict[str, str] = {}
        for rating_list, editions in RULES.items():
            if chosen is None or chosen.base is rating_list:
                offered |= editions
        choices = [Choice(name=title, value=key) for key, title in reversed(offered.items())]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


Kind = app_commands.Transform[EventKind, KindOption]
List = app_commands.Transform[RatingList, ListOption]
FideList = app_commands.Transform[RatingList, FideListOption]
Published = app_commands.Transform[RatingList, PublishedOption]
Rules = app_commands.Transform[str, RulesOption]


class TextOption(app_commands.Transformer):
    """A text without control characters."""

    def __init__(self, most: int) -> None:
        self.most = most

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return self.most

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return read_text(value, self.most)


Name = app_commands.Transform[str, TextOption(NAME_CHARACTERS)]
Reason = app_commands.Transform[str, TextOption(200)]


_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class DayOption(app_commands.Transformer):
    """A date up to today; suggests today and weekends."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> date:
        # No time zone is further behind: most dates need no look at the club.
        at_least = services_of(interaction).now().date() - timedelta(days=1)
        if _ISO.fullmatch(value.strip()):
            with suppress(InputError):
                return parse_day(value, at_least)
        return parse_day(value, await today_of(interaction))

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        return await _likely_days(interaction, value)


class DaysOption(app_commands.Transformer):
    """The day or days of an event; suggests the same."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> EventDays:
        return await read_days(interaction, value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        return await _likely_days(interaction, value)


async def _likely_days(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    today = await today_of(interaction)
    days = [today - timedelta(days=back) for back in range(30)]
    likely = [day for day in days if day >= today - timedelta(days=1) or day.weekday() >= 5]
    choices = [Choice(name=f"{day.isoformat()} ({day:%A})", value=day.isoformat()) for day in likely]
    return [choice for choice in choices if typed.strip().lower() in choice.name.lower()][:MOST_CHOICES]


class AgeOption(app_commands.Transformer):
    """A birth date, or adult or child."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Age:
        return parse_age(value, await today_of(interaction))


class BirthOption(app_commands.Transformer):
    """A birth date or year, or adult or child."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Birth:
        return parse_birth(value, await today_of(interaction))


Day = app_commands.Transform[date, DayOption]
Days = app_commands.Transform[EventDays, DaysOption]
Born = app_commands.Transform[Age, AgeOption]
BirthDay = app_commands.Transform[Birth, BirthOption]


class RatingOption(app_commands.Transformer):
    """A rating that the chosen list allows."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.number

    async def transform(self, interaction: discord.Interaction[Any], value: float, /) -> float:
        moved = await meant_list(interaction, chosen_list(interaction))
        system_of(moved).check_typed(value, await _day(interaction), _rules(interaction, moved))
        return value


async def _day(interaction: discord.Interaction[Any]) -> date:
    """Return the option `date` (default: today), which refuses wrong dates itself."""
    today = await today_of(interaction)
    try:
        return parse_days(str(getattr(interaction.namespace, "date", None) or today.isoformat()), today).last
    except InputError:
        return today


def _rules(interaction: discord.Interaction[Any], rating_list: RatingList) -> str | None:
    named = rules_named(str(getattr(interaction.namespace, "rules", None) or ""))
    return named if named in RULES[rating_list.base] else None


class ElsewhereOption(app_commands.Transformer):
    """Ratings held elsewhere."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> tuple[ExternalRating, ...]:
        return parse_external_ratings(value, await today_of(interaction))


class BroughtOption(app_commands.Transformer):
    """A newcomer's rating, with its games or without."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> tuple[float, int | None]:
        return parse_brought(value)


Rating = app_commands.Transform[float, RatingOption]
Games = app_commands.Range[int, 0, 100_000]
Elsewhere = app_commands.Transform[tuple[ExternalRating, ...], ElsewhereOption]
Brought = app_commands.Transform[tuple[float, int | None], BroughtOption]
