"""How much heavy work may be under way: two jobs at a time, one of a club and one of a member; a few wait in turn.

Files, pictures and forecasts take seconds of a core that answers every club.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from core.errors import RatingError

AT_ONCE = 2
"""Jobs of the whole process that run at a time."""

MOST_OF_A_MEMBER, MOST_OF_A_CLUB, MOST_OF_ALL = 3, 12, 64
"""Jobs that may be under way, those that wait included."""


class TooManyError(RatingError):
    """Somebody has enough under way already."""


@dataclass(eq=False, slots=True)
class _Job:
    club: int | None
    user: int
    turn: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def whose(self) -> tuple[str, int]:
        """Return who shares a place at a time: a club, or in private messages the user."""
        return ("user", self.user) if self.club is None else ("club", self.club)


class HeavyWork:
    """Gives heavy jobs their turn, in one event loop: of those that wait, the club that has waited longest for one."""

    def __init__(self) -> None:
        self._running: list[_Job] = []
        self._waiting: list[_Job] = []
        self._turns = 0
        self._last_turn: Counter[tuple[str, int]] = Counter()

    @asynccontextmanager
    async def turn(self, club: int | None, user: int) -> AsyncIterator[None]:
        """Wait for a turn, and hold it for the length of the block; raise TooManyError instead of waiting for ever.

        club: None in private messages.
        """
        job = _Job(club, user)
        self._refuse_too_many(job)
        self._waiting.append(job)
        try:
            self._give_turns()
            await job.turn.wait()
            yield
        finally:
            (self._running if job in self._running else self._waiting).remove(job)
            self._give_turns()

    def _refuse_too_many(self, job: _Job) -> None:
        under_way = [*self._running, *self._waiting]
        own = sum(one.user == job.user for one in under_way)
        if own >= MOST_OF_A_MEMBER:
            raise TooManyError(f"You have {own} of these under way: wait for their answers.")
        ours = sum(one.whose == job.whose for one in under_way)
        if ours >= MOST_OF_A_CLUB:
            raise TooManyError(f"This club has {ours} of these under way: try again in a minute.")
        if len(under_way) >= MOST_OF_ALL:
            raise TooManyError("Many clubs are asking for files and forecasts just now: try again in a minute.")

    def _give_turns(self) -> None:
        while len(self._running) < AT_ONCE:
            users, places = {one.user for one in self._running}, {one.whose for one in self._running}
            free = [one for one in self._waiting if one.user not in users and one.whose not in places]
            if not free:
                break
            # Of one club, and of clubs that never had a turn, whoever came first.
            job = min(free, key=lambda one: self._last_turn[one.whose])
            self._waiting.remove(job)
            self._running.append(job)
            self._turns += 1
            self._last_turn[job.whose] = self._turns
            job.turn.set()
        if not self._running:
            self._last_turn.clear()
