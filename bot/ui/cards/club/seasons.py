"""Seasons: what one begins with, its board, the list of them."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import discord

from bot.services.season_figures import SeasonOrder
from bot.services.seasons.begin import SeasonBegun
from bot.services.seasons.boards import ListedSeason, SeasonBoard, SeasonLine
from bot.store.events.seasons import Season, SeasonRatings
from bot.ui.framework.colours import GONE, SHOWN, STORED
from bot.ui.framework.layout import answer, cell_lines, change_text, heading
from bot.ui.framework.pages import Page
from bot.ui.framework.text import count, day_text, number, ordinal, points, safe
from bot.ui.wording.dates import long_day
from bot.ui.wording.marks import YOU

ORDERS = {
    SeasonOrder.RATING: "Rating",
    SeasonOrder.GAIN: "Gain",
    SeasonOrder.PERFORMANCE: "Performance",
    SeasonOrder.POINTS: "Points",
    SeasonOrder.GAMES: "Games",
    SeasonOrder.QURSH: "QURSH, mean",
}

_BEGINS = {
    SeasonRatings.CARRY_OVER: "Nobody's rating is touched: the board ranks what happens within.",
    SeasonRatings.TOWARD_MIDDLE: "Every rating has moved half the way to the middle.",
    SeasonRatings.AFRESH: "Everybody begins at the middle, without games.",
}


def begun_card(report: SeasonBegun) -> discord.Embed:
    """Say that a season has begun."""
    season = report.season
    lines = [
        heading(safe(season.name), season.rating_list.label),
        f"**{stretch(season)}**",
        _BEGINS[season.ratings],
        f"A place takes {count(season.minimum, 'game')}: **/season show**.",
    ]
    footer = [f"{count(report.moved, 'rating')} moved"] if season.list_fact_id is not None else []
    return answer(lines, colour=STORED, footer=footer)


def season_undone_card(report: SeasonBegun) -> discord.Embed:
    """Say that a season is none."""
    lines = [heading("Undone", safe(report.season.name)), "That season is none any more."]
    footer = [f"{count(report.moved, 'rating')} moved back"] if report.moved else []
    return answer(lines, colour=GONE, footer=footer)


def reopened_card(season: Season) -> discord.Embed:
    """Say that a season goes on."""
    return answer([heading(safe(season.name), season.rating_list.label), f"Goes on: **{stretch(season)}**"])


def stretch(season: Season) -> str:
    """Return from when to when a season is."""
    begins = day_text(season.starts)
    if season.ended_on is not None:
        return f"{begins} to {day_text(season.ended_on)}"
    return f"since {begins}" if season.ends is None else f"{begins} to {day_text(season.ends)}"


ORDER = "season-order"
"""What the id of the menu begins with."""


def season_source(board: SeasonBoard) -> str:
    """Return where a board's pages come from (bot.ui.framework.pages)."""
    return f"season:{board.season.id}:{board.order.value}"


def season_menu(board: SeasonBoard, owner: int) -> tuple[discord.ui.Item[Any], ...]:
    """Return the menu of orders, which bot.ui.buttons.seasons answers."""
    options = [
        discord.SelectOption(label=ORDERS[order], value=order.value, default=order is board.order)
        for order in board.orders
    ]
    return (discord.ui.Select(custom_id=f"{ORDER}:{board.season.id}:{owner}", options=options),) if board.lines else ()


def season_page(board: SeasonBoard, viewer: int) -> Page:
    """Return a page as it is turned to, with the menu of its orders."""
    return Page(season_card(board, viewer), board.page, board.pages, season_menu(board, viewer))


