"""Buttons of Oracle matches, calibrations and tables."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import discord

from bot.services.framework.context import Member
from bot.services.framework.find_player import user_in
from bot.services.framework.transaction import stored_by
from bot.services.matches.oracle import (
    MatchReport,
    MatchSubmission,
    confirm_match,
    correct_match,
    object_to_match,
    pool_comparison,
    record_match,
)
from bot.services.ratings.oracle.calibrate import stored_calibration
from bot.services.ratings.oracle.pools import ParsedSide
from bot.ui.buttons.event import calculation_button
from bot.ui.buttons.undo import strike, undo_button, undoing
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, heavy_turn, remove_buttons, reply
from bot.ui.framework.buttons import (
    DAMAGED,
    GREEN,
    RED,
    Digest,
    Filled,
    Labels,
    Press,
    Small,
    Who,
    button,
    choice,
    chosen_word,
    form,
    lasting,
    line,
    list_options,
    menu,
)
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.pages import Book, EmbedBook, paged, pages
from bot.ui.framework.server import actor_of, match_someone, only_users, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean
from bot.ui.systems.oracle.match_card import match_card, mentions, objection_card, question
from bot.ui.systems.oracle.wording import KIND_WORDS
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.rating.oracle.config import PlayerKind
from core.rating.oracle.system import LISTS as POOLS
from core.rating.systems import is_pool, list_named

if TYPE_CHECKING:
    from bot.services.events.imports.recognise import Upload
    from bot.services.ratings.oracle.calibrate import CalibrationReport
    from bot.services.ratings.oracle.exchange import RosterImport


async def match_side(interaction: discord.Interaction[Any], written: str) -> ParsedSide:
    if not written.strip():
        raise InputError("A name is blank. Write a name, for example Dana.")
    try:
        found = await match_someone(interaction, written)
    except NotFoundError:
        if user_in(written) is not None:
            raise
        return ParsedSide(clean(written.strip().removeprefix("@"), NAME_CHARACTERS))  # perhaps a new engine's
    if isinstance(found, Member):
        return ParsedSide(f"<@{found.user_id}>", found)
    return ParsedSide(f"#{found.id}")


@button("oracle-confirm", "Confirm", Who.OTHER_SIDE, emoji="✅", style=GREEN)
async def confirm_match_button(press: Press, event_id: int) -> None:
    await acknowledge(press.interaction)
    report = await confirm_match(press.services, press.actor, event_id)
    await edit_answer(press.interaction, embed=match_card(report), view=match_buttons(report))


@button("oracle-wrong", "Dispute", Who.OTHER_SIDE, emoji="✋")
async def dispute_match_button(press: Press, event_id: int) -> None:
    await acknowledge(press.interaction)
    objection = await object_to_match(press.services, press.actor, event_id)
    press.interaction.extras[ANSWERING] = True
    await press.interaction.followup.send(
        mentions(objection), embed=objection_card(objection), allowed_mentions=only_users(objection.recipients)
    )
    await strike(press.interaction)


KINDS: dict[PlayerKind, str] = {
    **{kind: KIND_WORDS[kind] for kind in PlayerKind if kind not in (PlayerKind.AI_KEEPER, PlayerKind.HUMAN)},
    PlayerKind.HUMAN: "a person who is not on Discord (TD)",
}

_Side = Annotated[str, "[#@][0-9]{1,19}"]


def _new_player_fields(filled: Filled, *_: Any) -> Labels:
    yield line("name", "Name of the new player", filled, most=NAME_CHARACTERS)
    yield choice("kind", "Kind of player", [(text, kind.value) for kind, text in KINDS.items()], filled)


@form("match-new-player", "A new player", Who.EVERYONE, fields=_new_player_fields)
async def new_player_form(
    press: Press, pool: RatingList, wins: Small, losses: Small, draws: Small, side: _Side | None
) -> None:
    """Report a match against a new player."""
    kind = press.text("kind")
    if kind not in KINDS:
        raise InputError(DAMAGED)
    written = side if side is None or side.startswith("#") else f"<{side}>"
    first = None if written is None else await match_side(press.interaction, written)
    opponent = ParsedSide(clean(press.written("name"), NAME_CHARACTERS))
    await defer(press.interaction)
    match = MatchSubmission(opponent, wins, losses, draws, member=first, kind=PlayerKind(kind), pool=pool)
    await reply_match(press.interaction, await record_match(press.services, press.actor, match))


def _details_fields(filled: Filled, event_id: int) -> Labels:
    yield line("results", "Results in the order of play", filled, placeholder="WWLDW", required=False, most=2000)
    yield line("date", "Day of the match", filled, placeholder="2026-11-20", required=False, most=20)


@button("match-details", "Add details", Who.EVERYONE)
async def match_details_button(press: Press, event_id: int) -> None:
    """Open the form for a match's order of play and day."""
    await match_details_form.open(press.interaction, {}, event_id)


@form("match-details-form", "Details of the match", Who.EITHER, fields=_details_fields)
async def match_details_form(press: Press, event_id: int) -> None:
    """Rate a match in the order of play, or on another day."""
    results, day = press.text("results"), press.text("date")
    report = await correct_match(press.services, press.actor, event_id, results, day)
    await acknowledge(press.interaction)
    await edit_answer(press.interaction, embed=match_card(report), view=match_buttons(report))


@button("oracle-calibrate", "Store it", Who.DIRECTOR, style=GREEN)
async def confirm_calibration_button(press: Press, pool: RatingList, looked_at: int, day: Small) -> None:
    from bot.services.ratings.oracle.calibrate import store_calibration

    await defer(press.interaction)
    looked_on = date.fromordinal(max(1, day))
    report = await store_calibration(press.services, press.actor, pool, looked_at, looked_on)
    await reply_calibration(press.interaction, report)
    await remove_buttons(press.interaction)


