"""Under seasons: undo and reopen for directors, and the menu of orders under a board."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.season_figures import SeasonOrder
from bot.services.seasons.begin import SeasonBegun, undo_season
from bot.services.seasons.boards import SeasonBoard, season_board
from bot.services.seasons.end import reopen_season
from bot.ui.buttons.undo_buttons import UndoButton, persistent
from bot.ui.cards.seasons import ORDERS, begun_card, reopened_card, season_card, season_undone_card
from bot.ui.framework.actors import actor_of, services_of
from bot.ui.framework.answers import acknowledge, reply
from bot.ui.framework.custom_ids import DAMAGED, KEY, chosen_word
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import KeyButton, LastingMenu
from bot.ui.framework.pages import Book, Page, turning
from core.errors import InputError, NotAllowedError


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


class SeasonOrders(LastingMenu, template=rf"season-order:(?P<season>{KEY}):(?P<owner>{KEY})"):
    """Order a season's board otherwise, for whoever asked."""

    def __init__(self, season_id: int, owner: int, orders: tuple[SeasonOrder, ...] = (), chosen: str = "") -> None:
        self.season_id, self.owner = season_id, owner
        options = [
            discord.SelectOption(label=ORDERS[order], value=order.value, default=order.value == chosen)
            for order in orders or SeasonOrder
        ]
        super().__init__(discord.ui.Select(custom_id=f"season-order:{season_id}:{owner}", options=options))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.user.id != self.owner:
            raise NotAllowedError("These buttons belong to whoever asked: use the command yourself.")
        data: Any = interaction.data or {}
        word = chosen_word(data.get("values"))
        if word not in set(SeasonOrder):
            raise InputError(DAMAGED)
        actor, order = actor_of(interaction), SeasonOrder(word)
        board = await season_board(services_of(interaction), actor, self.season_id, order)
        embed, view = season_card(board, self.owner), season_view(board, self.owner)
        await interaction.response.edit_message(embed=embed, view=view)


class SeasonBook(Book):
    """A season's board in one order."""

    def __init__(self, season_id: int, order: SeasonOrder) -> None:
        self.season_id, self.order = season_id, order

    @property
    def has_jump(self) -> bool:
        return True

    async def page(self, interaction: discord.Interaction[Any], at: int) -> Page:
        return await self._page(interaction, at)

    async def mine(self, interaction: discord.Interaction[Any]) -> Page:
        return await self._page(interaction, 0, with_me=True)

    async def _page(self, interaction: discord.Interaction[Any], at: int, *, with_me: bool = False) -> Page:
        services, actor = services_of(interaction), actor_of(interaction)
        board = await season_board(services, actor, self.season_id, self.order, at, with_me=with_me)
        return Page(season_card(board, interaction.user.id), board.page, board.pages)


def season_view(board: SeasonBoard, owner: int) -> discord.ui.View:
    """Return what stands under a board: its pages, its orders, and for one that has ended that it can be reopened."""
    season = board.season
    view = discord.ui.View(timeout=None)
    if board.lines:
        view = turning(owner, f"season:{season.id}:{board.order.value}", board.page, board.pages, jump=True)
    if season.ended_at is not None:
        view.add_item(ReopenSeason(season.id))
    if board.lines:
        view.add_item(SeasonOrders(season.id, owner, board.orders, board.order.value))
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
