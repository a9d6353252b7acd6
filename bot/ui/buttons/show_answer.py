"""Show it: the answer to something stored that could not be shown at the time, for whoever asked for it."""

from typing import Any

import discord

from bot.services.stored_answers import as_before
from bot.ui.framework.answers import defer
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.items import LastingButton
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import NotFoundError


class ShowAnswer(LastingButton, template=rf"answer:(?P<interaction>{KEY})"):
    """Show an answer again; bot.ui.framework.unshown makes the buttons."""

    def __init__(self, interaction_id: int) -> None:
        super().__init__(discord.ui.Button(label="Show it", custom_id=f"answer:{interaction_id}"))
        self.interaction_id = interaction_id

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.ui.buttons.again.table import AGAIN, PRIVATE

        services = services_of(interaction)
        actor, entry = await as_before(services, actor_of(interaction), self.interaction_id)
        if entry.action not in AGAIN:
            raise NotFoundError("It is stored, but cannot be shown from here: look with /rating show.")
        await defer(interaction, ephemeral=entry.action in PRIVATE)
        await AGAIN[entry.action](interaction, services, actor, entry)
