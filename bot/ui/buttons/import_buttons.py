"""What can be done about an imported file: say who somebody is, confirm it, undo it."""

import asyncio
import re
from functools import partial
from typing import Any

import discord

from bot.services.events.message import save_message_location
from bot.services.events.section import SectionReport
from bot.services.imports.import_event import (
    choose_lists,
    choose_named,
    choose_player,
    chosen_key,
    confirm_import,
    give_reason,
    may_import,
)
from bot.services.imports.import_report import AmbiguousName, ImportReport
from bot.services.imports.match_players import NEW_PLAYER
from bot.services.imports.target_lists import choices_for
from bot.services.players.assign_floor import alerts_of
from bot.store.rows import MessagePlace, Player
from bot.ui.buttons.people.claim_buttons import ThatsMe
from bot.ui.buttons.people.director_buttons import alert_directors
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
    take_buttons_away,
)
from bot.ui.framework.custom_ids import DAMAGED, DIGEST, KEY, SMALL, chosen_number, written_in
from bot.ui.framework.heavy_turn import heavy_turn
from bot.ui.framework.items import FileButton, LastingMenu
from bot.ui.framework.pages import paged
from bot.ui.framework.server_members import members_called
from bot.ui.framework.text import plain
from core.errors import InputError
from core.formats.common.names import clean_name
from core.lists import RatingList

MOST_REASON = 200
"""What the database holds of a reason."""


class ConfirmImport(
    FileButton,
    template=rf"import:(?P<pending>{KEY}):(?P<digest>{DIGEST})",
):
    """Store the file that was looked at, for a director."""

    name, label, emoji, style = "import", "Confirm", "✅", discord.ButtonStyle.success

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        actor = actor_of(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            report = await confirm_import(services_of(interaction), actor, self.pending_id, self.digest)
        await reply_import(interaction, report)
        await take_buttons_away(interaction)


class ChoosePlayer(
    LastingMenu,
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
                discord.SelectOption(
                    label=plain(one.name, 90),
                    value=str(chosen_key(one)),
                    description=f"Player #{one.id}" if isinstance(one, Player) else "A member of this server",
                )
                for one in doubt.suggestions
            ]
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"match:{pending_id}:{digest}:{section}:{number}",
            placeholder=None if doubt is None else f"Who is {plain(doubt.file.name, 80)}?",
            options=options,
        )
        super().__init__(select)
        self.pending_id, self.digest, self.section, self.number = pending_id, digest, section, number

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        chosen: Any = interaction.data
        player_id = chosen_number(chosen.get("values"))
        await acknowledge(interaction)
        services, actor = services_of(interaction), actor_of(interaction)
        async with heavy_turn(interaction):
            where, ask = (self.section, self.number), partial(members_called, interaction)
            report = await choose_player(services, actor, self.pending_id, *where, player_id, self.digest, ask)
        await show_again(interaction, report)


class TakeNamed(
    FileButton,
    template=rf"match-named:(?P<pending>{KEY}):(?P<digest>{DIGEST})",
):
    """Take everybody of a file for the one who has exactly that name."""

    name, label, style = "match-named", "Take the one of that exact name", discord.ButtonStyle.primary

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await acknowledge(interaction)
        services, actor = services_of(interaction), actor_of(interaction)
        async with heavy_turn(interaction):
            ask = partial(members_called, interaction)
            report = await choose_named(services, actor, self.pending_id, self.digest, ask)
        await show_again(interaction, report)


class ChooseLists(
    LastingMenu,
    template=rf"lists:(?P<pending>{KEY}):(?P<digest>{DIGEST})",
):
    """Choose which lists a waiting file moves."""

    def __init__(self, pending_id: int, digest: str, report: ImportReport | None = None) -> None:
        offered = () if report is None else choices_for(report.file)
        moved = set() if report is None or report.asks else {one for found in report.landings for one in found.lists}
        options = [
            discord.SelectOption(label=plain(one.label, 90), value=one.value, default=one in moved) for one in offered
        ]
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"lists:{pending_id}:{digest}",
            placeholder="Which lists does it move?",
            max_values=max(1, len(options)),
            options=options,
        )
        super().__init__(select)
        self.pending_id, self.digest = pending_id, digest

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        services, actor = services_of(interaction), actor_of(interaction)
        await may_import(services, actor)
        lists = chosen_lists(interaction)
        await acknowledge(interaction)
        async with heavy_turn(interaction):
            ask = partial(members_called, interaction)
            report = await choose_lists(services, actor, self.pending_id, lists, self.digest, ask)
        await show_again(interaction, report)


