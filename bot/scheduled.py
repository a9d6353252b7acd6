"""What the bot does unasked: jobs of the hour and of the day, none of which believes a wrong clock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord

from bot import measures
from bot.services.alive.role_moves import look_in_every_club
from bot.services.backup import DailyBackups
from bot.services.challenges.results import count_reported
from bot.services.context import Services
from bot.services.fide.lists import publish_everywhere
from bot.services.privacy.left_clubs import tidy
from bot.services.seasons.end import end_due_seasons
from bot.services.upkeep.due_matches import count_matches
from bot.services.upkeep.refold import refold_outdated
from bot.store.database import DatabaseError
from bot.ui.framework.answers import CONNECTION_LOST
from bot.ui.framework.daily_line import tell_directors
from core.errors import RatingError

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
        "ratings": lambda: refold_outdated(services),
        "pending": lambda: count_matches(services),
        "seasons": lambda: end_due_seasons(services),
        "challenges": lambda: count_reported(services),
        "retention": lambda: tidy(services),
        "roles": lambda: look_in_every_club(services),
        "lists": lambda: _publish_lists(services),
        "directors": lambda: tell_directors(services, bot),
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
        await _do(bot, "servers", bot.erase_left)
        await asyncio.sleep(SECONDS_BETWEEN_LISTS)


async def look_for_leavers(bot: "CrosstableBot") -> None:
    """Mark once a day who has left or come back while the bot was away, or is not told; never ends."""
    await bot.wait_until_ready()
    while True:
        if await _clock_problem(bot) is None:
            await bot.members_cog.look()
        await asyncio.sleep(SECONDS_BETWEEN_LEAVERS)
