"""Heavy jobs take turns: files, pictures and forecasts take seconds of a core that answers every club.

Two run at a time, one of a club. A few may wait; what is asked for beyond that is refused.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from core.errors import RatingError

AT_ONCE = 2
"""Jobs of the whole process that run at a time."""

MOST_OF_A_MEMBER, MOST_OF_A_CLUB, MOST_OF_ALL = 3, 12, 64
"""Jobs that may be under way, those that wait included."""

Key = tuple[str, int]


class TooManyError(RatingError):
    """Somebody has enough under way already."""


class HeavyWork:
    """Gives heavy jobs their turn, in one event loop; each club waits with one job at most."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)
        self._clubs: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()
        self._under_way: Counter[Key] = Counter()

    @asynccontextmanager
    async def turn(self, club: int | None, user: int) -> AsyncIterator[None]:
        """Wait for a turn, and hold it for the length of the block; raise TooManyError instead of waiting for ever.

        club: None in private messages.
        """
        member, whose = ("member", user), ("private", user) if club is None else ("club", club)
        self._refuse_too_many(member, whose)
        self._under_way.update((member, whose))
        try:
            async with self._clubs.setdefault(whose, asyncio.Lock()), self._places:
                yield
        finally:
            self._under_way -= Counter((member, whose))

    def _refuse_too_many(self, member: Key, whose: Key) -> None:
        own, ours = self._under_way[member], self._under_way[whose]
        if own >= MOST_OF_A_MEMBER:
            raise TooManyError(f"You have {own} of these under way: wait for their answers.")
        if ours >= MOST_OF_A_CLUB:
            raise TooManyError(f"This club has {ours} of these under way: try again in a minute.")
        if self._under_way.total() >= 2 * MOST_OF_ALL:  # each is counted for its member and its club
            raise TooManyError("Many clubs are asking for files and forecasts just now: try again in a minute.")
