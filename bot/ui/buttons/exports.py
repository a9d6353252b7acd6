"""Exports: rating list, roster, pools, the whole club, an event."""

import asyncio
import re
from enum import StrEnum
from operator import attrgetter
from typing import Any

import discord

from bot.services.evenings.export import WHO, export_event, export_running
from bot.services.evenings.lifecycle import open_evenings
from bot.services.events.listing import ExportFormat, ReportPlace, club_events
from bot.services.framework.club_settings import lists_of_club
from bot.services.framework.transaction import check_director
from bot.services.ratings.uschess import ListOrder, printed_list
from bot.ui.buttons.printing import reply_evening_paper, reply_event_paper
from bot.ui.cards.events import file_answer, reply_file
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, reply
from bot.ui.framework.buttons import (
    DAMAGED,
    Filled,
    Labels,
    Menu,
    Press,
    Who,
    button,
    chosen_word,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.layout import answer
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean, plain
from bot.ui.systems.uschess.title_cards import rating_list_files
from core.errors import InputError, NothingYetError
from core.event.similarity import event_and_day
from core.files.common.text import shorten
from core.lists import RatingList
from core.rating.systems import is_pool
from core.words import counted


class Exported(StrEnum):
    """What is exported."""

    RATINGS = "ratings"
    ROSTER = "roster"
    EVENT = "event"
    PAPER = "paper"
    POOL = "pool"
    CLUB = "club"


LABELS = {
    Exported.RATINGS: "rating list as US Chess printed it (text and CSV)",
    Exported.ROSTER: "roster: ids and ratings (CSV)",
    Exported.EVENT: "an event (CSV, TRF, tsh, US Chess report)",
    Exported.PAPER: "paper of an event: pairings, standings, crosstable, slips (PDF)",
    Exported.POOL: "Oracle table (CSV)",
    Exported.CLUB: "whole club (zip)",
}

FORMATS = {
    ExportFormat.CROSSTABLE: "Crosstable (CSV)",
    ExportFormat.PAIRINGS: "Pairings with all details (CSV)",
    ExportFormat.TRF: "TRF26",
    ExportFormat.TSH: "tsh",
    ExportFormat.USCHESS: "US Chess rating report (zip of DBF)",
}

_MOST_OPTIONS = 25
_RUNNING = "evening-"


async def reply_export(interaction: discord.Interaction[Any], export: Exported) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    await defer(interaction, ephemeral=True)
    match export:
        case Exported.RATINGS:
            await _send_ratings(interaction, ListOrder.NAME)
        case Exported.ROSTER:
            from bot.services.people.roster.export import export_roster

            await reply_file(interaction, await export_roster(services, actor))
        case Exported.EVENT:
            await _choose_event(interaction, export_event_menu)
        case Exported.PAPER:
            await _choose_event(interaction, print_chosen_menu)
        case Exported.POOL:
            await _send_pool(interaction, RatingList.ORACLE, like_seed=False)
        case Exported.CLUB:
            from bot.services.club.club_copy import export_club, within

            async with heavy_turn(interaction):
                exported = await export_club(services, actor)
            await reply_file(interaction, within(exported, interaction.filesize_limit))


async def _send_ratings(interaction: discord.Interaction[Any], order: ListOrder) -> None:
    found = await printed_list(services_of(interaction), actor_of(interaction), order)
    files_made = await asyncio.to_thread(rating_list_files, found)
    other = ListOrder.NAME if order is ListOrder.RATING else ListOrder.RATING
    reorder_button = export_ratings_button.but(label="Order by name" if other is ListOrder.NAME else "Order by rating")
    text = f"**Rating list of {found.day.isoformat()}**, {counted(len(found.players), 'player')}, by {order.value}"
    files = [file for one in files_made for file in file_answer(one)[1]]
    await edit_answer(interaction, embed=answer([text]), attachments=files, view=lasting(reorder_button(other)))


@button("export-ratings", "Order by rating", Who.DIRECTOR)
async def export_ratings_button(press: Press, order: ListOrder) -> None:
    await acknowledge(press.interaction)
    await _send_ratings(press.interaction, order)


MOST_POOLS = 24
"""With the button of the columns, as many as a message can have."""


async def _send_pool(interaction: discord.Interaction[Any], pool: RatingList, *, like_seed: bool) -> None:
    from bot.services.ratings.oracle.exchange import export_pool

    async with heavy_turn(interaction):
        exported = await export_pool(services_of(interaction), actor_of(interaction), pool, like_seed=like_seed)
    embed, files = file_answer(exported)
    every = await lists_of_club(services_of(interaction), actor_of(interaction))
    pools = sorted(filter(is_pool, every), key=attrgetter("order"))[:MOST_POOLS]
    columns = "All columns" if like_seed else "Seven columns"
    others = [export_pool_button.but(label=one.label)(one, like_seed) for one in pools if one is not pool]
    view = lasting(export_pool_button.but(label=columns)(pool, not like_seed), *others)
    await edit_answer(interaction, embed=embed, attachments=files, view=view)


@button("export-pool", "Seven columns", Who.DIRECTOR)
async def export_pool_button(press: Press, pool: RatingList, like_seed: bool) -> None:
    """Send a pool's table, with all columns or the seed program's seven."""
    await acknowledge(press.interaction)
    await _send_pool(press.interaction, pool, like_seed=like_seed)


async def _choose_event(interaction: discord.Interaction[Any], chooser: Menu[[]]) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    await check_director(services, actor, WHO)
    running = [one for one in await open_evenings(services, actor) if one.is_paired]
    playing = [(f"{plain(one.name, 80)} · being played", f"{_RUNNING}{one.id}") for one in running]
    over = [
        (plain(event_and_day(one.name, one.place.date), 100), str(one.id))
        for one in await club_events(services, actor, "", _MOST_OPTIONS)
    ]
    if not playing and not over:
        raise NothingYetError("There is no event to export yet. Import one with /td import.")
    options = [discord.SelectOption(label=label, value=value) for label, value in [*playing, *over][:_MOST_OPTIONS]]
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=chooser.id(), placeholder="Event", options=options
    )
    text = "Which event? **Files** under an event of `/events` exports an older one."
    await reply(interaction, answer([text]), lasting(select), ephemeral=True)


