"""Under seasons: undo and reopen for directors, and the menu of orders under a board."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.season_figures import SeasonOrder
from bot.services.seasons.begin import SeasonBegun, undo_season
from bot.services.seasons.boards import SeasonBoard, running_season, season_board
from bot.services.seasons.end import reopen_season
from bot.ui.buttons.page_buttons import show
from bot.ui.buttons.page_sources import SeasonBook
from bot.ui.buttons.undo_buttons import UndoButton, persistent
from bot.ui.cards.club.seasons import (
    ORDER,
    begun_card,
    reopened_card,
    season_card,
    season_menu,
    season_source,
    season_undone_card,
)
from bot.ui.framework.answers import acknowledge, reply
from bot.ui.framework.custom_ids import DAMAGED, KEY, chosen_word
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import KeyButton, LastingMenu
from bot.ui.framework.pages import below, turning
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import InputError
from core.lists import RatingList


class UndoSeason(UndoButton, template=rf"undo-season:(?P<key>{KEY})"):
    """Let a season be none, for a director."""

    name = "undo-season"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        return season_undone_card(await undo_season(services, actor, self.key))


class ReopenSeason(KeyButton, template=rf"season-reopen:(?P<key>{KEY})"):
    """Let a season that has ended go on, for a director."""

    name, label, emoji = "season-reopen", "Reopen (TD)", "↩️"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        season = await reopen_season(services, actor, self.key)
        interaction.extras[ANSWERING] = True
        await interaction.followup.send(embed=reopened_card(season))


class SeasonOrders(LastingMenu, template=rf"{ORDER}:(?P<season>{KEY}):(?P<owner>{KEY})"):
    """Order a season's board otherwise, from its first page on."""

    def __init__(self, season_id: int, owner: int) -> None:
        super().__init__(discord.ui.Select(custom_id=f"{ORDER}:{season_id}:{owner}"))
        self.season_id, self.owner = season_id, owner

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        word = chosen_word(data.get("values"))
        if word not in set(SeasonOrder):
            raise InputError(DAMAGED)
        book = SeasonBook(self.season_id, SeasonOrder(word))
        await show(interaction, self.owner, book.source, book, await book.page(interaction, 0))


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
        view.add_item(ReopenSeason(board.season.id))
    view = below(view, season_menu(board, owner))
    view.stop()
    return view


async def reply_begun(interaction: discord.Interaction[Any], report: SeasonBegun) -> None:
    """Say that a season has begun, with Undo."""
    await reply(interaction, begun_card(report), persistent(UndoSeason(report.season.id)))


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


SEASON_ITEMS = (UndoSeason, ReopenSeason, SeasonOrders)
