"""The digest: one message of what is new, or none."""

from datetime import timedelta

import discord

from bot.services.alive.news.digest import digest_of, keep_told
from bot.services.alive.news.look import NewsWhen
from bot.ui.buttons.news import live_card_button, more_news_button, news_board_button
from bot.ui.cards.club.news import digest_embed, is_cut
from bot.ui.framework.buttons import lasting
from bot.ui.sending.handler import Sending, SendLaterError, about

BETWEEN = timedelta(minutes=10)
"""How often something is announced at most, where that is done after each event."""


async def send_digest(sending: Sending) -> None:
    """Announce what is new, and keep that it has been; nothing new is no message."""
    services, club_id = sending.services, sending.one.club_id
    digest = await digest_of(services, club_id)
    if digest is None:
        return
    now = services.now()
    if digest.when is NewsWhen.EVENT and digest.last is not None and digest.last + BETWEEN > now:
        raise SendLaterError((digest.last + BETWEEN - now).total_seconds())
    if digest.items or digest.corrected:
        guild = sending.client.get_guild(club_id)
        more = [more_news_button(int(now.timestamp()))] if is_cut(digest) else []
        with about(f"in <#{digest.channel_id}>"):
            await sending.channel(digest.channel_id).send(
                embed=digest_embed(digest, "The club" if guild is None else guild.name),
                view=lasting(news_board_button(), live_card_button(digest.main), *more),
                allowed_mentions=discord.AllowedMentions.none(),
                nonce=sending.nonce,
            )
    await keep_told(services, club_id, digest, now)
