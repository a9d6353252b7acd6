"""Answers /live, /ready and /metrics. No names and no addresses are told."""

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
from aiohttp import web

from bot import measures
from bot.exits import Exit, StartError
from bot.health.figures import Figures, State
from bot.store import migrate
from bot.store.database import Connection, Database
from bot.store.size import bytes_of

if TYPE_CHECKING:
    from bot.app import CrosstableBot

LIVE_SECONDS = 5
"""The loop must have turned within it."""

DATABASE_SECONDS, SECONDS_BETWEEN_ASKING = 1, 5
SECONDS_BETWEEN_TURNS = 0.1


class Health:
    """The server of a process; `bot` and `schema_is_right` are set as the start goes on."""

    def __init__(self, host: str, port: int, database: Database, backups: Path | None = None) -> None:
        self._host, self._port, self._database = host, port, database
        self._figures, self._state = Figures(), State(database, backups)
        self._figures.read(self._state)
        self.schema_is_right = False
        self._turned = time.monotonic()
        self._turning: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[bool] | None = None
        self._asked_at, self._database_is_there = -float(SECONDS_BETWEEN_ASKING), False
        self._runner: web.AppRunner | None = None

    @property
    def bot(self) -> "CrosstableBot | None":
        return self._state.bot

    @bot.setter
    def bot(self, bot: "CrosstableBot") -> None:
        self._state.bot = bot

    @property
    def port(self) -> int:
        """Return the port on which it answers, also where 0 was asked for."""
        assert self._runner is not None
        return int(self._runner.addresses[0][1])

    async def open(self) -> None:
        """Answer from now on; raise StartError when the port is taken."""
        application = web.Application()
        application.router.add_get("/live", self._live)
        application.router.add_get("/ready", self._ready)
        application.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise StartError(
                f"Port {self._port} cannot be opened ({error.strerror}): set HEALTH_PORT to another.", Exit.HELD
            ) from None
        measures.listen(self._figures)
        self._turning = asyncio.create_task(self._turn())

    async def close(self) -> None:
        """Answer no more."""
        measures.listen(None)
        if self._turning is not None:
            self._turning.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    def trace(self) -> aiohttp.TraceConfig:
        """Return what counts the requests to Discord."""
        trace = aiohttp.TraceConfig()

        async def ended(_session: Any, _context: Any, params: aiohttp.TraceRequestEndParams) -> None:
            status = params.response.status
            _count_request(params.method, "429" if status == 429 else f"{status // 100}xx")

        async def failed(_session: Any, _context: Any, params: aiohttp.TraceRequestExceptionParams) -> None:
            _count_request(params.method, "none")

        trace.on_request_end.append(ended)
        trace.on_request_exception.append(failed)
        return trace

    async def _turn(self) -> None:
        """Stamp a clock again and again, and note by how much it is late."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(SECONDS_BETWEEN_TURNS)
            self._turned = time.monotonic()
            measures.observe("loop_lag_seconds", max(0.0, self._turned - began - SECONDS_BETWEEN_TURNS))

    async def _live(self, _: web.Request) -> web.Response:
        late = time.monotonic() - self._turned
        return web.json_response({"live": late < LIVE_SECONDS}, status=200 if late < LIVE_SECONDS else 503)

    async def _ready(self, _: web.Request) -> web.Response:
        bot = self.bot
        shards = {} if bot is None else bot.shards
        connected = sum(not shard.is_closed() for shard in shards.values())
        told = {
            "shards": f"{connected} of {len(shards)}",
            "database": "there" if await self._ask() else "away",
            "schema": "right" if self.schema_is_right else "unknown",
            "stopping": bot is not None and bot.stopping,
        }
        is_ready = (
            bot is not None
            and bot.is_ready()
            and not bot.stopping
            and connected == len(shards) > 0
            and self._database_is_there
            and self.schema_is_right
        )
        return web.json_response({"ready": is_ready, **told}, status=200 if is_ready else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        await self._ask()
        return web.Response(
            body=self._figures.text(), headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        )

    async def _ask(self) -> bool:
        """Ask the database at most every five seconds, and wait a second for it: its thread cannot be cut off."""
        now = time.monotonic()
        if self._asking is None and now - self._asked_at >= SECONDS_BETWEEN_ASKING:
            self._asked_at = now
            self._asking = asyncio.create_task(self._is_at_this_version())
        if self._asking is not None:
            done, _ = await asyncio.wait((self._asking,), timeout=DATABASE_SECONDS)
            self._database_is_there = bool(done) and self._asking.result()
            if done:
                self._asking = None
        return self._database_is_there

    async def _is_at_this_version(self) -> bool:
        def look(connection: Connection) -> object:
            self._state.bytes = bytes_of(connection)
            return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()

        try:
            return await self._database.read(look, club=None) == migrate.head()
        except Exception:
            return False


def _count_request(method: str, status: str) -> None:
    measures.count("rest_requests_total", method=method, status=status)
