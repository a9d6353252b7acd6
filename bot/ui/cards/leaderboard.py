"""The leaderboard: its lines, its page as an embed, and what turns and orders it."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import discord

from bot.services.players.leaderboard import BoardOrder, BoardPage, BoardQuery, Place, RankedLine
from bot.ui.framework.layout import answer, cell_lines, change_text, heading
from bot.ui.framework.pages import Page, below, turning
from bot.ui.framework.text import NAME_CHARACTERS, count, ordinal, safe
from bot.ui.systems import CARDS
from bot.ui.wording.dates import month_words, short_day
from bot.ui.wording.marks import YOU
from bot.ui.wording.printed import printed_without_games
from bot.ui.wording.unconfirmed import ON_BOARD

ORDERS = {
    BoardOrder.RATING: "Rating",
    BoardOrder.GAIN: "Gain this month",
    BoardOrder.GAMES: "Games",
    BoardOrder.PEAK: "Newest peak",
}
"""What the menu calls them."""

ORDER = "order"
"""What the id of the menu begins with."""

SEASON = "season"
"""In the menu, beside the orders: it shows the board of the season that runs (bot.ui.buttons.seasons)."""

WHERE = "where"
"""What the id of the button begins with that shows how ratings are spread (bot.ui.buttons.charts)."""


def board_lines(page: BoardPage, viewer: int | None = None) -> list[str]:
    """Return a board's heading and its lines: rank and figure in a code cell, then the whole name.

    viewer: the Discord user who looks, whose own line is marked; None for a board that is everybody's.
    """
    rows = [(_figures(page, ranked), _name(page, ranked, viewer)) for ranked in page.lines]
    return [heading(*_title(page)), *cell_lines(rows, "><|" if page.query.order is BoardOrder.GAIN else ">>|")]


def board_embed(page: BoardPage, viewer: int) -> discord.Embed:
    """Return a page of a leaderboard."""
    if not page.lines and not page.players:
        return answer([heading(*_title(page)), _EMPTY.get(page.query.order, _NOBODY)])
    return answer(board_lines(page, viewer), footer=board_footer(page))


def board_footer(page: BoardPage) -> Iterator[str]:
    """Return the small print: how many there are, what a mark means, and where whoever looks stands."""
    yield count(page.players, "player")
    if any(ranked.line.provisional for ranked in page.lines) and page.query.order is BoardOrder.RATING:
        yield "P provisional"
    if page.place is not None:
        yield _place(page.place)
    yield from CARDS[page.query.rating_list].official


def board_page(page: BoardPage, viewer: int) -> Page:
    """Return a page as it is turned to, with the menu of its orders."""
    return Page(board_embed(page, viewer), page.page, page.pages, board_menu(page, viewer))


def board_buttons(page: BoardPage, owner: int) -> discord.ui.View | None:
    """Return what turns and orders a leaderboard; None for a list on which nobody is."""
    if not page.players and page.query.order is BoardOrder.RATING:
        return None
    return below(turning(owner, board_source(page.query), page.page, page.pages, jump=True), board_menu(page, owner))


def board_source(query: BoardQuery) -> str:
    """Return where a board's pages come from (bot.ui.framework.pages)."""
    return f"board:{query.rating_list.value}:{query.order.value}:{query.everyone:d}"


def board_menu(page: BoardPage, owner: int) -> tuple[discord.ui.Item[Any], ...]:
    """Return the menu of orders, which bot.ui.buttons.charts answers, and what shows how all stand."""
    from bot.services.club_year.chart import LEAST_PLAYERS

    query = page.query
    options = [
        discord.SelectOption(label=label, value=order.value, default=order is query.order)
        for order, label in ORDERS.items()
    ]
    if page.has_season:
        options.append(discord.SelectOption(label="Performance this season", value=SEASON))
    custom_id = f"{ORDER}:{owner}:{query.rating_list.value}:{query.everyone:d}"
    menu: discord.ui.Item[Any] = discord.ui.Select(custom_id=custom_id, options=options)
    if page.players < LEAST_PLAYERS:
        return (menu,)
    custom_id = f"{WHERE}:{query.rating_list.value}"
    where = discord.ui.Button[discord.ui.View](label="Where am I", custom_id=custom_id, row=2)
    return (menu, where)


_NOBODY = "Nobody is on this list yet: /rating update puts you on it."
_EMPTY = {
    BoardOrder.GAIN: "Nobody who had a rating has played this month.",
    BoardOrder.PEAK: "Nobody has reached a new peak in three months.",
}


def _title(page: BoardPage) -> Sequence[str]:
    order = {
        BoardOrder.RATING: (),
        BoardOrder.GAIN: (f"gain in {month_words(page.today, page.today)}",),
        BoardOrder.GAMES: ("games",),
        BoardOrder.PEAK: ("newest peaks",),
    }
    return (page.query.rating_list.label, *order[page.query.order])


def _figures(page: BoardPage, ranked: RankedLine) -> tuple[str, str, str]:
    """Return rank, figure and mark."""
    figure = ranked.figure
    if figure is None:
        shown = str(ranked.line.displayed)
        printed = printed_without_games(ranked.line, page.query.rating_list, page.house_rules)
        return str(ranked.rank), shown, printed.removeprefix(shown)
    if isinstance(figure, date):
        return str(ranked.rank), short_day(figure, page.today), ""
    return str(ranked.rank), change_text(figure, space="") if page.query.order is BoardOrder.GAIN else str(figure), ""


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
