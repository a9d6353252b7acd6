"""A club's FIDE list: changes, ten per page, with the events of each player."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

import discord

from bot.services.ratings.fide.lists import FideList, FirstReport, ListLine
from bot.store.database.rows import ListedEvent
from bot.ui.framework.layout import INACTIVE, LEVEL, RISE, SHOWN, STORED, answer, cell_lines, change_text, heading
from bot.ui.framework.pages import EmbedBook
from bot.ui.framework.text import NAME_CHARACTERS, day_text, plain, points, safe, signed
from bot.ui.systems.fide.wording import NO_POINT, OFFICIAL, unpublished_text
from bot.ui.wording.shared_lines import YOU, long_day
from bot.ui.wording.steps import sentence
from core.event.similarity import event_name
from core.rating.fide.rules import FirstRatingRule
from core.rating.fide.state import FEWEST_GAMES, FirstRating
from core.words import counted

LINES_ON_A_PAGE, MOST_EVENTS, MOST_IN_MENU = 10, 5, 24

EVENT, FILE = "fide-event", "fide-file"


class EventPoints(NamedTuple):
    """A player's change by an event, in hundredths of a point."""

    event: ListedEvent
    points: float


def list_book(found: FideList, viewer: int, event_id: int | None = None) -> EmbedBook:
    event = next((one for one in events_of(found) if one.event_id == event_id), None)
    lines = [line for line in found.lines if event is None or _points_in(line, event) is not None]
    if event is not None:
        lines.sort(key=lambda line: -(_points_in(line, event) or 0))
    embeds = []
    for start in range(0, max(1, len(lines)), LINES_ON_A_PAGE):
        shown = lines[start : start + LINES_ON_A_PAGE]
        texts = _moves(found, shown, viewer) if event is None else _of_event(event, lines, shown, viewer)
        head = heading(found.rating_list.label, long_day(found.day))
        embeds.append(answer([head, *texts], colour=SHOWN if _is_coming(found) else STORED, footer=_small(found)))
    mine = next((index for index, line in enumerate(lines) if line.player.user_id == viewer), None)
    me = None if mine is None else mine // LINES_ON_A_PAGE
    return EmbedBook(embeds, bool(lines), me, _below(found, viewer, event_id))


def publication_undone_card(coming: FideList) -> discord.Embed:
    text = f"Its events wait for the list of **{long_day(coming.day)}** again."
    return answer([heading(coming.rating_list.label, "list undone"), text], colour=INACTIVE)


def events_of(found: FideList) -> list[ListedEvent]:
    events = {event.event_id: event for line in found.lines for event in line.events}
    return sorted(events.values(), key=lambda event: (event.day, event.event_id), reverse=True)


def source_of(found: FideList, event_id: int | None = None) -> str:
    where = f"coming:{found.rating_list.value}" if _is_coming(found) else f"listed:{found.list_fact_id}"
    return where if event_id is None else f"{where}:{event_id}"


def _is_coming(found: FideList) -> bool:
    return found.list_fact_id is None


def _small(found: FideList) -> list[str]:
    small = ["The list if it were published now" if _is_coming(found) else "Published"]
    if found.previous is not None:
        small.append(f"before: {long_day(found.previous, found.day)}")
    return [*small, OFFICIAL]


def _moves(found: FideList, shown: Sequence[ListLine], viewer: int) -> list[str]:
    """Return a page's lines, with the viewer's own events below."""
    if not found.lines:
        return ["Nothing waits for it yet: events are counted when they end three days before it or earlier."]
    moved = sum(line.published.before != line.published.after for line in found.lines)
    events = counted(len(events_of(found)), "event")
    rows = [(_figures(line), _name(line, viewer) + _note(line)) for line in shown]
    own = [_sum(line) for line in shown if line.player.user_id == viewer and line.published.events]
    verb = "changes" if moved == 1 else "change"
    return [f"**{counted(moved, 'rating')} {verb}**, from {events}", *cell_lines(rows, "><"), *own]


def _figures(line: ListLine) -> tuple[str, str]:
    before, after = line.published.before, line.published.after
    shown = "–" if after is None else str(after.displayed)
    if before is None:
        return shown, "" if after is None else "new"
    return shown, "out" if after is None else change_text(after.displayed - before.displayed, space="")


def _name(line: ListLine, viewer: int) -> str:
    name = safe(line.player.name, NAME_CHARACTERS)
    return f"**{name}**{YOU}" if line.player.user_id == viewer else name


