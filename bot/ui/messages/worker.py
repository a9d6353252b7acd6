"""The outbox worker of a process's shards. Retries after 1, 5, 15 and 60 minutes, then pauses."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import discord

from bot.declarations import import_all
from bot.services.framework import outbox
from bot.services.framework.context import Services
from bot.services.framework.outbox import MOVED
from bot.services.messages.followers import follow
from bot.services.messages.news import LOOK, look_for_news
from bot.store.database.transactions import UnavailableError
from bot.store.messages.outbox import Outgoing
from bot.ui.framework.answers import CONNECTION_LOST
from bot.ui.messages.handler import CAUSES, HANDLERS, CannotSendError, Sending, SendLaterError

HANDLERS.add(MOVED, lambda sending: follow(sending.services, sending.one.club_id))
HANDLERS.add(LOOK, lambda sending: look_for_news(sending.services, sending.one.club_id))

import_all("bot.ui.messages")

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 2
SECONDS_AT_MOST = 90
"""Per message: less than its claim."""

LANES_AT_ONCE = 5

TOO_MANY_REQUESTS = 429


class OutboxWorker:
    """Sends due messages. is_mine: whether this process serves a server id."""

    def __init__(self, client: Any, services: Services, is_mine: Callable[[int], bool] = lambda _: True) -> None:
        self._client, self._services, self._is_mine = client, services, is_mine
        self._lanes: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._room: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(LANES_AT_ONCE))

    async def run(self) -> None:
        await self._client.wait_until_ready()
        while True:
            try:
                if self._client.clock_problem() is None:
                    await self.look()
            except UnavailableError as error:
                log.warning("outbox read failed, retrying: %s", error)
            except Exception:
                log.exception("outbox read failed, retrying")
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def look(self) -> None:
        self._lanes = {key: lane for key, lane in self._lanes.items() if not lane.done()}
        for club_id, kind in await outbox.due(self._services):
            if (club_id, kind) not in self._lanes and self._is_mine(club_id):
                self._lanes[club_id, kind] = asyncio.create_task(self._send_all(club_id, kind))

    async def send_due(self) -> None:
        while True:
            await self.look()
            if not self._lanes:
                return
            await asyncio.gather(*self._lanes.values())

    def stop(self) -> None:
        """Stop sending; other workers take over expired claims."""
        for lane in self._lanes.values():
            lane.cancel()

    async def _send_all(self, club_id: int, kind: str) -> None:
        async with self._room[kind]:
            try:
                while (one := await outbox.claim(self._services, club_id, kind)) is not None:
                    await self._send(one)
            except UnavailableError as error:
                log.warning("outbox read failed, retrying: club=%d: %s", club_id, error)
            except Exception:
                log.exception("outbox worker failed: club=%d kind=%s", club_id, kind)

    async def _send(self, one: Outgoing) -> None:
        services = self._services
        try:
            async with asyncio.timeout(SECONDS_AT_MOST):
                await HANDLERS[one.kind](Sending(self._client, services, one))
        except SendLaterError as error:
            await outbox.later(services, one, error.seconds)
        except CannotSendError as error:
            await self._pause(one, str(error))
        except discord.HTTPException as error:
            if error.code in CAUSES:
                await self._pause(one, CAUSES[error.code])
            else:
                passes = error.status >= 500 or error.status == TOO_MANY_REQUESTS
                await self._retry_later(
                    one, f"Discord refused it ({error.status}, {error.code})", error, may_pass=passes
                )
        except (UnavailableError, *CONNECTION_LOST) as error:
            await self._retry_later(one, "Discord or the database cannot be reached", error, may_pass=True)
        except Exception as error:
            log.error("sending failed: %s %s club=%d", one.kind, one.subject, one.club_id, exc_info=error)
            await self._retry_later(one, "unexpected error, see the log", error, may_pass=False)
        else:
            await outbox.done(services, one)

    async def _pause(self, one: Outgoing, reason: str) -> None:
        log.warning("message paused: %s %s club=%d: %s", one.kind, one.subject, one.club_id, reason)
        await outbox.pause(self._services, one, reason)

    async def _retry_later(self, one: Outgoing, reason: str, error: Exception, *, may_pass: bool) -> None:
        log.warning("sending failed, retrying: %s %s club=%d: %r", one.kind, one.subject, one.club_id, error)
        if await outbox.failed(self._services, one, reason, may_pass=may_pass):
            log.warning("message paused: %s %s club=%d: %s", one.kind, one.subject, one.club_id, reason)
