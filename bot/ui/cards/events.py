"""Cards of events: lists, files, sections and undone events."""

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any

import discord

from bot.services.events.listing import EventFilter, EventLine, EventPage, ExportedFile, OpenEvening
from bot.services.events.report import EventReport, ListReport, SectionReport
from bot.services.events.void import UndoReport
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.ratings.set_rating import EnteredRatingReport, EnteredRatingUndone
from bot.ui.cards.section import section_embed
from bot.ui.framework.layout import INACTIVE, LEVEL, answer, cell_lines, heading
from bot.ui.framework.text import NAME_CHARACTERS, capital, day_text, pack, plain, rating, safe
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.evenings import evening_state
from bot.ui.wording.shared_lines import changes_text, event_label, marked, short_day
from bot.ui.wording.steps import sentence
from bot.ui.wording.wall_chart import ExtraColumn, wall_chart_pages
from core.event.similarity import event_name
from core.lists import RatingList
from core.rating.outcome import Step
from core.rating.systems import system_of
from core.words import counted


def events_embed(page: EventPage) -> discord.Embed:
    of = [] if page.player is None else [safe(page.player.name, NAME_CHARACTERS)]
    head = heading(_KINDS.get(page.kind, "Events"), *of)
    running = [_evening_line(one) for one in page.evenings]
    if not page.lines:
        return answer([head, *(running or [_nothing(page)])])
    rows = [((short_day(line.event.place.date, page.today),), _name(line)) for line in page.lines]
    small = [counted(page.events, "event")]
    if page.kind is EventFilter.WHOLE and page.others:
        small.append(f"Own reports and matches under Everything: {page.others}")
    return answer([head, *running, *cell_lines(rows, ">")], footer=small)


def _evening_line(one: OpenEvening) -> str:
    name = f"**{safe(one.evening.name, NAME_CHARACTERS)}**"
    return " · ".join([name, *evening_state(one.evening, one.round), counted(one.players, "player")])


def _nothing(page: EventPage) -> str:
    if page.kind is EventFilter.WHOLE and page.others:
        return f"No events of several players yet. Own reports and matches under Everything: {page.others}."
    if page.kind not in (None, EventFilter.WHOLE) or page.player is not None:
        return "No events of this kind. Choose another kind in the menu."
    more = "; a director can import a file" if page.directs else ""
    return f"No events yet. Report one with `/rating update`{more}."


def _name(line: EventLine) -> str:
    name = safe(event_name(line.event.name, line.event.place.date), NAME_CHARACTERS)
    unsure = "" if line.event.is_confirmed else " *· not confirmed*"
    return f"{name} · {_kind_of(line)}{unsure}"


_KINDS: dict[EventFilter | None, str] = {
    EventFilter.SECTIONS: "Sections",
    EventFilter.EVENINGS: "Evenings",
    EventFilter.REPORTS: "Own reports",
    EventFilter.MATCHES: "Matches",
}


