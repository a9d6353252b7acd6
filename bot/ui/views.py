"""The base of every view: it dies visibly, answers the wrong person, and has one way out for errors."""

import contextlib
from typing import Any

import discord

from bot.ui.error_door import handle

BROWSING_SECONDS = 180


class BaseView(discord.ui.View):
    """Buttons for a while: after the timeout they are shown disabled.

    owner: who may use them; anybody where it is None.
    """

    def __init__(self, owner: int | None = None) -> None:
        super().__init__(timeout=BROWSING_SECONDS)
        self.owner = owner
        self.origin: discord.Interaction[Any] | None = None

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        if self.owner is None or interaction.user.id == self.owner:
            return True
        await interaction.response.send_message(
            "These buttons belong to whoever asked: use the command yourself.", ephemeral=True
        )
        return False

    async def on_error(
        self, interaction: discord.Interaction[Any], error: Exception, item: discord.ui.Item[Any], /
    ) -> None:
        await handle(interaction, error)

    async def on_timeout(self) -> None:
        for item in self.children:
            if isinstance(item, discord.ui.Button):
                item.disabled = True
        if self.origin is not None:
            # The message may be gone, or its token too old to edit it.
            with contextlib.suppress(discord.HTTPException):
                await self.origin.edit_original_response(view=self)
