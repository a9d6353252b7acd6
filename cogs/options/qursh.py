"""The options of /qursh."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.qursh.history import bins_in_use
from bot.ui.framework.server.actors import actor_of, services_of
from cogs.options.choices import LISTS, MOST_CHOICES, AnyChoice
from core.formats.typed.bins import SUGGESTED, parse_bins
from core.lists import RatingList
from core.qursh.cell_names import cell_names
from core.qursh.cells import Grid

NO_LIST = "none"


class BinsOption(app_commands.Transformer):
    """Bins of the rating difference."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Grid:
        return parse_bins(value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        choices = [Choice(name=f"{text} ({what})", value=text) for text, what in SUGGESTED.items()]
        return [choice for choice in choices if value.strip().casefold() in choice.name]


class OwnListOption(app_commands.Transformer):
    """A rating list whose events are part of the history, or the word for none."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [*LISTS, AnyChoice(name="none: the club's own games are no part of it", value=NO_LIST)]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> RatingList | str:
        return NO_LIST if value == NO_LIST else RatingList(value)


class CellOption(app_commands.Transformer):
    """A cell of the table in use, by its name."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return value

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        grid = await bins_in_use(services_of(interaction), actor_of(interaction))
        names = [name for name in cell_names(grid) if value.strip().casefold() in name]
        return [Choice(name=name, value=name) for name in names[:MOST_CHOICES]]


Bins = app_commands.Transform[Grid, BinsOption]
OwnList = app_commands.Transform[RatingList | str, OwnListOption]
Cell = app_commands.Transform[str, CellOption]
