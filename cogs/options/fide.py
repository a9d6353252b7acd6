"""The options of title norms."""

from enum import StrEnum
from typing import Any, Generic, TypeVar

import discord
from discord import app_commands

from bot.ui.fide.norm_words import CHAMPIONSHIPS, EXEMPTIONS, FORMATS
from cogs.options.choices import AnyChoice
from core.fide.norms.event import Championship, EventFormat, Exemption
from core.fide.norms.titles import NORMS, TitleNorm
from core.formats.typed.norm_opponents import ParsedRounds, parse_norm_opponents
from core.formats.typed.persons import NOTHING

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
