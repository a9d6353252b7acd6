"""Evenings that repeat: the next card, its scheduled event, and why an evening did not open."""

from contextlib import suppress
from functools import partial

import discord

from bot.services.evenings.announcements import is_announced, keep_card, keep_post
from bot.services.evenings.lifecycle import REPEAT, evening_card
from bot.services.evenings.schedule import OPENS_BEFORE, Coming, Scheduled, bring_forward, keep_series, series_of
from bot.store.database.evening_rows import Evening, Series
from bot.ui.buttons.evening_live import VIEWS, embed_of
from bot.ui.framework.text import safe
from bot.ui.messages.evenings import end_scheduled, show_scheduled
from bot.ui.messages.handler import CannotSendError, Sending, SendLaterError, handles
from bot.ui.wording.shared_lines import long_day
from core.errors import RuleError

SECONDS_BETWEEN_LOOKS = 3600
"""At most: the club may change its time zone."""

WAITS = "next-waits"
"""Announcement, once an evening: the next one waits for its end."""

Channel = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel

_NONE = discord.AllowedMentions.none()


@handles(REPEAT)
async def send_repeat(sending: Sending) -> None:
    """Open the next evening of a series when it is due, and keep its scheduled event up to date."""
    services, club_id = sending.services, sending.one.club_id
    key, _, cancelled = sending.one.subject.partition(":")
    guild = sending.client.get_guild(club_id)
    if guild is None:
        raise SendLaterError(SECONDS_BETWEEN_LOOKS)
    if cancelled:
        await _cancel(guild, int(cancelled))
        return
    chain = await series_of(services, club_id, int(key))
    if chain is None:
        return
    channel = await _channel(guild, chain)
    try:
        coming = await bring_forward(services, club_id, chain.id)
    except RuleError as error:
        raise CannotSendError(f"{chain.name}: {error.message}") from error
    if coming is None:
        return
    if coming.last is not None and not coming.is_posted:
        await _post(sending, channel, coming.last)
    await _explain(sending, channel, coming)
    if coming.last is not None and (not coming.waits or coming.series.scheduled_id is not None):
        about = Scheduled(coming.evening, (channel.id,), coming.about, is_on=True, hinted=coming.hinted)
        keep = partial(_keep, sending, chain.id)
        if about.evening.place is not None or about.evening.scheduled_id is not None:
            await show_scheduled(sending, guild, about, keep, coming.last.id)
    left = (coming.starts - OPENS_BEFORE - services.now()).total_seconds()
    raise SendLaterError(left if 0 < left < SECONDS_BETWEEN_LOOKS else SECONDS_BETWEEN_LOOKS)


async def _keep(sending: Sending, series_id: int, scheduled_id: int | None) -> None:
    await keep_series(sending.services, sending.one.club_id, series_id, scheduled_id=scheduled_id)


async def _cancel(guild: discord.Guild, scheduled_id: int) -> None:
    with suppress(discord.NotFound):  # a director was faster
        await end_scheduled(await guild.fetch_scheduled_event(scheduled_id, with_counts=False))


async def _channel(guild: discord.Guild, chain: Series) -> Channel:
    """Return the channel of a series on this server; raise CannotSendError if there is none."""
    channel = None if chain.posts_in is None else guild.get_channel_or_thread(chain.posts_in)
    try:
        if channel is None and chain.posts_in is not None:  # discord.py forgets archived threads
            channel = await guild.fetch_channel(chain.posts_in)
    except (discord.NotFound, discord.InvalidData):
        pass
    if not isinstance(channel, Channel):
        raise CannotSendError(
            f"{chain.name} has no channel to repeat in. Open it there with /td evening under the same name, and "
            "choose Repeats"
        )
    return channel


async def _post(sending: Sending, channel: Channel, evening: Evening) -> None:
    services, club_id = sending.services, sending.one.club_id
    card, _ = await evening_card(services, club_id, evening.id)
    embed, view = await embed_of(services, card), VIEWS.card(card) or discord.utils.MISSING
    nonce = f"{sending.one.id}.{evening.id}"
    message = await channel.send(embed=embed, view=view, allowed_mentions=_NONE, nonce=nonce)
    await keep_card(services, club_id, evening, message.channel.id, message.id)


async def _explain(sending: Sending, channel: Channel, coming: Coming) -> None:
    """Post once that an evening did not open, or that it waits for the last one."""
    services, club_id, chain, last = sending.services, sending.one.club_id, coming.series, coming.last
    name, starts = safe(chain.name, 100), int(coming.starts.timestamp())
    if chain.missed_on is not None:
        why = "the one before was still open" if coming.waits else "I was not running, or could not post here"
        text = f"**{name}** on {long_day(chain.missed_on)} did not open: {why}. The next one is on <t:{starts}:F>."
        await channel.send(text, allowed_mentions=_NONE, nonce=f"{sending.one.id}.{chain.missed_on.toordinal()}")
        await keep_series(services, club_id, chain.id, missed_on=None)
    if last is None or not coming.waits or services.now() < coming.starts - OPENS_BEFORE:
        return
    if not await is_announced(services, club_id, last.id, 0, WAITS):
        text = f"**{name}** on <t:{starts}:F> opens as soon as a TD closes or cancels the one before."
        message = await channel.send(text, allowed_mentions=_NONE, nonce=f"{sending.one.id}.w{last.id}")
        await keep_post(services, club_id, last.id, 0, WAITS, message.channel.id, message.id)
