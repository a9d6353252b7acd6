"""An imported file: preview and stored card, players, remarks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import discord

from bot.services.events.imports.options import AmbiguousName, ImportReport
from bot.services.events.report import SectionReport
from bot.services.events.same_games import Recognised
from bot.store.database.rows import Player
from bot.ui.cards.published import published_lines, published_pages
from bot.ui.cards.section import (
    counts_line,
    event_title,
    exception_notes,
    expected_pages,
    has_expected,
    highlights,
    moves_most,
    rules_titles,
    section_pages,
    whole_name,
)
from bot.ui.framework.layout import SHOWN, STORED, answer, cell_lines, heading
from bot.ui.framework.text import safe
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import LEFT_OUT, LOOK, MergedRemark, changes_text, long_day, merged
from core.event.dated import Span
from core.event.similarity import event_and_day
from core.files.common.text import shorten
from core.rating.outcome import DisplayedRating
from core.rating.systems import system_of
from core.words import counted

MOST_LATER, MOST_DOUBTS, MOST_REPLACED, MOST_TO_CHECK, MOST_HIGHLIGHTS = 3, 4, 3, 3, 20

REMARKS_ON_A_PAGE, LINES_ON_A_PAGE, CHARACTERS_IN_A_LINE = 10, 16, 38
"""Remarks wrap on a phone."""


def import_card(report: ImportReport) -> discord.Embed:
    dry = report.pending_id is not None
    lines = [heading(_title(report)), f"**{_counts(report)}**", _landing(report, dry=dry)]
    if dry or report.new:
        lines.append(_people(report))
    if dry:
        lines += _to_decide(report)
    lines += published_lines(report.sections)
    if report.is_split and not report.asks:
        lines += _in_the_end(report)
    elif not report.asks:
        lines += moves_most(report.sections)
    if not dry:
        lines += _brought(report)
    small = (
        ["Nothing is stored yet", report.file.format, _why(report)]
        if dry
        else ["Stored", *rules_titles(report.sections[0])]
    )
    small += exception_notes(report.sections[0].crosstable, dry=dry)
    small += CARDS[report.sections[0].lists[0]].official
    return answer(lines, colour=SHOWN if dry else STORED, footer=small)


def _after(report: ImportReport) -> list[tuple[Player, DisplayedRating, int]]:
    """Return the players of a dated list with their last rating on its main list and their games, highest first."""
    last: dict[int, DisplayedRating] = {}
    games: Counter[int] = Counter()
    for section in report.sections:
        system = system_of(section.lists[0])
        for player_id, outcome in section.outcomes[section.lists[0]].items():
            after = system.rating_after(outcome)
            last |= {player_id: after} if after is not None else {}
        for game in section.crosstable.games:
            games.update(section.players[number].id for number in (game.first, game.second))
    found = [(report.people[one], after, games[one]) for one, after in last.items() if one in report.people]
    return sorted(found, key=lambda line: (-line[1].displayed, line[0].name.casefold()))


def _in_the_end(report: ImportReport) -> list[str]:
    rows = [((str(after.displayed),), whole_name(player.name)) for player, after, _ in _after(report)[:MOST_LATER]]
    return ["", "**Ratings after the last event**", *cell_lines(rows, ">")] if rows else []


def _list_pages(report: ImportReport) -> list[discord.Embed]:
    new = {player.id for player in report.new} if len(report.new) < len(report.people) else set()
    rows = []
    for player, after, games in _after(report):
        mark = " · *new*" if player.id in new else ""
        rows.append(((str(after.displayed), counted(games, "game")), f"{whole_name(player.name)}{mark}"))
    pages = [rows[start : start + LINES_ON_A_PAGE] for start in range(0, len(rows), LINES_ON_A_PAGE)]
    head = heading(_title(report), "ratings after the last event")
    small = ["Nothing is stored yet", report.file.format]
    return [answer([head, *cell_lines(page, ">>")], colour=SHOWN, footer=small) for page in pages]


def players_pages(report: ImportReport) -> list[discord.Embed]:
    """Return a file's players by section, ten per page, with new ones marked."""
    dry = report.pending_id is not None
    if report.is_split:
        return _list_pages(report)
    pages = []
    for section in report.sections:
        pages += section_pages(section, dry=dry, notes=_notes(report, section))
    return pages


def file_expected_pages(report: ImportReport) -> list[discord.Embed]:
    if report.is_split:
        return []
    dry = report.pending_id is not None
    return [page for section in report.sections if has_expected(section) for page in expected_pages(section, dry=dry)]


def file_published_pages(report: ImportReport) -> list[discord.Embed]:
    dry = report.pending_id is not None
    return [page for section in report.sections for page in published_pages(section, dry=dry)]


