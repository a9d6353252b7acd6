"""What stands below what a director has announced of a paired evening: Undo."""

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.undone import undo_deed
from bot.ui.buttons.undo_buttons import UndoButton
from bot.ui.framework.custom_ids import KEY
from bot.ui.live_events.announced_card import undone_embed


class UndoAnnounced(UndoButton, template=rf"undo-announced:(?P<key>{KEY})"):
    """Take back what an interaction has set or entered, for a director."""

    name = "undo-announced"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return undone_embed(await undo_deed(services, actor, self.key))


ANNOUNCED_ITEMS = (UndoAnnounced,)
