"""Buttons of a roster's preview: match people, choose values, store, undo."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import discord

from bot.connect.client import Service
from bot.services.events.imports.matching import NEW_PLAYER
from bot.services.events.imports.recognise import Upload
from bot.services.framework.club_settings import today_in
from bot.services.people.roster.report import Person, RosterOptions, RosterReport, Standing
from bot.ui.buttons.official import official_button
from bot.ui.buttons.undo import confirm_undo
from bot.ui.cards.events import file_answer
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, remove_buttons, reply
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
    chosen_list,
    chosen_number,
    form,
    lasting,
    line,
    list_options,
    menu,
)
from bot.ui.framework.pages import paged
from bot.ui.framework.server import actor_of, match_members, services_of
from bot.ui.framework.text import day_text, plain
from core.errors import InputError
from core.files.common.dates import parse_day
from core.files.roster.table import RosterFile
from core.lists import RatingList
from core.rating.systems import list_named
from core.words import name_key

MOST_MENUS = 3
"""Below a row of pages and one of buttons."""


async def preview_people(interaction: discord.Interaction[Any], upload: Upload) -> RosterReport:
    from bot.services.people.roster.take_in import preview_roster, read_file

    services, actor, chosen = services_of(interaction), actor_of(interaction), upload.options
    read = await read_file(services, actor, upload.data, chosen.rating_list)
    members = await _named_members(interaction, read)
    options = RosterOptions(usual=chosen.rating_list, day=chosen.day, members=members)
    report = await preview_roster(services, actor, upload.data, options, read)
    await reply_people(interaction, report)
    return report


async def _named_members(interaction: discord.Interaction[Any], file: RosterFile) -> dict[str, tuple[int, str]]:
    """Return (user id, display name) by folded name, without ambiguous names."""
    written = [one.discord.casefold() for one in file.lines if one.discord is not None and not one.discord.isdigit()]
    # Last, because Discord answers for only some names.
    called = [one.name for one in file.lines if one.discord is None and one.name]
    names = {*written, *map(name_key, called)}
    if not names:
        return {}
    found: dict[str, dict[int, str]] = {}
    for one in await match_members(interaction, [*written, *called]):
        for name in names & {*one.names, *one.keys}:
            found.setdefault(name, {})[one.member.user_id] = one.member.name
    return {name: next(iter(who.items())) for name, who in found.items() if len(who) == 1}


@button("roster", "Store it", Who.DIRECTOR, style=GREEN)
async def confirm_people_button(press: Press, pending_id: int, digest: Digest) -> None:
    from bot.services.people.roster.take_in import confirm

    await defer(press.interaction)
    async with heavy_turn(press.interaction):
        report = await confirm(press.services, press.actor, pending_id, digest)
    await reply_people(press.interaction, report)
    await remove_buttons(press.interaction)


async def _change(press: Press, pending_id: int, digest: str, change: Callable[[RosterOptions], RosterOptions]) -> None:
    from bot.services.people.roster.take_in import change_options

    await acknowledge(press.interaction)
    async with heavy_turn(press.interaction):
        report = await change_options(press.services, press.actor, pending_id, digest, change)
    pages, view = await _answer(press.interaction, report)
    await edit_answer(press.interaction, embed=pages[0], view=view)


@button("roster-take", "Use the file's values", Who.DIRECTOR)
async def use_file_values_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Toggle whether the file replaces stored values."""
    await _change(press, pending_id, digest, lambda options: replace(options, overwrite=not options.overwrite))


@button("roster-members", "Link by name", Who.DIRECTOR)
async def merge_by_name_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Toggle linking players to members of the same name."""
    await _change(press, pending_id, digest, lambda options: replace(options, by_name=not options.by_name))


@button("roster-known", "Known players only", Who.DIRECTOR)
async def known_only_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Toggle whether new players are ignored."""
    await _change(press, pending_id, digest, lambda options: replace(options, known_only=not options.known_only))


@button("roster-edit", "Edit details", Who.DIRECTOR)
async def edit_roster_button(press: Press, pending_id: int, digest: Digest) -> None:
    from bot.services.people.roster.take_in import IMPORT, UPLOADED

    club = await press.check_director(IMPORT)
    chosen = (await UPLOADED.look(press.services, press.actor, pending_id, digest)).options
    day, usual = chosen.day, chosen.usual or club.default_list
    filled = {"date": [] if day is None else [day.isoformat()], "list": [usual.value]}
    lists = dict.fromkeys((usual, *club.house_rules.own_lists, *RatingList))
    await roster_form.open_with(press.interaction, list(_fields(filled, lists)), pending_id, digest)


def _details_fields(filled: Filled, pending_id: int, digest: str) -> Labels:
    chosen = [chosen_list(filled["list"])] if "list" in filled else []
    return _fields(filled, dict.fromkeys((*chosen, *RatingList)))


def _fields(filled: Filled, lists: Iterable[RatingList]) -> Labels:
    described = "From this day the ratings of the file count"
    yield line("date", "Date", filled, description=described, placeholder="2026-11-20", most=30)
    menu: Any = discord.ui.Select(custom_id="list", options=list_options(lists, "".join(filled.get("list", ()))))
    yield discord.ui.Label(text="Rating list", description="For ratings whose column names no list", component=menu)


@form("roster-details", "Details of the roster", Who.DIRECTOR, fields=_details_fields)
async def roster_form(press: Press, pending_id: int, digest: Digest) -> None:
    from bot.services.people.roster.take_in import IMPORT

    await press.check_director(IMPORT)
    day = parse_day(press.text("date"), await today_in(press.services, press.actor.club_id))
    usual = list_named(press.text("list"))
    if usual is None:
        raise InputError(DAMAGED)
    await _change(press, pending_id, digest, lambda options: replace(options, day=day, usual=usual))