def remarks_pages(report: ImportReport) -> list[discord.Embed]:
    pages = []
    for shown in _packed(merged(report.file.remarks)):
        lines = [heading(_title(report), "remarks")]
        for index, (group, same) in enumerate(groupby(shown, lambda one: one.group)):
            lines += [f"{chr(10) if index else ''}**{group}**", *(f"- {safe(one.text, 400)}" for one in same)]
        pages.append(answer(lines, footer=["Nothing is stored yet", report.file.format]))
    return pages


def settle_card(report: ImportReport) -> discord.Embed:
    doubts = report.doubts
    lines = [heading(_title(report), "who is who"), f"**{counted(len(doubts), 'name')} to settle**"]
    lines += [_doubt(doubt) for doubt in doubts[:MOST_DOUBTS]]
    more = len(doubts) - MOST_DOUBTS
    if more > 0:
        lines.append(f"… and {counted(more, 'more name')}, one after the other")
    return answer(lines, footer=["Choose who is meant", report.file.format])


def _doubt(doubt: AmbiguousName) -> str:
    return f"👤 {whole_name(doubt.file.name)}: {', '.join(whole_name(one.name) for one in doubt.suggestions[:2])}?"


def _title(report: ImportReport) -> str:
    name = report.file.name if len(report.sections) > 1 else None
    if report.is_split:
        name = report.sections[0].name if len(report.landings) == 1 else name
        return whole_name(name or "List of games")
    return whole_name(name) if name else event_title(report.sections[0])


def _counts(report: ImportReport) -> str:
    if report.is_split:
        games = sum(len(section.crosstable.games) for section in report.sections)
        amounts = {"event": len(report.sections), "player": len(report.people), "game": games}
        return " · ".join(counted(amount, noun) for noun, amount in amounts.items())
    if len(report.sections) == 1:
        return counts_line(report.sections[0])
    tables = [section.crosstable for section in report.sections]
    parts = [
        counted(len(tables), "section"),
        counted(sum(len(table.entrants) for table in tables), "player"),
        counted(sum(len(table.games) for table in tables), "game"),
    ]
    return " · ".join(parts)


def _landing(report: ImportReport, *, dry: bool) -> str:
    day = _days(report)
    if report.asks:
        return f"for a list to be chosen, {day}"
    lists = dict.fromkeys(moved.label for section in report.sections for moved in section.lists)
    if not dry and not any(section.crosstable.is_rated for section in report.sections):
        return f"**not rated**, {day}"
    verb = "would be rated" if dry else "rated"
    return f"{verb} on {' and '.join(f'**{label}**' for label in lists)}, {day}"


def _days(report: ImportReport) -> str:
    first = min((one.crosstable.began or one.crosstable.date for one in report.sections), default=report.day)
    return f"{long_day(first)} to {long_day(report.day)}" if report.is_split else long_day(report.day)


SPANS = {
    Span.EVENT: "one event",
    Span.DAY: "one event per day",
    Span.MONTH: "one event per month",
    Span.MATCH: "one event per match",
}
"""What a dated list becomes."""


def _people(report: ImportReport) -> str:
    new, known = len(report.new), len(report.people) - len(report.new)
    text = (
        f"👤 {counted(new, 'new player')}, {known or 'nobody'} known here"
        if new
        else f"👤 {counted(known, 'player')}, all known here"
    )
    if report.taken:
        text += f", {len(report.taken)} under another name"
    if report.doubts:
        text += f" · **{counted(len(report.doubts), 'name')} to settle**"
    return text


def _to_decide(report: ImportReport) -> Iterator[str]:
    if report.replaces:
        yield from stored_already(report.replaces, sum(len(one.crosstable.games) for one in report.sections))
        yield "Press **Replace**, or these games count twice."
    if report.kept:
        yield f"As stored, because the file has none: {', '.join(report.kept)}."
    yield from _which_day(report)
    if report.is_split:
        others = " or ".join(f"**{SPANS[span]}**" for span in report.spans if span is not report.span)
        choose = f" You can choose {others} below." if others else ""
        yield f"❓ The games are of several days: **{SPANS[report.span]}**, in order.{choose}"
    missing = ["no name"] if any(section.name is None for section in report.sections) else []
    missing += ["no date"] if report.undated else []
    if missing:
        yield f"❓ The file has {' and '.join(missing)}. Press **Edit details**."
    for why in dict.fromkeys(safe(landing.why, 200) for landing in report.landings if landing.asks):
        yield f"❓ {why}: **which list?** Choose below."
    if report.against is not None:
        yield f"⚠️ {report.against} Rate it anyway?"
    elif report.why is not None:
        yield f"Rated anyway: {safe(report.why)}"
    remarks = merged(report.file.remarks)
    if not remarks:
        return
    yield from (f"⚠️ {safe(one.text, 400)}" for one in remarks[:MOST_TO_CHECK] if one.group == LOOK)
    out = sum(one.group == LEFT_OUT for one in remarks)
    left = f"**{out} not rated**" if out else "everything is rated"
    yield f"⚠️ {counted(len(remarks), 'remark')}; {left}"


