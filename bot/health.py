"""The server of /live, /ready and /metrics, if HEALTH_PORT is set."""

import asyncio
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.server import Server
from bot.store.club.backups import in_folder, made_at
from bot.store.database.engines import bytes_of
from bot.store.database.transactions import Database

if TYPE_CHECKING:
    from bot.app import CrosstableBot

DATABASE_SECONDS, LAG_SECONDS = 1, 0.1


class Health(Server):
    """Health answers; `bot` is set once there is one."""

    def __init__(self, host: str, port: int, database: Database, backups: Path | None = None) -> None:
        self.bot: CrosstableBot | None = None
        self._database, self._backups = database, backups
        self._lag: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[bool] | None = None
        application = web.Application()
        application.router.add_get("/live", self._live)
        application.router.add_get("/ready", self._ready)
        application.router.add_get("/metrics", self._metrics)
        super().__init__(application, host, port, "HEALTH_PORT")

    async def open(self) -> None:
        """Start answering and measuring; raise StartError if the port is taken."""
        await super().open()
        self._lag = asyncio.create_task(_measure_lag())

    async def close(self) -> None:
        if self._lag is not None:
            self._lag.cancel()
        await super().close()

    async def _live(self, _: web.Request) -> web.Response:
        return web.json_response({"live": True})

    async def _ready(self, _: web.Request) -> web.Response:
        shards = {} if self.bot is None else self.bot.shards
        connected = sum(not shard.is_closed() for shard in shards.values())
        is_there = await self._database_answers()
        stopping = self.bot is not None and self.bot.stopping
        is_connected = self.bot is not None and self.bot.is_ready() and connected == len(shards) > 0
        is_ready = is_connected and is_there and not stopping
        found = {
            "ready": is_ready,
            "shards": f"{connected} of {len(shards)}",
            "database": "there" if is_there else "away",
            "stopping": stopping,
        }
        return web.json_response(found, status=200 if is_ready else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        if self.bot is not None:
            metrics.guilds.set(len(self.bot.guilds))
            metrics.shards.set(len(self.bot.shards))
            metrics.shards_connected.set(sum(not shard.is_closed() for shard in self.bot.shards.values()))
            if math.isfinite(self.bot.latency):
                metrics.gateway_latency_seconds.set(self.bot.latency)
        if self._backups is not None and (made := in_folder(self._backups)):
            metrics.backup_age_seconds.set(time.time() - made_at(made[-1]).timestamp())
        await self._database_answers()
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _database_answers(self) -> bool:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        await asyncio.wait((self._asking,), timeout=DATABASE_SECONDS)
        return self._asking.done() and self._asking.result()

    async def _ask(self) -> bool:
        try:
            metrics.database_bytes.set(await self._database.read(bytes_of, club=None))
        except Exception:
            return False
        return True


async def _measure_lag() -> None:
    while True:
        began = time.monotonic()
        await asyncio.sleep(LAG_SECONDS)
        metrics.loop_lag_seconds.observe(max(0.0, time.monotonic() - began - LAG_SECONDS))


def count_requests(trace: aiohttp.TraceConfig) -> None:
    async def ended(_session: Any, _context: Any, params: aiohttp.TraceRequestEndParams) -> None:
        status = params.response.status
        metrics.rest_requests.labels("429" if status == 429 else f"{status // 100}xx").inc()

    async def failed(*_: Any) -> None:
        metrics.rest_requests.labels("none").inc()

    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
