"""Run the real bot: start it with patience, watch over it, stop it in order."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.app import CrosstableBot
from bot.doors.database import hold_shards, require_usable
from bot.doors.patience import patiently
from bot.doors.stop import Stop, stop_on_signals
from bot.exits import Exit, StartError
from bot.services.backup.make import DailyBackups
from bot.services.context import Services
from bot.store.database import Database, UnavailableError

if TYPE_CHECKING:
    from bot.health.server import Health
    from bot.settings import Shards

log = logging.getLogger(__name__)

GONE_SECONDS, SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_HOLDS = 60, 5, 15

_PASSING = 500
"""HTTP statuses from here on, and 429, are Discord's own trouble and pass."""


async def run_bot(
    token: str,
    database: Database,
    *,
    shards: "Shards | None" = None,
    patience: float = 0,
    stop: Stop | None = None,
    health: "Health | None" = None,
    backups: DailyBackups | None = None,
) -> None:
    """Run the real bot until SIGINT or SIGTERM, and close its database; raise StartError when it cannot start.

    patience: for how many seconds the database and Discord may be out of reach.
    """
    stop = stop or stop_on_signals()
    count, ids = (shards.total, shards.ids) if shards is not None else (None, None)
    make = partial(CrosstableBot, Services(database), shard_count=count, shard_ids=ids, backups=backups)
    try:
        await patiently(lambda: require_usable(database), patience, stop)
        await hold_shards(database, ids)
        database.mark_file()
        if health is not None:
            health.schema_is_right = True
        members = True

        async def attempt() -> None:
            nonlocal members
            trace = health.trace() if health is not None else None
            bot = make(members=members, trace=trace)
            if health is not None:
                health.bot = bot
            try:
                await _connect(token, bot, stop)
            except discord.PrivilegedIntentsRequired:
                if not members:
                    raise StartError("Discord refuses the intents that the bot asks for.") from None
                members = False
                log.warning(
                    "Discord does not tell this bot who the members are: turn on the Server Members Intent in the "
                    "developer portal, and it proposes them for files and marks who leaves at once"
                )
                await attempt()

        await patiently(attempt, patience, stop)
    finally:
        await database.close()


async def _connect(token: str, bot: CrosstableBot, stop: Stop) -> None:
    """Serve, and say what Discord's refusals mean."""
    try:
        await serve(token, bot, stop)
    except discord.LoginFailure:
        raise StartError("Discord does not accept the token: put the bot's token into DISCORD_TOKEN.") from None
    except discord.PrivilegedIntentsRequired:
        raise
    except discord.ConnectionClosed as error:
        raise StartError(f"Discord ended the connection ({error}): check SHARDS.") from None
    except UnavailableError as error:
        raise StartError(f"The database cannot be used: {error.todo}.", Exit.UNREACHABLE) from None
    except (OSError, aiohttp.ClientError, discord.GatewayNotFound, discord.HTTPException) as error:
        status = getattr(error, "status", 0) if type(error) is not discord.GatewayNotFound else 0
        if 400 <= status < _PASSING and status != 429:
            raise StartError(f"Discord refuses what the bot asks ({error}): update the bot.") from None
        raise StartError(
            f"Discord cannot be reached ({error or type(error).__name__}): check the network connection.",
            Exit.UNREACHABLE,
        ) from None


async def serve(token: str, bot: CrosstableBot, stop: asyncio.Event) -> None:
    """Run a bot until it is to stop, or until its database is gone."""
    database = bot.services.database
    async with bot:
        by_itself = [asyncio.create_task(work) for work in bot.by_itself()]
        running = asyncio.create_task(bot.start(token))
        stopped = asyncio.create_task(stop.wait())
        gone = asyncio.create_task(until_gone(database))
        taken = asyncio.create_task(until_taken_over(database, bot.shard_ids))
        await asyncio.wait((running, stopped, gone, taken), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        gone.cancel()
        holder = taken.result() if taken.done() else None
        taken.cancel()
        for work in by_itself:
            work.cancel()
        if stop.is_set() or not running.done():
            await bot.finish()
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            if holder is not None:
                raise StartError(f"Another process has {holder} now.", Exit.HELD)
            if not stop.is_set():
                raise StartError(f"The database {database.file} is gone: restore a backup.", Exit.GONE)
        else:
            await running


async def until_taken_over(database: Database, ids: Sequence[int] | None) -> str:
    """Keep this process's shards; return who has them once another process has taken one of them over."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_HOLDS)
        with contextlib.suppress(Exception):  # a database that is away: whoever reads or writes says so
            holder = await database.hold_shards(ids)
            if holder is not None:
                return holder


async def until_gone(database: Database) -> None:
    """Return once the database file has been gone for a minute: by itself it does not come back."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        if database.gone_for() >= GONE_SECONDS:
            return