def season_card(board: SeasonBoard, viewer: int | None = None) -> discord.Embed:
    """Return a page of a season's board; whoever looks is bold, None for a board that is everybody's."""
    season = board.season
    lines = [heading(safe(season.name), season.rating_list.label)]
    if board.winners:
        names = " and ".join(safe(winner.name) for winner in board.winners)
        lines.append(f"🏆 **{names}** won it" if season.ended_at is not None else names)
    if board.lines:
        align = "><|" if board.order is SeasonOrder.GAIN else ">>|"
        lines += cell_lines([(_cells(board, line), _name(board, line, viewer)) for line in board.lines], align)
    else:
        lines.append("No game yet: **/rating update** and **/event import** bring the first.")
    return answer(lines, colour=SHOWN, footer=_footer(board))


def _footer(board: SeasonBoard) -> list[str]:
    season = board.season
    is_rating = board.order is SeasonOrder.RATING
    small = [] if is_rating else [f"by {ORDERS[board.order].lower()}"]
    small += [stretch(season), count(board.players, "player"), f"{count(season.minimum, 'game')} for a place"]
    if is_rating and any(line.placed.figures.provisional for line in board.lines):
        small.append("P provisional")
    if board.mine is not None and board.mine.placed.rank is not None:
        small.append(f"You: {ordinal(board.mine.placed.rank)}")
    if season.corrected is not None:
        small.append(corrected_text(*season.corrected))
    return small


def corrected_text(day: date, places: Sequence[int]) -> str:
    """Return what has become of a board since it was kept."""
    said = f"corrected on {long_day(day, day)}"
    if not places:
        return said
    if len(places) > _MOST_PLACES:
        return f"{said}: {len(places)} places changed"
    *most, last = [ordinal(place) for place in places]
    return f"{said}: {', '.join(most)} and {last} changed" if most else f"{said}: {last} changed"


_MOST_PLACES = 5


def _cells(board: SeasonBoard, line: SeasonLine) -> tuple[str, str, str]:
    found = line.placed.figures
    rank = "" if line.placed.rank is None else str(line.placed.rank)
    mark = "P" if board.order is SeasonOrder.RATING and found.provisional else ""
    return rank, _figure(board.order, line), mark


def _figure(order: SeasonOrder, line: SeasonLine) -> str:
    found = line.placed.figures
    value = found.value(order)
    if value is None:
        return "–"
    if order is SeasonOrder.GAIN:
        return change_text(value, space="")
    if order is SeasonOrder.POINTS:
        return points(value)
    return number(value / 100, 2) if order is SeasonOrder.QURSH else number(value, 0)


def _name(board: SeasonBoard, line: SeasonLine, viewer: int | None) -> str:
    found, minimum = line.placed.figures, board.season.minimum
    name = safe(line.player.name)
    is_own = viewer is not None and line.player.user_id == viewer
    text = f"**{name}**{YOU}" if is_own else name
    if found.games < minimum:
        return f"{text} · {found.games} of {count(minimum, 'game')}"
    if board.order is SeasonOrder.POINTS:
        return f"{text} · of {found.games}"
    return text if board.order is SeasonOrder.RATING or found.rating is None else f"{text} · {found.rating}"


def seasons_pages(listed: Sequence[ListedSeason]) -> list[discord.Embed]:
    """Return a club's seasons, latest first, ten a page."""
    if not listed:
        text = "This club has had no season yet: a director begins one with **/season start**."
        return [answer([heading("Seasons"), text])]
    parts = [listed[first : first + _A_PAGE] for first in range(0, len(listed), _A_PAGE)]
    return [
        answer(
            [heading("Seasons"), *(_listed(one) for one in part)],
            footer=[f"page {at} of {len(parts)}"][: len(parts) - 1],
        )
        for at, part in enumerate(parts, start=1)
    ]


_A_PAGE = 10


def _listed(one: ListedSeason) -> str:
    season = one.season
    what = f"`{day_text(season.starts)}` {safe(season.name)} · {season.rating_list.label}"
    if season.ended_on is None:
        return f"{what} · {'runs' if season.ends is None else f'until {day_text(season.ends)}'}"
    return f"{what} · 🏆 {' and '.join(safe(each.name) for each in one.winners)}" if one.winners else f"{what} · over"