def _note(line: ListLine) -> str:
    published, first = line.published, line.published.first
    if published.base is not None:
        return "" if published.after is not None else " · unrated from this list on"
    if published.lost is not None and first is None:
        return f" · {NO_POINT}"
    if first is None:
        return " · no game against a rated opponent yet"
    return f" · from {counted(first.games, 'game')}" if first.is_published else f" · {unpublished_text(first)}"


def _sum(line: ListLine) -> str:
    figures = points_by_event(line)
    parts = [f"{_called(one.event)} {signed(one.points, 2)}" for one in figures[:MOST_EVENTS]]
    more = [f"{len(figures) - MOST_EVENTS} more"] if len(figures) > MOST_EVENTS else []
    return f"You: **{signed(line.published.points, 2)}** · {', '.join([*parts, *more])}"


def _of_event(event: ListedEvent, lines: Sequence[ListLine], shown: Sequence[ListLine], viewer: int) -> list[str]:
    rows = [((signed(_points_in(line, event) or 0, 2),), _name(line, viewer)) for line in shown]
    return [f"**{_called(event)}**, {long_day(event.day)}: {counted(len(lines), 'player')}", *cell_lines(rows, ">")]


def points_by_event(line: ListLine) -> list[EventPoints]:
    """Return each event's change, earliest first.

    From the end: the previous list's last day may count there already.
    """
    events: dict[object, list[ListedEvent]] = defaultdict(list)
    for event in line.events:
        events[event.day].append(event)
    found = []
    for figure in reversed(line.published.events):
        if events[figure.event.ended]:
            found.append(EventPoints(events[figure.event.ended].pop(), figure.points))
    return found[::-1]


def _points_in(line: ListLine, event: ListedEvent) -> float | None:
    return next((one.points for one in points_by_event(line) if one.event.event_id == event.event_id), None)


def _called(event: ListedEvent) -> str:
    return safe(event_name(event.name, event.day), NAME_CHARACTERS)


def _below(found: FideList, owner: int, chosen: int | None) -> tuple[discord.ui.Item[Any], ...]:
    """Yield the menu of events, if several, and the file's button."""
    if not found.lines:
        return ()
    where, events = source_of(found), events_of(found)[:MOST_IN_MENU]
    file: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="File", custom_id=f"{FILE}:{where}", row=1)
    if len(events) < 2:
        return (file,)
    options = [discord.SelectOption(label="All events", value="0", default=chosen is None)]
    for event in events:
        label = plain(event_name(event.name, event.day), NAME_CHARACTERS)[:100]
        value, day = str(event.event_id), long_day(event.day)
        options.append(
            discord.SelectOption(label=label, value=value, description=day, default=event.event_id == chosen)
        )
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=f"{EVENT}:{owner}:{where}", placeholder="Which event", options=options, row=2
    )
    return (file, select)


CALCULATOR_NOTE = "FIDE's own web calculator still applies the rules of 2022 and differs"


def first_card(report: FirstReport) -> discord.Embed:
    published = report.published
    lines = [_headline(published.first)]
    if published.first is not None:
        lines.append(
            f"Score **{points(published.first.score)}** of {counted(published.first.games, 'game')} that count"
        )
    for event in published.pool if not report.typed else ():
        against = " ".join(str(opponent) for opponent in event.opponents)
        lines.append(f"- {day_text(event.ended)}: {points(event.score)} against {against}")
    for clause, steps in groupby(published.steps, key=lambda step: step.clause):
        lines.append(f"\n**{safe(clause, 80)}**")
        lines += [f"- {sentence(step)}" for step in steps]
    is_published = published.first is not None and published.first.is_published
    embed = discord.Embed(
        title="A first FIDE rating", description="\n".join(lines)[:4096], colour=RISE if is_published else LEVEL
    )
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    storage = "not stored" if report.typed else f"on the list of {day_text(published.day)}"
    parts = [f"Rules: {published.edition.title}", storage]
    if published.first is not None and published.first.rule is FirstRatingRule.SINCE_2024:
        parts.append(CALCULATOR_NOTE)
    parts.append(OFFICIAL)
    embed.set_footer(text=" · ".join(parts))
    return embed


def _headline(first: FirstRating | None) -> str:
    if first is None:
        why = "A first rating needs games against rated opponents; a first event without a point does not count."
        return f"## No game that counts yet\n{why}"
    if first.games < FEWEST_GAMES:
        missing = counted(FEWEST_GAMES - first.games, "game")
        return f"## {first.games} of {FEWEST_GAMES} games\n{missing} more; so far they give {first.rating}."
    if not first.is_published:
        return f"## {first.rating}\nA rating below {first.floor} is not published. The games count for 26 months."
    return f"## {first.rating}"
