"""The menu of a leaderboard's orders."""

import re
from typing import Any

import discord

from bot.services.players.leaderboard import BoardOrder, BoardQuery
from bot.services.season_figures import SeasonOrder
from bot.ui.buttons.page_buttons import show
from bot.ui.buttons.page_sources import BoardBook
from bot.ui.buttons.season_buttons import show_season
from bot.ui.cards.leaderboard import ORDER, SEASON, board_source
from bot.ui.framework.custom_ids import DAMAGED, KEY, chosen_word
from bot.ui.framework.items import LastingMenu
from core.errors import InputError
from core.lists import RatingList

_LIST = "|".join(re.escape(one.value) for one in RatingList)


class OrderBoard(LastingMenu, template=rf"{ORDER}:(?P<owner>{KEY}):(?P<list>{_LIST}):(?P<everyone>0|1)"):
    """Order a leaderboard otherwise, from its first page on."""

    def __init__(self, owner: int, rating_list: str, everyone: int) -> None:
        custom_id = f"{ORDER}:{owner}:{rating_list}:{everyone}"
        super().__init__(discord.ui.Select(custom_id=custom_id))
        self.owner, self.rating_list, self.everyone = owner, RatingList(rating_list), bool(everyone)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        chosen = chosen_word(data.get("values"))
        if chosen == SEASON:
            await show_season(interaction, self.owner, self.rating_list, SeasonOrder.PERFORMANCE)
            return
        if chosen not in set(BoardOrder):
            raise InputError(DAMAGED)
        query = BoardQuery(self.rating_list, BoardOrder(chosen), self.everyone)
        book = BoardBook(query)
        await show(interaction, self.owner, board_source(query), book, await book.page(interaction, 0))
