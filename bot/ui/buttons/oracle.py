"""Buttons of Oracle calibrations and tables."""

from datetime import date
from typing import TYPE_CHECKING, Any

import discord

from bot.services.framework.club_settings import lists_of_club
from bot.services.framework.context import Member
from bot.services.framework.transaction import stored_by
from bot.services.matches.predictions import pool_comparison
from bot.services.ratings.oracle.calibrate import stored_calibration
from bot.services.ratings.oracle.pools import ParsedSide
from bot.ui.buttons.undo import undoing
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, remove_buttons, reply
from bot.ui.framework.buttons import (
    DAMAGED,
    GREEN,
    RED,
    Digest,
    Press,
    Small,
    Who,
    button,
    chosen_word,
    lasting,
    list_options,
    menu,
)
from bot.ui.framework.pages import Book, EmbedBook, paged, pages
from bot.ui.framework.server import actor_of, match_someone, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean
from core.errors import InputError, NotFoundError
from core.files.common.people import user_in
from core.lists import RatingList
from core.rating.systems import is_pool, list_named

if TYPE_CHECKING:
    from bot.services.events.imports.recognise import Upload
    from bot.services.ratings.oracle.calibrate import CalibrationReport
    from bot.services.ratings.oracle.exchange import RosterImport


async def match_side(interaction: discord.Interaction[Any], written: str) -> ParsedSide:
    if not written.strip():
        raise InputError("A name is blank. Write a name, for example Dana.")
    try:
        found = await match_someone(interaction, written, exact=True)
    except NotFoundError:
        if user_in(written) is not None:
            raise
        return ParsedSide(clean(written.strip().removeprefix("@"), NAME_CHARACTERS))  # perhaps a new engine's
    name = written.strip().removeprefix("@")
    if isinstance(found, Member):
        return ParsedSide(f"<@{found.user_id}>", found, name)
    return ParsedSide(f"#{found.id}", written=name)


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
    await edit_answer(press.interaction, embed=pages[0], view=await _table_view(press.interaction, pages, report))


@button("undo-pool-import", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_pool_button(press: Press, import_id: int) -> discord.Embed:
    from bot.services.ratings.oracle.exchange import undo_roster
    from bot.ui.systems.oracle.pool_cards import import_undone_card

    return import_undone_card(await undo_roster(press.services, press.actor, import_id))


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
    view = await _table_view(interaction, pages, report)
    await reply(interaction, pages[0], view, ephemeral=report.pending_id is not None)


async def _table_view(
    interaction: discord.Interaction[Any], pages: list[discord.Embed], report: "RosterImport"
) -> discord.ui.View:
    view = paged(interaction, pages) or lasting()
    if report.pending_id is None:
        view.add_item(undo_pool_button(report.import_id))
        return view
    view.add_item(confirm_pool_button(report.pending_id, report.digest))
    lists = await lists_of_club(services_of(interaction), actor_of(interaction))
    options = list_options(filter(is_pool, dict.fromkeys((report.pool, *lists))), report.pool)
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
