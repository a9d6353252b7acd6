"""Leaderboards and seasons: pages, menus, buttons."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import discord

from bot.services.framework.season_figures import SeasonOrder
from bot.services.ratings.leaderboard import BoardOrder, BoardPage, BoardQuery, Place, RankedLine
from bot.services.ratings.past_board import PAST_ORDERS
from bot.services.ratings.seasons import ListedSeason, SeasonBegun, SeasonBoard, SeasonLine
from bot.store.ratings.seasons import Season, SeasonRatings
from bot.ui.framework.layout import INACTIVE, SHOWN, STORED, answer, cell_lines, change_text, heading
from bot.ui.framework.pages import Page, look_button
from bot.ui.framework.text import NAME_CHARACTERS, clean, day_text, number, ordinal, points, safe, signed
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import (
    NOT_LATELY,
    ON_BOARD,
    YOU,
    code_heading,
    long_day,
    month_words,
    not_yet,
    printed_without_games,
    provisional_line,
    rank_cell,
    short_day,
)
from core.lists import RatingList
from core.rating.systems import PUBLISHED, is_pool, system_of
from core.words import counted, displayed

ORDERS = {
    BoardOrder.RATING: "Rating",
    BoardOrder.GAIN: "Gain this month",
    BoardOrder.GAMES: "Games",
    BoardOrder.PEAK: "Newest peak",
}

ORDER, BOARD_SWITCH = "order", "board"

WHERE = "where"


def board_lines(page: BoardPage, viewer: int | None = None) -> list[str]:
    """Return a leaderboard's lines. viewer: the user whose line is marked."""
    rows = [(_figures(page, ranked), _name(page, ranked, viewer)) for ranked in page.lines]
    codes = code_heading(mark for (_rank, _shown, mark), _text in rows)
    lines = cell_lines(rows, "><|" if page.query.order is BoardOrder.GAIN else ">>|")
    below = [index for index, ranked in enumerate(page.lines) if ranked.rank is None]
    if below:
        lines.insert(below[0], provisional_line(page.query.rating_list, page.house_rules))
    return [heading(*_title(page)), *codes, *lines]


def board_embed(page: BoardPage, viewer: int) -> discord.Embed:
    if not page.lines and not page.players:
        return answer([heading(*_title(page)), _nobody(page)])
    return answer(board_lines(page, viewer), footer=board_footer(page))


def board_footer(page: BoardPage) -> Iterator[str]:
    """Yield the players, the marks' meanings and the viewer's place."""
    yield counted(page.players, "player")
    if any(one.line.provisional and one.rank is not None for one in page.lines) and (
        page.query.order is BoardOrder.RATING
    ):
        yield "P provisional"
    if page.place is not None:
        yield _place(page.place)
    yield from CARDS[page.query.rating_list].official


def board_page(page: BoardPage, viewer: int) -> Page:
    shown = board_below(page.query, page.players, page.season, viewer, is_empty=page.is_empty)
    return Page(board_embed(page, viewer), page.page, page.pages, shown)


def board_source(query: BoardQuery) -> str:
    day = "" if query.on is None else f":{query.on.toordinal()}"
    return f"board:{query.rating_list.value}:{query.order.value}:{query.everyone:d}:{query.sure:d}{day}"


def board_below(
    query: BoardQuery, players: int, season: int | None, owner: int, *, is_empty: bool
) -> tuple[discord.ui.Item[Any], ...]:
    """Return the menu of orders and the buttons; only FIDE's coming list if the list is empty."""
    from bot.services.ratings.club_year import LEAST_PLAYERS

    if is_empty:
        return (_coming(query.rating_list),) if query.rating_list in PUBLISHED else ()
    options = [
        discord.SelectOption(label=label, value=order.value, default=order is query.order)
        for order, label in ORDERS.items()
        if query.on is None or order in PAST_ORDERS
    ]
    items: list[discord.ui.Item[Any]] = [
        discord.ui.Select(custom_id=f"{ORDER}:{owner}:{board_source(query)}", options=options)
    ]
    inactive = "Hide inactive" if query.everyone else "Show inactive"
    items.append(_other_board(inactive, owner, replace(query, everyone=not query.everyone)))
    if query.on is None:
        if players >= LEAST_PLAYERS:
            custom_id = f"{WHERE}:{query.rating_list.value}"
            items.append(discord.ui.Button[discord.ui.View](label="Distribution", custom_id=custom_id, row=2))
        items += _of_list(query, season, owner)
    return tuple(items)


def _of_list(query: BoardQuery, season: int | None, owner: int) -> Iterator[discord.ui.Item[Any]]:
    """Yield the list's other pages: season, coming FIDE list, Oracle's comparison."""
    key = query.rating_list.value
    if season is not None:
        yield look_button("Season board", f"season:{season}:{SeasonOrder.RATING.value}", row=2)
    if query.rating_list in PUBLISHED:
        yield _coming(query.rating_list)
    if is_pool(query.rating_list):
        if query.order is BoardOrder.RATING:
            label = "Plain ranks" if query.sure else "Sure ranks"
            yield _other_board(label, owner, replace(query, sure=not query.sure))
        yield look_button("Compare systems", f"compared:{key}", row=2)


