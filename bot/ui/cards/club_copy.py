"""What is said when a whole club was taken in."""

import discord

from bot.services.club_copy import ClubTakenIn
from bot.ui.framework.layout import LEVEL
from bot.ui.framework.text import count


def club_import_card(imported: ClubTakenIn) -> discord.Embed:
    """Return how much came in, and that it gives what it gave where it came from."""
    lines = [
        f"{count(imported.players, 'player')} and {count(imported.events, 'event')}. All ratings were recalculated and"
        " are those in the file.",
        "Roles, channels, live boards and news are this server's: /td setup asks for them.",
    ]
    return discord.Embed(title="The club is here", description="\n\n".join(lines), colour=LEVEL)
