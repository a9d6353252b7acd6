"""How cards and boards say that something is a member's own report."""

import discord

from bot.store.rows import ReportStanding

MARK = "Not confirmed yet"
ON_BOARD = "not confirmed"
ON_CARD = "Rests on reports that nobody has confirmed: titles, norms and lifetime points wait for that."


def marked(embed: discord.Embed, standing: ReportStanding) -> discord.Embed:
    """Say on a card what it means that a report is not confirmed."""
    if standing is ReportStanding.CONFIRMED:
        return embed
    is_disputed = standing is ReportStanding.DISPUTED
    said = "Somebody in it says that it was otherwise" if is_disputed else "A member's own report"
    text = f"{said}: the rating counts; titles, norms and lifetime points wait until it is confirmed."
    return embed.add_field(name=MARK, value=text, inline=False)


def waiting_line(standing: ReportStanding, waits: str = "norms wait") -> list[str]:
    """Return the line that says in an answer that a report is not confirmed; none for one that is.

    waits: what its system lets wait until then; empty for nothing.
    """
    if standing is ReportStanding.CONFIRMED:
        return []
    said = "somebody says it was otherwise" if standing is ReportStanding.DISPUTED else waits
    return [f"⚠️ {MARK}: {said}" if said else f"⚠️ {MARK}"]
