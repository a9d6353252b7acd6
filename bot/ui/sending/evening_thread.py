"""The thread of a paired evening: opened below its card, left for the channel where it is gone, archived at the end."""

from typing import Any

import discord

from bot.services.live_events.told.announce import NO_THREAD
from bot.services.live_events.told.posts import Posts, keep_post, keep_thread
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_rows import EveningStatus
from bot.ui.sending.handler import NO_ACCESS, NO_PERMISSION, UNKNOWN_CHANNEL, Sending, SendLaterError

NAME_OF_THREAD = 90
NO_THREAD_HINT = (
    "-# I may not make threads here, so this event goes on in the channel. A TD may give me Create Public Threads and "
    "Send Messages in Threads."
)

SECONDS_FOR_A_CARD = 5
"""How long a card that is just being posted is waited for."""


async def keep_thread_open(sending: Sending, tournament: Tournament) -> None:
    """Archive the thread of an evening that has ended, and bring back that of one that is open again."""
    place, is_over = tournament.evening.posts_in, tournament.evening.status is not EveningStatus.OPEN
    if place is None:
        return
    try:
        thread = sending.client.get_channel(place)
        if thread is None:  # an archived thread is forgotten by the library
            thread = await sending.client.fetch_channel(place)
        if isinstance(thread, discord.Thread) and thread.archived != is_over:
            await thread.edit(archived=is_over)
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION):
            raise


async def send_in(sending: Sending, posts: Posts, **message: Any) -> discord.Message:
    """Send a message into the evening's thread; where that is gone, into a new one or the channel."""
    channel_id = posts.tournament.evening.posts_in or await _opened(sending, posts)
    try:
        return await sending.channel(channel_id).send(**message)
    except discord.HTTPException as error:
        home = posts.card[0] if posts.card is not None else None
        if error.code not in (UNKNOWN_CHANNEL, NO_ACCESS, NO_PERMISSION) or channel_id == home:
            raise
        # The thread was deleted or may not be written to: the channel of the card is what is left.
        await keep_thread(sending.services, sending.one.club_id, posts.tournament.evening.id, home)
        if home is None:
            raise
        return await sending.channel(home).send(**message)


async def _opened(sending: Sending, posts: Posts) -> int:
    """Open the evening's thread below its card; return the channel where none may be made, and say so once."""
    services, club_id, evening = sending.services, sending.one.club_id, posts.tournament.evening
    if posts.card is None:
        raise SendLaterError(SECONDS_FOR_A_CARD)  # the card is just being posted
    channel_id, message_id = posts.card
    channel = sending.channel(channel_id)
    try:
        thread = await channel.get_partial_message(message_id).create_thread(name=evening.name[:NAME_OF_THREAD])
        opened = thread.id
    except discord.HTTPException:
        opened = channel_id
        if not posts.hinted:
            none = discord.AllowedMentions.none()
            hint = await channel.send(NO_THREAD_HINT, allowed_mentions=none, nonce=f"{sending.nonce}.h")
            await keep_post(services, club_id, evening.id, 0, NO_THREAD, channel_id, hint.id)
    await keep_thread(services, club_id, evening.id, opened)
    return opened
