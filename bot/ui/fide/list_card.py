"""A club's FIDE list: who moves, by how much, from which events."""

from collections import defaultdict

import discord

from bot.services.fide.lists import FideList, ListLine
from bot.ui.fide.wording import NO_POINT, OFFICIAL, unpublished_text
from bot.ui.framework.colours import GONE, LEVEL, RISE
from bot.ui.framework.text import count, day_text, pack, safe, signed

SHORT_NAME, MOST_EVENTS = 30, 5


def list_pages(found: FideList) -> list[discord.Embed]:
    """Return the coming list, or one that has come out, as embeds to page through."""
    coming = found.list_fact_id is None
    head = f"{'The list of' if coming else 'Published on'} **{day_text(found.day)}**"
    if coming:
        head += ", as it would be by now"
    lines = [f"- {_line(line)}" for line in found.lines]
    if not lines:
        lines = ["Nothing waits for it yet: events are counted when they end three days before it or earlier."]
    pages = list(pack([head, *lines], "\n"))
    embeds = []
    for index, text in enumerate(pages, start=1):
        embed = discord.Embed(title=found.rating_list.label, description=text, colour=LEVEL if coming else RISE)
        parts = [count(len(found.lines), "player")]
        if found.previous is not None:
            parts.append(f"the list before: {day_text(found.previous)}")
        if len(pages) > 1:
            parts.append(f"page {index} of {len(pages)}")
        parts.append(OFFICIAL)
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def taken_back_card(coming: FideList) -> discord.Embed:
    """Say that a list is taken back, with what waits again."""
    text = f"What it had counted waits for the list of **{day_text(coming.day)}** again."
    embed = discord.Embed(title="List taken back", description=text, colour=GONE)
    embed.set_author(name=coming.rating_list.label)
    return embed


def _line(line: ListLine) -> str:
    published, name = line.published, safe(line.player.name, SHORT_NAME)
    if published.base is not None:
        after = "unrated" if published.after is None else str(published.after.displayed)
        return f"{name} {published.base} → **{after}** ({signed(published.rounded, 0)}): {_events(line)}"
    if published.lost is not None and published.first is None:
        return f"{name}: {NO_POINT}"
    first = published.first
    if first is None:
        return f"{name}: no game against a rated opponent yet"
    if first.is_published:
        return f"{name}: first rating **{first.rating}** from {count(first.games, 'game')}"
    return f"{name}: {unpublished_text(first)}"


def _events(line: ListLine) -> str:
    names: dict[object, list[str]] = defaultdict(list)
    for event in line.events:
        names[event.day].append(safe(event.name, SHORT_NAME) if event.name else day_text(event.day))
    parts: list[str] = []
    # From the end: what ended on the day of the list before may be counted there already.
    for figure in reversed(line.published.events):
        named = names[figure.event.ended]
        what = named.pop() if named else day_text(figure.event.ended)
        parts.insert(0, f"{what} {signed(figure.points, 2)}")
    more = len(parts) - MOST_EVENTS
    return ", ".join(parts[:MOST_EVENTS]) + (f" … and {more} more" if more > 0 else "")
