"""The options of /oracle."""

from typing import Any

import discord
from discord import app_commands

from bot.services.context import Member
from bot.services.oracle.pools import ParsedSide
from bot.services.players.identity.find import user_in
from bot.ui.framework.text import NAME_CHARACTERS, clean
from bot.ui.oracle.wording import KIND_WORDS
from cogs.options.choices import AnyChoice
from cogs.options.players import SomeoneOption
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.oracle.kinds import PlayerKind
from core.oracle.system import LISTS as POOLS


class SideOption(app_commands.Transformer):
    """A player of the club, a member who is none yet, or a new name; suggests the club's players."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> ParsedSide:
        if not value.strip():
            raise InputError("One of the names is blank: write a name there.")
        try:
            found = await SomeoneOption().transform(interaction, value)
        except NotFoundError:
            if user_in(value) is not None:
                raise
            return ParsedSide(clean(value.strip().removeprefix("@"), NAME_CHARACTERS))  # which may be a new engine's
        if isinstance(found, Member):
            return ParsedSide(f"<@{found.user_id}>", found)
        text = value.strip().removeprefix("@")
        # By their own name they are left as written: it may be the Keeper's, whom a pool knows by name.
        return ParsedSide(clean(text, NAME_CHARACTERS) if text.casefold() == found.name.casefold() else f"#{found.id}")

    autocomplete = SomeoneOption.autocomplete  # type: ignore[assignment]  # this option's choices are strings


class KindOfPlayerOption(app_commands.Transformer):
    """What a player is whose name is new; the Keeper is named by the settings."""

    @property
    def choices(self) -> list[AnyChoice]:
        words = {PlayerKind.HUMAN: "TD: a person who is not on Discord"}
        kinds = (kind for kind in PlayerKind if kind is not PlayerKind.AI_KEEPER)
        return [AnyChoice(name=words.get(kind, KIND_WORDS[kind]), value=kind.value) for kind in kinds]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> PlayerKind:
        return PlayerKind(value)


class PoolOption(app_commands.Transformer):
    """One of the club's pools."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [AnyChoice(name=pool.label, value=pool.value) for pool in POOLS]

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> RatingList:
        return RatingList(value)


Side = app_commands.Transform[ParsedSide, SideOption]
KindOfPlayer = app_commands.Transform[PlayerKind, KindOfPlayerOption]
Pool = app_commands.Transform[RatingList, PoolOption]
GamesWon = app_commands.Range[int, 0, 1000]
