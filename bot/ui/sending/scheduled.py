"""Discord's scheduled event of an evening: made once, changed with it, ended or cancelled with it."""

from typing import Any

import discord

from bot.services.live_events.scheduled import Scheduled, end_of, keep_scheduled, scheduled_of
from bot.services.live_events.told.announce import NOT_SCHEDULED
from bot.services.live_events.told.posts import keep_post
from bot.ui.framework.text import plain
from bot.ui.sending.evening_thread import SECONDS_FOR_A_CARD
from bot.ui.sending.handler import NO_ACCESS, NO_PERMISSION, Sending, SendLaterError

HINT = (
    "-# I may not make scheduled events in this server, so this evening has none. A TD may give me Create Events: "
    "the next change under Name, time, place tries again."
)


async def send_scheduled(sending: Sending) -> None:
    """Let Discord's scheduled event say what the evening says, or end with it."""
    one, services = sending.one, sending.services
    found = await scheduled_of(services, one.club_id, int(one.subject))
    guild = sending.client.get_guild(one.club_id)
    if guild is None or (found.evening.scheduled_id is None and not _is_wanted(found)):
        return
    if found.card is None:
        raise SendLaterError(SECONDS_FOR_A_CARD)  # it is just being posted, and is what the event leads to
    try:
        await _bring_up_to_date(sending, guild, found)
    except discord.Forbidden as error:
        if error.code not in (NO_ACCESS, NO_PERMISSION):
            raise
        await _hint(sending, found, found.card[0])


def _is_wanted(found: Scheduled) -> bool:
    return found.is_on and found.evening.starts_at is not None


async def _bring_up_to_date(sending: Sending, guild: discord.Guild, found: Scheduled) -> None:
    services, club_id, evening = sending.services, sending.one.club_id, found.evening
    there = await _there(guild, found)
    if not _is_wanted(found):
        if there is not None:
            await _end(there)
        await keep_scheduled(services, club_id, evening.id, None)
        return
    says = _says(guild, found)
    if there is not None:
        if there.status is discord.EventStatus.scheduled and any(
            getattr(there, name) != value for name, value in says.items()
        ):
            await there.edit(**says)
    elif evening.scheduled_id is not None:
        return  # somebody deleted it, and does not want it
    elif says["start_time"] > services.now():
        kinds: dict[str, Any] = {
            "entity_type": discord.EntityType.external,
            "privacy_level": discord.PrivacyLevel.guild_only,
        }
        there = await guild.create_scheduled_event(**says, **kinds)
    if there is not None and there.id != evening.scheduled_id:
        await keep_scheduled(services, club_id, evening.id, there.id)


async def _there(guild: discord.Guild, found: Scheduled) -> discord.ScheduledEvent | None:
    """Return the scheduled event of an evening, also one that was made before a stop and is not kept."""
    if found.evening.scheduled_id is not None:
        try:
            return await guild.fetch_scheduled_event(found.evening.scheduled_id, with_counts=False)
        except discord.NotFound:
            return None
    link = _link(guild, found)
    every = await guild.fetch_scheduled_events(with_counts=False)
    ours = (one for one in every if one.creator_id == guild.me.id and link in (one.description or ""))
    return next(
        (one for one in ours if one.status in (discord.EventStatus.scheduled, discord.EventStatus.active)), None
    )


async def _end(there: discord.ScheduledEvent) -> None:
    if there.status is discord.EventStatus.scheduled:
        await there.cancel()
    elif there.status is discord.EventStatus.active:
        await there.end()


def _says(guild: discord.Guild, found: Scheduled) -> dict[str, Any]:
    """Return what the scheduled event says, by discord.py's names."""
    evening = found.evening
    return {
        "name": plain(evening.name, 100),
        "start_time": evening.starts_at,
        "end_time": end_of(evening),
        "location": plain(evening.place or "", 100),
        "description": f"{found.about}\nJoin on the card: {_link(guild, found)}"[:1000],
    }


def _link(guild: discord.Guild, found: Scheduled) -> str:
    assert found.card is not None
    channel_id, message_id = found.card
    return f"https://discord.com/channels/{guild.id}/{channel_id}/{message_id}"


async def _hint(sending: Sending, found: Scheduled, channel_id: int) -> None:
    """Say once that no scheduled event may be made; the evening goes on."""
    if found.hinted:
        return
    none = discord.AllowedMentions.none()
    message = await sending.channel(channel_id).send(HINT, allowed_mentions=none, nonce=sending.nonce)
    await keep_post(sending.services, sending.one.club_id, found.evening.id, 0, NOT_SCHEDULED, channel_id, message.id)
