"""Hourly jobs, and work over all clubs: a failing club does not stop the others."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from bot.declarations import Declared
from bot.store.database.transactions import UnavailableError

log = logging.getLogger(__name__)


class Turn(IntEnum):
    """When in its hour a job is done."""

    RATINGS = 1
    CLUBS = 2
    MESSAGES = 3
    ASKING = 4
    """Beside the others, since other services may take their time."""


@dataclass(frozen=True, slots=True)
class Job:
    """What the leading process does every hour. sends: with the bot as second argument."""

    work: Callable[..., Awaitable[object]]
    turn: Turn = Turn.CLUBS
    sends: bool = False


JOBS: Declared[Job] = Declared()
"""By the names of the log and of /metrics."""


async def in_each_club(job: str, club_ids: Iterable[int], work: Callable[[int], Awaitable[object]]) -> int:
    """Do a job in each club; return in how many it succeeded.

    Failures are logged with the club's id. job: its name in the log.
    """
    done, failed = 0, []
    for club_id in club_ids:
        try:
            await work(club_id)
        except Exception as error:
            # A missing database needs no traceback per club.
            log.error("%s failed: club=%d", job, club_id, exc_info=not isinstance(error, UnavailableError))
            failed.append(club_id)
        else:
            done += 1
    if failed:
        clubs = ", ".join(map(str, failed))
        log.error("%s: done in %d clubs, failed in %d, will retry: clubs=%s", job, done, len(failed), clubs)
    return done
