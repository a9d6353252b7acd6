"""Keeps clubs' web pages in a folder up to date while the bot runs, and serves the folder, read-only."""

import asyncio
import logging
from pathlib import Path

from aiohttp import web

from bot.exits import FAILED, StartError
from bot.services.context import Services
from bot.site.club import ClubSites
from bot.store.database import DatabaseError

log = logging.getLogger(__name__)

SECONDS_BETWEEN = 60


async def publish_sites(services: Services, folder: Path) -> None:
    """Write the pages of clubs in which something was stored, at most once a minute; never ends."""
    sites = ClubSites(services, folder)
    while True:
        try:
            await sites.write()
        except (OSError, DatabaseError) as error:
            log.error("web pages not written, retrying in %d s: folder=%s: %s", SECONDS_BETWEEN, folder, error)
        await asyncio.sleep(SECONDS_BETWEEN)


class SiteServer:
    """Serves a folder of web pages; it answers GET and HEAD only, and never leaves the folder."""

    def __init__(self, folder: Path, host: str, port: int) -> None:
        self._host, self._port = host, port
        folder.mkdir(parents=True, exist_ok=True)
        application = web.Application()
        self._index = folder / "index.html"
        application.router.add_get("/", self._first_page)
        application.router.add_static("/", folder)
        self._runner = web.AppRunner(application, access_log=None)

    async def _first_page(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(self._index)

    @property
    def port(self) -> int:
        """Return the open port, also if 0 was set."""
        return int(self._runner.addresses[0][1])

    async def open(self) -> None:
        """Serve from now on; raise StartError when the port is taken."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise StartError(
                f"Port {self._port} cannot be opened ({error.strerror}). Set SITE_PORT to another.", FAILED
            ) from None

    async def close(self) -> None:
        await self._runner.cleanup()
