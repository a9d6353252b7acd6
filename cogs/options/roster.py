"""Whom of the server a roster names."""

from typing import Any

import discord

from bot.ui.framework.server.server_members import members_called
from core.formats.roster.lines import RosterFile
from core.search_key import name_key


async def named_members(interaction: discord.Interaction[Any], file: RosterFile) -> dict[str, tuple[int, str]]:
    """Return the members of the server whose names a file has, by name in lower case or folded: id and display name.

    A name that several members have is nobody's.
    """
    written = [one.discord.casefold() for one in file.lines if one.discord is not None and not one.discord.isdigit()]
    # Behind them, for Discord may be asked for some names alone.
    called = [one.name for one in file.lines if one.discord is None and one.name]
    names = {*written, *map(name_key, called)}
    if not names:
        return {}
    found: dict[str, dict[int, str]] = {}
    for one in await members_called(interaction, [*written, *called]):
        for name in names & {*one.names, *one.keys}:
            found.setdefault(name, {})[one.member.user_id] = one.member.name
    return {name: next(iter(who.items())) for name, who in found.items() if len(who) == 1}
