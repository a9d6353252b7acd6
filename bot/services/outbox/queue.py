"""The queue of what is to be sent, as the process that sends it sees it: claimed, sent, failed, paused.

Each step is a transaction of its own that takes no place among the club's facts: another process may do the next one.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta

from bot.services.context import Services
from bot.store import clubs
from bot.store.alive import outbox
from bot.store.alive.outbox import Outgoing
from bot.store.database import Connection

SECONDS_CLAIMED = 120
"""How long one process has what it claimed; afterwards it was stopped, and another one sends it."""

MINUTES_TO_RETRY = (1, 5, 15, 60)
"""How long after each failure it is tried again."""

NOTE, PAUSED = "note", "paused"
"""The kind and subject of the one note that tells directors what is paused."""

SECONDS_TO_NOTE = 60
"""How long further pauses are waited for: a channel that is gone stops whatever stood in it."""


async def due(services: Services) -> Sequence[tuple[int, str]]:
    """Return for which clubs something is due, and of which kinds."""
    return await services.database.read(lambda connection: outbox.due(connection, services.now()), club=None)


async def claim(services: Services, club_id: int, kind: str) -> Outgoing | None:
    """Take what is due longest, for this process alone; None where nothing is due."""
    now = services.now()
    until = now + timedelta(seconds=SECONDS_CLAIMED)
    return await services.database.write(
        lambda connection: outbox.claim(connection, club_id, kind, now, until), club=club_id
    )


async def done(services: Services, one: Outgoing) -> None:
    """Keep that something was sent."""
    await services.database.write(lambda connection: outbox.sent(connection, one), club=one.club_id)


async def later(services: Services, one: Outgoing, seconds: float) -> None:
    """Let something be sent later though nothing failed."""
    at = services.now() + timedelta(seconds=seconds)
    await services.database.write(lambda connection: outbox.postpone(connection, one, at), club=one.club_id)


async def failed(services: Services, one: Outgoing, reason: str, *, may_pass: bool) -> bool:
    """Let something that failed be tried again, later each time; tell whether it is paused instead.

    may_pass: it is tried every hour for ever, as while Discord is away; otherwise it is paused after the last.
    """
    if one.tries >= len(MINUTES_TO_RETRY) and not may_pass:
        await pause(services, one, reason)
        return True
    minutes = MINUTES_TO_RETRY[min(one.tries, len(MINUTES_TO_RETRY) - 1)]
    at = services.now() + timedelta(minutes=minutes)
    await services.database.write(lambda connection: outbox.retry(connection, one, at), club=one.club_id)
    return False


async def pause(services: Services, one: Outgoing, reason: str) -> None:
    """Try something no more before somebody puts right what keeps it, and let the directors know once."""
    at = services.now() + timedelta(seconds=SECONDS_TO_NOTE)

    def stop(connection: Connection) -> None:
        outbox.pause(connection, one, reason)
        outbox.put(connection, one.club_id, NOTE, PAUSED, at)

    await services.database.write(stop, club=one.club_id)


async def remember(services: Services, club_id: int, work: Callable[[Connection], None]) -> None:
    """Keep what was sent where: it is no fact, and waits for no lock."""
    await services.database.write(work, club=club_id)


async def unnoted(services: Services, club_id: int) -> tuple[int | None, Sequence[Outgoing]]:
    """Return the channel of a club's directors, if they have one, and what is paused that they do not know of."""

    def work(connection: Connection) -> tuple[int | None, Sequence[Outgoing]]:
        channel_id = clubs.find(connection, club_id).td_channel_id
        return channel_id, outbox.paused(connection, club_id, unnoted=True)

    return await services.database.read(work, club=club_id)


async def note(services: Services, club_id: int, known: Sequence[Outgoing]) -> None:
    """Keep that the directors of a club know what is paused."""
    ids = [one.id for one in known]
    await services.database.write(lambda connection: outbox.note(connection, ids), club=club_id)