@button("undo-calibration", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_calibration_button(press: Press, calibration_id: int) -> discord.Embed:
    from bot.services.ratings.oracle.calibrate import undo_calibration
    from bot.ui.systems.oracle.pool_cards import calibration_undone_card

    return calibration_undone_card(await undo_calibration(press.services, press.actor, calibration_id))


@button("oracle-import", "Store it", Who.DIRECTOR, style=GREEN)
async def confirm_pool_button(press: Press, pending_id: int, digest: Digest) -> None:
    from bot.services.ratings.oracle.exchange import confirm_roster

    await defer(press.interaction)
    await reply_roster(press.interaction, await confirm_roster(press.services, press.actor, pending_id, digest))
    await remove_buttons(press.interaction)


@menu("oracle-pool", Who.DIRECTOR)
async def import_pool_menu(press: Press, pending_id: int, digest: Digest) -> None:
    """Choose a waiting table's pool and show the preview."""
    from bot.services.ratings.oracle.exchange import IMPORT, change_pool
    from bot.ui.systems.oracle.pool_cards import import_pages

    await press.check_director(IMPORT)
    pool = list_named(chosen_word(press.values))
    if pool is None or not is_pool(pool):
        raise InputError(DAMAGED)
    await acknowledge(press.interaction)
    async with heavy_turn(press.interaction):
        report = await change_pool(press.services, press.actor, pending_id, digest, pool)
    pages = import_pages(report)
    await edit_answer(press.interaction, embed=pages[0], view=_table_view(press.interaction, pages, report))


@button("undo-pool-import", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_pool_button(press: Press, import_id: int) -> discord.Embed:
    from bot.services.ratings.oracle.exchange import undo_roster
    from bot.ui.systems.oracle.pool_cards import import_undone_card

    return import_undone_card(await undo_roster(press.services, press.actor, import_id))


def match_buttons(report: MatchReport) -> discord.ui.View:
    if report.waits_until is not None:
        return lasting(
            confirm_match_button(report.event_id),
            dispute_match_button(report.event_id),
            match_details_button(report.event_id),
            undo_button(report.event_id),
        )
    shown = [
        calculation_button(report.event_id, side.player.id) for side in report.sides[:1] if side.result is not None
    ]
    return lasting(*shown, match_details_button(report.event_id), undo_button(report.event_id))


async def reply_match(interaction: discord.Interaction[Any], report: MatchReport) -> None:
    await reply(interaction, match_card(report), match_buttons(report))
    asked, other = question(report), report.sides[1].player.user_id
    if asked is not None and other is not None:
        # Discord does not notify mentions in a deferred answer.
        asking = interaction.followup.send(asked, allowed_mentions=only_users([other]))
        await afterwards(asking, "asking a match's opponent failed")


async def reply_calibration(interaction: discord.Interaction[Any], report: "CalibrationReport") -> None:
    from bot.ui.systems.oracle.pool_cards import calibration_pages

    looked_at = report.list_fact_id is None
    item = (
        confirm_calibration_button(report.pool, report.place.seq, report.place.date.toordinal())
        if report.list_fact_id is None
        else undo_calibration_button(report.list_fact_id)
    )
    source = None if looked_at else calibration_source.id(interaction.id)
    await _reply(interaction, calibration_pages(report), item, source, ephemeral=looked_at)


async def preview_table(interaction: discord.Interaction[Any], upload: "Upload") -> None:
    from bot.services.ratings.oracle.exchange import preview_roster

    pool = upload.options.rating_list or RatingList.ORACLE
    await reply_roster(
        interaction, await preview_roster(services_of(interaction), actor_of(interaction), pool, upload.data)
    )


async def reply_roster(interaction: discord.Interaction[Any], report: "RosterImport") -> None:
    from bot.ui.systems.oracle.pool_cards import import_pages

    pages = import_pages(report)
    view = _table_view(interaction, pages, report)
    await reply(interaction, pages[0], view, ephemeral=report.pending_id is not None)


def _table_view(
    interaction: discord.Interaction[Any], pages: list[discord.Embed], report: "RosterImport"
) -> discord.ui.View:
    view = paged(interaction, pages) or lasting()
    if report.pending_id is None:
        view.add_item(undo_pool_button(report.import_id))
        return view
    view.add_item(confirm_pool_button(report.pending_id, report.digest))
    options = list_options(dict.fromkeys((*POOLS, report.pool)), report.pool)
    view.add_item(discord.ui.Select(custom_id=import_pool_menu.id(report.pending_id, report.digest), options=options))
    return view


async def _reply(
    interaction: discord.Interaction[Any],
    pages: list[discord.Embed],
    item: Any,
    source: str | None,
    *,
    ephemeral: bool,
) -> None:
    view = paged(interaction, pages, source) or lasting()
    if item is not None:
        view.add_item(item)
    await reply(interaction, pages[0], view, ephemeral=ephemeral)


@pages("compared")
async def compared_systems(press: Press, pool: RatingList) -> Book:
    from bot.ui.systems.oracle.pool_cards import comparison_pages

    async with heavy_turn(press.interaction):
        return EmbedBook(comparison_pages(await pool_comparison(press.services, press.actor, pool)))


@pages("calibration")
async def calibration_source(press: Press, interaction_id: int) -> Book:
    from bot.ui.systems.oracle.pool_cards import calibration_pages

    entry = await stored_by(press.services, press.actor.club_id, interaction_id)
    found = entry.subject_id if entry is not None and entry.action == "calibrate" else None
    return EmbedBook(calibration_pages(await stored_calibration(press.services, press.actor, found or 0)))
