"""What the bot does unasked: jobs of the hour and of the day, none of which believes a wrong clock."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot import measures
from bot.services.backup import DailyBackups
from bot.services.challenges import count_reported
from bot.services.context import Services
from bot.services.fide.lists import publish_everywhere
from bot.services.privacy import tidy
from bot.services.roles import look_in_every_club
from bot.services.seasons import end_due_seasons
from bot.services.upkeep import count_matches, recalculate_outdated
from bot.store.database import DatabaseError
from bot.ui.framework.answers import CONNECTION_LOST
from bot.ui.framework.daily import notify_directors
from core.errors import RatingError
from core.words import counted

if TYPE_CHECKING:
    from bot.app import CrosstableBot


log = logging.getLogger(__name__)

SECONDS_BETWEEN_LISTS, SECONDS_BETWEEN_LEAVERS, SECONDS_BETWEEN_LEADS = 3600, 86_400, 15


async def while_leading(services: Services, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do work that never ends while this process leads; when it ends, another one does within a minute; never ends."""
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


async def publish_hourly(bot: "CrosstableBot") -> None:
    """Publish the FIDE lists that are due, in all clubs, within an hour of the first of a month; never ends.

    Clubs whose ratings could not be worked out again for this version are tried again first.
    Matches to which nobody has objected in time come to count in the same hour, and what is kept no longer goes.
    Directors are told once a day what waits for them.
    """
    services = bot.services
    jobs: dict[str, Callable[[], Awaitable[object]]] = {
        "ratings": lambda: recalculate_outdated(services),
        "pending": lambda: count_matches(services),
        "seasons": lambda: end_due_seasons(services),
        "challenges": lambda: count_reported(services),
        "retention": lambda: tidy(services),
        "roles": lambda: look_in_every_club(services),
        "lists": lambda: _publish_lists(services),
        "directors": lambda: notify_directors(services, bot),
    }
    await bot.wait_until_ready()
    while True:
        for name, job in jobs.items():
            await _do(bot, name, job)
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def _do(bot: "CrosstableBot", name: str, job: Callable[[], Awaitable[object]]) -> None:
    """Do a job of the hour; one that fails keeps no other from being done, and none believes a wrong clock."""
    try:
        if problem := await _clock_problem(bot):
            raise RatingError(problem)
        await job()
    except Exception as error:
        trace = not isinstance(error, DatabaseError | RatingError)  # which say what to do
        log.error("the hourly work could not be done (%s: %s); the next hour tries again", name, error, exc_info=trace)
        measures.job_failures.labels(name).inc()
    else:
        measures.job_last_success.labels(name).set_to_current_time()


async def _clock_problem(bot: "CrosstableBot") -> str | None:
    """Return a sentence where the clock is wrong by what Discord says now: a machine that slept knows an old time."""
    if bot.clock_problem() is not None:
        with suppress(discord.HTTPException, *CONNECTION_LOST):
            await bot.application_info()
    return bot.clock_problem()


async def _publish_lists(services: Services) -> None:
    clubs = await publish_everywhere(services)
    if clubs:
        log.info("published FIDE lists in %d clubs", clubs)


async def back_up_daily(bot: "CrosstableBot", backups: DailyBackups) -> None:
    """Make a backup within an hour of the last one's being a day old; never ends."""
    while True:
        await _do(bot, "backup", lambda: backups.make(bot.services))
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def look_at_servers(bot: "CrosstableBot") -> None:
    """Note every hour where the bot is, and erase the clubs that it left long ago; never ends.

    Each process does it for its own servers, once Discord has named them.
    """
    await bot.wait_until_ready()
    while True:
        await _do(bot, "servers", bot.erase_departed)
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def look_for_leavers(bot: "CrosstableBot") -> None:
    """Mark once a day who has left or come back while the bot was away, or is not told; never ends."""
    await bot.wait_until_ready()
    while True:
        if await _clock_problem(bot) is None:
            await bot.members_cog.look()
        await asyncio.sleep(SECONDS_BETWEEN_LEAVERS)


# Whether this machine's clock agrees with Discord's, whose ids and responses carry the time.


FAR = timedelta(hours=1)
"""How far the clock may be from Discord's: no interaction takes longer to arrive."""


class DiscordTime:
    """What time it is at Discord: as it was sent last, and by the seconds that have passed since.

    now: the clock that is compared. steady: seconds that no change of that clock moves.
    """

    def __init__(self, now: Callable[[], datetime], steady: Callable[[], float] = time.monotonic) -> None:
        self._now, self._steady = now, steady
        self._seen: datetime | None = None
        self._at = 0.0

    def saw(self, moment: datetime) -> None:
        """Take a moment that Discord sends with an id or a response."""
        self._seen, self._at = moment, self._steady()

    def problem(self) -> str | None:
        """Return a sentence where the clock is far from Discord's; None before Discord has sent anything."""
        if self._seen is None:
            return None
        ahead = self._now() - (self._seen + timedelta(seconds=self._steady() - self._at))
        if abs(ahead) <= FAR:
            return None
        far = counted(abs(ahead).days, "day") if abs(ahead).days else counted(abs(ahead).seconds // 3600, "hour")
        side = "ahead of" if ahead > FAR else "behind"
        return f"The bot's clock is {far} {side} Discord's. Nothing was stored. Ask the bot's operator to set it."

    def follow(self, trace: aiohttp.TraceConfig) -> None:
        """Take the time of every response to the bot's requests."""

        async def ended(_session: Any, _context: Any, params: aiohttp.TraceRequestEndParams) -> None:
            with suppress(ValueError):  # without a time it says nothing
                self.saw(parsedate_to_datetime(params.response.headers.get("Date", "")))

        trace.on_request_end.append(ended)
