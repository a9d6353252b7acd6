"""Buttons of an imported file: match players, choose lists, store, undo."""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import discord

from bot.services.events.imports.import_event import (
    UPLOADED,
    Change,
    change_import,
    chosen_key,
    confirm_import,
    may_import,
    settle_names,
    with_lists,
    with_players,
    with_span,
)
from bot.services.events.imports.matching import NEW_PLAYER, choices_for
from bot.services.events.imports.options import AmbiguousName, ImportOptions, ImportReport
from bot.services.events.published import agreement
from bot.services.events.report import save_message_location
from bot.services.events.same_games import StoredAlready
from bot.services.framework.subject import AskServer
from bot.services.ratings.set_rating import alerts_of
from bot.store.database.rows import MessagePlace, Player
from bot.ui.buttons.event import stored_view
from bot.ui.buttons.reports import alert_directors
from bot.ui.buttons.undo import undo_file_button
from bot.ui.cards.imports import (
    MOST_DOUBTS,
    SPANS,
    file_expected_pages,
    file_published_pages,
    games_left_out,
    import_card,
    players_pages,
    remarks_pages,
    settle_card,
)
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, heavy_turn, remove_buttons, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    GREEN,
    MOST_OPTIONS,
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
    menu,
)
from bot.ui.framework.layout import INACTIVE
from bot.ui.framework.pages import Book, EmbedBook, find_book, look_button, pages, store_book
from bot.ui.framework.server import actor_of, match_members, services_of
from bot.ui.framework.text import NAME_CHARACTERS, capital, clean, plain
from bot.ui.wording.shared_lines import long_day, merged
from core.errors import InputError, NotFoundError
from core.event.dated import Span
from core.files.common.dates import DayOrder, parse_day
from core.files.common.text import clean_name
from core.files.typed.rules import parse_time_control
from core.lists import RatingList
from core.rating.systems import system_of
from core.words import counted

STORE, REASON, LISTS = "import", "import-why", "lists"
REPLACE, BESIDE, CANCEL = "import-replace", "import-beside", "import-cancel"
LEAVE_OUT = "import-without"
DETAILS, ORDER, SPAN = "import-called", "import-order", "import-span"
SETTLE, NAMED, NEW_ONES, BACK, MATCH = "settle", "match-named", "match-new", "import-card", "match"

PARTS = {
    "players": players_pages,
    "expected": file_expected_pages,
    "published": file_published_pages,
    "remarks": remarks_pages,
}

Item = discord.ui.Item[Any]

_Part = Annotated[str, "|".join(PARTS)]
_Order = Annotated[str, "|".join(DayOrder)]


def source_of(report: ImportReport, part: str) -> str:
    return f"file:{report.pending_id}:{report.digest}:{part}"


async def store_parts(interaction: discord.Interaction[Any], report: ImportReport) -> None:
    for source, book in await asyncio.to_thread(_parts, report):
        store_book(interaction, book, source)


def _parts(report: ImportReport) -> list[tuple[str, EmbedBook]]:
    books = []
    for part, make in PARTS.items():
        below = (look_button("Expected", source_of(report, "expected")),) if part == "players" else ()
        pages = make(report)
        if pages:
            books.append((source_of(report, part), EmbedBook(pages, below=below if PARTS["expected"](report) else ())))
    return books


def card_view(report: ImportReport) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    assert report.pending_id is not None
    about = report.pending_id, report.digest
    where = f"{report.pending_id}:{report.digest}"
    blocked = bool(report.doubts) or report.asks_day or report.asks or report.against is not None
    choices = [("Store it", STORE)]
    if report.replaces:
        out = games_left_out(report)
        less = [(f"Leave out {counted(out, 'game')}", LEAVE_OUT)] if out else []
        choices = [("Replace", REPLACE), *less, ("Store as a separate event", BESIDE)]
    for number, (label, name) in enumerate(choices):
        style = discord.ButtonStyle.secondary if number else discord.ButtonStyle.success
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=f"{name}:{where}", disabled=blocked, row=0))
    if report.replaces:
        view.add_item(discord.ui.Button(label="Cancel", custom_id=f"{CANCEL}:{where}", row=0))
    view.add_item(look_button(f"Players {len(report.people)}", source_of(report, "players")))
    if any(map(agreement, report.sections)):
        view.add_item(look_button("Published ratings", source_of(report, "published")))
    remarks = merged(report.file.remarks)
    if remarks:
        view.add_item(look_button(f"Remarks {len(remarks)}", source_of(report, "remarks")))
    if report.doubts:
        label = f"Settle {counted(len(report.doubts), 'name')}"
        view.add_item(discord.ui.Button(label=label, custom_id=f"{SETTLE}:{where}"))
    moved = [] if report.asks else [moved for landing in report.landings for moved in landing.lists]
    view.add_item(edit_event_button(*about, moved[0] if moved else None))
    if report.against is not None:
        view.add_item(discord.ui.Button(label="Rate it anyway", custom_id=f"{REASON}:{where}", row=1))
    if report.unsure is not None and report.unsure.other is not None:
        for order, day in ((DayOrder.DAY, report.unsure.day), (DayOrder.MONTH, report.unsure.other)):
            choice = order_button.but(label=long_day(day))(*about, order.value)
            choice.row, choice.disabled = 1, report.order is order
            view.add_item(choice)
    view.add_item(_lists_menu(report, where))
    if report.spans:
        view.add_item(_spans_menu(report, where))
    view.stop()
    return view


