"""Buttons that take something back. They carry its id and so outlive a restart."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.events.void import undo_event
from bot.services.players.identity.merge import undo_merge
from bot.services.players.undo_rating import undo_rating
from bot.services.uschess.demote_title import undo_demotion
from bot.ui.cards.events.undo import rating_undone_card, undo_card
from bot.ui.cards.people.merge import merge_card
from bot.ui.framework.answers import acknowledge, afterwards
from bot.ui.framework.colours import GONE
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import KeyButton
from bot.ui.uschess.demotion_card import demotion_card


class UndoButton(KeyButton, template=r"undo-button"):
    """Take something back, for whoever may; what was said of it is struck, and what changed is said below."""

    label, style = "Undo", discord.ButtonStyle.danger

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        """Take it back and return what is said of that."""
        raise NotImplementedError

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        said = await self.undo(services, actor)
        interaction.extras[ANSWERING] = True
        await interaction.followup.send(embed=said, ephemeral=False)
        await strike(interaction)


class Undo(UndoButton, template=rf"undo:(?P<key>{KEY})"):
    """Take an event back, for its reporter or a director."""

    name = "undo"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return undo_card(await undo_event(services, actor, self.key))


class UndoDemotion(UndoButton, template=rf"undo-demotion:(?P<key>{KEY})"):
    """Give a lowered lifetime title back, for a director."""

    name = "undo-demotion"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return demotion_card(await undo_demotion(services, actor, self.key))


class UndoRating(UndoButton, template=rf"undo-rating:(?P<key>{KEY})"):
    """Take back a rating that was set, for a director."""

    name = "undo-rating"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return rating_undone_card(await undo_rating(services, actor, self.key))


class UndoMerge(UndoButton, template=rf"undo-merge:(?P<key>{KEY})"):
    """Make two players of one again, for a director."""

    name = "undo-merge"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return merge_card(await undo_merge(services, actor, self.key))


async def strike(interaction: discord.Interaction[Any]) -> None:
    """Mark the message that was clicked as undone, and take its buttons away."""
    if interaction.message is not None and interaction.message.embeds:
        struck = interaction.message.embeds[0].copy()
        struck.title = f"Undone: {struck.title}" if struck.title else "Undone"
        struck.colour = discord.Colour(GONE)
        edit = interaction.edit_original_response(embed=struck, view=None)
        await afterwards(edit, "what was said of something undone cannot be struck")


def persistent(*items: discord.ui.DynamicItem[Any]) -> discord.ui.View:
    """Return a view of dynamic items that the library need not remember: each click finds its class by its id."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
