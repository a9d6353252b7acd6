"""The bot's own web server: how many connections it holds, how long a head may take, what it logs and sends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot import server as served
from bot.server import Server
from bot.site.publish import site_server

REQUEST = b"GET /index.html HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    monkeypatch.setattr(served, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(served, "MOST_CONNECTIONS", 3)
    (tmp_path / "index.html").write_text("Ratings")
    server = site_server(tmp_path, "127.0.0.1", 0)
    await server.open()
    yield server
    await server.close()


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(site: Server, text: bytes) -> Streams:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(text)
    await writer.drain()
    return reader, writer


async def rest_of(streams: Streams) -> bytes:
    """Return what comes until the server ends the connection."""
    reader, writer = streams
    try:
        async with asyncio.timeout(30):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_a_head_that_does_not_end_is_cut_off(site: Server) -> None:
    assert await rest_of(await connected(site, b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ")) == b""


async def test_a_head_that_comes_in_drops_is_cut_off(site: Server) -> None:
    reader, writer = await connected(site, b"GET / HTTP/1.1\r\n")

    async def drip() -> None:
        while True:
            writer.write(b"X-A: b\r\n")
            await writer.drain()
            await asyncio.sleep(0.05)

    dripping = asyncio.create_task(drip())
    assert await rest_of((reader, writer)) == b""
    dripping.cancel()
    await asyncio.gather(dripping, return_exceptions=True)


async def test_the_second_head_of_a_connection_must_end_too(site: Server) -> None:
    reader, writer = await connected(site, REQUEST)
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    writer.write(b"GET / HTTP/1.1\r\n")
    assert b"HTTP/1.1" not in await rest_of((reader, writer))


async def test_connections_beyond_the_most_are_refused_until_one_ends(site: Server) -> None:
    held = [await connected(site, b"") for _ in range(served.MOST_CONNECTIONS)]
    assert await rest_of(await connected(site, REQUEST)) == b""
    for one in held:
        await rest_of(one)  # each is cut off, for it says nothing
    reader, writer = await connected(site, REQUEST)
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    writer.close()


@pytest.mark.parametrize(
    "text", [b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET / HTTP/9.9.9\r\n\r\n", b"G\x00T / HTTP/1.1\r\n\r\n"]
)
async def test_a_malformed_request_logs_nothing(site: Server, text: bytes, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    answer = await rest_of(await connected(site, text))
    assert answer.startswith((b"HTTP/1.0 400", b"HTTP/1.1 400"))
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.DEBUG] == []


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/index.html", 200), ("/none.html", 404)])
async def test_every_answer_has_the_headers(site: Server, path: str, status: int) -> None:
    async with aiohttp.ClientSession(f"http://127.0.0.1:{site.port}") as session, session.get(path) as answer:
        assert answer.status == status
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
