"""A club's list at a glance, written out: how its ratings are spread, how much is played, and the words of both."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.services.club_year.chart import ClubChart
from bot.ui.framework.layout import answer, cell_lines, change_text, heading
from bot.ui.framework.text import NAME_CHARACTERS, count, rating, safe
from bot.ui.wording.dates import MONTHS, month_words

if TYPE_CHECKING:
    from bot.ui.pictures.drawn.distribution import Bars

WIDTHS, MOST_BARS = (5, 10, 25, 50, 100, 200, 500, 1000), 16
YOURS = "Where you stand"


def _footer(chart: ClubChart, club: str) -> str:
    return f"{club} · {chart.today.day} {MONTHS[chart.today.month - 1][:3]} {chart.today.year}"


def spread_bars(chart: ClubChart, club: str) -> "Bars":
    """Return the picture of how ratings are spread; club: the server's name."""
    from bot.ui.pictures.drawn.distribution import Bars

    low, width, counts = classes(chart)
    own, here = None, None
    if chart.own is not None:
        own = (chart.own - low) // width
        here = (f"you {chart.own}", (chart.own - low) % width / width)
    below = chart.percent_below
    edges = [(at, low + at * width) for at in range(len(counts) + 1)]
    return Bars(
        title=YOURS if own is not None else "How ratings are spread",
        subtitle=f"{chart.rating_list.label} · {chart.players} active members",
        counts=counts,
        labels=[(at, str(edge)) for at, edge in edges if edge % (2 * width) == 0],
        footer_left=f"median {rating(chart.median, 1)}",
        footer_right=_footer(chart, club),
        own=own,
        here=here,
        figure="" if below is None else f"{below} %",
        figure_says="" if below is None else "of the club is below you",
        alternative=_spread_words(chart, low, width, counts),
    )


def activity_bars(chart: ClubChart, club: str) -> "Bars":
    """Return the picture of the games of the last twelve months; the one that runs is blue."""
    from bot.ui.pictures.drawn.distribution import Bars

    games = [month.games for month in chart.months]
    first = chart.months[0].first
    return Bars(
        title="Games a month",
        subtitle=f"{chart.rating_list.label} · {count(sum(one.events for one in chart.months), 'event')}",
        counts=games,
        labels=[(at + 0.5, MONTHS[month.first.month - 1][:3]) for at, month in enumerate(chart.months)],
        footer_left=f"since {month_words(first, chart.today)}",
        footer_right=_footer(chart, club),
        own=len(games) - 1,
        figure=str(sum(games)),
        figure_says="games in twelve months",
        alternative=f"Games a month on {chart.rating_list.label}: "
        + ", ".join(f"{month_words(one.first, chart.today)} {one.games}" for one in chart.months)
        + ".",
    )


def classes(chart: ClubChart) -> tuple[int, int, list[int]]:
    """Return the classes of a chart, that of whoever asks among them."""
    return classes_of([(level.displayed, level.players) for level in chart.levels], chart.own)


def classes_of(levels: Sequence[tuple[int, int]], own: int | None = None) -> tuple[int, int, list[int]]:
    """Return where the lowest class begins, how wide each is, and how many stand in each: sixteen at most.

    levels: ratings, and how many stand there. own: a rating that must be within a class too.
    """
    ratings = [displayed for displayed, _ in levels] + ([] if own is None else [own])
    lowest, highest = min(ratings), max(ratings)
    width = next((one for one in WIDTHS if highest // one - lowest // one < MOST_BARS), WIDTHS[-1])
    first = lowest // width
    counts = [0] * (highest // width - first + 1)
    for displayed, players in levels:
        counts[displayed // width - first] += players
    return first * width, width, counts


def improved_lines(chart: ClubChart) -> list[str]:
    """Return who improved most within a year."""
    rows = [
        ((change_text(one.gain, space=""),), f"{safe(one.player.name, NAME_CHARACTERS)} · {one.rating}")
        for one in chart.improved
    ]
    return ["**Most improved in a year**", *cell_lines(rows, "<")] if rows else []


def chart_embed(chart: ClubChart, *, picture: str | None = None) -> discord.Embed:
    """Return the embed: who improved most above the picture, or everything in words."""
    month = chart.months[-1]
    played = f"{count(month.games, 'game')} this month, {sum(one.games for one in chart.months)} in twelve"
    if picture is not None:
        return answer(improved_lines(chart), footer=(played,), picture=picture)
    low, width, counts = classes(chart)
    lines = [heading(chart.rating_list.label, YOURS if chart.own is not None else "how ratings are spread")]
    if chart.own is not None:
        lines.append(f"# {chart.own}  {chart.percent_below} % of the club is below you")
    rows = [((f"{low + at * width}", str(amount)), "") for at, amount in enumerate(counts) if amount]
    return answer([*lines, *cell_lines(rows, ">>"), *improved_lines(chart)], footer=(played,))


def activity_embed(chart: ClubChart, *, picture: str | None = None) -> discord.Embed:
    """Return the embed of the games a month: the picture, or words."""
    if picture is not None:
        return answer((), picture=picture)
    rows = [
        ((str(month.games),), f"{month_words(month.first, chart.today)} · {count(month.events, 'event')}")
        for month in reversed(chart.months)
    ]
    return answer([heading(chart.rating_list.label, "games a month"), *cell_lines(rows, ">")])


def _spread_words(chart: ClubChart, low: int, width: int, counts: Sequence[int]) -> str:
    parts = [
        f"{low + at * width} to {low + (at + 1) * width - 1}: {amount}" for at, amount in enumerate(counts) if amount
    ]
    said = f"Ratings on {chart.rating_list.label} of {chart.players} active members. {'; '.join(parts)}."
    if chart.own is not None:
        said += f" You stand at {chart.own}; {chart.percent_below} % of the club is below you."
    return said
