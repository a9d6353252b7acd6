"""What can be done about a stored section: see its players and its wall chart, say who one is, take it back."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.services.events.section import SectionReport
from bot.ui.buttons.claims import thats_me_button
from bot.ui.buttons.undo import undo_button, undo_file_button
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
    if len(sections) == 1:
        view.add_item(thats_me_button(sections[0].event_id))
        view.add_item(undo_button(sections[0].event_id))
    else:
        called = list(zip(_names(sections), sections, strict=True))[:MOST_UNDO_BUTTONS]
        for name, section in called:
            view.add_item(thats_me_button.but(label=f"That's me in {name}")(section.event_id))
        for name, section in called:
            view.add_item(undo_button.but(label=f"Undo {name}")(section.event_id))
        view.add_item(undo_file_button(sections[0].event_id))
    view.stop()
    return view


def _names(sections: Sequence[SectionReport]) -> list[str]:
    """Return what sections are called on buttons, each otherwise: by number where the short name is another's too."""
    names = [plain(section.name or "", 50) for section in sections]
    return [
        name if name and names.count(name) == 1 else f"section {number}" for number, name in enumerate(names, start=1)
    ]


async def reply_section(interaction: discord.Interaction[Any], section: SectionReport) -> None:
    """Send a stored section, in pages where it is long."""
    book = await asyncio.to_thread(section_book, [section])
    page = await book.page(interaction, 0)
    view = turned(interaction.user.id, section_source([section]), book, page)
    view.add_item(look_button("Wall chart", f"wall-chart:{section.event_id}"))
    view.add_item(thats_me_button(section.event_id))
    await reply(interaction, page.embed, view)
