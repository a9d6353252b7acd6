"""A club's events: the list with its pages, one event, and what an amendment changed."""

import discord

from bot.services.events.amend import AmendReport
from bot.services.events.listing import EventPage
from bot.services.events.sources import EventSource
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.pages import turning
from bot.ui.framework.text import count, day_text, safe
from bot.ui.wording.changes import changes_text
from bot.ui.wording.event_lines import event_label
from core.event_names import event_name


def events_embed(page: EventPage) -> discord.Embed:
    """Return a page of the club's events."""
    embed = discord.Embed(title="Events", colour=LEVEL)
    if not page.lines:
        embed.description = "There is no event yet: /rating update reports one, /event import takes a file."
        return embed
    lines = []
    for line in page.lines:
        name = safe(event_name(line.event.name, line.event.place.date), 60)
        lists = ", ".join(moved.label.removeprefix("US Chess ") for moved in line.event.rating_lists)
        who = count(line.entrants, "player") if line.event.source != EventSource.REPORT else "own report"
        lines.append(f"- {day_text(line.event.place.date)} **{name}** · {who}, {count(line.games, 'game')} · {lists}")
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {count(page.events, 'event')}")
    return embed


def events_buttons(page: EventPage, owner: int) -> discord.ui.View | None:
    """Return the buttons that turn the pages of the club's events."""
    return turning(owner, "events", page.page, page.pages) if page.pages > 1 else None


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
