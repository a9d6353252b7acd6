"""Show it: the answer to something stored that could not be shown at the time, for whoever asked for it."""

import re
from typing import Any, Self

import discord

from bot.services.stored_answers import as_before
from bot.ui.buttons.answer_again import AGAIN, PRIVATE
from bot.ui.framework.actors import actor_of, services_of
from bot.ui.framework.answers import defer
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.error_handler import handle
from core.errors import NotFoundError


class ShowAnswer(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=rf"answer:(?P<interaction>{KEY})"
):
    """Show an answer again; bot.ui.framework.unshown makes the buttons."""

    def __init__(self, interaction_id: int) -> None:
        super().__init__(discord.ui.Button(label="Show it", custom_id=f"answer:{interaction_id}"))
        self.interaction_id = interaction_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["interaction"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            services = services_of(interaction)
            actor, entry = await as_before(services, actor_of(interaction), self.interaction_id)
            if entry.action not in AGAIN:
                raise NotFoundError("It is stored, but cannot be shown from here: look with /rating show.")
            await defer(interaction, ephemeral=entry.action in PRIVATE)
            await AGAIN[entry.action](interaction, services, actor, entry)
        except Exception as error:  # a dynamic item has no view to hand its errors to
            await handle(interaction, error)
