"""/events."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.events.listing import EventFilter
from bot.services.framework.context import Services
from bot.ui.buttons.evening import show_evening
from bot.ui.buttons.events import EventsBook, reply_event
from bot.ui.buttons.help import topic
from bot.ui.framework.answers import reply_book
from bot.ui.framework.server import actor_of
from cogs.options.events import EVENT, ShownEvent


class EventsCog(commands.Cog):
    """The list of events, and one event."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(event=f"{EVENT} (default: all events)")
    async def events(self, interaction: discord.Interaction[Any], event: ShownEvent | None = None) -> None:
        """Show the club's events, or one with its crosstable."""
        if event is None:
            book = EventsBook(EventFilter.WHOLE)
            await reply_book(interaction, book, book.source)
        elif event.running:
            await show_evening(interaction, self.services, actor_of(interaction), event.id)
        else:
            await reply_event(interaction, event.id)


topic(
    13,
    "evening",
    "Play at a club evening",
    "Press **Join** on the evening's card, and **Check in** where it asks for that. When a round is posted, tap "
    "**I won**, **Draw** or **I lost**; "
    "your opponent confirms it.\n"
    "If nobody is paired by the bot, press **Report a result** and type `Dana beat Eli` or `Eli ½-½ Ann`.\n"
    "**What do I need?** and **Chances** look ahead, **Standings** shows the table with its tie-breaks, "
    "**Prizes** who wins what. **Print**, below the standings, gives you a PDF.\n"
    "The evening is rated when a director closes it. `/events` finds it again.",
)
