"""What the bot needs to be allowed where it stands, and what of that it is not."""

import discord

from core.errors import InputError

NEEDED = {
    "view_channel": "View Channel, to find its messages again",
    "send_messages": "Send Messages, to greet",
    "embed_links": "Embed Links, to show cards",
    "attach_files": "Attach Files, for wall charts and exports",
}
"""By Discord's name for it: as the server's settings call it, and what for."""

OPTIONAL = {
    "manage_roles": "Manage Roles, for roles that follow ratings",
    "create_public_threads": "Create Public Threads, for the pairings of an evening",
    "create_events": "Create Events, for the scheduled event of an evening",
}
"""What is needed for what a club may turn on."""

INVITE = discord.Permissions(**dict.fromkeys(NEEDED, True))
"""What the invite link asks for."""

SCOPES = ("bot", "applications.commands")


def missing(allowed: discord.Permissions) -> list[str]:
    """Return what is needed and not allowed, in the words of the server's settings."""
    return [words for name, words in NEEDED.items() if not getattr(allowed, name)]


def check_may_write(channel: discord.TextChannel) -> None:
    """Raise InputError where the bot may not write cards into a channel."""
    allowed = channel.permissions_for(channel.guild.me)
    lacking = [name for name in ("view_channel", "send_messages", "embed_links") if not getattr(allowed, name)]
    if lacking:
        named = ", ".join(NEEDED[name].partition(",")[0] for name in lacking)
        raise InputError(f"I may not write in #{channel.name}: give me {named} there, then use the command again.")
