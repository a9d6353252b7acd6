"""Waiting for Discord and the database while the program starts: a power cut brings them back in any order."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable

from bot.doors.stop import Stop
from bot.exits import Exit, StartError

log = logging.getLogger(__name__)

LONGEST_PAUSE = 60
"""Seconds; the pauses double up to it."""


async def patiently(attempt: Callable[[], Awaitable[None]], seconds: float, stop: Stop) -> None:
    """Attempt again where something cannot be reached, for so many seconds, or until the program is stopped.

    Raises StartError for anything else at once, and where Ctrl-C comes between two attempts.
    """
    since, pause = time.monotonic(), 1.0
    while not stop.is_set():
        began = time.monotonic()
        try:
            await attempt()
            return
        except StartError as error:
            now = time.monotonic()
            if error.code is not Exit.UNREACHABLE:
                raise
            if now - began > seconds:  # it was there for longer than that: the waiting begins anew
                since, pause = now, 1.0
            wait = pause * random.uniform(0.5, 1)  # noqa: S311 - processes that start together come back apart
            if now + wait - since > seconds:
                raise
            log.warning("%s Trying again in %.1f s.", error, wait)
        try:
            await asyncio.wait_for(stop.wait(), wait)
        except TimeoutError:
            pause = min(2 * pause, LONGEST_PAUSE)
    if stop.interrupted:
        raise StartError("Stopped before the start was through.", Exit.INTERRUPTED)
