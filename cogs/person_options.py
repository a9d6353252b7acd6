"""The options that say something about a person."""

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands

from bot.ui.framework.actors import services_of
from cogs.options import AnyChoice
from core.formats.typed.persons import (
    NOTHING,
    Birth,
    parse_birth,
    parse_federation,
    parse_fide_id,
    parse_naspa_id,
    parse_title,
    parse_uschess_id,
)

SEXES = [
    AnyChoice(name="woman", value="w"),
    AnyChoice(name="man", value="m"),
    AnyChoice(name="none: take it out", value="none"),
]


class ReadOption(app_commands.Transformer):
    """A text that one function reads."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self.read = read

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return self.read(value)


class BirthOption(app_commands.Transformer):
    """A birth date or year, or adult or child."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Birth:
        return parse_birth(value, services_of(interaction).today())


class SexOption(app_commands.Transformer):
    """For the titles and lists that tell women and men apart."""

    @property
    def choices(self) -> list[AnyChoice]:
        return SEXES

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return NOTHING if value == "none" else value


UschessId = app_commands.Transform[str, ReadOption(parse_uschess_id)]
FideId = app_commands.Transform[str, ReadOption(parse_fide_id)]
NaspaId = app_commands.Transform[str, ReadOption(parse_naspa_id)]
Federation = app_commands.Transform[str, ReadOption(parse_federation)]
Title = app_commands.Transform[str, ReadOption(parse_title)]
BirthDay = app_commands.Transform[Birth, BirthOption]
Sex = app_commands.Transform[str, SexOption]
