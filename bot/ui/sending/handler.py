"""What a handler of the outbox is given, and how it says that something is not sent."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import discord

from bot.services.context import Services
from bot.store.outbox import Outgoing

UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_ROLE = 10003, 10007, 10008, 10011
NO_ACCESS, CLOSED_MESSAGES, NO_PERMISSION, EDITED_TOO_OFTEN, ARCHIVED = 50001, 50007, 50013, 30046, 50083

WHY = {
    UNKNOWN_CHANNEL: "the channel is gone: choose another one",
    UNKNOWN_MESSAGE: "the message is gone",
    UNKNOWN_ROLE: "the role is gone: choose another one",
    NO_ACCESS: "I may not see the channel: give me View Channel there",
    CLOSED_MESSAGES: "the member takes no direct messages",
    NO_PERMISSION: "a permission is missing: give me Send Messages and Embed Links there",
}
"""What cannot pass by itself, by Discord's code: why, and what to do."""


class CannotSendError(Exception):
    """Something cannot be sent before somebody puts it right; the message says why, and what to do."""


class SendLaterError(Exception):
    """Something is to be sent later, though nothing failed; seconds: how much later."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@contextmanager
def about(subject: str) -> Iterator[None]:
    """Let directors read what it is that cannot be sent."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code in WHY:
            raise CannotSendError(f"{subject}: {WHY[error.code]}") from error
        raise


@dataclass(frozen=True, slots=True)
class Sending:
    """One thing that is sent now. client: the bot."""

    client: Any
    services: Services
    one: Outgoing

    @property
    def nonce(self) -> str:
        """Return what lets Discord post it once, though it is sent again after a stop."""
        return f"{self.one.id}.{self.one.changes}"

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """Return a channel of the club, without asking whether it is there."""
        found: discord.PartialMessageable = self.client.get_partial_messageable(channel_id, guild_id=self.one.club_id)
        return found


Handler = Callable[[Sending], Awaitable[None]]
"""Sends one thing. It may be sent twice where a process was stopped in between."""