def _spans_menu(report: ImportReport, where: str) -> Item:
    options = [
        discord.SelectOption(
            label=capital(SPANS[span]),
            value=span.value,
            description=counted(amount, "event"),
            default=span is report.span,
        )
        for span, amount in report.spans.items()
    ]
    return discord.ui.Select(custom_id=f"{SPAN}:{where}", placeholder="What is one event?", options=options)


def settle_view(report: ImportReport) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    where = f"{report.pending_id}:{report.digest}"
    named = sum(doubt.named for doubt in report.doubts)
    if named:
        label = f"Match {named} exact names" if named > 1 else "Match the exact name"
        style = discord.ButtonStyle.primary
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=f"{NAMED}:{where}", row=0))
    rest = "The rest are new" if len(report.doubts) > 1 else "This player is new"
    view.add_item(discord.ui.Button(label=rest, custom_id=f"{NEW_ONES}:{where}", row=0))
    view.add_item(discord.ui.Button(label="Back", custom_id=f"{BACK}:{where}", row=0))
    for doubt in report.doubts[:MOST_DOUBTS]:
        view.add_item(_candidate_menu(doubt, where))
    view.stop()
    return view


def _candidate_menu(doubt: AmbiguousName, where: str) -> Item:
    new = f"{plain(doubt.file.name, 60)} is a new player"
    options = [discord.SelectOption(label=new, value=str(NEW_PLAYER))]
    options += [
        discord.SelectOption(
            label=plain(one.name, 90),
            value=str(chosen_key(one)),
            description=f"Player #{one.id}" if isinstance(one, Player) else "A member of this server",
        )
        for one in doubt.suggestions
    ]
    custom_id = f"{MATCH}:{where}:{doubt.section}:{doubt.file.number}"
    return discord.ui.Select(custom_id=custom_id, placeholder=f"Who is {plain(doubt.file.name, 80)}?", options=options)


def _lists_menu(report: ImportReport, where: str) -> Item:
    why = {} if report.asks else {one: landing.why for landing in report.landings for one in landing.lists}
    options = []
    for one in choices_for(report.file, report.own_lists)[:MOST_OPTIONS]:
        described = None if why.get(one, "chosen") == "chosen" else plain(capital(why[one]), 100)
        options.append(
            discord.SelectOption(
                label=plain(one.label, 100), value=one.value, description=described, default=one in why
            )
        )
    return discord.ui.Select(
        custom_id=f"{LISTS}:{where}",
        placeholder="Which rating lists does it change?",
        max_values=max(1, len(options)),
        options=options,
    )


MOST_REASON = 200

MOST_DAY = 30

OF_DATE = "date"
"""The rules of the event's date."""


async def _change(press: Press, pending_id: int, digest: str, change: Change, *, settling: bool = False) -> None:
    await _show(press, change_import(press.services, press.actor, pending_id, digest, change, _ask(press)), settling)


async def _show(press: Press, changing: Awaitable[ImportReport], settling: bool) -> None:
    """Show a waiting file after a change. settling: show unsettled names first."""
    await acknowledge(press.interaction)
    async with heavy_turn(press.interaction):
        report = await changing
    await refresh_preview(press.interaction, report, settling=settling)


def _ask(press: Press) -> AskServer:
    return partial(match_members, press.interaction)


@button(STORE, "Store it", Who.DIRECTOR, style=GREEN)
async def confirm_import_button(press: Press, pending_id: int, digest: Digest) -> None:
    await _confirm(press, pending_id, digest, StoredAlready.ASK)


@button(REPLACE, "Replace", Who.DIRECTOR, style=GREEN)
async def replace_event_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Store the file instead of the events that it replaces."""
    await _confirm(press, pending_id, digest, StoredAlready.REPLACED)


@button(BESIDE, "Store as a separate event", Who.DIRECTOR)
async def store_beside_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Store the file beside the events that resemble it."""
    await _confirm(press, pending_id, digest, StoredAlready.STAYS)


