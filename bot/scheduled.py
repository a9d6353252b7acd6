"""Hourly and daily jobs, and the check of this machine's clock against Discord's, whose responses carry the time."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from bot import metrics
from bot.declarations import import_all
from bot.services.framework.context import Services
from bot.services.framework.every_club import JOBS, Turn
from bot.store.database.transactions import DatabaseError
from bot.ui.framework.answers import CONNECTION_LOST
from core.errors import RatingError
from core.words import counted

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LISTS, SECONDS_BETWEEN_LEAVERS, SECONDS_BETWEEN_LEADS = 3600, 86_400, 15


FAR = timedelta(hours=1)
"""How far the clock may be from Discord's: no interaction takes longer to arrive."""


class DiscordTime:
    """Discord's time by its last message and the elapsed seconds. now: the checked clock. steady: a monotonic clock."""

    def __init__(self, now: Callable[[], datetime], steady: Callable[[], float] = time.monotonic) -> None:
        self._now, self._steady = now, steady
        self._seen: datetime | None = None
        self._at = 0.0

    def saw(self, moment: datetime) -> None:
        self._seen, self._at = moment, self._steady()

    def problem(self) -> str | None:
        """Return a sentence if the clock is wrong; None without data."""
        if self._seen is None:
            return None
        ahead = self._now() - (self._seen + timedelta(seconds=self._steady() - self._at))
        if abs(ahead) <= FAR:
            return None
        far = counted(abs(ahead).days, "day") if abs(ahead).days else counted(abs(ahead).seconds // 3600, "hour")
        side = "ahead of" if ahead > FAR else "behind"
        return f"The bot's clock is {far} {side} Discord's. Nothing was stored. Ask the bot's operator to set it."

    def follow(self, trace: aiohttp.TraceConfig) -> None:
        async def ended(_session: Any, _context: Any, params: aiohttp.TraceRequestEndParams) -> None:
            with suppress(ValueError):  # without a time it says nothing
                self.saw(parsedate_to_datetime(params.response.headers.get("Date", "")))

        trace.on_request_end.append(ended)


class ScheduledBot(commands.AutoShardedBot):
    """What the jobs need of the bot: `bot.app` has the rest."""

    services: Services
    discord_time: DiscordTime | None

    def clock_problem(self) -> str | None:
        return None if self.discord_time is None else self.discord_time.problem()


async def while_leading(services: Services, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run endless work while this process leads; another takes over within a minute."""
    under_way: asyncio.Task[None] | None = None
    try:
        while True:
            if not await services.database.leads():
                if under_way is not None:
                    under_way.cancel()
                under_way = None
            elif under_way is None or under_way.done():
                under_way = asyncio.create_task(work())
            await asyncio.sleep(SECONDS_BETWEEN_LEADS)
    finally:
        if under_way is not None:
            under_way.cancel()


async def work_hourly(bot: ScheduledBot, *, asking: bool) -> None:
    """Do the declared jobs; never ends. asking: those that ask other services, instead of the others."""
    await bot.wait_until_ready()
    import_all("bot.services", "bot.ui.buttons", "bot.ui.messages")
    jobs = sorted(JOBS.items(), key=lambda named: named[1].turn)
    while True:
        for name, job in jobs:
            if (job.turn is Turn.ASKING) is asking:
                given = (bot.services, bot) if job.sends else (bot.services,)
                await _do(bot, name, partial(job.work, *given))
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def repeat_hourly(bot: ScheduledBot, name: str, job: Callable[[], Awaitable[object]]) -> None:
    """Do a job of this process; never ends."""
    while True:
        await _do(bot, name, job)
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def _do(bot: ScheduledBot, name: str, job: Callable[[], Awaitable[object]]) -> None:
    try:
        if problem := await _clock_problem(bot):
            raise RatingError(problem)
        await job()
    except Exception as error:
        trace = not isinstance(error, DatabaseError | RatingError)  # which say what to do
        log.error("hourly work failed, will retry in an hour: %s: %s", name, error, exc_info=trace)
        metrics.job_failures.labels(name).inc()
    else:
        metrics.job_last_success.labels(name).set_to_current_time()


async def _clock_problem(bot: ScheduledBot) -> str | None:
    if bot.clock_problem() is not None:
        with suppress(discord.HTTPException, *CONNECTION_LOST):
            await bot.application_info()
    return bot.clock_problem()


async def look_for_leavers(bot: ScheduledBot, look: Callable[[], Awaitable[None]]) -> None:
    """Once a day, mark members who left or returned unnoticed."""
    await bot.wait_until_ready()
    while True:
        if await _clock_problem(bot) is None:
            await look()
        await asyncio.sleep(SECONDS_BETWEEN_LEAVERS)
