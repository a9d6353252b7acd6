"""Who is a member of a server: asked of Discord, and remembered for some minutes.

With the intent for members the whole list is read at once. Without it, or on a very large server, Discord is asked for
those whose name begins as somebody typed.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.services.context import Member
from bot.services.someone import ServerMember
from bot.ui.framework.server.actors import club_of
from bot.ui.framework.text import NAME_CHARACTERS, clean

log = logging.getLogger(__name__)

LARGEST_LIST = 5_000
"""How many members are listed at once; a larger server is asked for beginnings of names."""

REMEMBERED_SECONDS, MOST_ASKED, MOST_BEGINNINGS = 300.0, 100, 30
"""How long a list is true enough to suggest from; what Discord gives for one beginning; how many are asked for."""


@dataclass(frozen=True, slots=True)
class _Listed:
    at: float
    members: Sequence[ServerMember]


class ServerMembers:
    """The lists of the servers that were asked about lately; has_intent: whether Discord lists everybody."""

    def __init__(self, *, has_intent: bool) -> None:
        self._has_intent = has_intent
        self._lists: dict[int, _Listed] = {}

    def forget(self, guild_id: int) -> None:
        """Ask anew next time: somebody came, went, or is called otherwise."""
        self._lists.pop(guild_id, None)

    async def of(self, guild: discord.Guild, names: Collection[str]) -> Sequence[ServerMember]:
        """Return the members who may be called so: all, or those whose name begins alike; none where Discord fails."""
        now = asyncio.get_running_loop().time()
        known = self._lists.get(guild.id)
        if known is not None and now - known.at < REMEMBERED_SECONDS:
            return known.members
        try:
            if self._has_intent and (guild.member_count or 0) <= LARGEST_LIST:
                found = _members([member async for member in guild.fetch_members(limit=None)])
                self._lists[guild.id] = _Listed(now, found)
                return found
            return await _beginning(guild, names)
        except (discord.HTTPException, discord.ClientException, TimeoutError) as error:
            log.warning("the members of server %d could not be asked for: %r", guild.id, error)
            return ()


async def _beginning(guild: discord.Guild, names: Collection[str]) -> Sequence[ServerMember]:
    beginnings = dict.fromkeys(word[:2].casefold() for name in names for word in name.replace(",", " ").split())
    found: dict[int, ServerMember] = {}
    for beginning in list(beginnings)[:MOST_BEGINNINGS]:
        asked = await guild.query_members(query=beginning, limit=MOST_ASKED, cache=False)
        found |= {one.member.user_id: one for one in _members(asked)}
    return tuple(found.values())


def _members(found: Iterable[discord.Member]) -> tuple[ServerMember, ...]:
    """Return people as services know them; bots are no players."""
    return tuple(server_member(member) for member in found if not member.bot)


def server_member(member: discord.Member) -> ServerMember:
    """Return a member with every name that somebody may know them by."""
    written = (member.nick, member.global_name, member.name)
    names = tuple(dict.fromkeys(clean(name, NAME_CHARACTERS).casefold() for name in written if name))
    return ServerMember(Member(member.id, clean(member.display_name, NAME_CHARACTERS)), names)


async def members_called(interaction: discord.Interaction[Any], names: Collection[str]) -> Sequence[ServerMember]:
    """Return the members of the server of an interaction who may be called so."""
    if club_of(interaction) is None or interaction.guild is None:
        return ()
    members: ServerMembers = interaction.client.server_members
    return await members.of(interaction.guild, names)


async def find_member(interaction: discord.Interaction[Any], user_id: int) -> discord.Member | None:
    """Return the member of a Discord user's id; None for nobody of this server."""
    if club_of(interaction) is None or interaction.guild is None:
        return None
    try:
        return await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        return None