def _coming(rating_list: RatingList) -> discord.ui.Button[discord.ui.View]:
    return look_button("Coming list", f"coming:{rating_list.value}", row=2)


def _other_board(label: str, owner: int, query: BoardQuery) -> discord.ui.Button[discord.ui.View]:
    custom_id = f"{BOARD_SWITCH}:{owner}:{board_source(query)}"
    return discord.ui.Button(label=label, custom_id=custom_id, row=2)


_EMPTY = {
    BoardOrder.GAIN: "No rated player has played this month.",
    BoardOrder.PEAK: "Nobody has reached a new peak in three months.",
}


def _nobody(page: BoardPage) -> str:
    if page.query.on is not None:
        return "Nobody was on this list then."
    if page.query.order in _EMPTY:
        return _EMPTY[page.query.order]
    return NOT_LATELY if not page.is_empty else not_yet(page.query.rating_list)


def _title(page: BoardPage) -> Sequence[str]:
    order = {
        BoardOrder.RATING: (),
        BoardOrder.GAIN: (f"gain in {month_words(page.today, page.today)}",),
        BoardOrder.GAMES: ("games",),
        BoardOrder.PEAK: ("newest peaks",),
    }
    on = () if page.query.on is None else (long_day(page.query.on),)
    return (page.query.rating_list.label, *on, *order[page.query.order])


def _figures(page: BoardPage, ranked: RankedLine) -> tuple[str, str, str]:
    figure, rank = ranked.figure, rank_cell(ranked.rank)
    if figure is None:
        shown = str(ranked.line.displayed)
        printed = printed_without_games(ranked.line, page.query.rating_list, page.house_rules)
        return rank, shown, printed.removeprefix(shown)
    if isinstance(figure, date):
        return rank, short_day(figure, page.today), ""
    return (
        rank_cell(ranked.rank),
        change_text(figure, space="") if page.query.order is BoardOrder.GAIN else str(figure),
        "",
    )


def _name(page: BoardPage, ranked: RankedLine, viewer: int | None) -> str:
    line = ranked.line
    name = safe(line.player.name, NAME_CHARACTERS)
    if viewer is not None and line.player.user_id == viewer:
        name = f"**{name}**{YOU}"
    if ranked.figure is not None:
        name += f" · {ranked.rating}"
    notes = [] if line.active else [f"since {month_words(line.date, page.today)}"]
    if ranked.rests_on_reports:
        notes.append(ON_BOARD)
    return name + "".join(f" *· {note}*" for note in notes)


def _place(place: Place) -> str:
    you = f"You: {ordinal(place.rank)}"
    return you if place.behind is None else f"{you}, {place.behind} to the {ordinal(place.above or 0)}"


SEASON_ORDERS = {
    SeasonOrder.RATING: "Rating",
    SeasonOrder.GAIN: "Gain",
    SeasonOrder.PERFORMANCE: "Performance",
    SeasonOrder.FOR_RATING: "Score above expected",
    SeasonOrder.POINTS: "Points",
    SeasonOrder.GAMES: "Games",
    SeasonOrder.QURSH: "QURSH, mean",
}

SEASON_RATINGS = {
    SeasonRatings.CARRY_OVER: "Carry over: ratings stay as they are",
    SeasonRatings.TOWARD_MIDDLE: "Toward the middle: half the way (Oracle, Elo, Glicko-2)",
    SeasonRatings.AFRESH: "Reset: everybody at the middle (Oracle, Elo, Glicko-2)",
}

_BEGINS = {
    SeasonRatings.CARRY_OVER: "Ratings stay as they are. The leaderboard ranks the season's results.",
    SeasonRatings.TOWARD_MIDDLE: "Every rating was set halfway to the middle.",
    SeasonRatings.AFRESH: "Everybody begins at the middle, without games.",
}


def begun_card(report: SeasonBegun) -> discord.Embed:
    season = report.season
    lines = [
        heading(safe(season.name), season.rating_list.label),
        f"**{stretch(season)}**",
        _BEGINS[season.ratings],
        f"Players with at least {counted(season.minimum, 'game')} are ranked. See **/season**.",
    ]
    is_new = season.list_fact_id is not None
    what = "changed" if is_new else "restored"
    footer = [f"{counted(report.moved, 'rating')} {what}"] if report.moved or is_new else []
    return answer(lines, colour=STORED, footer=footer)


def season_undone_card(report: SeasonBegun) -> discord.Embed:
    lines = [heading("Undone", safe(report.season.name)), "That season no longer exists."]
    footer = [f"{counted(report.moved, 'rating')} restored"] if report.moved else []
    return answer(lines, colour=INACTIVE, footer=footer)