@button(LEAVE_OUT, "Leave out games", Who.DIRECTOR)
async def leave_out_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Store the file without the games that are stored as matches."""
    await _confirm(press, pending_id, digest, StoredAlready.WITHOUT_MATCHES)


async def _confirm(press: Press, pending_id: int, digest: str, allow_duplicate: StoredAlready) -> None:
    await defer(press.interaction)
    async with heavy_turn(press.interaction):
        report = await confirm_import(press.services, press.actor, pending_id, digest, allow_duplicate, _ask(press))
    await reply_import(press.interaction, report)
    await remove_buttons(press.interaction)


@button(CANCEL, "Cancel", Who.DIRECTOR)
async def cancel_import_button(press: Press, pending_id: int, digest: Digest) -> None:
    await acknowledge(press.interaction)
    await UPLOADED.drop(press.services, press.actor, pending_id, digest)
    embed = discord.Embed(title="Not stored", description="The stored event stays as it is.", colour=INACTIVE)
    await edit_answer(press.interaction, embed=embed, view=None)


@menu(MATCH, Who.DIRECTOR)
async def match_player_menu(press: Press, pending_id: int, digest: Digest, section: Small, number: Small) -> None:
    """Choose which player a name of the file is."""
    chosen = {f"{section}:{number}": chosen_number(press.values)}
    await _change(press, pending_id, digest, with_players(chosen), settling=True)


@button(SETTLE, "Settle names", Who.DIRECTOR)
async def settle_names_button(press: Press, pending_id: int, digest: Digest) -> None:
    await _change(press, pending_id, digest, lambda options: options, settling=True)


@button(BACK, "Back", Who.DIRECTOR)
async def back_to_file_button(press: Press, pending_id: int, digest: Digest) -> None:
    await _change(press, pending_id, digest, lambda options: options)


@button(NAMED, "Match the exact name", Who.DIRECTOR, style=BLUE)
async def accept_named_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Match all names that are exactly equal."""
    await _settle(press, pending_id, digest, named=True)


@button(NEW_ONES, "The rest are new", Who.DIRECTOR)
async def rest_are_new_button(press: Press, pending_id: int, digest: Digest) -> None:
    await _settle(press, pending_id, digest, named=False)


async def _settle(press: Press, pending_id: int, digest: str, *, named: bool) -> None:
    settling = settle_names(press.services, press.actor, pending_id, digest, _ask(press), named=named)
    await _show(press, settling, named)


@button(ORDER, "Day and month", Who.DIRECTOR)
async def order_button(press: Press, pending_id: int, digest: Digest, order: _Order) -> None:
    """Choose what comes first in the file's dates."""
    await _change(press, pending_id, digest, lambda options: replace(options, order=DayOrder(order)))


@menu(SPAN, Who.DIRECTOR)
async def spans_menu(press: Press, pending_id: int, digest: Digest) -> None:
    """Choose what one event of a dated list of games is."""
    await may_import(press.services, press.actor)
    await _change(press, pending_id, digest, with_span(_chosen_span(press.values)))


def _chosen_span(values: object) -> Span:
    if not isinstance(values, list) or len(values) != 1 or values[0] not in set(Span):
        raise InputError(DAMAGED)
    return Span(values[0])


@menu(LISTS, Who.DIRECTOR)
async def lists_menu(press: Press, pending_id: int, digest: Digest) -> None:
    await may_import(press.services, press.actor)
    await _change(press, pending_id, digest, with_lists(chosen_lists(press.values)))


def chosen_lists(values: object) -> list[RatingList]:
    if not isinstance(values, list) or not values:
        raise InputError(DAMAGED)
    return [chosen_list([value]) for value in values]


