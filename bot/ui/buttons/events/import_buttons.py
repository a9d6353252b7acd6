"""What can be done about an imported file: say who somebody is and which lists it moves, store it, undo it."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.events.message import save_message_location
from bot.services.imports.import_event import (
    choose_lists,
    choose_named,
    choose_new,
    choose_player,
    confirm_import,
    give_reason,
    look_again,
    may_import,
)
from bot.services.imports.import_report import ImportReport
from bot.services.players.assign_floor import alerts_of
from bot.services.someone import AskServer
from bot.store.rows import MessagePlace
from bot.ui.buttons.events.import_views import (
    BACK,
    LISTS,
    NAMED,
    REASON,
    REST,
    SETTLE,
    STORE,
    WHO,
    card_view,
    keep_parts,
    settle_view,
)
from bot.ui.buttons.events.section_buttons import stored_view
from bot.ui.buttons.people.director_buttons import alert_directors
from bot.ui.cards.events.imports import import_card, settle_card
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
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.server_members import members_called
from core.errors import InputError
from core.formats.common.names import clean_name
from core.lists import RatingList

MOST_REASON = 200
"""What the database holds of a reason."""

Change = Callable[[Services, Actor, AskServer], Awaitable[ImportReport]]


async def change_and_show(interaction: discord.Interaction[Any], change: Change, *, settling: bool = False) -> None:
    """Change what was chosen for a waiting file; put what it would do then in the place of what was shown.

    settling: show the names that are not settled, as long as there are any.
    """
    await acknowledge(interaction)
    async with heavy_turn(interaction):
        ask = partial(members_called, interaction)
        report = await change(services_of(interaction), actor_of(interaction), ask)
    await show_again(interaction, report, settling=settling)


class ConfirmImport(FileButton, template=rf"{STORE}:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Store the file that was looked at, for a director."""

    name, label, style = STORE, "Store it", discord.ButtonStyle.success

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        actor = actor_of(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            report = await confirm_import(services_of(interaction), actor, self.pending_id, self.digest)
        await reply_import(interaction, report)
        await take_buttons_away(interaction)


class ChoosePlayer(
    LastingMenu,
    template=rf"{WHO}:(?P<pending>{KEY}):(?P<digest>{DIGEST}):(?P<section>{SMALL}):(?P<number>{SMALL})",
):
    """Choose who a player in a file is, whose name is similar to that of somebody in the club."""

    def __init__(self, pending_id: int, digest: str, section: int, number: int) -> None:
        super().__init__(discord.ui.Select(custom_id=f"{WHO}:{pending_id}:{digest}:{section}:{number}"))
        self.pending_id, self.digest, self.section, self.number = pending_id, digest, section, number

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        chosen: Any = interaction.data
        player_id, where = chosen_number(chosen.get("values")), (self.section, self.number)

        def choose(services: Services, actor: Actor, ask: AskServer) -> Awaitable[ImportReport]:
            return choose_player(services, actor, self.pending_id, *where, player_id, self.digest, ask)

        await change_and_show(interaction, choose, settling=True)


class WaitingFileButton(FileButton, template=r"waiting-file"):
    """A button that changes or shows what was chosen for a waiting file."""

    settling = False

    def change(self, services: Services, actor: Actor, ask: AskServer) -> Awaitable[ImportReport]:
        """Change it, and return what the file would do then."""
        return look_again(services, actor, self.pending_id, self.digest, ask)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await change_and_show(interaction, self.change, settling=self.settling)


class SettleNames(WaitingFileButton, template=rf"{SETTLE}:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """See whose names are not settled."""

    name, label, settling = SETTLE, "Settle names", True


class BackToFile(WaitingFileButton, template=rf"{BACK}:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Go back to what the file would do."""

    name, label = BACK, "Back"


class TakeNamed(WaitingFileButton, template=rf"{NAMED}:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Take everybody of a file for the one who has exactly that name."""

    name, label, settling = NAMED, "Take the one of that exact name", True

    def change(self, services: Services, actor: Actor, ask: AskServer) -> Awaitable[ImportReport]:
        return choose_named(services, actor, self.pending_id, self.digest, ask)


class RestAreNew(WaitingFileButton, template=rf"{REST}:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Take whoever is not settled for somebody new."""

    name, label = REST, "The rest are new"

    def change(self, services: Services, actor: Actor, ask: AskServer) -> Awaitable[ImportReport]:
        return choose_new(services, actor, self.pending_id, self.digest, ask)


class ChooseLists(LastingMenu, template=rf"{LISTS}:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Choose which lists a waiting file moves."""

    def __init__(self, pending_id: int, digest: str) -> None:
        super().__init__(discord.ui.Select(custom_id=f"{LISTS}:{pending_id}:{digest}"))
        self.pending_id, self.digest = pending_id, digest

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await may_import(services_of(interaction), actor_of(interaction))
        lists = chosen_lists(interaction)

        def choose(services: Services, actor: Actor, ask: AskServer) -> Awaitable[ImportReport]:
            return choose_lists(services, actor, self.pending_id, lists, self.digest, ask)

        await change_and_show(interaction, choose)


def chosen_lists(interaction: discord.Interaction[Any]) -> list[RatingList]:
    """Return the lists that were chosen in a menu; raise InputError for anything else."""
    data: Any = interaction.data or {}
    values = data.get("values")
    known = {one.value: one for one in RatingList}
    if not isinstance(values, list) or not values or any(value not in known for value in values):
        raise InputError(DAMAGED)
    return [known[value] for value in values]


class GiveReason(FileButton, template=rf"{REASON}:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Open the form for the reason to rate a file though its lists' rules would not."""

    name, label = REASON, "Rate it all the same"

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

    def give(services: Services, actor: Actor, ask: AskServer) -> Awaitable[ImportReport]:
        return give_reason(services, actor, int(match["pending"]), why, match["digest"], ask)

    await change_and_show(interaction, give)


IMPORT_FORMS = {rf"import-reason:(?P<pending>{KEY}):(?P<digest>{DIGEST})": submit_reason}
"""What becomes of the form, by the pattern of its id."""


IMPORT_ITEMS = (
    ConfirmImport,
    ChoosePlayer,
    SettleNames,
    BackToFile,
    TakeNamed,
    RestAreNew,
    ChooseLists,
    GiveReason,
)


async def reply_import(interaction: discord.Interaction[Any], report: ImportReport, asked: int | None = None) -> None:
    """Send a file's dry run to the director alone, or what it did to everybody; keep where that stands.

    asked: the interaction that stored it, where this is another one.
    """
    card, view = await _import_answer(interaction, report)
    message_id = await reply(interaction, card, view, ephemeral=report.pending_id is not None)
    if report.pending_id is None and message_id is not None and interaction.channel_id is not None:
        stored = [section.event_id for section in report.sections if section.event_id is not None]
        place = MessagePlace(interaction.channel_id, message_id)
        keeping = save_message_location(services_of(interaction), actor_of(interaction), stored, place)
        await afterwards(keeping, "where an event stands cannot be kept")
        if asked is None:
            await alert_directors(interaction, await asyncio.to_thread(alerts_of, report.sections))


async def show_again(interaction: discord.Interaction[Any], report: ImportReport, *, settling: bool = False) -> None:
    """Put what a waiting file would do now in the place of what was shown."""
    card, view = await _import_answer(interaction, report)
    if settling and report.doubts:
        card, view = settle_card(report), settle_view(report)
    await edit_answer(interaction, embed=card, view=view)


async def _import_answer(
    interaction: discord.Interaction[Any], report: ImportReport
) -> tuple[discord.Embed, discord.ui.View]:
    """Return a file's card with what can be done about it."""
    card = await asyncio.to_thread(import_card, report)
    if report.pending_id is not None:
        await asyncio.to_thread(keep_parts, interaction.client, report)
        return card, card_view(report)
    return card, stored_view(report.sections, len(report.people))
