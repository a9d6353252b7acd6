"""Whom of the server a roster names."""

from typing import Any

import discord

from bot.services.imports.match_players import written_names
from bot.ui.framework.server.server_members import members_called
from core.formats.roster.lines import RosterFile


async def named_members(interaction: discord.Interaction[Any], file: RosterFile) -> dict[str, tuple[int, str]]:
    """Return the members of the server whose names a file has, by name in lower case: id and display name.

    A name that several members have is nobody's.
    """
    written = [one.discord.casefold() for one in file.lines if one.discord is not None and not one.discord.isdigit()]
    # Behind them, for Discord may be asked for some names alone.
    written += [name for one in file.lines if one.discord is None and one.name for name in written_names(one.name)]
    names = dict.fromkeys(written)
    if not names:
        return {}
    found: dict[str, dict[int, str]] = {}
    for one in await members_called(interaction, list(names)):
        for name in names.keys() & set(one.names):
            found.setdefault(name, {})[one.member.user_id] = one.member.name
    return {name: next(iter(who.items())) for name, who in found.items() if len(who) == 1}
