"""What stands under a file: what to store, to look into and to settle. import_buttons answers it."""

import asyncio
from typing import Any

import discord

from bot.services.imports.import_event import chosen_key
from bot.services.imports.import_report import AmbiguousName, ImportReport
from bot.services.imports.match_players import NEW_PLAYER
from bot.services.imports.target_lists import choices_for
from bot.store.rows import Player
from bot.ui.cards.events.imports import (
    MOST_DOUBTS,
    file_expected_pages,
    players_pages,
    remarks_pages,
)
from bot.ui.framework.pages import EmbedBook, keep_book, look_button
from bot.ui.framework.text import capital, plain
from bot.ui.wording.remarks import merged

STORE, REASON, LISTS = "import", "import-why", "lists"
REPLACE, BESIDE, CANCEL = "import-replace", "import-beside", "import-cancel"
CALLED = "import-called"
SETTLE, NAMED, REST, BACK, WHO = "settle", "match-named", "match-new", "import-card", "match"
"""What the ids begin with."""

PARTS = {"players": players_pages, "expected": file_expected_pages, "remarks": remarks_pages}
"""What can be opened of a waiting file, by the end of its source."""

Item = discord.ui.Item[Any]


def source_of(report: ImportReport, part: str) -> str:
    """Return where a waiting file's pages come from."""
    return f"file:{report.pending_id}:{report.digest}:{part}"


async def keep_parts(interaction: discord.Interaction[Any], report: ImportReport) -> None:
    """Keep a waiting file's pages, which else take another dry run; they are made in a thread."""
    for source, book in await asyncio.to_thread(_parts, report):
        keep_book(interaction, book, source)


def _parts(report: ImportReport) -> list[tuple[str, EmbedBook]]:
    """Return a waiting file's pages by their sources."""
    books = []
    for part, make in PARTS.items():
        below = (look_button("Expected", source_of(report, "expected")),) if part == "players" else ()
        pages = make(report)
        if pages:
            books.append((source_of(report, part), EmbedBook(pages, below=below if PARTS["expected"](report) else ())))
    return books


def card_view(report: ImportReport) -> discord.ui.View:
    """Return what stands under a dry run."""
    view = discord.ui.View(timeout=None)
    where = f"{report.pending_id}:{report.digest}"
    blocked = bool(report.doubts) or report.asks or report.against is not None
    choices = [("Store it", STORE)]
    if report.replaces:
        choices = [("Replace", REPLACE), ("Store as a separate event", BESIDE)]
    for number, (label, name) in enumerate(choices):
        style = discord.ButtonStyle.secondary if number else discord.ButtonStyle.success
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=f"{name}:{where}", disabled=blocked, row=0))
    if report.replaces:
        view.add_item(discord.ui.Button(label="Cancel", custom_id=f"{CANCEL}:{where}", row=0))
    view.add_item(look_button(f"Players {len(report.people)}", source_of(report, "players")))
    remarks = merged(report.file.remarks)
    if remarks:
        view.add_item(look_button(f"Remarks {len(remarks)}", source_of(report, "remarks")))
    if report.doubts:
        many = len(report.doubts)
        label = f"Settle {many} name{'s' if many > 1 else ''}"
        view.add_item(discord.ui.Button(label=label, custom_id=f"{SETTLE}:{where}"))
    view.add_item(discord.ui.Button(label="Name and date", custom_id=f"{CALLED}:{where}"))
    if report.against is not None:
        view.add_item(discord.ui.Button(label="Rate it all the same", custom_id=f"{REASON}:{where}", row=1))
    view.add_item(_lists_menu(report, where))
    view.stop()
    return view


def settle_view(report: ImportReport) -> discord.ui.View:
    """Return a menu for each of the first names that are not settled, and what settles all at once."""
    view = discord.ui.View(timeout=None)
    where = f"{report.pending_id}:{report.digest}"
    named = sum(doubt.named for doubt in report.doubts)
    if named:
        label = f"Take {named} by their exact names" if named > 1 else "Take the one of that exact name"
        style = discord.ButtonStyle.primary
        view.add_item(discord.ui.Button(label=label, style=style, custom_id=f"{NAMED}:{where}", row=0))
    rest = "The rest are new" if len(report.doubts) > 1 else "It is somebody new"
    view.add_item(discord.ui.Button(label=rest, custom_id=f"{REST}:{where}", row=0))
    view.add_item(discord.ui.Button(label="Back", custom_id=f"{BACK}:{where}", row=0))
    for doubt in report.doubts[:MOST_DOUBTS]:
        view.add_item(_who_menu(doubt, where))
    view.stop()
    return view


def _who_menu(doubt: AmbiguousName, where: str) -> Item:
    new = f"{plain(doubt.file.name, 60)} is new here"
    options = [discord.SelectOption(label=new, value=str(NEW_PLAYER))]
    options += [
        discord.SelectOption(
            label=plain(one.name, 90),
            value=str(chosen_key(one)),
            description=f"Player #{one.id}" if isinstance(one, Player) else "A member of this server",
        )
        for one in doubt.suggestions
    ]
    custom_id = f"{WHO}:{where}:{doubt.section}:{doubt.file.number}"
    return discord.ui.Select(custom_id=custom_id, placeholder=f"Who is {plain(doubt.file.name, 80)}?", options=options)


def _lists_menu(report: ImportReport, where: str) -> Item:
    """Return the menu of lists; what decided for the ones that the file moves stands behind them."""
    why = {} if report.asks else {one: landing.why for landing in report.landings for one in landing.lists}
    options = []
    for one in choices_for(report.file):
        told = None if why.get(one, "chosen") == "chosen" else plain(capital(why[one]), 100)
        options.append(
            discord.SelectOption(label=plain(one.label, 100), value=one.value, description=told, default=one in why)
        )
    return discord.ui.Select(
        custom_id=f"{LISTS}:{where}",
        placeholder="Which lists does it move?",
        max_values=max(1, len(options)),
        options=options,
    )
