"""What directors are asked for about titles and floors."""

from collections.abc import Sequence

import discord

from bot.services.players.assign_floor import FloorAlert
from bot.services.uschess.request_demotion import DemotionRequest
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import plain, safe
from bot.ui.uschess.norm_codes import code_text, title_name


def request_card(request: DemotionRequest) -> discord.Embed:
    """Say which title a member asks to have lowered, and what it would be."""
    would = request.would
    tables, before, after = would.house_rules.lifetime, would.before, would.after
    assert before is not None  # who has no title is refused
    assert after is not None
    lines = [
        f"## {code_text(before, tables)} → {code_text(after, tables)}",
        f"From {title_name(before.level, tables)} to **{title_name(after.level, tables)}**, "
        "once a director grants it. No points are kept.",
        f"Reason: {safe(would.reason, 200)}",
    ]
    embed = discord.Embed(title="Asked: a lower lifetime title", description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=f"{plain(would.player.name)} · {would.rating_list.label}")
    return embed


def alert_card(alerts: Sequence[FloorAlert]) -> discord.Embed:
    """Say whose norm lies far above the rating, and which floor that would justify."""
    lines = [
        f"- {safe(alert.player.name)} ({alert.rating_list.label}): a norm of **{alert.due.norm}** at a rating of "
        f"{alert.due.rating}; floor **{alert.due.floor}**"
        for alert in alerts
    ]
    text = "\n".join(lines)
    text += "\n\nA director may assign it with one press, and take it back; it lifts a rating that is below."
    return discord.Embed(title="A minimum rating may be due", description=text, colour=LEVEL)
