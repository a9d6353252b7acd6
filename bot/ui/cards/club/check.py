"""What a club needs, one line a need: met, or what to do."""

from collections.abc import Iterable

import discord

from bot.ui.framework.colours import FAILED, SHOWN
from bot.ui.framework.layout import answer, heading
from bot.ui.framework.text import safe

Need = tuple[bool, str]
"""Whether it is met, and in words what is there or what to do."""

MOST_LINES = 30


def check_card(server: str, needs: Iterable[Need], paused: Iterable[str]) -> discord.Embed:
    """Return the needs, those that are not met first, then what is paused."""
    listed = sorted(needs, key=lambda need: need[0])
    lines = [heading(safe(server, 60), "check")]
    lines += [f"{'✅' if met else '❌'} {text}" for met, text in listed]
    pieces = [f"⏸️ {text}" for text in dict.fromkeys(paused)]
    lines += pieces
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more"]
    missing = sum(not met for met, _ in listed) + len(pieces)
    small = "Nothing is missing" if not missing else "Put it right, then press Check again"
    return answer(lines, colour=FAILED if missing else SHOWN, footer=[small])
