"""The options that are figures of a rating, here or elsewhere."""

from datetime import date
from typing import Any

import discord
from discord import app_commands

from bot.services.club_settings import default_list
from bot.ui.framework.server.actors import actor_of, club_of, services_of
from cogs.options.choices import RULES, chosen_list, rules_named
from cogs.options.dates import today_of
from core.background import ExternalRating
from core.errors import InputError
from core.formats.common.days import parse_day
from core.formats.typed.newcomers import parse_brought, parse_external_ratings
from core.lists import RatingList
from core.systems import SYSTEMS


class RatingOption(app_commands.Transformer):
    """A rating that the list of the command could have: the named one, or else the club's default."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.number

    async def transform(self, interaction: discord.Interaction[Any], value: float, /) -> float:
        chosen = chosen_list(interaction)
        if chosen is None and club_of(interaction) is not None:
            chosen = await default_list(services_of(interaction), actor_of(interaction))
        moved = chosen or RatingList.USCHESS_REGULAR
        SYSTEMS[moved].check_typed(value, await _day(interaction), _rules(interaction, moved))
        return value


async def _day(interaction: discord.Interaction[Any]) -> date:
    """Return the day that another option names, today without one; what is no day is refused over there."""
    today = await today_of(interaction)
    try:
        return parse_day(str(getattr(interaction.namespace, "date", None) or today.isoformat()), today)
    except InputError:
        return today


def _rules(interaction: discord.Interaction[Any], rating_list: RatingList) -> str | None:
    """Return the edition of the list that another option names."""
    named = rules_named(str(getattr(interaction.namespace, "rules", None) or ""))
    return named if named in RULES[rating_list] else None


class ElsewhereOption(app_commands.Transformer):
    """Ratings held elsewhere."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> tuple[ExternalRating, ...]:
        return parse_external_ratings(value, await today_of(interaction))


class BroughtOption(app_commands.Transformer):
    """A rating that a newcomer brings along, with the games behind it or without."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> tuple[float, int | None]:
        return parse_brought(value)


Rating = app_commands.Transform[float, RatingOption]
Games = app_commands.Range[int, 0, 100_000]
Elsewhere = app_commands.Transform[tuple[ExternalRating, ...], ElsewhereOption]
Brought = app_commands.Transform[tuple[float, int | None], BroughtOption]
