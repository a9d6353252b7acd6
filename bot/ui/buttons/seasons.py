"""Seasons: leaderboards for everybody; rules, undo and reopen for directors."""

from dataclasses import dataclass
from typing import Any

import discord

from bot.services.framework.club_settings import is_director
from bot.services.framework.context import Actor, Services
from bot.services.framework.find_player import find_player
from bot.services.framework.season_figures import SeasonOrder
from bot.services.ratings.seasons import (
    SeasonBegun,
    SeasonBoard,
    change_season,
    club_seasons,
    reopen_season,
    season_board,
    season_board_with,
    undo_season,
)
from bot.store.ratings.seasons import SeasonRatings
from bot.ui.buttons.empty import fill_buttons
from bot.ui.buttons.undo import undoing
from bot.ui.cards.leaderboard import (
    SEASON_ORDER,
    SEASON_RATINGS,
    begun_card,
    reopened_card,
    season_card,
    season_menu,
    season_page,
    season_source,
    season_undone_card,
    seasons_menu,
    seasons_pages,
)
from bot.ui.framework.answers import acknowledge, defer, reply
from bot.ui.framework.buttons import (
    DAMAGED,
    RED,
    Filled,
    Labels,
    Press,
    Who,
    button,
    choice,
    chosen_number,
    chosen_word,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.pages import Book, Page, below, paged, pages, show, turning
from bot.ui.framework.server import actor_of, services_of
from core.errors import InputError


@dataclass(frozen=True, slots=True)
class SeasonBook(Book):
    """A season's leaderboard in one order."""

    season_id: int
    order: SeasonOrder

    @property
    def has_jump(self) -> bool:
        return True

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        found = await season_board(services, actor, self.season_id, self.order, at)
        return season_page(found, interaction.user.id)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        return season_page(await season_board_with(services, actor, self.season_id, self.order), interaction.user.id)

    async def named(self, interaction: discord.Interaction[Any], words: str) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        player = await find_player(services, actor, words)
        found = await season_board_with(services, actor, self.season_id, self.order, player)
        return season_page(found, interaction.user.id)


@pages("season")
async def season_pages(press: Press, season_id: int, order: SeasonOrder) -> Book:
    return SeasonBook(season_id, order)


@button("undo-season", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_season_button(press: Press, season_id: int) -> discord.Embed:
    return season_undone_card(await undo_season(press.services, press.actor, season_id))


@button("season-rules", "Change rules", Who.DIRECTOR)
async def season_rules_button(press: Press, season_id: int) -> None:
    """Open the form for a season's first ratings and minimum of games."""
    await press.check_director("change a season")
    board = await season_board(press.services, press.actor, season_id)
    filled = {"ratings": [board.season.ratings.value], "minimum": [str(board.season.minimum)]}
    await season_form.open(press.interaction, filled, season_id)


def _rules_fields(filled: Filled, season_id: int) -> Labels:
    yield choice("ratings", "How it begins", [(text, kind.value) for kind, text in SEASON_RATINGS.items()], filled)
    yield line("minimum", "Games for a place", filled, placeholder="6", most=3)


@form("season-form", "Rules of the season", Who.DIRECTOR, fields=_rules_fields)
async def season_form(press: Press, season_id: int) -> None:
    await press.check_director("change a season")
    ratings, minimum = press.text("ratings"), press.text("minimum")
    if ratings not in set(SeasonRatings):
        raise InputError(DAMAGED)
    if not (minimum.isascii() and minimum.isdigit() and 1 <= int(minimum) <= MOST_MINIMUM):
        raise InputError(f'"{minimum}" is not a number of games. Write 1 to {MOST_MINIMUM}, for example 6.')
    await defer(press.interaction)
    changed = await change_season(press.services, press.actor, season_id, SeasonRatings(ratings), int(minimum))
    await reply_begun(press.interaction, changed)


MOST_MINIMUM = 100


@button("season-reopen", "Reopen (TD)", Who.DIRECTOR, emoji="↩️")
async def reopen_season_button(press: Press, season_id: int) -> None:
    await acknowledge(press.interaction)
    season = await reopen_season(press.services, press.actor, season_id)
    press.interaction.extras[ANSWERING] = True
    await press.interaction.followup.send(embed=reopened_card(season))


@menu(SEASON_ORDER, Who.EVERYONE)
async def season_order_menu(press: Press, season_id: int, owner: int) -> None:
    word = chosen_word(press.values)
    if word not in set(SeasonOrder):
        raise InputError(DAMAGED)
    book = SeasonBook(season_id, SeasonOrder(word))
    await show(
        press.interaction, owner, season_pages.id(season_id, book.order), book, await book.page(press.interaction, 0)
    )


async def show_season(interaction: discord.Interaction[Any], owner: int, season_id: int) -> None:
    user_id = interaction.user.id
    board = await season_board(services_of(interaction), actor_of(interaction), season_id)
    embed, view = season_card(board, user_id), season_view(board, user_id)
    if user_id == owner:
        await interaction.response.edit_message(embed=embed, view=view)
    else:
        await interaction.response.send_message(embed=embed, view=view, ephemeral=True)


@button("seasons", "All seasons", Who.EVERYONE)
async def all_seasons_button(press: Press) -> None:
    """List the seasons and their winners, with a menu."""
    listed = await club_seasons(press.services, press.actor)
    pages = seasons_pages(listed, directs=await is_director(press.services, press.actor))
    view = paged(press.interaction, pages) or lasting()
    if listed:
        view.add_item(seasons_menu(choose_season_menu.id(press.user_id), listed, "Leaderboard of a season"))
    await reply(press.interaction, pages[0], view, ephemeral=True)


@menu("season-choose", Who.EVERYONE)
async def choose_season_menu(press: Press, owner: int) -> None:
    """Show a season; in place only for the member who asked."""
    await show_season(press.interaction, owner, chosen_number(press.values))


def season_view(board: SeasonBoard, owner: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    if board.lines:
        view = turning(owner, season_source(board), board.page, board.pages, jump=True)
    if board.season.ended_at is not None:
        view.add_item(reopen_season_button(board.season.id))
    view.add_item(all_seasons_button())
    view = below(view, season_menu(board, owner))
    view.stop()
    return view


async def reply_begun(interaction: discord.Interaction[Any], report: SeasonBegun) -> None:
    await reply(
        interaction,
        begun_card(report),
        lasting(season_rules_button(report.season.id), undo_season_button(report.season.id)),
    )


async def reply_season(
    interaction: discord.Interaction[Any],
    services: Services,
    actor: Actor,
    season_id: int | None,
    order: SeasonOrder = SeasonOrder.RATING,
) -> None:
    if season_id is None and not await club_seasons(services, actor):
        await reply(interaction, seasons_pages([], directs=await is_director(services, actor))[0])
        return
    board = await season_board(services, actor, season_id, order)
    owner = actor.member.user_id
    view = season_view(board, owner)
    if not board.lines and board.season.ended_at is None:
        view = lasting(*view.children, *await fill_buttons(interaction, board.season.rating_list))
    await reply(interaction, season_card(board, owner), view)
