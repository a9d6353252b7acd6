"""The answer to a lifetime title that was lowered."""

import discord

from bot.services.uschess.demote_title import DemotionReport
from bot.ui.framework.colours import GONE, LEVEL
from bot.ui.framework.text import plain, safe
from bot.ui.uschess.norm_codes import code_text, title_name, way_to_next


def demotion_card(report: DemotionReport) -> discord.Embed:
    """Say that a lifetime title was lowered, or given back."""
    tables = report.house_rules.lifetime
    text = f"## {code_text(report.before, tables)} → {code_text(report.after, tables)}"
    if report.after is not None:
        text += f"\nLifetime title **{title_name(report.after.level, tables)}**: {way_to_next(report.after, tables)}"
    text += f"\n{'It had been lowered for' if report.undone else 'Reason'}: {safe(report.reason, 200)}"
    title = "Title given back" if report.undone else "Title lowered, as requested"
    embed = discord.Embed(title=title, description=text, colour=GONE if report.undone else LEVEL)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    return embed
