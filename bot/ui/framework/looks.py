"""What members look like on Discord: picture and colour, asked for once a day; nothing waits for them for long."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.ui.framework.server.actors import services_of

LONGEST_WAIT = 2
"""Seconds."""

LARGEST, SIZE = 256 * 1024, 256
"""Bytes of a picture, and the pixels that are asked for."""

KEPT_FOR, MOST_KEPT = timedelta(days=1), 300
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """photo: a picture file. colour: `#RRGGBB`, where they have chosen one. called: their name on Discord."""

    photo: bytes | None = None
    colour: str | None = None
    called: str | None = None


UNKNOWN = Look()
_known: WeakKeyDictionary[Any, OrderedDict[int, tuple[datetime, Look]]] = WeakKeyDictionary()


async def look_of(interaction: discord.Interaction[Any], user_id: int | None) -> Look:
    """Return what a member looks like; nothing where Discord does not say it in time."""
    if user_id is None:
        return UNKNOWN
    known = _known.setdefault(interaction.client, OrderedDict())
    now = services_of(interaction).now()
    asked, look = known.get(user_id, (None, UNKNOWN))
    if asked is None or now - asked >= KEPT_FOR:
        try:
            look = await asyncio.wait_for(_asked(interaction.client, user_id), LONGEST_WAIT)
        except (discord.DiscordException, OSError, TimeoutError, ValueError) as error:
            log.info("the look of a member is not known: %r", error)
        known[user_id] = (now, look)
        while len(known) > MOST_KEPT:
            known.popitem(last=False)
    return look


async def _asked(client: Any, user_id: int) -> Look:
    user = await client.fetch_user(user_id)
    colour = None if user.accent_colour is None else str(user.accent_colour).upper()
    photo = None
    if user.avatar is not None:
        data = await user.avatar.replace(size=SIZE, static_format="png").read()
        photo = data if len(data) <= LARGEST else None
    return Look(photo, colour, user.display_name)
