"""Live boards: posted, edited where they show something else, posted anew where Discord takes no edits."""

import asyncio
import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.services.alive.live_boards import find_board, keep_limited, keep_posted, page_of, place_of
from bot.services.players.leaderboard import BoardOrder
from bot.store.alive.live_boards import LiveBoard
from bot.ui.buttons.news import live_card_button, live_history_button, live_me_button
from bot.ui.cards.club.live_board import live_board_embed
from bot.ui.framework.buttons import lasting
from bot.ui.sending.handler import EDITED_TOO_OFTEN, UNKNOWN_MESSAGE, CannotSendError, Sending, SendLaterError, about

SECONDS_BETWEEN_EDITS = 60
SECONDS_FOR_EDIT = 30
"""The library waits out what Discord limits, however long: longer than this is no ordinary limit."""

LIMITED_FOR, SECONDS_BETWEEN_POSTS = timedelta(minutes=10), 3600
"""How long edits are refused before a board is posted anew, and how often that is done at most."""

TIMES_LOST = 1
"""How often a message that somebody deleted is posted again."""


async def send_board(sending: Sending) -> None:
    """Bring a live board up to date, and look again when the club's next day begins.

    At midnight months begin, and players become inactive, without any change of a rating.
    """
    services, one = sending.services, sending.one
    board = await find_board(services, one.club_id, int(one.subject))
    if board is None:
        return
    now = services.now()
    _wait_since(board.edited_at, SECONDS_BETWEEN_EDITS, now)
    page, tomorrow = await page_of(services, board, now)
    embed = live_board_embed(page, now)
    shown = _digest(embed)
    with about(f"{board.rating_list.label} in <#{board.channel_id}>"):
        if board.message_id is None:
            await _post(sending, board, embed, shown)
        elif board.shown != shown:
            await _edit(sending, board, embed, shown)
    raise SendLaterError((tomorrow - now).total_seconds())


async def _post(sending: Sending, board: LiveBoard, embed: discord.Embed, shown: str, **why: bool) -> None:
    which = board.rating_list
    message = await sending.channel(board.channel_id).send(
        embed=embed,
        view=lasting(
            live_me_button(which, BoardOrder(board.order)), live_card_button(which), live_history_button(which)
        ),
        allowed_mentions=discord.AllowedMentions.none(),
        nonce=sending.nonce,
    )
    await keep_posted(sending.services, board, message.id, shown, **why)


async def _edit(sending: Sending, board: LiveBoard, embed: discord.Embed, shown: str) -> None:
    assert board.message_id is not None
    message = sending.channel(board.channel_id).get_partial_message(board.message_id)
    try:
        async with asyncio.timeout(SECONDS_FOR_EDIT):
            await message.edit(embed=embed)
    except TimeoutError:
        await _post_anew(sending, board, embed, shown)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_MESSAGE:
            if board.lost >= TIMES_LOST:
                raise CannotSendError(
                    f"{board.rating_list.label}: its message was deleted twice: set it again"
                ) from error
            await _post(sending, board, embed, shown, lost=True)
        elif error.code == EDITED_TOO_OFTEN:
            await _post_anew(sending, board, embed, shown)
        else:
            raise
    else:
        await keep_posted(sending.services, board, board.message_id, shown)


async def _post_anew(sending: Sending, board: LiveBoard, embed: discord.Embed, shown: str) -> None:
    """Post a board anew where its message is older than Discord likes to have edited, and delete that one."""
    now = sending.services.now()
    if board.limited_at is None:
        await keep_limited(sending.services, board)
        raise SendLaterError(LIMITED_FOR.total_seconds())
    _wait_since(board.limited_at, LIMITED_FOR.total_seconds(), now)
    _wait_since(board.reposted_at, SECONDS_BETWEEN_POSTS, now)
    await _post(sending, board, embed, shown, anew=True)


async def remove_message(sending: Sending) -> None:
    """Delete a message that has served; one that is gone, or out of reach, is left."""
    channel_id, message_id = place_of(sending.one.subject)
    try:
        await sending.channel(channel_id).get_partial_message(message_id).delete()
    except (discord.NotFound, discord.Forbidden):
        return


def _wait_since(moment: datetime | None, seconds: float, now: datetime) -> None:
    """Raise SendLaterError before so many seconds have passed since a moment."""
    if moment is not None and (rest := (moment - now).total_seconds() + seconds) > 0:
        raise SendLaterError(rest)


def _digest(embed: discord.Embed) -> str:
    """Return what tells whether a board shows something else; the moment does not count."""
    told: dict[str, Any] = dict(embed.to_dict())
    told.pop("timestamp", None)
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
