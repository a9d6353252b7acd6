"""What is said of matches that wait beside their card: whom it asks, and that somebody objected."""

from datetime import datetime

import discord

from bot.services.oracle.match import MatchReport
from bot.services.oracle.waiting import Objection
from bot.ui.framework.colours import GONE
from bot.ui.framework.text import day_text, safe


def moment(at: datetime) -> str:
    """Return a moment that Discord shows in the reader's own time, and how long it is till then."""
    seconds = int(at.timestamp())
    return f"<t:{seconds}:f> (<t:{seconds}:R>)"


def question(report: MatchReport) -> str | None:
    """Return what the other side is asked where the answer is theirs; None where they cannot be."""
    other = report.sides[1].player.user_id
    if report.waits_until is None or other is None or other == report.reported_by:
        return None
    return (
        f"<@{other}>, was it so? Confirm it under the card above, or press That's wrong; "
        f"if nobody objects, it counts on {moment(report.waits_until)}."
    )


def told(objection: Objection) -> str:
    """Mention whom an objection concerns beside the one who objected."""
    return " ".join(f"<@{user_id}>" for user_id in objection.told)


def objection_card(objection: Objection) -> discord.Embed:
    """Say to both sides that a match does not count."""
    text = (
        f"{safe(objection.name, 120)} of {day_text(objection.day)} does not count: <@{objection.by}> says that it was "
        f"not so.\n<@{objection.reported_by}>, report what it was with `/oracle match`, or ask a TD."
    )
    embed = discord.Embed(title="Match taken back", description=text, colour=GONE)
    embed.set_author(name=objection.pool.label)
    embed.set_footer(text="It had moved nobody's rating.")
    return embed
