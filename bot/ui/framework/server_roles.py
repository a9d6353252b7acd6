"""A server's roles: which the bot may give, and what keeps it from giving them."""

from collections.abc import Collection, Mapping

import discord

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


def hindrance(guild: discord.Guild, role_ids: Collection[int]) -> str | None:
    """Return what keeps the bot from giving these roles, and what to do; None where nothing does."""
    if not guild.me.guild_permissions.manage_roles:
        return PERMISSION
    top = guild.me.top_role
    above = [role for role in guild.roles if role.id in role_ids and role >= top]
    if above:
        return f"drag *{top.name}* above *{max(above).name}* under Server Settings → Roles"
    return None
