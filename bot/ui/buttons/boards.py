"""Leaderboards: their menu of orders and their switches."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Any

import discord

from bot.services.framework.club_settings import default_list, today_in
from bot.services.framework.find_player import find_player
from bot.services.ratings.leaderboard import BoardOrder, BoardQuery, leaderboard, page_with
from bot.services.ratings.oracle.pools import pool_board
from bot.services.ratings.past_board import past_board, past_board_with
from bot.store.database.club_choices import SitePart
from bot.store.database.rows import Player
from bot.ui.buttons.empty import fill_buttons
from bot.ui.cards.leaderboard import BOARD_SWITCH, ORDER, board_below, board_page, board_source
from bot.ui.framework.answers import reply
from bot.ui.framework.buttons import DAMAGED, Press, Who, button, chosen_word, menu
from bot.ui.framework.pages import Book, EmbedBook, Page, Source, book_of, pages, show, turned
from bot.ui.framework.server import actor_of, services_of, web_button
from bot.ui.systems.oracle.pool_cards import board_book
from core.errors import InputError
from core.lists import RatingList
from core.rating.systems import is_pool


@dataclass(frozen=True, slots=True)
class BoardBook(Book):
    """A leaderboard that marks the viewer."""

    query: BoardQuery

    @property
    def has_jump(self) -> bool:
        return True

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        services, actor, query = services_of(interaction), actor_of(interaction), self.query
        if self._is_pool:
            return await (await self._pool(interaction)).page(interaction, at)
        if query.on is not None:
            return board_page(await past_board(services, actor, query, at), interaction.user.id)
        found = await leaderboard(services, actor, query.rating_list, query.order, everyone=query.everyone, page=at)
        shown = board_page(found, interaction.user.id)
        if found.is_empty:
            shown = replace(shown, below=(*shown.below, *await fill_buttons(interaction, query.rating_list)))
        return shown

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        if self._is_pool:
            return await (await self._pool(interaction)).mine(interaction)
        return await self._with(interaction)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        if self._is_pool:
            return await (await self._pool(interaction)).named(interaction, words)
        return await self._with(interaction, await find_player(services_of(interaction), actor_of(interaction), words))

    async def _with(self, interaction: discord.Interaction[Any], player: Player | None = None) -> Page:
        look = page_with if self.query.on is None else past_board_with
        found = await look(services_of(interaction), actor_of(interaction), self.query, player)
        return board_page(found, interaction.user.id)

    @property
    def _is_pool(self) -> bool:
        return is_pool(self.query.rating_list) and self.query.order is BoardOrder.RATING and self.query.on is None

    async def _pool(self, interaction: discord.Interaction[Any]) -> EmbedBook:
        query, services = self.query, services_of(interaction)
        found = await pool_board(
            services, actor_of(interaction), query.rating_list, everyone=query.everyone, sure=query.sure
        )
        is_empty = not found.lines and not found.inactive
        below = board_below(query, len(found.lines), found.season, interaction.user.id, is_empty=is_empty)
        if is_empty:
            below += tuple(await fill_buttons(interaction, query.rating_list))
        return board_book(found, below)


_Day = Annotated[int, "[0-9]{6}"]


@pages("board")
async def board_pages(
    press: Press, rating_list: RatingList, order: BoardOrder, everyone: bool, sure: bool, on: _Day | None = None
) -> Book:
    return BoardBook(BoardQuery(rating_list, order, everyone, sure, None if on is None else date.fromordinal(on)))


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
    book = await book_of(press, source)
    if not isinstance(book, BoardBook):
        raise InputError(DAMAGED)
    return book.query


async def _show(press: Press, owner: int, query: BoardQuery) -> None:
    book = BoardBook(query)
    await show(press.interaction, owner, board_source(query), book, await book.page(press.interaction, 0))
