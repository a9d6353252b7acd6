"""Keeps clubs' web pages in a folder up to date while the bot runs, and serves the folder, read-only."""

import asyncio
import logging
from pathlib import Path

from aiohttp import web

from bot.server import Server
from bot.services.framework.context import Services
from bot.site.club import ClubSites
from bot.store.database.transactions import DatabaseError

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


def site_server(folder: Path, host: str, port: int) -> Server:
    """Return a server of a folder of web pages; it answers GET and HEAD only, and never leaves the folder."""
    folder.mkdir(parents=True, exist_ok=True)

    async def first_page(_: web.Request) -> web.FileResponse:
        return web.FileResponse(folder / "index.html")

    application = web.Application()
    application.router.add_get("/", first_page)
    application.router.add_static("/", folder)
    return Server(application, host, port, "SITE_PORT")
