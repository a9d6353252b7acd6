"""A small HTTP server inside the bot's process: few connections at once, quick heads, a quiet log."""

import asyncio
import logging
from typing import Any

from aiohttp import web

from bot.exit_codes import FAILED, StartError

MOST_CONNECTIONS = 100
"""At once: far fewer than the files that a process may open, which the database and Discord need too."""

HEAD_SECONDS, KEPT_SECONDS = 10, 10
"""Until a request's head must be complete, and how long a connection waits for the next one."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",  # a club's address is known only to those who have it
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
}

log = logging.getLogger(__name__)

_silent = logging.getLogger(f"{__name__}.requests")
_silent.disabled = True  # aiohttp logs malformed requests with a traceback and the visitor's address


class Server:
    """Serves an application on a port; setting: the name of the setting that chose the port."""

    def __init__(self, application: web.Application, host: str, port: int, setting: str) -> None:
        self._host, self._port, self._setting = host, port, setting
        application.middlewares.append(_answered)
        application.on_response_prepare.append(_with_headers)
        self._runner = web.AppRunner(
            application, access_log=None, logger=_silent, keepalive_timeout=KEPT_SECONDS, lingering_time=0
        )
        self._listening: asyncio.Server | None = None
        self._open: set[_Connection] = set()

    @property
    def port(self) -> int:
        """Return the open port, also if 0 was requested."""
        assert self._listening is not None
        return int(self._listening.sockets[0].getsockname()[1])

    async def open(self) -> None:
        """Start answering; raise StartError if the port is taken."""
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        try:
            self._listening = await loop.create_server(self._connection, self._host, self._port)
        except OSError as error:
            await self._runner.cleanup()
            raise StartError(
                f"Port {self._port} cannot be opened ({error.strerror}). Set {self._setting} to another.", FAILED
            ) from None

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.close()
        await self._runner.cleanup()

    def _connection(self) -> "_Connection":
        handler = self._runner.server
        assert handler is not None
        return _Connection(self._open, handler())


class _Connection(asyncio.Protocol):
    """A visitor's connection in front of aiohttp's: one too many is cut off, as is one whose head takes too long."""

    def __init__(self, others: "set[_Connection]", handler: asyncio.Protocol) -> None:
        self._others, self._handler = others, handler
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._end = b""

    def connection_made(self, transport: Any) -> None:
        if len(self._others) >= MOST_CONNECTIONS:
            transport.abort()
            return
        self._others.add(self)
        self._transport = transport
        self._await_head()
        self._handler.connection_made(transport)

    def _await_head(self) -> None:
        assert self._transport is not None
        self._waiting = asyncio.get_running_loop().call_later(HEAD_SECONDS, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._transport is None:
            return
        seen = self._end + data
        if b"\r\n\r\n" in seen or b"\n\n" in seen:
            self._stop_waiting()
            self._end = b""
        else:
            self._end = seen[-3:]
            if self._waiting is None:
                self._await_head()
        self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._transport is None else self._handler.eof_received()

    def pause_writing(self) -> None:
        self._handler.pause_writing()

    def resume_writing(self) -> None:
        self._handler.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._others.discard(self)
        self._stop_waiting()
        if self._transport is not None:
            self._handler.connection_lost(error)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


@web.middleware
async def _answered(request: web.Request, handler: Any) -> web.StreamResponse:
    try:
        answer: web.StreamResponse = await handler(request)
    except (web.HTTPException, ConnectionError):
        raise
    except Exception:
        log.exception("web request failed: route=%s", request.match_info.route.resource)
        return web.Response(status=500, text="Something went wrong.")
    return answer


async def _with_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