def _kind_of(line: EventLine) -> str:
    source, games = line.event.source, counted(line.games, "game")
    if source in EventFilter.REPORTS.sources:
        return f"{safe(line.player.name, NAME_CHARACTERS)}'s report, {games}" if line.player else f"own report, {games}"
    if source in EventFilter.MATCHES.sources:  # each player of a side has the game once
        return counted(line.games // max(1, line.entrants // 2), "game")
    return counted(line.entrants, "player")


# The answers to an undo and an entered rating: what is different now.


MOST_BACK = 5


def undo_card(report: UndoReport) -> discord.Embed:
    label = capital(event_label(report.name, day_text(report.day)))
    text = f"{label} will not count." if report.waited else f"{label} no longer counts."
    if report.reason:
        text += f" Reason: {safe(report.reason, 200)}."
    if report.entered_rating_undone:
        text += " Initial ratings reported with it are removed too."
    if report.newcomers_removed:
        text += f" Newcomers removed, because they had nothing else here: {report.newcomers_removed}."
    if report.back:
        names = ", ".join(event_label(one.name, day_text(one.place.date)) for one in report.back[:MOST_BACK])
        text += f" Events that count again, as before: {names}."
    if report.waited:
        text += "\n\nThe report was not confirmed and had not changed any rating."
    elif report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    elif system_of(report.rating_list).waits_for_list:
        text += "\n\nNo published ratings changed. The coming list is calculated without it."
    else:
        text += "\n\nNo ratings changed."
    embed = discord.Embed(title="Undone", description=text, colour=INACTIVE)
    owner = "" if report.player is None else f"{plain(report.player.name)} · "
    embed.set_author(name=f"{owner}{report.rating_list.label}")
    embed.set_footer(text="The event stays in the club's records as undone.")
    return embed


def file_undone_card(reports: Sequence[UndoReport]) -> discord.Embed:
    first = reports[-1]
    if len(reports) == 1:
        return undo_card(first)
    changes: dict[tuple[int, RatingList, str | None, date | None], RatingChange] = {}
    for change in (one for report in reports for one in report.changes):
        before = changes.get(change[:4], change)
        changes[change[:4]] = change._replace(before=before.before)
    people = {key: player for report in reports for key, player in report.people.items()}
    counts = Counter(plain(report.name or "a section without a name") for report in reversed(reports))
    called = [name if count == 1 else f"{name} ({count} events)" for name, count in counts.items()]
    more = len(called) - MOST_BACK
    names = ", ".join(called[:MOST_BACK]) + (f" and {more} more" if more > 0 else "")
    back = tuple(one for report in reports for one in report.back)
    removed = sum(report.newcomers_removed for report in reports)
    whole = replace(
        first,
        name=names,
        changes=tuple(changes.values()),
        people=people,
        back=back,
        newcomers_removed=removed,
        player=None,
    )
    return undo_card(replace(whole, entered_rating_undone=any(report.entered_rating_undone for report in reports)))


def rating_undone_card(report: EnteredRatingUndone) -> discord.Embed:
    text = f"The {rating(report.rating, 2)} that was set from {day_text(report.day)} on no longer counts."
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    else:
        text += "\n\nNo ratings changed."
    embed = discord.Embed(title="Undone", description=text, colour=INACTIVE)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    embed.set_footer(text="The event stays in the club's records as undone.")
    return embed


def last_undone_card(report: UndoReport | EnteredRatingUndone) -> discord.Embed:
    return rating_undone_card(report) if isinstance(report, EnteredRatingUndone) else undo_card(report)


def entered_rating_card(report: EnteredRatingReport, notes: Sequence[str] = ()) -> discord.Embed:
    """Return the card of an entered rating. notes: why it differs from the report before."""
    before = "unrated" if report.before is None else rating(report.before, 2)
    based = f"Based on {counted(report.games, 'rated game')}" if report.games else "No rated games yet"
    text = f"## {before} → {rating(report.rating, 2)}\n{based}, from {day_text(report.day)} on."
    if report.reason:
        text += f"\nReason: {safe(report.reason, 200)}"
    text += "".join(f"\n{note}" for note in notes)
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, {report.player.id: report.player})
    embed = discord.Embed(title="Rating set", description=text, colour=LEVEL)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    return embed


REMARKS_SHOWN, REMARKS_FILE = 10, "remarks.txt"


def chart_pages(section: SectionReport, extra: ExtraColumn | None = None) -> list[discord.Embed]:
    return [section_embed(section, page, LEVEL) for page in wall_chart_pages(section, extra)]


async def reply_file(interaction: discord.Interaction[Any], exported: ExportedFile) -> None:
    embed, files = file_answer(exported)
    await interaction.edit_original_response(embed=embed, attachments=files)
    interaction.extras.pop("thinking", False)


def file_answer(exported: ExportedFile) -> tuple[discord.Embed, list[discord.File]]:
    lines = [f"- {safe(remark, 200)}" for remark in exported.remarks[:REMARKS_SHOWN]]
    files = [discord.File(io.BytesIO(exported.data), exported.name)]
    if len(exported.remarks) > REMARKS_SHOWN:
        lines.append(f"- … and {len(exported.remarks) - REMARKS_SHOWN} more: all are in {REMARKS_FILE}")
        files.append(discord.File(io.BytesIO("\n".join(exported.remarks).encode()), REMARKS_FILE))
    return discord.Embed(title=exported.name, description="\n".join(lines) or None, colour=LEVEL), files


def calculation_pages(report: EventReport) -> list[discord.Embed]:
    pages: list[tuple[ListReport, str]] = [(report.lists[0], _in_full(report))]
    for moved in report.lists:
        pages += [(moved, page) for page in pack(_step_lines(moved.outcome.steps), "\n")]
    for moved in report.lists:
        if moved is report.lists[0] or CARDS[moved.rating_list] is not CARDS[report.rating_list]:
            more = CARDS[moved.rating_list].calculation_tables(report, moved)
            pages += [(moved, page) for page in pack(more, "\n")]
    embeds = []
    for index, (moved, text) in enumerate(pages, start=1):
        embed = discord.Embed(title="The calculation", description=text, colour=LEVEL)
        embed.set_author(name=f"{plain(report.player.name)} · {moved.rating_list.label}")
        cards = CARDS[moved.rating_list]
        parts = [f"Page {index} of {len(pages)}", cards.rules_title(moved.outcome), *cards.official]
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    marked(embeds[0], report.standing)
    return embeds


def _in_full(report: EventReport) -> str:
    further = [CARDS[moved.rating_list].further_line(moved) for moved in report.lists[1:]]
    return CARDS[report.rating_list].full_text(report, further)


def _step_lines(steps: Iterable[Step]) -> Iterable[str]:
    for clause, under_it in groupby(steps, key=lambda step: step.clause):
        lines = [f"- {sentence(step)}" for step in under_it]
        # a clause stays with its first step
        yield f"\n**{safe(clause, 80)}**\n{lines[0]}"
        yield from lines[1:]