def stored_already(stored: Sequence[Recognised], games: int) -> Iterator[str]:
    """Yield the stored events, reports and matches with games of an event. games: their number in it."""
    others = [one for one in stored if not one.is_match]
    yield from (f"⚠️ {_recognised(one)}" for one in others[:MOST_REPLACED])
    more = len(others) - MOST_REPLACED
    if more > 0:
        yield f"The same holds for {counted(more, 'more stored event')}."
    told = sum(len(one.told) for one in stored)
    if told:
        otherwise = sum(min(len(one.told), one.games - one.same) for one in stored if one.is_match)
        result = f", {otherwise} with another result" if otherwise else ""
        yield f"⚠️ {told} of its {counted(games, 'game')} are reported as matches{result}."


def games_left_out(report: ImportReport) -> int:
    """Return how many games are matches' and can be left out, if there are others and nothing else is stored."""
    told = sum(len(one.told) for one in report.replaces)
    is_whole = told == sum(len(one.crosstable.games) for one in report.sections)
    return told if all(one.is_match for one in report.replaces) and not is_whole else 0


def _which_day(report: ImportReport) -> Iterator[str]:
    unsure = report.unsure
    if unsure is None:
        return
    text = safe(f'"{shorten(unsure.text)}"')
    if unsure.other is None:
        yield f"❓ {text} has no day, so it is read as {long_day(unsure.day)}. Press **Edit details** for another day."
    elif report.order is None:
        yield f"❓ Is {text} **{long_day(unsure.day)}** or **{long_day(unsure.other)}**? Press the right one."


def _recognised(one: Recognised) -> str:
    name = safe(event_and_day(one.event.name, one.event.place.date))
    if one.reporter is not None:
        return f"{safe(one.reporter.name)} reported {name}, which looks like this event."
    return (
        f"The file looks like **{name}**, which is stored: {one.same} of its {counted(one.games, 'game')} are the same."
    )


def _brought(report: ImportReport) -> Iterator[str]:
    if report.replaces:
        names = ", ".join(_replaced(report.replaces))
        yield f"\nReplaced: {safe(names, 300)}. **Undo** puts back what was there before."
    lines_of_titles = [line for section in report.sections for line in highlights(section, is_brief=report.is_split)]
    if lines_of_titles:
        yield ""
        yield from lines_of_titles[:MOST_HIGHLIGHTS]
        more = len(lines_of_titles) - MOST_HIGHLIGHTS
        yield from [f"… and {more} more"] if more > 0 else []
    if report.later:
        yield f"\n**Recalculated later events**: {counted(len(report.later), 'rating')}"
        yield changes_text(report.later, report.people, 1000, MOST_LATER)


def _replaced(stored: Sequence[Recognised]) -> Iterator[str]:
    yield from (event_and_day(one.event.name, one.event.place.date) for one in stored if not one.is_match)
    matches = sum(one.is_match for one in stored)
    if matches:
        yield counted(matches, "match")


def _why(report: ImportReport) -> str:
    return (
        ""
        if any(landing.asks for landing in report.landings)
        else "; ".join(dict.fromkeys(landing.why for landing in report.landings))
    )


def _notes(report: ImportReport, section: SectionReport) -> Mapping[int, str]:
    new = {player.id for player in report.new} if len(report.new) < len(report.people) else set()
    otherwise = {player.id: name for name, player in report.taken}
    notes = {}
    for number, player in section.players.items():
        if player.id in otherwise:
            notes[number] = f" · *{whole_name(otherwise[player.id])} in the file*"
        elif player.id in new:
            notes[number] = " · *new*"
    return notes


def _packed(remarks: Sequence[MergedRemark]) -> Iterator[list[MergedRemark]]:
    page: list[MergedRemark] = []
    lines = 0
    for remark in remarks:
        height = 1 + len(remark.text) // CHARACTERS_IN_A_LINE
        if page and (len(page) == REMARKS_ON_A_PAGE or lines + height > LINES_ON_A_PAGE):
            yield page
            page, lines = [], 0
        page.append(remark)
        lines += height
    if page:
        yield page
