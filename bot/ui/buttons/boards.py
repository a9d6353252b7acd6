"""Leaderboards: their menu of orders and their switches."""

from dataclasses import replace
from datetime import date
from typing import Any

import discord

from bot.services.club_settings import default_list, today_in
from bot.services.context import SitePart
from bot.services.players.leaderboard import BoardOrder, BoardQuery
from bot.ui.buttons.pages import BoardBook, Source, book_of, show
from bot.ui.cards.leaderboard import BOARD_SWITCH, ORDER, board_source
from bot.ui.framework.answers import reply
from bot.ui.framework.buttons import DAMAGED, Press, Who, button, chosen_word, menu
from bot.ui.framework.pages import turned
from bot.ui.framework.server import actor_of, services_of, web_button
from core.errors import InputError
from core.lists import RatingList


async def reply_board(
    interaction: discord.Interaction[Any],
    rating_list: RatingList | None = None,
    order: BoardOrder = BoardOrder.RATING,
    on: date | None = None,
    *,
    ephemeral: bool = False,
) -> None:
    """Show a leaderboard (default: the club's usual one, today)."""
    services, actor = services_of(interaction), actor_of(interaction)
    board = rating_list or await default_list(services, actor)
    if on is not None and on >= await today_in(services, actor.club_id):
        on = None
    book = BoardBook(BoardQuery(board, order, on=on))
    page = await book.page(interaction, 0)
    view = turned(interaction.user.id, board_source(book.query), book, page) if page.below else None
    if view is not None:
        for item in await web_button(interaction, SitePart.BOARDS, board.slug):
            view.add_item(item)
    await reply(interaction, page.embed, view, ephemeral=ephemeral)


@menu(ORDER, Who.EVERYONE)
async def order_board_menu(press: Press, owner: int, source: Source) -> None:
    order = chosen_word(press.values)
    if order not in set(BoardOrder):
        raise InputError(DAMAGED)
    query = await _query(press, source)
    await _show(press, owner, replace(query, order=BoardOrder(order)))


@button(BOARD_SWITCH, "…", Who.EVERYONE)
async def other_board_button(press: Press, owner: int, source: Source) -> None:
    """Show inactive players or certain ranks, or hide them."""
    await _show(press, owner, await _query(press, source))


async def _query(press: Press, source: str) -> BoardQuery:
    book = await book_of(press.interaction, source)
    if not isinstance(book, BoardBook):
        raise InputError(DAMAGED)
    return book.query


async def _show(press: Press, owner: int, query: BoardQuery) -> None:
    book = BoardBook(query)
    await show(press.interaction, owner, board_source(query), book, await book.page(press.interaction, 0))
