"""What stands in the practice club's channel when somebody comes: the last days' answers, and three things to try."""

from typing import Any

import discord

from bot.app import CrosstableBot
from bot.practice.demo import DIRECTOR, EVENINGS, MEMBER, Played
from bot.ui.buttons.event import event_buttons
from bot.ui.buttons.oracle import match_buttons
from bot.ui.cards.rating import rating_card
from bot.ui.oracle.match_card import match_card

WELCOME = """\
**Welcome to the practice club.** All of it is invented and stays on this computer. Choose above who you are, and try:
1. as **Nora**: `/rating update` with opponents `974 951 2471 1585`, score `3`, rules `informal calculator (2020)`
2. as **Tobias**, the director: `/event import` with the file `docs/sample-event.csv`
3. as **Pip**, who has no rating yet: `/rating update` with opponents `W1200 L1350 W1100`, rating `1150`, games `6`
"""


async def show(bot: CrosstableBot, channel: Any, people: dict[str, Any], played: Played) -> None:
    """Let the bot's answers of the last days stand in the channel, and below them what to try.

    channel, people: simcord's. What only reads is asked anew by the commands themselves; what was stored is shown as
    it was answered then.
    """
    stands = await _sendable(bot, channel.id)
    await people[MEMBER].slash(channel, "qursh standings", event=str(played.scrabble))
    await stands.send(embed=match_card(played.match), view=match_buttons(played.match))
    await people[EVENINGS[0]].slash(channel, "rating history", system="uschess-quick")
    await stands.send(
        embed=rating_card(played.event),
        view=event_buttons(played.event),
    )
    await people[DIRECTOR].slash(channel, "event crosstable", event=str(played.section))
    await people[MEMBER].slash(channel, "leaderboard")
    await people[DIRECTOR].send(channel, WELCOME)


async def _sendable(bot: CrosstableBot, channel_id: int) -> discord.TextChannel:
    found = await bot.fetch_channel(channel_id)
    assert isinstance(found, discord.TextChannel)
    return found