def reopened_card(season: Season) -> discord.Embed:
    return answer([heading(safe(season.name), season.rating_list.label), f"Continues: **{stretch(season)}**"])


def stretch(season: Season) -> str:
    begins = day_text(season.starts)
    if season.ended_on is not None:
        return f"{begins} to {day_text(season.ended_on)}"
    return f"since {begins}" if season.ends is None else f"{begins} to {day_text(season.ends)}"


SEASON_ORDER = "season-order"


def season_source(board: SeasonBoard) -> str:
    return f"season:{board.season.id}:{board.order.value}"


def season_menu(board: SeasonBoard, owner: int) -> tuple[discord.ui.Item[Any], ...]:
    options = [
        discord.SelectOption(label=SEASON_ORDERS[order], value=order.value, default=order is board.order)
        for order in board.orders
    ]
    return (
        (discord.ui.Select(custom_id=f"{SEASON_ORDER}:{board.season.id}:{owner}", options=options),)
        if board.lines
        else ()
    )


def season_page(board: SeasonBoard, viewer: int) -> Page:
    return Page(season_card(board, viewer), board.page, board.pages, season_menu(board, viewer))


def season_card(board: SeasonBoard, viewer: int | None = None) -> discord.Embed:
    season = board.season
    lines = [heading(safe(season.name), season.rating_list.label)]
    if board.winners:
        names = " and ".join(safe(winner.name) for winner in board.winners)
        lines.append(f"🏆 **{names}** won it" if season.ended_at is not None else names)
    if board.lines:
        align = "><|" if board.order is SeasonOrder.GAIN else ">>|"
        lines += cell_lines([(_cells(board, line), _season_name(board, line, viewer)) for line in board.lines], align)
    else:
        lines.append(f"No games yet. The first comes with {system_of(season.rating_list).reported_with}.")
    return answer(lines, colour=SHOWN, footer=_footer(board))


def _footer(board: SeasonBoard) -> list[str]:
    season = board.season
    is_rating = board.order is SeasonOrder.RATING
    small = [] if is_rating else [f"by {SEASON_ORDERS[board.order].lower()}"]
    small += [stretch(season), counted(board.players, "player"), f"{counted(season.minimum, 'game')} for a place"]
    if is_rating and any(line.placed.figures.provisional for line in board.lines):
        small.append("P provisional")
    if board.mine is not None and board.mine.placed.rank is not None:
        small.append(f"You: {ordinal(board.mine.placed.rank)}")
    if season.corrected is not None:
        small.append(corrected_text(*season.corrected))
    return small


def corrected_text(day: date, places: Sequence[int]) -> str:
    head = f"corrected on {long_day(day, day)}"
    if not places:
        return head
    if len(places) > _MOST_PLACES:
        return f"{head}: {len(places)} places changed"
    *most, last = [ordinal(place) for place in places]
    return f"{head}: {', '.join(most)} and {last} changed" if most else f"{head}: {last} changed"


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
    if order is SeasonOrder.FOR_RATING:
        return signed(value, 2)
    return number(value / 100, 2) if order is SeasonOrder.QURSH else str(displayed(value))


def _season_name(board: SeasonBoard, line: SeasonLine, viewer: int | None) -> str:
    found, minimum = line.placed.figures, board.season.minimum
    name = safe(line.player.name)
    is_own = viewer is not None and line.player.user_id == viewer
    text = f"**{name}**{YOU}" if is_own else name
    if found.games < minimum:
        return f"{text} · {found.games} of {counted(minimum, 'game')}"
    if board.order is SeasonOrder.POINTS:
        return f"{text} · of {found.games}"
    if board.order is SeasonOrder.FOR_RATING and found.luck is not None:
        return f"{text} · chance alone: ±{number(found.luck, 2)}"
    return text if board.order is SeasonOrder.RATING or found.rating is None else f"{text} · {found.rating}"


def seasons_pages(listed: Sequence[ListedSeason], *, directs: bool = False) -> list[discord.Embed]:
    if not listed:
        text = "No seasons yet. " + ("Start one with **/td season**." if directs else "A director starts one.")
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
MOST_OFFERED = 25


def seasons_menu(custom_id: str, listed: Sequence[ListedSeason], placeholder: str) -> discord.ui.Item[Any]:
    options = [
        discord.SelectOption(
            label=clean(one.season.name, 100), description=one.season.rating_list.label, value=str(one.season.id)
        )
        for one in listed[:MOST_OFFERED]
    ]
    return discord.ui.Select(custom_id=custom_id, options=options, placeholder=placeholder)


def _listed(one: ListedSeason) -> str:
    season = one.season
    text = f"`{day_text(season.starts)}` {safe(season.name)} · {season.rating_list.label}"
    if season.ended_on is None:
        return f"{text} · {'running' if season.ends is None else f'until {day_text(season.ends)}'}"
    return f"{text} · 🏆 {' and '.join(safe(each.name) for each in one.winners)}" if one.winners else f"{text} · ended"
