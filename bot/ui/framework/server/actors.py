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


_ACTOR = "actor"

OUTSIDE = "This belongs to a club: use it on a server that has Crosstable."
"""What is said where a club would have to be asked and there is none."""


def club_of(interaction: discord.Interaction[Any]) -> int | None:
    """Return the club that is asked; None in private messages, and where only whoever asks has the bot.

    The one place that decides it: on a server that has not installed the bot, an interaction of somebody who has it for
    themselves names that server all the same. One that says nothing of who installed it is a server's.
    """
    installed = interaction.is_guild_integration() or not interaction.is_user_integration()
    return interaction.guild_id if installed else None


def actor_or_none(interaction: discord.Interaction[Any]) -> Actor | None:
    """Return who is asking in a club; None outside one, for what works without."""
    return None if club_of(interaction) is None else actor_of(interaction)


def actor_of(interaction: discord.Interaction[Any]) -> Actor:
    """Return who is asking; raise InputError outside a club."""
    club_id = club_of(interaction)
    if club_id is None or interaction.guild is None:
        raise InputError(OUTSIDE)
    known: Actor | None = interaction.extras.get(_ACTOR)  # asked twice on the way of a report
    if known is not None:
        return known
    user = interaction.user
    roles = frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset[int]()
    actor = interaction.extras[_ACTOR] = Actor(
        club_id=club_id,
        member=Member(user.id, clean(user.display_name, NAME_CHARACTERS)),
        interaction_id=interaction.id,
        role_ids=roles,
        manager=interaction.permissions.manage_guild,
    )
    return actor


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """Return the running program's services."""
    services: Services = interaction.client.services
    return services