@button(REASON, "Rate it anyway", Who.DIRECTOR)
async def give_reason_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Open the form for the reason to rate it against the rules."""
    await may_import(press.services, press.actor)
    why: Any = discord.ui.Label(
        text="Why",
        description="Stored with the event",
        component=discord.ui.TextInput(custom_id="why", placeholder="FIDE approved it", max_length=MOST_REASON),
    )
    await reason_form.open_with(press.interaction, [why], pending_id, digest)


@form("import-reason", "Rate it anyway", Who.DIRECTOR)
async def reason_form(press: Press, pending_id: int, digest: Digest) -> None:
    """Store the reason and show the preview."""
    why = clean_name(press.written("why"), MOST_REASON)
    if not why:
        raise InputError("The reason is blank. Write why, for example: FIDE approved it.")
    await _change(press, pending_id, digest, lambda options: replace(options, why=why))


@button(DETAILS, "Edit details", Who.DIRECTOR)
async def edit_event_button(press: Press, pending_id: int, digest: Digest, moved: RatingList | None) -> None:
    """Open the form of a waiting event. moved: the list whose rules apply."""
    chosen = (await UPLOADED.look(press.services, press.actor, pending_id, digest)).options
    filled = {
        "name": [chosen.name or ""],
        "date": ["" if chosen.day is None else chosen.day.isoformat()],
        "time_control": [str(chosen.time_control or "")],
        "rules": [chosen.rules or OF_DATE],
    }
    await event_form.open(press.interaction, filled, pending_id, digest, moved)


def _event_fields(filled: Filled, pending_id: int, digest: str, moved: RatingList | None) -> Labels:
    yield line("name", "Name", filled, placeholder="As in the file", required=False, most=NAME_CHARACTERS)
    yield line("date", "The day it ended", filled, placeholder="As in the file", required=False, most=MOST_DAY)
    yield line("time_control", "Time control", filled, placeholder="90+30, or G/60;d5", required=False, most=MOST_DAY)
    if moved is None:
        return
    before = "".join(filled.get("rules", ()))
    editions = [
        ("Rules of the date", OF_DATE),
        *((one.title, one.key) for one in reversed(system_of(moved).editions)),
    ]
    options = [discord.SelectOption(label=title, value=key, default=key == before) for title, key in editions]
    rules: Any = discord.ui.Select(custom_id="rules", options=options)
    yield discord.ui.Label(text="Rules", component=rules)


@form("import-details", "Details of the event", Who.DIRECTOR, fields=_event_fields)
async def event_form(press: Press, pending_id: int, digest: Digest, moved: RatingList | None) -> None:
    """Change a waiting event and show the preview."""
    today = press.services.today(await may_import(press.services, press.actor))
    written, day, control = (press.text(field) for field in ("name", "date", "time_control"))
    name = clean(written, NAME_CHARACTERS) if written else None
    time_control = parse_time_control(control) if control else None
    rules = press.text("rules")
    if rules not in ("", OF_DATE, *((one.key for one in system_of(moved).editions) if moved else ())):
        raise InputError(DAMAGED)
    edition = None if rules == OF_DATE else rules or None
    ended = parse_day(day, today) if day else None

    def edit(options: ImportOptions) -> ImportOptions:
        return replace(options, name=name, day=ended, time_control=time_control, rules=edition)

    await _change(press, pending_id, digest, edit)


async def reply_import(interaction: discord.Interaction[Any], report: ImportReport) -> None:
    card, view = await _import_answer(interaction, report)
    message_id = await reply(interaction, card, view, ephemeral=report.pending_id is not None)
    if report.pending_id is None and message_id is not None and interaction.channel_id is not None:
        stored = [section.event_id for section in report.sections if section.event_id is not None]
        place = MessagePlace(interaction.channel_id, message_id)
        keeping = save_message_location(services_of(interaction), actor_of(interaction), stored, place)
        await afterwards(keeping, "storing an event's message failed")
        await alert_directors(interaction, await asyncio.to_thread(alerts_of, report.sections))


async def refresh_preview(
    interaction: discord.Interaction[Any], report: ImportReport, *, settling: bool = False
) -> None:
    card, view = await _import_answer(interaction, report)
    if settling and report.doubts:
        card, view = settle_card(report), settle_view(report)
    await edit_answer(interaction, embed=card, view=view)


async def _import_answer(
    interaction: discord.Interaction[Any], report: ImportReport
) -> tuple[discord.Embed, discord.ui.View]:
    card = await asyncio.to_thread(import_card, report)
    if report.pending_id is not None:
        await store_parts(interaction, report)
        return card, card_view(report)
    if report.is_split:
        return card, lasting(undo_file_button(report.sections[0].event_id))
    return card, stored_view(report.sections, len(report.people))


@pages("file", slow=True)
async def file_pages(press: Press, pending_id: int, digest: Digest, part: _Part) -> Book:
    """Make the pages of a waiting file by another preview, if they are not in memory."""
    interaction, source = press.interaction, file_pages.id(pending_id, digest, part)
    await may_import(press.services, press.actor)
    if find_book(interaction, source) is None:
        async with heavy_turn(interaction):
            ask = partial(match_members, interaction)
            report = await change_import(press.services, press.actor, pending_id, digest, ask=ask)
        await store_parts(interaction, report)
    book = find_book(interaction, source)
    if book is None:
        raise NotFoundError("The file no longer has any of these. Look at the preview.")
    return book