def chosen_lists(interaction: discord.Interaction[Any]) -> list[RatingList]:
    """Return the lists that were chosen in a menu; raise InputError for anything else."""
    data: Any = interaction.data or {}
    values = data.get("values")
    known = {one.value: one for one in RatingList}
    if not isinstance(values, list) or not values or any(value not in known for value in values):
        raise InputError(DAMAGED)
    return [known[value] for value in values]


class GiveReason(
    FileButton,
    template=rf"import-why:(?P<pending>{KEY}):(?P<digest>{DIGEST})",
):
    """Open the form for the reason to rate a file though its lists' rules would not."""

    name, label, emoji = "import-why", "Rate it all the same", "✍️"

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await may_import(services_of(interaction), actor_of(interaction))
        form = ReasonModal(self.pending_id, self.digest)
        form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
        await interaction.response.send_modal(form)


class ReasonModal(discord.ui.Modal, title="Rate it all the same"):
    """The form for a reason."""

    why: discord.ui.Label[Any] = discord.ui.Label(
        text="Why",
        description="It is kept with the event",
        component=discord.ui.TextInput(custom_id="why", placeholder="FIDE approved it", max_length=MOST_REASON),
    )

    def __init__(self, pending_id: int, digest: str) -> None:
        super().__init__(custom_id=f"import-reason:{pending_id}:{digest}", timeout=None)


async def submit_reason(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Keep a reason with the file that waits, and show what it would do now."""
    why = clean_name(written_in(interaction, "why"), MOST_REASON)
    if not why:
        raise InputError("Nothing is written there: open the form again.")
    await acknowledge(interaction)
    async with heavy_turn(interaction):
        services, actor, ask = services_of(interaction), actor_of(interaction), partial(members_called, interaction)
        report = await give_reason(services, actor, int(match["pending"]), why, match["digest"], ask)
    await show_again(interaction, report)


IMPORT_FORMS = {rf"import-reason:(?P<pending>{KEY}):(?P<digest>{DIGEST})": submit_reason}
"""What becomes of the form, by the pattern of its id."""


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


async def show_again(interaction: discord.Interaction[Any], report: ImportReport) -> None:
    """Put what a waiting file would do now in the place of what was shown."""
    pages, view = await _import_answer(interaction, report)
    await edit_answer(interaction, embed=pages[0], view=view)


async def _import_answer(
    interaction: discord.Interaction[Any], report: ImportReport, asked: int | None = None
) -> tuple[list[discord.Embed], discord.ui.View]:
    """Return a file's pages with what can be done about it."""
    pages = await asyncio.to_thread(import_pages, report)
    source = f"stored:{asked or interaction.id}" if report.pending_id is None else None
    view = paged(interaction, pages, source) or persistent()
    if report.pending_id is not None:
        if report.against is not None:
            view.add_item(GiveReason(report.pending_id, report.digest))
        elif not report.asks:
            view.add_item(ConfirmImport(report.pending_id, report.digest))
        named = sum(doubt.named for doubt in report.doubts)
        if named:
            label = f"Take {named} by their exact names" if named > 1 else TakeNamed.label
            view.add_item(TakeNamed(report.pending_id, report.digest, label))
        view.add_item(ChooseLists(report.pending_id, report.digest, report))
        for doubt in report.doubts[:MOST_DOUBTS]:
            view.add_item(ChoosePlayer(report.pending_id, report.digest, doubt.section, doubt.file.number, doubt))
    else:
        for section in report.sections[:MOST_UNDO_BUTTONS]:
            view.add_item(Undo(section.event_id or 0))
        for section in report.sections[:MOST_UNDO_BUTTONS]:
            view.add_item(ThatsMe(section.event_id or 0, _me_in(section, len(report.sections) > 1)))
    return pages, view


def _me_in(section: SectionReport, several: bool) -> str | None:
    return f"That's me in {plain(section.name or 'it', 50)}" if several else None


async def reply_section(interaction: discord.Interaction[Any], section: SectionReport) -> None:
    """Send a stored section, in pages where it is long."""
    pages = await asyncio.to_thread(section_pages, section)
    view = paged(interaction, pages, f"section:{section.event_id}") or persistent()
    view.add_item(ThatsMe(section.event_id or 0))
    await reply(interaction, pages[0], view)


MOST_UNDO_BUTTONS = 5
MOST_DOUBTS = 3
"""A message has five rows, of which the buttons take one and the menu of lists another."""
