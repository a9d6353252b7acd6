"""Under seasons: undo and reopen for directors; and the menus of orders under leaderboards and seasons' boards."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.players.leaderboard import BoardOrder, BoardQuery
from bot.services.season_figures import SeasonOrder
from bot.services.seasons import SeasonBegun, SeasonBoard, reopen_season, running_season, season_board, undo_season
from bot.ui.buttons.pages import BoardBook, SeasonBook, show
from bot.ui.buttons.undo import undoing
from bot.ui.cards.leaderboard import ORDER as BOARD_ORDER
from bot.ui.cards.leaderboard import (
    SEASON,
    SEASON_ORDER,
    begun_card,
    board_source,
    reopened_card,
    season_card,
    season_menu,
    season_source,
    season_undone_card,
)
from bot.ui.framework.answers import acknowledge, reply
from bot.ui.framework.buttons import DAMAGED, RED, Press, Who, button, chosen_word, lasting, menu
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.pages import below, turning
from bot.ui.framework.server import actor_of, services_of
from core.errors import InputError
from core.lists import RatingList


@button("undo-season", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_season_button(press: Press, season_id: int) -> discord.Embed:
    """Take a season back."""
    return season_undone_card(await undo_season(press.services, press.actor, season_id))


@button("season-reopen", "Reopen (TD)", Who.DIRECTOR, emoji="↩️")
async def reopen_season_button(press: Press, season_id: int) -> None:
    """Let a season that has ended go on."""
    await acknowledge(press.interaction)
    season = await reopen_season(press.services, press.actor, season_id)
    press.interaction.extras[ANSWERING] = True
    await press.interaction.followup.send(embed=reopened_card(season))


@menu(SEASON_ORDER, Who.EVERYONE)
async def season_order_menu(press: Press, season_id: int, owner: int) -> None:
    """Order a season's board otherwise, from its first page on."""
    word = chosen_word(press.values)
    if word not in set(SeasonOrder):
        raise InputError(DAMAGED)
    book = SeasonBook(season_id, SeasonOrder(word))
    await show(press.interaction, owner, book.source, book, await book.page(press.interaction, 0))


@menu(BOARD_ORDER, Who.EVERYONE)
async def order_board_menu(press: Press, owner: int, rating_list: RatingList, everyone: bool) -> None:
    """Order a leaderboard otherwise, from its first page on."""
    chosen = chosen_word(press.values)
    if chosen == SEASON:
        await show_season(press.interaction, owner, rating_list, SeasonOrder.PERFORMANCE)
        return
    if chosen not in set(BoardOrder):
        raise InputError(DAMAGED)
    query = BoardQuery(rating_list, BoardOrder(chosen), everyone)
    book = BoardBook(query)
    await show(press.interaction, owner, board_source(query), book, await book.page(press.interaction, 0))


async def show_season(
    interaction: discord.Interaction[Any], owner: int, rating_list: RatingList, order: SeasonOrder
) -> None:
    """Show the board of a list's season in the place of another board, or to whoever did not ask for that."""
    services, actor = services_of(interaction), actor_of(interaction)
    season = await running_season(services, actor, rating_list)
    user_id = interaction.user.id
    board = await season_board(services, actor, season.id, order)
    embed, view = season_card(board, user_id), season_view(board, user_id)
    if user_id == owner:
        await interaction.response.edit_message(embed=embed, view=view)
    else:
        await interaction.response.send_message(embed=embed, view=view, ephemeral=True)


def season_view(board: SeasonBoard, owner: int) -> discord.ui.View:
    """Return what stands under a board: its pages, its orders, and for one that has ended that it can be reopened."""
    view = discord.ui.View(timeout=None)
    if board.lines:
        view = turning(owner, season_source(board), board.page, board.pages, jump=True)
    if board.season.ended_at is not None:
        view.add_item(reopen_season_button(board.season.id))
    view = below(view, season_menu(board, owner))
    view.stop()
    return view


async def reply_begun(interaction: discord.Interaction[Any], report: SeasonBegun) -> None:
    """Say that a season has begun, with Undo."""
    await reply(interaction, begun_card(report), lasting(undo_season_button(report.season.id)))


async def reply_season(
    interaction: discord.Interaction[Any],
    services: Services,
    actor: Actor,
    season_id: int | None,
    order: SeasonOrder = SeasonOrder.RATING,
) -> None:
    """Show a season's board."""
    board = await season_board(services, actor, season_id, order)
    owner = actor.member.user_id
    await reply(interaction, season_card(board, owner), season_view(board, owner))
