"""The buttons below a live board: for everybody, and each answers whoever presses it alone."""

import re
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.history.rating_history import HistoryQuery, rating_history_of
from bot.services.players.leaderboard import BoardOrder, BoardQuery, page_with
from bot.ui.buttons.chart_buttons import reply_history
from bot.ui.buttons.people.player_answer import reply_player
from bot.ui.cards.leaderboard import board_embed
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.items import NamedButton
from core.lists import RatingList

_LIST = rf"(?P<rating_list>{'|'.join(re.escape(one.value) for one in RatingList)})"
_ORDER = rf"(?P<order>{'|'.join(BoardOrder)})"


class LiveMe(NamedButton, template=rf"live-me:{_LIST}:{_ORDER}"):
    """Show whoever presses it the page of the board with themselves."""

    name, label, emoji = "live-me", "Me", "📍"

    def __init__(self, rating_list: str, order: str) -> None:
        super().__init__(rating_list, order)
        self.query = BoardQuery(RatingList(rating_list), BoardOrder(order))

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        page = await page_with(services, actor, self.query)
        await reply(interaction, board_embed(page, interaction.user.id), ephemeral=True)


class LiveCard(NamedButton, template=rf"live-card:{_LIST}"):
    """Show whoever presses it their own card."""

    name, label = "live-card", "My card"

    def __init__(self, rating_list: str) -> None:
        super().__init__(rating_list)
        self.rating_list = RatingList(rating_list)

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        await reply_player(interaction, None, self.rating_list, rated=True)


class LiveHistory(NamedButton, template=rf"live-history:{_LIST}"):
    """Draw whoever presses it their own rating over time."""

    name, label = "live-history", "History"

    def __init__(self, rating_list: str) -> None:
        super().__init__(rating_list)
        self.rating_list = RatingList(rating_list)

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        await reply_history(interaction, await rating_history_of(services, actor, None, HistoryQuery(self.rating_list)))


LIVE_ITEMS = (LiveMe, LiveCard, LiveHistory)