@menu("export-event", Who.DIRECTOR)
async def export_event_menu(press: Press) -> None:
    await press.check_director(WHO)
    number, running = _event_chosen(press)
    await acknowledge(press.interaction)
    await edit_answer(press.interaction, embed=answer(["In which format?"]), view=_formats(number, running=running))


@menu("print-chosen", Who.DIRECTOR)
async def print_chosen_menu(press: Press) -> None:
    await press.check_director(WHO)
    number, running = _event_chosen(press)
    await acknowledge(press.interaction)
    await (reply_evening_paper if running else reply_event_paper)(press, number)


def _event_chosen(press: Press) -> tuple[int, bool]:
    chosen = chosen_word(press.values)
    number = chosen.removeprefix(_RUNNING)
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise InputError(DAMAGED)
    return int(number), chosen != number


def _formats(event_id: int, *, running: bool) -> discord.ui.View:
    options = [discord.SelectOption(label=label, value=one.value) for one, label in FORMATS.items()]
    return lasting(
        discord.ui.Select(custom_id=export_format_menu.id(event_id, running), placeholder="Format", options=options)
    )


@button("event-files", "Files (TD)", Who.DIRECTOR)
async def event_files_button(press: Press, event_id: int) -> None:
    await press.check_director(WHO)
    await reply(press.interaction, answer(["In which format?"]), _formats(event_id, running=False), ephemeral=True)


@menu("export-format", Who.DIRECTOR)
async def export_format_menu(press: Press, event_id: int, running: bool) -> None:
    """Choose the format; TRF and the US Chess report open a form."""
    await press.check_director(WHO)
    chosen = chosen_word(press.values)
    if chosen not in [one.value for one in ExportFormat]:
        raise InputError(DAMAGED)
    if chosen == ExportFormat.TRF:
        await trf_form.open(press.interaction, {}, event_id, running)
    elif chosen == ExportFormat.USCHESS and not running:
        await uschess_form.open(press.interaction, {}, event_id)
    else:
        await _send_event(press, event_id, ExportFormat(chosen), running=running)


def _trf_fields(filled: Filled, event_id: int, running: bool) -> Labels:
    default = "You" if running else "The director who closed the event, else you"
    yield line("arbiter", "Chief arbiter", filled, placeholder=default, required=False, most=NAME_CHARACTERS)


@form("export-trf", "TRF file", Who.DIRECTOR, fields=_trf_fields)
async def trf_form(press: Press, event_id: int, running: bool) -> None:
    written = press.text("arbiter")
    arbiter = clean(written, NAME_CHARACTERS) if written else None
    await _send_event(press, event_id, ExportFormat.TRF, running=running, arbiter=arbiter)


def _uschess_fields(filled: Filled, event_id: int) -> Labels:
    yield line("affiliate", "Affiliate", filled, placeholder="A and 7 digits, such as A6000000")
    yield line("director", "Chief director's id", filled, placeholder="8 digits")
    yield line("place", "City, state and ZIP code", filled, placeholder="Such as Seattle, WA 98101")
    yield line("time_control", "Time control", filled, placeholder="As stored, or such as G/60;d5", required=False)


_PLACE = re.compile(r"(.+?),? ([A-Za-z]{2}),? ([0-9]{5}(?:-?[0-9]{4})?)")


@form("export-uschess", "US Chess report", Who.DIRECTOR, fields=_uschess_fields)
async def uschess_form(press: Press, event_id: int) -> None:
    await press.check_director(WHO)
    written = press.text("place")
    found = _PLACE.fullmatch(" ".join(written.split()))
    if found is None:
        raise InputError(
            f'"{shorten(written)}" is not a city with its state and ZIP code. Write, for example, Seattle, WA 98101.'
        )
    who = press.text("affiliate"), press.text("director")
    place = ReportPlace(*who, found[1], found[2].upper(), found[3], press.text("time_control"))
    await _send_event(press, event_id, ExportFormat.USCHESS, running=False, place=place)


async def _send_event(
    press: Press,
    event_id: int,
    which: ExportFormat,
    *,
    running: bool,
    place: ReportPlace | None = None,
    arbiter: str | None = None,
) -> None:
    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        if running:
            exported = await export_running(press.services, press.actor, event_id, which, arbiter)
        else:
            exported = await export_event(press.services, press.actor, event_id, which, place, arbiter)
    await reply_file(press.interaction, exported)
