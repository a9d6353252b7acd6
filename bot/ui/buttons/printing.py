"""Print an event as PDF and HTML."""

import asyncio
import io
from collections.abc import Sequence
from enum import StrEnum

import discord

from bot.services.evenings.standings import live_standings, paired_evening_of, prizes_of
from bot.services.evenings.teams import standings_in
from bot.services.evenings.tournament import tournament_of
from bot.services.events.report import stored_section
from bot.services.framework.clock import PAPER_NAMES
from bot.services.framework.club_settings import paper_in_use
from bot.store.database.club_choices import Paper
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn
from bot.ui.framework.buttons import DAMAGED, Press, Who, button, lasting, menu
from bot.ui.framework.layout import answer
from bot.ui.framework.text import clean
from bot.ui.paper.crosstable import crosstable_sheet
from bot.ui.paper.evening import (
    pairing_sheets,
    prizes_sheet,
    round_shown,
    running_section,
    slips_of,
    standings_sheets,
    team_crosstable,
)
from bot.ui.paper.sheets import Sheet, Slip
from bot.ui.paper.teams import team_sheets
from bot.ui.systems.qursh.standings import qursh_column
from core.errors import InputError, RuleError
from core.event.similarity import event_name
from core.words import counted

Parts = list[Sheet | Sequence[Slip]]


class Printed(StrEnum):
    """A printable part of a paired evening."""

    PAIRINGS = "pairings"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    SLIPS = "slips"
    PRIZES = "prizes"


LABELS = {
    Printed.PAIRINGS: "Pairings of round {}, by board and by name",
    Printed.STANDINGS: "Standings with every tie-break",
    Printed.CROSSTABLE: "Crosstable",
    Printed.SLIPS: "Result slips of round {}, four to a page",
    Printed.PRIZES: "Prizes",
}
_OF_A_ROUND = (Printed.PAIRINGS, Printed.SLIPS)


@button("print-event", "Print", Who.EVERYONE)
async def print_event_button(press: Press, event_id: int) -> None:
    """Send a printable crosstable, or ask for the parts."""
    await defer(press.interaction, ephemeral=True)
    await reply_event_paper(press, event_id)


async def reply_event_paper(press: Press, event_id: int) -> None:
    evening_id = await paired_evening_of(press.services, press.actor, event_id)
    if evening_id is not None:
        await reply_evening_paper(press, evening_id)
        return
    async with heavy_turn(press.interaction):
        await _send(press, await _stored_crosstable(press, event_id))


@button("print-evening", "Print", Who.EVERYONE)
async def print_evening_button(press: Press, evening_id: int) -> None:
    await defer(press.interaction, ephemeral=True)
    await reply_evening_paper(press, evening_id)


async def reply_evening_paper(press: Press, evening_id: int) -> None:
    """Ask what to print of a paired evening; drafts only for directors."""
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    number = round_shown(tournament, drafts=press.actor.is_director(tournament.club))
    left_out = set[Printed]() if number is not None else {*_OF_A_ROUND}
    if tournament.evening.prizes is None:
        left_out.add(Printed.PRIZES)
    offered = [one for one in Printed if one not in left_out]
    options = [discord.SelectOption(label=LABELS[one].format(number), value=one.value) for one in offered]
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=print_menu.id(evening_id), placeholder="What to print", options=options, max_values=len(options)
    )
    asked = answer(["Choose one or more. All go into one file."])
    await edit_answer(press.interaction, embed=asked, view=lasting(select))


@menu("print-what", Who.EVERYONE)
async def print_menu(press: Press, evening_id: int) -> None:
    chosen = press.values if isinstance(press.values, list) else []
    wanted = [one for one in Printed if one.value in chosen]
    if not wanted:
        raise InputError(DAMAGED)
    await acknowledge(press.interaction)
    async with heavy_turn(press.interaction):
        parts: Parts = []
        for one in wanted:
            parts += await _parts_of(press, evening_id, one)
        await _send(press, parts)


async def _parts_of(press: Press, evening_id: int, part: Printed) -> Parts:
    services, club_id = press.services, press.actor.club_id
    if part is Printed.STANDINGS:
        return [*standings_sheets(await live_standings(services, club_id, evening_id))]
    if part is Printed.PRIZES:
        prizes = await prizes_of(services, club_id, evening_id)
        if prizes.fund is None:
            raise RuleError("This event has no prizes. Choose something else to print.")
        return [prizes_sheet(prizes)]
    tournament = await tournament_of(services, club_id, evening_id)
    if part is Printed.CROSSTABLE:
        if tournament.evening.event_id is not None:
            return await _stored_crosstable(press, tournament.evening.event_id)
        section = running_section(tournament)
        teams = team_crosstable(tournament)
        return [*teams, crosstable_sheet(section, await qursh_column(services, press.actor, section))]
    number = round_shown(tournament, drafts=press.actor.is_director(tournament.club))
    if number is None:
        raise RuleError("No round is published yet. Print the pairings once there is one.")
    return [slips_of(tournament, number)] if part is Printed.SLIPS else [*pairing_sheets(tournament, number)]


async def _stored_crosstable(press: Press, event_id: int) -> Parts:
    section = await stored_section(press.services, press.actor, event_id)
    members = crosstable_sheet(section, await qursh_column(press.services, press.actor, section))
    teams = standings_in(section)
    name = clean(event_name(section.name, section.crosstable.date), 100)
    return [*([] if teams is None else team_sheets(name, members.facts, teams)), members]


async def _send(press: Press, parts: Parts) -> None:
    interaction, paper = press.interaction, await paper_in_use(press.services, press.actor)
    pdf, html, pages = await asyncio.to_thread(_files, parts, paper)
    files = [discord.File(io.BytesIO(pdf), "print.pdf"), discord.File(io.BytesIO(html), "print.html")]
    await edit_answer(
        interaction,
        embed=answer([f"**{counted(pages, 'page')}** of {PAPER_NAMES[paper]}"]),
        attachments=files,
        view=None,
    )


def _files(parts: Parts, paper: Paper) -> tuple[bytes, bytes, int]:
    from bot.ui.paper.layout import A4, LETTER, html_of
    from bot.ui.paper.pdf import pdf_of

    page = LETTER if paper is Paper.LETTER else A4
    pdf, pages = pdf_of(parts, page)
    return pdf, html_of(parts, page), pages
