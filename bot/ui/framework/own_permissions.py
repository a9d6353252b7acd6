"""What the bot needs to be allowed where it stands, and what of that it is not."""

import discord

NEEDED = {
    "view_channel": "View Channel, to find its messages again",
    "send_messages": "Send Messages, to greet",
    "embed_links": "Embed Links, to show cards",
    "attach_files": "Attach Files, for wall charts and exports",
}
"""By Discord's name for it: as the server's settings call it, and what for."""

OPTIONAL = {"manage_roles": "Manage Roles, for roles that follow ratings"}
"""What is needed for what a club may turn on."""

INVITE = discord.Permissions(**dict.fromkeys(NEEDED, True))
"""What the invite link asks for."""

SCOPES = ("bot", "applications.commands")


def missing(allowed: discord.Permissions) -> list[str]:
    """Return what is needed and not allowed, in the words of the server's settings."""
    return [words for name, words in NEEDED.items() if not getattr(allowed, name)]
