"""What a director has announced of a paired evening: the order of its tie-breaks."""

import discord

from bot.services.live_events.ranked.live_standings import order_of
from bot.services.live_events.tournament import Tournament
from bot.ui.framework.colours import GONE, STORED
from bot.ui.framework.text import safe
from core.tiebreaks.registry import chosen


def order_embed(tournament: Tournament) -> discord.Embed:
    """Return the order of an evening's tie-breaks, each in full."""
    lines = ["Points first."]
    for place, code in enumerate(order_of(tournament), start=1):
        one = chosen(code)
        lines.append(f"{place}. **{code}** {one.name} ({one.tie_break.rule})")
    lines.append("Who is equal in all of that shares the rank.")
    reason = tournament.evening.tie_breaks_reason
    if reason is not None:
        lines.append(f"Changed after round 1 was published: {safe(reason, 200)}")
    return discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · tie-breaks", description="\n".join(lines), colour=STORED
    )


def undone_embed(tournament: Tournament) -> discord.Embed:
    """Say that what was announced is as before."""
    text = f"Taken back: {safe(tournament.evening.name, 80)} is as before."
    return discord.Embed(description=text, colour=GONE)
