"""A club's events: the list with its pages, one event, and what an amendment changed."""

import discord

from bot.services.events.amend import AmendReport
from bot.services.events.listing import EventFilter, EventLine, EventPage
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.layout import answer, cell_lines, heading
from bot.ui.framework.pages import turning
from bot.ui.framework.text import NAME_CHARACTERS, count, day_text, safe
from bot.ui.wording.changes import changes_text
from bot.ui.wording.dates import short_day
from bot.ui.wording.event_lines import event_label
from core.likeness.event_names import event_name


def events_embed(page: EventPage) -> discord.Embed:
    """Return a page of the club's events, a line each: the day in a code cell, then the whole name."""
    of = [] if page.player is None else [safe(page.player.name, NAME_CHARACTERS)]
    head = heading(_KINDS.get(page.kind, "Events"), *of)
    if not page.lines:
        return answer([head, _nothing(page)])
    rows = [((short_day(line.event.place.date, page.today),), _name(line)) for line in page.lines]
    small = [count(page.events, "event")]
    if page.kind is EventFilter.WHOLE and page.others:
        small.append(f"{count(page.others, 'own report')} and matches with all: True")
    return answer([head, *cell_lines(rows, ">")], footer=small)


def _nothing(page: EventPage) -> str:
    if page.kind is EventFilter.WHOLE and page.others:
        return f"No event of several yet: {count(page.others, 'own report')} or matches with all: True."
    if page.kind not in (None, EventFilter.WHOLE) or page.player is not None:
        return "There is none: leave kind or player out for all of them."
    return "There is no event yet: /rating update reports one, /event import takes a file."


def _name(line: EventLine) -> str:
    name = safe(event_name(line.event.name, line.event.place.date), NAME_CHARACTERS)
    unsure = "" if line.event.is_confirmed else " *· not confirmed*"
    return f"{name} · {_what(line)}{unsure}"


def events_buttons(page: EventPage, owner: int) -> discord.ui.View | None:
    """Return the buttons that turn the pages of the club's events."""
    if page.pages < 2:
        return None
    kind, of = page.kind or "all", 0 if page.player is None else page.player.id
    return turning(owner, f"events:{kind}:{of}", page.page, page.pages)


_KINDS: dict[EventFilter | None, str] = {
    EventFilter.SECTIONS: "Sections",
    EventFilter.EVENINGS: "Evenings",
    EventFilter.REPORTS: "Own reports",
    EventFilter.MATCHES: "Matches",
}


def _what(line: EventLine) -> str:
    """Say what a line is: whose report with how many games, a match, or an event of how many."""
    source, games = line.event.source, count(line.games, "game")
    if source in EventFilter.REPORTS.sources:
        return f"{safe(line.player.name, NAME_CHARACTERS)}'s report, {games}" if line.player else f"own report, {games}"
    return games if source in EventFilter.MATCHES.sources else count(line.entrants, "player")


def amend_card(report: AmendReport) -> discord.Embed:
    """Say that an event was amended, and whose rating that changed."""
    section = report.section
    text = f"{event_label(section.name, day_text(section.crosstable.date))} is corrected."
    text = f"{text[0].upper()}{text[1:]}\nReason: {safe(report.reason, 200)}"
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    else:
        text += "\n\nNo rating is different."
    embed = discord.Embed(title="Amended", description=text, colour=LEVEL)
    embed.set_author(name=" and ".join(moved.label for moved in section.lists))
    embed.set_footer(text="What it was before stays in the club's records.")
    return embed
