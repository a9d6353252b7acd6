"""Published ratings beside ours: how many agree, and what explains the others."""

from collections.abc import Iterator, Mapping, Sequence

import discord

from bot.services.events.published import agreement, comparisons, outcomes_by_number, published_in
from bot.services.events.report import SectionReport
from bot.ui.framework.layout import NAME_CHARACTERS, SHOWN, answer, cell_lines, heading
from bot.ui.framework.text import day_text, safe
from core.event.published import ESTABLISHED, Cause, Comparison, Difference, Explanation, PublishedRating
from core.event.similarity import event_and_day, event_name
from core.lists import RatingList
from core.rating.systems import system_of
from core.words import counted, displayed

PUBLISHED = "published"
ROWS_ON_A_PAGE, CAUSES_ON_A_PAGE = 10, 6
MARKS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
"""Numbers of causes, behind the names that they explain."""


def published_lines(sections: Sequence[SectionReport]) -> Iterator[str]:
    totals: dict[RatingList, tuple[int, int]] = {}
    for section in sections:
        for moved, (agree, players) in agreement(section).items():
            before = totals.get(moved, (0, 0))
            totals[moved] = before[0] + agree, before[1] + players
    for moved, (agree, players) in totals.items():
        yield f"🏛️ {moved.label}: **{agree} of {players}** ratings as {_publisher(moved)} published them"


def published_pages(section: SectionReport, *, dry: bool = False) -> list[discord.Embed]:
    """Return published ratings beside ours; call it in a thread."""
    head = heading(safe(event_name(section.name, section.crosstable.date), NAME_CHARACTERS), "published ratings")
    small = [day_text(section.crosstable.date), *(["nothing is stored yet"] if dry else [])]
    return [
        answer([head, text], colour=SHOWN, footer=[*small, f"published by {_publisher(moved)}"])
        for moved, found in comparisons(section).items()
        for text in _texts(section, moved, found)
    ]


def comparison_lines(section: SectionReport) -> list[str]:
    """Return agreements and explained differences by list, as plain text; takes seconds."""
    lines = []
    called = event_and_day(section.name, section.crosstable.date)
    for moved, found in comparisons(section).items():
        unknown = len(found.differences) - found.explained
        lines.append(
            f"{called}, {moved.label}: {found.agree} of {found.players} ratings as published"
            + (f", {found.explained} explained, {unknown} not explained" if found.differences else "")
        )
        lines += (f"  {cause_text(section, moved, cause).replace('*', '')}" for cause in found.causes)
    return lines


def _texts(section: SectionReport, moved: RatingList, found: Comparison) -> Iterator[str]:
    how = "to the hundredth" if found.exact else "in whole numbers"
    first = f"**{moved.label}: {found.agree} of {found.players} agree** {how}"
    lines = [f"{_mark(place)} {cause_text(section, moved, cause)}" for place, cause in enumerate(found.causes)]
    if lines:
        lines.insert(0, "Why the others differ; the next pages mark whom:")
    unknown = len(found.differences) - found.explained
    if unknown:
        lines.append(f"❓ Not explained: {counted(unknown, 'rating')}")
    for start in range(0, max(1, len(lines)), CAUSES_ON_A_PAGE):
        yield "\n".join([first, *lines[start : start + CAUSES_ON_A_PAGE]])
    rows = list(_rows(section, moved, found, published_in(section, moved)))
    head = (("here", "there", "diff."), "")
    for start in range(0, len(rows), ROWS_ON_A_PAGE):
        yield "\n".join([f"**{moved.label}**", *cell_lines([head, *rows[start : start + ROWS_ON_A_PAGE]], ">>>")])


def _rows(
    section: SectionReport, moved: RatingList, found: Comparison, published: Mapping[int, PublishedRating]
) -> Iterator[tuple[Sequence[str], str]]:
    decimals, apart = 2 if found.exact else 0, {one.number: one for one in found.differences}
    causes, outcomes = found.causes, outcomes_by_number(section, moved)
    for number in sorted(published, key=lambda number: (number not in apart, number)):
        rank = outcomes[number].after
        here, there = 0.0 if rank is None else rank.rating, published[number].after
        here = here if found.exact else displayed(here)
        difference = f"{here - there:+.{decimals}f}".replace("-", "−") if number in apart else "="
        name = f"{_name(section, number)} {_marks(apart.get(number), causes)}".rstrip()
        yield (f"{here:.{decimals}f}", f"{there:.{decimals}f}", difference), name


def _marks(difference: Difference | None, causes: Sequence[Explanation]) -> str:
    if difference is None:
        return ""
    return "".join(_mark(causes.index(one)) for one in difference.causes) or "❓"


def _mark(place: int) -> str:
    return MARKS[place] if place < len(MARKS) else f"({place + 1})"


def _name(section: SectionReport, number: int) -> str:
    return safe(section.name_of(number), NAME_CHARACTERS)


def cause_text(section: SectionReport, moved: RatingList, one: Explanation) -> str:
    who, names = _publisher(moved), [_name(section, number) for number in one.numbers]
    here, there = _figure(one.here), _figure(one.there)
    if one.cause is Cause.EDITION:
        title = next(edition.title for edition in system_of(moved).editions if edition.key == one.subject)
        return f"{who} used other rules: {title}."
    if one.cause is Cause.PLAYED:
        return f"Round {one.round}, {' – '.join(names)}: a forfeit here, rated as a game by {who}."
    if one.cause is Cause.FORFEIT:
        return f"Round {one.round}, {' – '.join(names)}: a game here, a forfeit at {who}."
    return (
        f"**{names[0]}**: "
        + {
            Cause.RATING: f"{here} before the event here, {there} at {who}.",
            Cause.ORDER: f"{who} rated {safe(one.subject)} in another order. Before this: {here} here, {there} there.",
            Cause.GAMES: f"{_games(one.here)} before the event here, {_games(one.there)} at {who}.",
            Cause.INITIAL: f"began with {here} here, and with about {there} at {who}, which does not publish it.",
            Cause.ROUNDED: f"{who} published no decimals of the ratings before the event.",
        }[one.cause]
    )


def _publisher(moved: RatingList) -> str:
    return system_of(moved).ratings.removesuffix(" ratings")


def _figure(rating: float | None) -> str:
    return "unrated" if rating is None else f"{rating:.2f}".removesuffix(".00")


def _games(games: float | None) -> str:
    return "established" if int(games or 0) >= ESTABLISHED else counted(int(games or 0), "game")
