"""Cards before and after importing a whole club."""

import discord

from bot.services.club.club_copy import ClubPreview, ClubTakenIn
from bot.ui.framework.layout import LEVEL, SHOWN, answer, heading
from core.words import counted


def club_question(preview: ClubPreview) -> discord.Embed:
    lines = [
        heading("Import this club?"),
        f"**{counted(preview.players, 'player')} and {counted(preview.events, 'event')}** and the club's settings.",
        "⚠️ An import cannot be undone. All ratings are recalculated, and must be those in the file.",
    ]
    return answer(lines, colour=SHOWN, footer=["Nothing is stored yet"])


def club_import_card(imported: ClubTakenIn) -> discord.Embed:
    lines = [
        f"{counted(imported.players, 'player')} and {counted(imported.events, 'event')}. "
        "All ratings were recalculated and are those in the file.",
        "Roles, channels, live boards and news are this server's. A director chooses them again.",
    ]
    return discord.Embed(title="The club is here", description="\n\n".join(lines), colour=LEVEL)
