"""The options that are a person, or say something about one."""

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.context import Member
from bot.services.players.profile import find_player
from bot.services.players.rating_card import known_players
from bot.store.rows import Player
from bot.ui.framework.actors import actor_of, member_of, services_of
from bot.ui.framework.text import clean
from cogs.options.choices import MOST_CHOICES, AnyChoice
from core.formats.typed.persons import (
    NOTHING,
    parse_federation,
    parse_fide_id,
    parse_membership,
    parse_naspa_id,
    parse_state,
    parse_title,
    parse_uschess_id,
)

SEXES = [
    AnyChoice(name="woman", value="w"),
    AnyChoice(name="man", value="m"),
    AnyChoice(name="none: take it out", value="none"),
]


class MemberOption(app_commands.Transformer):
    """A member of the server who can be a player."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.user

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Member:
        return member_of(value)


class PlayerOption(app_commands.Transformer):
    """A player of the club, on Discord or not; suggests those whose name has the words, each with their number."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Player:
        return await find_player(services_of(interaction), actor_of(interaction), value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        if interaction.guild is None:
            return []
        words = clean(value) if value.strip() else ""
        found = await known_players(services_of(interaction), actor_of(interaction), None, words, MOST_CHOICES)
        return [
            Choice(
                # The number at the end tells namesakes apart, and is understood when somebody goes on typing.
                name=clean(player.name, 60) + (f" ({shown})" if shown is not None else "") + f" #{player.id}",
                value=f"#{player.id}",
            )
            for player, shown in found
        ]


class ReadOption(app_commands.Transformer):
    """A text that one function reads."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self.read = read

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return self.read(value)


class SexOption(app_commands.Transformer):
    """For the titles and lists that tell women and men apart."""

    @property
    def choices(self) -> list[AnyChoice]:
        return SEXES

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return NOTHING if value == "none" else value


Someone = app_commands.Transform[Member, MemberOption]
Person = app_commands.Transform[Player, PlayerOption]
UschessId = app_commands.Transform[str, ReadOption(parse_uschess_id)]
FideId = app_commands.Transform[str, ReadOption(parse_fide_id)]
NaspaId = app_commands.Transform[str, ReadOption(parse_naspa_id)]
Federation = app_commands.Transform[str, ReadOption(parse_federation)]
State = app_commands.Transform[str, ReadOption(parse_state)]
Membership = app_commands.Transform[str, ReadOption(parse_membership)]
Title = app_commands.Transform[str, ReadOption(parse_title)]
Sex = app_commands.Transform[str, SexOption]
