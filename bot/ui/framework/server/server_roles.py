"""A server's roles: which the bot may give, and what keeps it from giving them."""

import re
from collections.abc import Collection, Mapping

import discord

from bot.ui.framework.text import safe

MOST_ROLES = 250
"""What a server can have."""

PERMISSION = "give me *Manage Roles* under Server Settings → Roles"


def givable(guild: discord.Guild) -> Mapping[str, int]:
    """Return the ids of the roles that a rating may give, by name without case: none that moderates or is a bot's."""
    return {
        role.name.casefold(): role.id
        for role in guild.roles
        if not (role.is_default() or role.managed or role.permissions.value & discord.Permissions.elevated().value)
    }


def with_names(embed: discord.Embed, guild: discord.Guild | None) -> discord.Embed:
    """Return a card with the names of roles in the place of their mentions; one that is gone stays a mention."""

    def name(match: re.Match[str]) -> str:
        role = None if guild is None else guild.get_role(int(match[1]))
        return match[0] if role is None else safe(role.name, 100)

    embed.description = re.sub(r"<@&([0-9]{1,19})>", name, embed.description or "")
    return embed


def hindrance(guild: discord.Guild, role_ids: Collection[int]) -> str | None:
    """Return what keeps the bot from giving these roles, and what to do; None where nothing does."""
    if not guild.me.guild_permissions.manage_roles:
        return PERMISSION
    top = guild.me.top_role
    above = [role for role in guild.roles if role.id in role_ids and role >= top]
    if above:
        return f"drag *{top.name}* above *{max(above).name}* under Server Settings → Roles"
    return None
