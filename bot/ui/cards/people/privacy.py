"""What is said of one's own data."""

import discord

from bot.services.privacy.forget import ForgetReport
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import safe
from core.words import counted

_RESTS = "Your birth date stays, without your name and seen by nobody: the ratings of {others} rest on it."


def forgetting_card(report: ForgetReport) -> discord.Embed:
    """Say what would be forgotten, before it is."""
    known = f" ({', '.join(report.known)})" if report.known else ""
    lines = [
        f"**{safe(report.name)}** becomes **Former player {report.player_id}**. The name goes, and whatever else is "
        f"known of the person{known}, from the club's records too.",
        "Games and everybody else's ratings stay as they are.",
        "**This cannot be undone.** `/privacy export` gives you a copy first.",
    ]
    if report.others:
        lines.insert(2, _RESTS.format(others=counted(report.others, "other")))
    return discord.Embed(title="Forget?", description="\n\n".join(lines), colour=LEVEL)


def forgotten_card(report: ForgetReport) -> discord.Embed:
    """Say what is forgotten, and what is not the bot's to take away."""
    lines = [
        f"**Former player {report.player_id}** stands where the name stood; ids, birth date, federation and title are "
        "gone, from the club's records too. Games and everybody else's ratings stay as they are.",
        "What was posted in channels stays there until somebody deletes it, and backups keep a copy until their next "
        "turn.",
    ]
    if report.others:
        lines.insert(1, _RESTS.format(others=counted(report.others, "other")))
    return discord.Embed(title="Forgotten", description="\n\n".join(lines), colour=LEVEL)


def data_card(size: int) -> discord.Embed:
    """Say what the file is."""
    size = max(1, round(size / 1000))
    text = f"Everything this club keeps of you, in a zip of {size} kB: one file a table, in JSON."
    return discord.Embed(title="Your data", description=text, colour=LEVEL)
