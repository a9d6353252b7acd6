"""The board of a season that has ended by itself, posted where the club announces its news."""

import discord

from bot.services.seasons.boards import ended_board
from bot.ui.buttons.seasons import season_view
from bot.ui.cards.club.seasons import season_card
from bot.ui.sending.handler import Sending
from core.errors import NotFoundError

NOBODY = 0
"""In the place of who asked: everybody who turns the pages gets their own."""


async def send_season(sending: Sending) -> None:
    """Post a season's board once; one that goes on, or is none any more, is not told."""
    try:
        channel_id, board = await ended_board(sending.services, sending.one.club_id, int(sending.one.subject))
    except NotFoundError:
        return
    if channel_id is None or board.season.ended_at is None:
        return
    await sending.channel(channel_id).send(
        embed=season_card(board),
        view=season_view(board, NOBODY),
        allowed_mentions=discord.AllowedMentions.none(),
        nonce=sending.nonce,
    )
