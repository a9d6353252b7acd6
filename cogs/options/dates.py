"""The options that are days: of an event, of a birth."""

import re
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.club_settings import today_in
from bot.ui.framework.server.actors import club_of, services_of
from cogs.options.choices import MOST_CHOICES
from core.errors import InputError
from core.formats.common.days import parse_day
from core.formats.typed.newcomers import Age, parse_age
from core.formats.typed.persons import Birth, parse_birth

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


async def today_of(interaction: discord.Interaction[Any]) -> date:
    """Return today's date in the club where somebody types."""
    return await today_in(services_of(interaction), club_of(interaction))


class DayOption(app_commands.Transformer):
    """A date up to today; suggests today and the last weekends."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> date:
        # Nowhere is it an earlier day: most dates are read without asking the club what day it is there.
        at_least = services_of(interaction).now().date() - timedelta(days=1)
        if _ISO.fullmatch(value.strip()):
            with suppress(InputError):
                return parse_day(value, at_least)
        return parse_day(value, await today_of(interaction))

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        today = await today_of(interaction)
        days = [today - timedelta(days=back) for back in range(30)]
        likely = [day for day in days if day >= today - timedelta(days=1) or day.weekday() >= 5]
        choices = [Choice(name=f"{day.isoformat()} ({day:%A})", value=day.isoformat()) for day in likely]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


class AgeOption(app_commands.Transformer):
    """A birth date, or adult or child."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Age:
        return parse_age(value, await today_of(interaction))


class BirthOption(app_commands.Transformer):
    """A birth date or year, or adult or child."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Birth:
        return parse_birth(value, await today_of(interaction))


Day = app_commands.Transform[date, DayOption]
Born = app_commands.Transform[Age, AgeOption]
BirthDay = app_commands.Transform[Birth, BirthOption]
