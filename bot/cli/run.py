"""`crosstable run`: start, retry and stop the bot."""

import asyncio
import contextlib
import logging
import os
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.app import CrosstableBot
from bot.cli.database import migrate, open_database, require_usable
from bot.connect.client import Connections
from bot.exit_codes import FAILED, StartError, UnreachableError
from bot.scheduled import DiscordTime
from bot.services.club.backup import DailyBackups
from bot.services.framework.context import Services
from bot.services.people.roster.monthly import MonthlyList
from bot.settings import About, Settings, Shards
from bot.store.database.transactions import Database, UnavailableError

if TYPE_CHECKING:
    from bot.health import Health

log = logging.getLogger(__name__)

GONE_SECONDS, SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_TRIES = 60, 5, 10


async def run(settings: Settings, *, set_up: bool) -> None:
    """Run the bot until stopped; raise StartError. set_up: create an empty database."""
    if settings.discord_token is None:
        raise StartError(
            "DISCORD_TOKEN is not set. Run `crosstable init` to enter it, or `crosstable practice` without one."
        )
    stop = stop_on_signals()
    database, folder, health, site = open_database(settings), settings.backup_dir, None, None
    try:
        if settings.health_port is not None:
            from bot.health import Health

            health = Health(settings.health_host, settings.health_port, database, folder)
            await health.open()
        if settings.site_port is not None:
            if settings.site_folder is None:
                raise StartError("SITE_PORT is set, but SITE_FOLDER is not. Set the folder of the web pages too.")
            from bot.site.publish import site_server

            site = site_server(settings.site_folder, settings.site_host, settings.site_port)
            await site.open()
        if set_up:
            await retry(lambda: migrate(database, only_if_empty=True), settings.start_patience, stop)
        await run_bot(
            settings.discord_token.get_secret_value(),
            database,
            shards=settings.shards,
            patience=settings.start_patience,
            stop=stop,
            health=health,
            backups=DailyBackups(folder, settings.backup_keep) if folder else None,
            about=settings.about,
            site_folder=settings.site_folder,
            fide_list=None if settings.fide_list is None else MonthlyList(settings.fide_list),
            connections=settings.connections(),
        )
    finally:
        if health is not None:
            await health.close()
        if site is not None:
            await site.close()
        await database.close()


def stop_on_signals() -> asyncio.Event:
    """Return an event set by SIGINT and SIGTERM; a second signal ends the program."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def stopped() -> None:
        if stop.is_set():
            os._exit(FAILED)  # what was committed is stored
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stopped)
        except NotImplementedError:  # Windows has no signal handlers on its loop
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopped))
    return stop


async def retry(attempt: Callable[[], Awaitable[None]], seconds: float, stop: asyncio.Event) -> None:
    """Retry while Discord or the database is unreachable, for some seconds or until stopped."""
    last = time.monotonic() + seconds
    while not stop.is_set():
        try:
            await attempt()
            return
        except UnreachableError as error:
            if time.monotonic() + SECONDS_BETWEEN_TRIES > last:
                raise
            log.warning("%s Trying again in %d s.", error, SECONDS_BETWEEN_TRIES)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), SECONDS_BETWEEN_TRIES)


async def run_bot(
    token: str,
    database: Database,
    *,
    shards: Shards | None = None,
    patience: float = 0,
    stop: asyncio.Event | None = None,
    health: "Health | None" = None,
    backups: DailyBackups | None = None,
    about: About | None = None,
    site_folder: Path | None = None,
    fide_list: MonthlyList | None = None,
    connections: Connections | None = None,
) -> None:
    """Run the bot until stopped; raise StartError. patience: seconds without Discord or database."""
    stop = stop or stop_on_signals()
    count, ids = (shards.total, shards.ids) if shards is not None else (None, None)
    services, trace = Services(database, connections=connections or Connections()), aiohttp.TraceConfig()
    discord_time = DiscordTime(services.now)
    discord_time.follow(trace)
    if health is not None:
        from bot.health import count_requests

        count_requests(trace)
    make = partial(
        CrosstableBot,
        services,
        shard_count=count,
        shard_ids=ids,
        trace=trace,
        backups=backups,
        discord_time=discord_time,
        about=about,
        site_folder=site_folder,
        fide_list=fide_list,
        mentions=True,
    )

    async def attempt() -> None:
        for members in (True, False):
            bot = make(members=members)
            if health is not None:
                health.bot = bot
            try:
                return await _connect(token, bot, stop)
            except discord.PrivilegedIntentsRequired:
                log.warning(
                    "member list not available: turn on the Server Members Intent in the developer "
                    "portal, so that the bot links members in files and notes who leaves at once"
                )
        raise StartError("Discord refused the bot's intents.")

    await retry(lambda: require_usable(database), patience, stop)
    if holder := database.hold_file():
        raise StartError(f"Another process uses {holder}. Stop it first.", FAILED)
    database.mark_file()
    await retry(attempt, patience, stop)


async def _connect(token: str, bot: CrosstableBot, stop: asyncio.Event) -> None:
    try:
        await serve(token, bot, stop)
    except discord.LoginFailure:
        raise StartError("Discord did not accept the token. Put the bot's token into DISCORD_TOKEN.") from None
    except discord.PrivilegedIntentsRequired:
        raise
    except discord.ConnectionClosed as error:
        raise StartError(f"Discord closed the connection ({error}). Check SHARDS.") from None
    except UnavailableError as error:
        raise UnreachableError(f"The database cannot be used: {error.todo}.") from None
    except (OSError, aiohttp.ClientError, discord.GatewayNotFound, discord.HTTPException) as error:
        status = 0 if isinstance(error, discord.GatewayNotFound) else getattr(error, "status", 0)
        if 400 <= status < 500 and status != 429:
            raise StartError(f"Discord refused a request of the bot ({error}). Update the bot.") from None
        said = str(error) or type(error).__name__
        raise UnreachableError(f"Discord cannot be reached ({said}). Check the network connection.") from None


async def serve(token: str, bot: CrosstableBot, stop: asyncio.Event) -> None:
    database = bot.services.database
    async with bot:
        by_itself = [asyncio.create_task(work) for work in bot.by_itself()]
        running = asyncio.create_task(bot.start(token))
        ends = [asyncio.create_task(stop.wait()), asyncio.create_task(wait_until_missing(database))]
        await asyncio.wait((running, *ends), return_when=asyncio.FIRST_COMPLETED)
        for task in (*ends, *by_itself):
            task.cancel()
        if running.done() and not stop.is_set():
            await running
            return
        await bot.finish()
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        if not stop.is_set():
            raise StartError(f"The database {database.file} is missing. Restore a backup.", FAILED)


async def wait_until_missing(database: Database) -> None:
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        if database.missing_seconds() >= GONE_SECONDS:
            return
