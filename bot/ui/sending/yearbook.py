"""The yearbook that a club posts by itself."""

import discord

from bot.services.club_year.posting import yearbook_to_post
from bot.ui.sending.handler import Sending, about


async def send_yearbook(sending: Sending) -> None:
    """Post the book of a year into the channel of the announcements."""
    from bot.ui.buttons.yearbook import book_message

    club_id = sending.one.club_id
    found = await yearbook_to_post(sending.services, club_id, int(sending.one.subject))
    if found is None:
        return
    channel_id, book = found
    guild = sending.client.get_guild(club_id)
    embeds, files = await book_message(book, "The club" if guild is None else guild.name)
    with about(f"in <#{channel_id}>"):
        await sending.channel(channel_id).send(
            embeds=embeds, files=files, allowed_mentions=discord.AllowedMentions.none(), nonce=sending.nonce
        )
