"""What can be done about a match, a calibration and a table: their ids say all that the buttons need."""

import re
from datetime import date
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.services.context import Actor, Services
from bot.services.oracle.match import MatchReport
from bot.services.oracle.waiting import Objection, confirm_match, object_to_match
from bot.ui.buttons.events.event_buttons import ShowCalculation
from bot.ui.buttons.undo_buttons import Undo, UndoButton, persistent, strike
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply, take_buttons_away
from bot.ui.framework.custom_ids import DIGEST, KEY, SMALL
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import FileButton, KeyButton, LastingButton
from bot.ui.framework.pages import paged
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.oracle.match_card import match_card
from bot.ui.oracle.waiting_card import objection_card, question, told
from core.lists import RatingList
from core.oracle.system import LISTS as POOLS

if TYPE_CHECKING:
    from bot.services.oracle.calibrate import CalibrationReport
    from bot.services.oracle.exchange import RosterImport

_GREEN = discord.ButtonStyle.success
_POOLS = "|".join(re.escape(pool.value) for pool in POOLS)


class ConfirmMatch(KeyButton, template=rf"oracle-confirm:(?P<key>{KEY})"):
    """Say that a match was so: for the other side, or a director."""

    name, label, emoji, style = "oracle-confirm", "Confirm", "✅", _GREEN

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        report = await confirm_match(services, actor, self.key)
        await edit_answer(interaction, embed=match_card(report), view=match_buttons(report))


class ObjectToMatch(KeyButton, template=rf"oracle-wrong:(?P<key>{KEY})"):
    """Say that a match which waits was not so: for the other side, or a director."""

    name, label, emoji = "oracle-wrong", "That's wrong", "✋"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        objection = await object_to_match(services, actor, self.key)
        interaction.extras[ANSWERING] = True
        await interaction.followup.send(
            told(objection), embed=objection_card(objection), allowed_mentions=_only(*objection.told)
        )
        await strike(interaction)


class ConfirmCalibration(
    LastingButton, template=rf"oracle-calibrate:(?P<pool>{_POOLS}):(?P<seq>{KEY}):(?P<day>{SMALL})"
):
    """Store a calibration that was looked at, on the day of the look."""

    def __init__(self, pool: RatingList, looked_at: int, looked_on: date) -> None:
        custom_id = f"oracle-calibrate:{pool.value}:{looked_at}:{looked_on.toordinal()}"
        super().__init__(discord.ui.Button(label="Store it", style=_GREEN, custom_id=custom_id))
        self.pool, self.looked_at, self.looked_on = pool, looked_at, looked_on

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        day = date.fromordinal(max(1, int(match["day"])))
        return cls(RatingList(match["pool"]), int(match["seq"]), day)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.services.oracle.calibrate import store_calibration

        actor = actor_of(interaction)
        await defer(interaction)
        services = services_of(interaction)
        report = await store_calibration(services, actor, self.pool, self.looked_at, self.looked_on)
        await reply_calibration(interaction, report)
        await take_buttons_away(interaction)


class UndoCalibration(UndoButton, template=rf"undo-calibration:(?P<key>{KEY})"):
    """Take a calibration back, for a director."""

    name = "undo-calibration"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        from bot.services.oracle.calibrate import undo_calibration
        from bot.ui.oracle.calibration_card import taken_back_card

        return taken_back_card(await undo_calibration(services, actor, self.key))


class ConfirmRoster(FileButton, template=rf"oracle-import:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Take in a table that was looked at, for a director."""

    name, label, style = "oracle-import", "Store it", _GREEN

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.services.oracle.exchange import confirm_roster

        actor = actor_of(interaction)
        await defer(interaction)
        services = services_of(interaction)
        await reply_roster(interaction, await confirm_roster(services, actor, self.pending_id, self.digest))
        await take_buttons_away(interaction)


class UndoRoster(UndoButton, template=rf"undo-pool-import:(?P<key>{KEY})"):
    """Take a table back that was taken in, for a director."""

    name = "undo-pool-import"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        from bot.services.oracle.import_undo import undo_roster
        from bot.ui.oracle.import_card import import_undone_card

        return import_undone_card(await undo_roster(services, actor, self.key))


ORACLE_ITEMS = (ConfirmMatch, ObjectToMatch, ConfirmCalibration, UndoCalibration, ConfirmRoster, UndoRoster)


def match_buttons(report: MatchReport) -> discord.ui.View:
    """Return what can be done about a match; who may confirm it is told by the card."""
    if report.waits_until is not None:
        return persistent(ConfirmMatch(report.event_id), ObjectToMatch(report.event_id), Undo(report.event_id))
    shown = [ShowCalculation(report.event_id, side.player.id) for side in report.sides[:1] if side.result is not None]
    return persistent(*shown, Undo(report.event_id))


async def reply_match(interaction: discord.Interaction[Any], report: MatchReport) -> None:
    """Send a match where everybody sees it, and ask the other side whether it was so.

    The question is a message of its own: Discord notifies nobody of a mention in an answer that took its time.
    """
    await reply(interaction, match_card(report), match_buttons(report))
    asked, other = question(report), report.sides[1].player.user_id
    if asked is not None and other is not None:
        # The match is stored and shown: that nobody could be asked is no error of the command.
        asking = interaction.followup.send(asked, allowed_mentions=_only(other))
        await afterwards(asking, "the other side of a match cannot be asked")


async def reply_objection(interaction: discord.Interaction[Any], objection: Objection) -> None:
    """Show an objection where everybody sees it, and tell whom it concerns: they have not been told yet."""
    await reply(interaction, objection_card(objection))
    if objection.told:
        telling = interaction.followup.send(told(objection), allowed_mentions=_only(*objection.told))
        await afterwards(telling, "who played a match cannot be told that it was taken back")


def _only(*user_ids: int) -> discord.AllowedMentions:
    """Return that these members are notified, and nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, users=users, roles=False, replied_user=False)


async def reply_calibration(interaction: discord.Interaction[Any], report: "CalibrationReport") -> None:
    """Send a calibration to the director alone while it is only looked at, and to everybody when it is stored."""
    from bot.ui.oracle.calibration_card import calibration_pages

    looked_at = report.list_fact_id is None
    item = (
        ConfirmCalibration(report.pool, report.place.seq, report.place.date)
        if report.list_fact_id is None
        else UndoCalibration(report.list_fact_id)
    )
    source = None if looked_at else f"calibration:{interaction.id}"
    await _reply(interaction, calibration_pages(report), item, source, ephemeral=looked_at)


async def reply_roster(interaction: discord.Interaction[Any], report: "RosterImport") -> None:
    """Send a table's dry run to the director alone, and what was taken in to everybody."""
    from bot.ui.oracle.import_card import import_pages

    item = (
        UndoRoster(report.import_id) if report.pending_id is None else ConfirmRoster(report.pending_id, report.digest)
    )
    await _reply(interaction, import_pages(report), item, None, ephemeral=report.pending_id is not None)


async def _reply(
    interaction: discord.Interaction[Any],
    pages: list[discord.Embed],
    item: Any,
    source: str | None,
    *,
    ephemeral: bool,
) -> None:
    view = paged(interaction, pages, source) or persistent()
    if item is not None:
        view.add_item(item)
    await reply(interaction, pages[0], view, ephemeral=ephemeral)