@menu("roster-list", Who.DIRECTOR)
async def roster_list_menu(press: Press, pending_id: int, digest: Digest) -> None:
    """Choose the list of ratings whose column names none."""
    from bot.services.people.roster.take_in import IMPORT

    await press.check_director(IMPORT)
    usual = chosen_list(press.values)
    await _change(press, pending_id, digest, lambda options: replace(options, usual=usual))


@menu("roster-who", Who.DIRECTOR)
async def roster_person_menu(press: Press, pending_id: int, digest: Digest, line: Small) -> None:
    """Choose which player somebody of a roster is."""
    player_id = chosen_number(press.values)

    def change(options: RosterOptions) -> RosterOptions:
        return replace(options, chosen={**options.chosen, str(line): player_id})

    await _change(press, pending_id, digest, change)


def _candidate_menu(pending_id: int, digest: str, doubt: Person) -> discord.ui.Select[discord.ui.View]:
    line, new = doubt.row.line, f"{plain(doubt.name, 60)} is new here"
    options = [discord.SelectOption(label=new, value=str(NEW_PLAYER))]
    options += [
        discord.SelectOption(label=f"{plain(known.name, 80)} #{known.id}", value=str(known.id))
        for known in doubt.suggestions
    ]
    return discord.ui.Select(
        custom_id=roster_person_menu.id(pending_id, digest, line),
        placeholder=f"Who is {plain(doubt.name, 80)}, line {line}?",
        options=options,
    )


@button("undo-roster", "Undo", Who.DIRECTOR, style=RED)
async def undo_people_button(press: Press, import_id: int, shown: Digest | None = None) -> None:
    """Undo a roster; ask first if later facts depend on it."""
    from bot.services.people.roster.take_in import undo_roster
    from bot.ui.cards.reports import undone_card

    sure = undo_people_button.but(label="Undo roster")
    doing = undo_roster(press.services, press.actor, import_id, shown)
    await confirm_undo(press, doing, undone_card, lambda digest: sure(import_id, digest))


@button("roster-fide", "Look at FIDE's list", Who.DIRECTOR)
async def look_at_fide_button(press: Press) -> None:
    """Preview FIDE's loaded list."""
    from bot.services.people.roster.export import preview_loaded

    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        report = await preview_loaded(press.services, press.actor)
    await reply_people(press.interaction, report)


@button("roster-template", "Get template", Who.DIRECTOR)
async def template_button(press: Press) -> None:
    """Send a table to fill in, with a button for FIDE's list if loaded."""
    from bot.services.people.roster.export import loaded_month, roster_template
    from bot.services.people.roster.take_in import IMPORT

    await defer(press.interaction, ephemeral=True)
    exported = await roster_template(press.services, press.actor, IMPORT)
    month = await loaded_month(press.services, press.actor)
    embed, files = file_answer(exported)
    embed.description = FILL_IN
    view = None
    if month is not None:
        embed.description += f"\nFIDE's list of {day_text(month)} is loaded. See what it has about your players."
        view = lasting(look_at_fide_button())
    await edit_answer(press.interaction, embed=embed, attachments=files, view=view)


FILL_IN = (
    "Fill it in, one line per person, and upload it with /td import. Only the names are required; empty cells are "
    "fine. You can add columns, for example FIDE Standard rating. Your own table works too: put the names of its "
    "columns into the first line and save it as CSV."
)


async def reply_people(interaction: discord.Interaction[Any], report: RosterReport) -> None:
    from bot.ui.cards.reports import roster_import_card

    if report.pending_id is None:
        await reply(
            interaction,
            roster_import_card(report),
            lasting(undo_people_button(report.import_id), *_official(interaction)),
        )
        return
    pages, view = await _answer(interaction, report)
    await reply(interaction, pages[0], view, ephemeral=True)


def _official(interaction: discord.Interaction[Any]) -> list[discord.ui.Button[discord.ui.View]]:
    """Return the button for US Chess' figures of imported people, if the operator turned it on."""
    return [official_button()] if services_of(interaction).connections.has(Service.USCHESS) else []


async def _answer(
    interaction: discord.Interaction[Any], report: RosterReport
) -> tuple[list[discord.Embed], discord.ui.View]:
    from bot.ui.cards.reports import roster_pages

    pages = await asyncio.to_thread(roster_pages, report)
    view = paged(interaction, pages) or lasting()
    assert report.pending_id is not None
    about = report.pending_id, report.digest
    view.add_item(confirm_people_button(*about))
    if report.kept or report.overwrite:
        label = "Keep the club's values" if report.overwrite else use_file_values_button.label
        view.add_item(use_file_values_button.but(label=label)(*about))
    if report.namesakes or report.by_name:
        label = "Do not link by name" if report.by_name else merge_by_name_button.label
        view.add_item(merge_by_name_button.but(label=label)(*about))
    if report.counts.get(Standing.NEW) or report.known_only:
        label = "Add new players" if report.known_only else known_only_button.label
        view.add_item(known_only_button.but(label=label)(*about))
    view.add_item(edit_roster_button(*about))
    if report.usual is not None:
        lists = list_options(dict.fromkeys((report.usual, *report.own_lists, *RatingList)), report.usual.value)
        custom_id, placeholder = roster_list_menu.id(*about), "Which list are the ratings for?"
        view.add_item(discord.ui.Select(custom_id=custom_id, placeholder=placeholder, options=lists))
    asked = [one for one in report.people if one.suggestions]
    for doubt in asked[: MOST_MENUS - (report.usual is not None)]:
        view.add_item(_candidate_menu(*about, doubt))
    return pages, view
