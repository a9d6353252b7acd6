"""Edit again: opens a form that was refused with what was typed into it."""

import re
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.typed_text import keep_typed, typed_before
from bot.ui.buttons.evening.directors.director_forms import DIRECTOR_REOPENED
from bot.ui.buttons.evening.directors.more_buttons import MORE_REOPENED
from bot.ui.buttons.evening.directors.parts_buttons import PARTS_REOPENED
from bot.ui.buttons.evening.entry_buttons import ENTRY_REOPENED
from bot.ui.buttons.evening.evening_items import Reopen, show_form
from bot.ui.buttons.evening.game_buttons import GAME_REOPENED
from bot.ui.buttons.evening.knockout_buttons import KNOCKOUT_REOPENED
from bot.ui.buttons.evening.live_event_buttons import EVENING_REOPENED
from bot.ui.buttons.evening.prize_buttons import PRIZE_REOPENED
from bot.ui.buttons.evening.when_buttons import WHEN_REOPENED
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.framework.custom_ids import filled_in
from bot.ui.framework.error_handler import BESIDE
from bot.ui.framework.items import NamedButton
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import NotFoundError

REOPENED: dict[str, Reopen] = {
    **GAME_REOPENED,
    **KNOCKOUT_REOPENED,
    **WHEN_REOPENED,
    **DIRECTOR_REOPENED,
    **ENTRY_REOPENED,
    **EVENING_REOPENED,
    **PRIZE_REOPENED,
    **PARTS_REOPENED,
    **MORE_REOPENED,
}
"""What makes each form again, by the pattern of its id."""


class EditAgain(NamedButton, template=r"edit-again"):
    """Open the form that was refused last, for whoever typed it."""

    name, label, style = "edit-again", "Edit again", discord.ButtonStyle.primary

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        form, filled = await typed_before(services, actor)
        for pattern, reopen in REOPENED.items():
            match = re.fullmatch(pattern, form)
            if match is not None:
                await show_form(interaction, reopen(match.groupdict(), filled))
                return
        raise NotFoundError("That form is from an older version: open it anew.")


async def give_back(interaction: discord.Interaction[Any], form: str) -> None:
    """Keep what was typed into a form that is refused, and let the sentence carry the button that opens it again."""
    if any(re.fullmatch(pattern, form) for pattern in REOPENED):
        await keep_typed(services_of(interaction), actor_of(interaction), form, filled_in(interaction))
        interaction.extras[BESIDE] = persistent(EditAgain())
