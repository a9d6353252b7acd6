"""The buttons below a live board: for everybody, and each answers whoever presses it alone."""

from bot.services.history.rating_history import HistoryQuery, rating_history_of
from bot.services.players.leaderboard import BoardOrder, BoardQuery, page_with
from bot.ui.buttons.charts import reply_history
from bot.ui.buttons.player_card import reply_player
from bot.ui.cards.leaderboard import board_embed
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.buttons import Press, Who, button
from core.lists import RatingList


@button("live-me", "Me", Who.EVERYONE, emoji="📍")
async def live_me_button(press: Press, rating_list: RatingList, order: BoardOrder) -> None:
    """Show the page of the board with oneself."""
    page = await page_with(press.services, press.actor, BoardQuery(rating_list, order))
    await reply(press.interaction, board_embed(page, press.user_id), ephemeral=True)


@button("live-card", "My card", Who.EVERYONE)
async def live_card_button(press: Press, rating_list: RatingList) -> None:
    """Show one's own card."""
    await defer(press.interaction, ephemeral=True)
    await reply_player(press.interaction, None, rating_list, rated=True)


@button("live-history", "History", Who.EVERYONE)
async def live_history_button(press: Press, rating_list: RatingList) -> None:
    """Draw one's own rating over time."""
    await defer(press.interaction, ephemeral=True)
    report = await rating_history_of(press.services, press.actor, None, HistoryQuery(rating_list))
    await reply_history(press.interaction, report)
