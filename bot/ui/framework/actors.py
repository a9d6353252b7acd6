"""From a Discord interaction to the actor that services know."""

from typing import Any

import discord

from bot.services.context import Actor, Member, Services
from bot.ui.framework.text import NAME_CHARACTERS, clean
from core.errors import InputError


def member_of(user: discord.abc.User) -> Member:
    """Return a user as services know them; a bot account cannot be a player."""
    if user.bot:
        raise InputError("Bots have no ratings here: choose a member.")
    return Member(user.id, clean(user.display_name, NAME_CHARACTERS))


def actor_of(interaction: discord.Interaction[Any]) -> Actor:
    """Return who is asking; raise InputError outside a club's server."""
    if interaction.guild_id is None or interaction.guild is None:
        raise InputError("That works in a club's server: here, /rating estimate does.")
    user = interaction.user
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset[int]()
    return Actor(
        club_id=interaction.guild_id,
        member=Member(user.id, clean(user.display_name, NAME_CHARACTERS)),
        interaction_id=interaction.id,
        role_ids=roles,
        manager=interaction.permissions.manage_guild,
    )


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """Return the running program's services."""
    services: Services = interaction.client.services
    return services
