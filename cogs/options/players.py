"""Options: persons and texts about them."""

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.framework.context import Member
from bot.services.framework.find_player import known_players, users_known
from bot.services.framework.subject import Someone as AnySomeone
from bot.services.ratings.oracle.pools import ParsedSide
from bot.store.database.rows import Player
from bot.store.people.players import Offered
from bot.ui.buttons.oracle import match_side
from bot.ui.framework.server import (
    actor_of,
    club_of,
    match_member,
    match_members,
    match_player,
    match_someone,
    services_of,
)
from bot.ui.framework.text import clean
from cogs.options.choices import MOST_CHOICES, chosen_list
from core.files.typed.persons import (
    parse_federation,
)

PLAYER = "Player: name, id or #12"
PLAYER_OR_YOU = f"{PLAYER} (default: you)"


class SomeoneOption(app_commands.Transformer):
    """A player, or a member who is not one yet, by the whole name."""

    partly = False

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> AnySomeone:
        return await match_someone(interaction, value, partly=self.partly)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        return await people_offered(interaction, value, members_too=True)


class SideOption(app_commands.Transformer):
    """A player, a member who is not one yet, or a new name."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> ParsedSide:
        return await match_side(interaction, value)

    autocomplete = SomeoneOption.autocomplete  # type: ignore[assignment]  # this option's choices are strings


class LookedAtOption(SomeoneOption):
    """Somebody to look at."""

    partly = True


class KnownOption(LookedAtOption):
    """A player to look at; members are accepted but not suggested."""

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        return await people_offered(interaction, value, members_too=False)


class PlayerOption(KnownOption):
    """A player of the club."""

    partly = False

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Player:
        return await match_player(interaction, value)


class MemberOption(SomeoneOption):
    """A member of the server."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Member:
        return await match_member(interaction, value, partly=self.partly)


async def people_offered(interaction: discord.Interaction[Any], value: str, *, members_too: bool) -> list[Choice[str]]:
    """Return suggestions: players by name, nickname or id, then other members."""
    if club_of(interaction) is None:
        return []
    words = clean(value.strip().lstrip("@")) if value.strip(" @") else ""
    services, actor = services_of(interaction), actor_of(interaction)
    called = [one for one in await match_members(interaction, [words]) if words and one.is_called(words)]
    found = await known_players(services, actor, chosen_list(interaction), words, MOST_CHOICES, called)
    choices = [Choice(name=_offered(one), value=f"#{one.player.id}") for one in found]
    if members_too:
        known = await users_known(services, actor, [one.member.user_id for one in called])
        choices += [
            Choice(name=f"{clean(one.member.name, 60)} (on this server)", value=f"<@{one.member.user_id}>")
            for one in called
            if one.member.user_id not in known
        ]
    return choices[:MOST_CHOICES]


def _offered(one: Offered) -> str:
    # The number tells namesakes apart.
    shown = "" if one.shown is None else f" ({one.shown})"
    return f"{clean(one.player.name, 60)}{shown}{', left' if one.has_left else ''} #{one.player.id}"


class ReadOption(app_commands.Transformer):
    """A text that a function parses."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self.read = read

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return self.read(value)


Someone = app_commands.Transform[AnySomeone, SomeoneOption]
LookedAt = app_commands.Transform[AnySomeone, LookedAtOption]
Known = app_commands.Transform[AnySomeone, KnownOption]
OnDiscord = app_commands.Transform[Member, MemberOption]
Person = app_commands.Transform[Player, PlayerOption]
Federation = app_commands.Transform[str, ReadOption(parse_federation)]
