"""Outbox handlers: how they are declared, their input and errors."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import discord

from bot.declarations import Declared
from bot.services.framework.context import Services
from bot.store.messages.outbox import Outgoing

UNKNOWN_CHANNEL, UNKNOWN_MEMBER, UNKNOWN_MESSAGE, UNKNOWN_ROLE = 10003, 10007, 10008, 10011
NO_ACCESS, CLOSED_MESSAGES, NO_PERMISSION, EDITED_TOO_OFTEN, ARCHIVED = 50001, 50007, 50013, 30046, 50083

CAUSES = {
    UNKNOWN_CHANNEL: "the channel was deleted. Choose another one",
    UNKNOWN_MESSAGE: "the message was deleted",
    UNKNOWN_ROLE: "the role was deleted. Choose another one",
    NO_ACCESS: "I may not see the channel. Give me View Channel there",
    CLOSED_MESSAGES: "the member accepts no direct messages",
    NO_PERMISSION: "a permission is missing. Give me Send Messages and Embed Links there",
}


class CannotSendError(Exception):
    """Somebody must fix the cause first; the message says how."""


class SendLaterError(Exception):
    """To be sent later, without a failure."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@contextmanager
def about(subject: str) -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        if error.code in CAUSES:
            raise CannotSendError(f"{subject}: {CAUSES[error.code]}") from error
        raise


@dataclass(frozen=True, slots=True)
class Sending:
    """A message being sent. client: the bot."""

    client: Any
    services: Services
    one: Outgoing

    @property
    def nonce(self) -> str:
        """Return a nonce, so that Discord posts a repeated send once."""
        return f"{self.one.id}.{self.one.changes}"

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        found: discord.PartialMessageable = self.client.get_partial_messageable(channel_id, guild_id=self.one.club_id)
        return found


Handler = Callable[[Sending], Awaitable[None]]

HANDLERS: Declared[Handler] = Declared()
"""By an outbox row's kind."""

handles = HANDLERS.named
