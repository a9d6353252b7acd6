"""The options of seasons."""

from datetime import date, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.seasons.boards import club_seasons
from bot.store.events.seasons import SeasonRatings
from bot.ui.framework.server.actors import actor_of, club_of, services_of
from bot.ui.framework.text import clean
from cogs.options.choices import MOST_CHOICES
from cogs.options.dates import today_of
from core.errors import InputError
from core.formats.common.days import parse_day

RATINGS = [
    Choice(name="carry over: nobody's rating is touched", value=SeasonRatings.CARRY_OVER.value),
    Choice(name="toward the middle: half the way (Oracle, Elo, Glicko-2)", value=SeasonRatings.TOWARD_MIDDLE.value),
    Choice(name="afresh: everybody at the middle (Oracle, Elo, Glicko-2)", value=SeasonRatings.AFRESH.value),
]
LONGEST = timedelta(days=2 * 366)


class SeasonOption(app_commands.Transformer):
    """A season of the club; suggests them, latest first."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> int:
        if not value.isascii() or not value.isdigit() or len(value) > 18:
            raise InputError(f'There is no season "{value[:40]}": choose one that is offered as you type.')
        return int(value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        if club_of(interaction) is None:
            return []
        found = await club_seasons(services_of(interaction), actor_of(interaction))
        choices = [
            Choice(name=f"{clean(one.season.name, 60)} · {one.season.rating_list.label}", value=str(one.season.id))
            for one in found
        ]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


class LastDayOption(app_commands.Transformer):
    """The last day of a season, which may be to come; suggests the ends of the months."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> date:
        today = await today_of(interaction)
        return parse_day(value, today + LONGEST, today)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        today = await today_of(interaction)
        firsts = [date(today.year + month // 12, month % 12 + 1, 1) for month in range(today.month, today.month + 13)]
        days = [first - timedelta(days=1) for first in firsts]
        choices = [Choice(name=f"{day.isoformat()} ({day:%B})", value=day.isoformat()) for day in days]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


Season = app_commands.Transform[int, SeasonOption]
LastDay = app_commands.Transform[date, LastDayOption]
