"""What can be done about a stored section: see its players and its wall chart, say who one is, take it back."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.services.events.section import SectionReport
from bot.ui.buttons.claims import thats_me_button
from bot.ui.buttons.undo import undo_button
from bot.ui.cards.events.section import section_book, section_source
from bot.ui.framework.answers import reply
from bot.ui.framework.pages import look_button, turned
from bot.ui.framework.text import plain

MOST_UNDO_BUTTONS = 5


def stored_view(sections: Sequence[SectionReport], players: int) -> discord.ui.View:
    """Return what stands under sections that were stored together."""
    view = discord.ui.View(timeout=None)
    view.add_item(look_button(f"Players {players}", section_source(sections)))
    if len(sections) == 1:
        view.add_item(look_button("Wall chart", f"wall-chart:{sections[0].event_id}"))
    for section in sections[:MOST_UNDO_BUTTONS]:
        label = f"That's me in {plain(section.name or 'it', 50)}" if len(sections) > 1 else "That's me"
        view.add_item(thats_me_button.but(label=label)(section.event_id))
    for section in sections[:MOST_UNDO_BUTTONS]:
        view.add_item(undo_button(section.event_id))
    view.stop()
    return view


async def reply_section(interaction: discord.Interaction[Any], section: SectionReport) -> None:
    """Send a stored section, in pages where it is long."""
    book = await asyncio.to_thread(section_book, [section])
    page = await book.page(interaction, 0)
    view = turned(interaction.user.id, section_source([section]), book, page)
    view.add_item(look_button("Wall chart", f"wall-chart:{section.event_id}"))
    view.add_item(thats_me_button(section.event_id))
    await reply(interaction, page.embed, view)
