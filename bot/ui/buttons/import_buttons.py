"""What can be done about an imported file: say who somebody is, confirm it, undo it."""

import asyncio
import re
from typing import Any, Self

import discord

from bot.services.events.message import save_message_location
from bot.services.events.section import SectionReport
from bot.services.imports.import_event import AmbiguousName, ImportReport, choose_player, confirm_import
from bot.services.imports.match_players import NEW_PLAYER
from bot.services.players.assign_floor import alerts_of
from bot.store.rows import MessagePlace
from bot.ui.buttons.director_buttons import alert_directors
from bot.ui.buttons.undo_buttons import Undo, persistent
from bot.ui.cards.imports import import_pages
from bot.ui.cards.section import section_pages
from bot.ui.framework.actors import actor_of, services_of
from bot.ui.framework.answers import (
    acknowledge,
    afterwards,
    defer,
    edit_answer,
    reply,
    reply_pages_here,
    take_buttons_away,
)
from bot.ui.framework.custom_ids import DIGEST, KEY, SMALL, chosen_number
from bot.ui.framework.error_handler import handle
from bot.ui.framework.heavy_turn import heavy_turn
from bot.ui.framework.pages import paged
from bot.ui.framework.text import plain


class ConfirmImport(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=rf"import:(?P<pending>{KEY}):(?P<digest>{DIGEST})",
):
    """Store the file that was looked at, for a director."""

    def __init__(self, pending_id: int, digest: str) -> None:
        custom_id = f"import:{pending_id}:{digest}"
        super().__init__(
            discord.ui.Button(label="Confirm", emoji="✅", style=discord.ButtonStyle.success, custom_id=custom_id)
        )
        self.pending_id, self.digest = pending_id, digest

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["pending"]), match["digest"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            actor = actor_of(interaction)
            await defer(interaction)
            async with heavy_turn(interaction):
                report = await confirm_import(services_of(interaction), actor, self.pending_id, self.digest)
            await reply_import(interaction, report)
            await take_buttons_away(interaction)
        except Exception as error:  # a dynamic item has no view to hand its errors to
            await handle(interaction, error)


class ChoosePlayer(
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]],
    template=rf"match:(?P<pending>{KEY}):(?P<digest>{DIGEST}):(?P<section>{SMALL}):(?P<number>{SMALL})",
):
    """Choose who a player in a file is, whose name is similar to that of somebody in the club."""

    def __init__(
        self, pending_id: int, digest: str, section: int, number: int, doubt: AmbiguousName | None = None
    ) -> None:
        options = []
        if doubt is not None:
            new = f"{plain(doubt.file.name, 60)} is new here"
            options.append(discord.SelectOption(label=new, value=str(NEW_PLAYER)))
            options += [
                discord.SelectOption(label=plain(player.name, 90), value=str(player.id)) for player in doubt.suggestions
            ]
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"match:{pending_id}:{digest}:{section}:{number}",
            placeholder=None if doubt is None else f"Who is {plain(doubt.file.name, 80)}?",
            options=options,
        )
        super().__init__(select)
        self.pending_id, self.digest, self.section, self.number = pending_id, digest, section, number

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["pending"]), match["digest"], int(match["section"]), int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            chosen: Any = interaction.data
            player_id = chosen_number(chosen.get("values"))
            await acknowledge(interaction)
            services, actor = services_of(interaction), actor_of(interaction)
            async with heavy_turn(interaction):
                report = await choose_player(
                    services, actor, self.pending_id, self.section, self.number, player_id, self.digest
                )
            pages, view = await _import_answer(interaction, report)
            await edit_answer(interaction, embed=pages[0], view=view)
        except Exception as error:  # a dynamic item has no view to hand its errors to
            await handle(interaction, error)


async def reply_import(interaction: discord.Interaction[Any], report: ImportReport, asked: int | None = None) -> None:
    """Send a file's dry run to the director alone, or its crosstable to everybody; keep where that stands.

    asked: the interaction that stored it, where this is another one.
    """
    pages, view = await _import_answer(interaction, report, asked)
    message_id = await reply(interaction, pages[0], view, ephemeral=report.pending_id is not None)
    if report.pending_id is None and message_id is not None and interaction.channel_id is not None:
        stored = [section.event_id for section in report.sections if section.event_id is not None]
        place = MessagePlace(interaction.channel_id, message_id)
        keeping = save_message_location(services_of(interaction), actor_of(interaction), stored, place)
        await afterwards(keeping, "where an event stands cannot be kept")
        if asked is None:
            await alert_directors(interaction, await asyncio.to_thread(alerts_of, report.sections))


async def _import_answer(
    interaction: discord.Interaction[Any], report: ImportReport, asked: int | None = None
) -> tuple[list[discord.Embed], discord.ui.View]:
    """Return a file's pages with what can be done about it."""
    pages = await asyncio.to_thread(import_pages, report)
    source = f"stored:{asked or interaction.id}" if report.pending_id is None else None
    view = paged(interaction, pages, source) or persistent()
    if report.pending_id is not None:
        view.add_item(ConfirmImport(report.pending_id, report.digest))
        for doubt in report.doubts[:MOST_DOUBTS]:
            view.add_item(ChoosePlayer(report.pending_id, report.digest, doubt.section, doubt.file.number, doubt))
    else:
        for section in report.sections[:MOST_UNDO_BUTTONS]:
            view.add_item(Undo(section.event_id or 0))
    return pages, view


async def reply_section(interaction: discord.Interaction[Any], section: SectionReport) -> None:
    """Send a stored section, in pages where it is long."""
    pages = await asyncio.to_thread(section_pages, section)
    await reply_pages_here(interaction, pages, f"section:{section.event_id}")


MOST_UNDO_BUTTONS = 5
MOST_DOUBTS = 4
"""A message has five rows, of which the buttons take one."""
