"""A club's events: the list with its pages, one event, and what an amendment changed."""

import discord

from bot.services.events.amend import AmendReport
from bot.services.events.listing import EventFilter, EventLine, EventPage
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.pages import turning
from bot.ui.framework.text import count, day_text, plain, safe
from bot.ui.wording.changes import changes_text
from bot.ui.wording.event_lines import event_label
from core.likeness.event_names import event_name


def events_embed(page: EventPage) -> discord.Embed:
    """Return a page of the club's events."""
    of = "" if page.player is None else f" of {plain(page.player.name, 60)}"
    embed = discord.Embed(title=f"{_KINDS.get(page.kind, 'Events')}{of}", colour=LEVEL)
    if not page.lines and (page.kind is not None or page.player is not None):
        embed.description = "There is none: leave kind or player out for all of them."
        return embed
    if not page.lines:
        embed.description = "There is no event yet: /rating update reports one, /event import takes a file."
        return embed
    lines = []
    for line in page.lines:
        name = safe(event_name(line.event.name, line.event.place.date), 60)
        lists = ", ".join(moved.label.removeprefix("US Chess ") for moved in line.event.rating_lists)
        what = f"{_what(line)}, {count(line.games, 'game')}"
        lines.append(f"- {day_text(line.event.place.date)} **{name}** · {what} · {lists}")
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {count(page.events, 'event')}")
    return embed


def events_buttons(page: EventPage, owner: int) -> discord.ui.View | None:
    """Return the buttons that turn the pages of the club's events."""
    if page.pages < 2:
        return None
    kind, of = page.kind or "all", 0 if page.player is None else page.player.id
    return turning(owner, f"events:{kind}:{of}", page.page, page.pages)


_KINDS = {
    None: "Events",
    EventFilter.SECTIONS: "Sections",
    EventFilter.EVENINGS: "Evenings",
    EventFilter.REPORTS: "Own reports",
    EventFilter.MATCHES: "Matches",
}


def _what(line: EventLine) -> str:
    """Say what kind of event a line is: whose report, a match, an evening or a section, with how many."""
    source, unsure = line.event.source, "" if line.event.is_confirmed else " (not confirmed)"
    if source in EventFilter.REPORTS.sources:
        return f"report of {safe(line.player.name, 30)}{unsure}" if line.player else f"own report{unsure}"
    if source in EventFilter.MATCHES.sources:
        return "match"
    kind = "evening" if source in EventFilter.EVENINGS.sources else "section"
    return f"{kind} of {line.entrants}"


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
