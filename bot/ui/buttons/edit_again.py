"""Edit again: opens a form that was refused with what was typed into it."""

from typing import Any

import discord

from bot.services.typed_text import keep_typed, typed_before
from bot.ui.framework.buttons import BLUE, Form, Press, Who, button, find, lasting
from bot.ui.framework.custom_ids import filled_in
from bot.ui.framework.error_handler import BESIDE
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import NotFoundError


@button("edit-again", "Edit again", Who.EVERYONE, style=BLUE)
async def edit_again_button(press: Press) -> None:
    """Open the form again that was refused last, with what was typed."""
    custom_id, filled = await typed_before(press.services, press.actor)
    form = find(custom_id)
    if not isinstance(form, Form) or form.fields is None:
        raise NotFoundError("That form is from an older version: open it anew.")
    await form.open(press.interaction, filled, *(form.read(custom_id) or ()))


async def give_back(interaction: discord.Interaction[Any], form: Form[...], custom_id: str) -> None:
    """Keep what was typed into a form that is refused, and let the sentence carry the button that opens it again."""
    if form.fields is not None:
        await keep_typed(services_of(interaction), actor_of(interaction), custom_id, filled_in(interaction))
        interaction.extras[BESIDE] = lasting(edit_again_button())
