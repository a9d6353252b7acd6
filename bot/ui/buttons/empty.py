"""What fills an answer that has nothing to show yet."""

from typing import Any

import discord

from bot.services.framework.club_settings import who_fills
from bot.ui.buttons.attached import import_file_button
from bot.ui.buttons.reports import report_event_button
from bot.ui.buttons.roster import template_button
from bot.ui.buttons.set_up import next_evening_button
from bot.ui.framework.buttons import lasting
from bot.ui.framework.errors import BESIDE, asking, send_sentence
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import harmless
from core.errors import NothingYetError
from core.lists import RatingList


async def fill_buttons(
    interaction: discord.Interaction[Any], rating_list: RatingList | None = None
) -> list[discord.ui.Item[Any]]:
    """Return what the reader of an empty answer can do about it. rating_list: default: the club's."""
    may = await who_fills(services_of(interaction), actor_of(interaction), rating_list)
    buttons: list[discord.ui.Item[Any]] = [report_event_button()] if may.reports else []
    if may.directs:
        players = template_button.but(label="Add players")
        buttons += [import_file_button(), next_evening_button(), players()]
    return buttons


@asking(NothingYetError)
async def offer_to_fill(interaction: discord.Interaction[Any], nothing: NothingYetError) -> None:
    beside = interaction.extras.get(BESIDE)
    shown = [] if beside is None else beside.children
    interaction.extras[BESIDE] = lasting(*shown, *await fill_buttons(interaction))
    await send_sentence(interaction, harmless(nothing.message, nothing.mentions))
