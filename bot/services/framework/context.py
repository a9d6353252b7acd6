"""What every use case is given: database, clock and actor."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from weakref import WeakValueDictionary

from bot.connect.client import Connections
from bot.services.framework.clock import day_of
from bot.services.framework.pairing.engine import SwissEngine
from bot.store.database.club_choices import SelfReport
from bot.store.database.rows import Club
from bot.store.database.transactions import Database
from core.errors import NotAllowedError, RatingError

# Heavy jobs take turns: files, pictures and forecasts need seconds of a core.


AT_ONCE = 2

MOST_OF_A_MEMBER, MOST_OF_A_CLUB, MOST_OF_ALL = 3, 12, 64

Key = tuple[str, int]


class TooManyError(RatingError):
    """Somebody has enough under way already."""


class HeavyWork:
    """Gives heavy jobs their turn in one event loop; each club waits with one at most."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)
        self._clubs: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()
        self._under_way: Counter[Key] = Counter()

    @asynccontextmanager
    async def turn(self, club: int | None, user: int) -> AsyncIterator[None]:
        """Wait for a turn and hold it for the block; raise TooManyError if too many wait.

        club: None in private messages.
        """
        member, key = ("member", user), ("private", user) if club is None else ("club", club)
        self._refuse_too_many(member, key)
        self._under_way.update((member, key))
        try:
            async with self._clubs.setdefault(key, asyncio.Lock()), self._places:
                yield
        finally:
            self._under_way -= Counter((member, key))

    def _refuse_too_many(self, member: Key, key: Key) -> None:
        own, ours = self._under_way[member], self._under_way[key]
        if own >= MOST_OF_A_MEMBER:
            raise TooManyError(f"You already have {own} of these requests running. Wait for their answers.")
        if ours >= MOST_OF_A_CLUB:
            raise TooManyError(f"This club already has {ours} of these requests running. Try again in a minute.")
        if self._under_way.total() >= 2 * MOST_OF_ALL:  # each is counted twice
            raise TooManyError("Too many clubs are asking for files and forecasts right now. Try again in a minute.")


@dataclass(frozen=True, slots=True)
class Services:
    """The resources of the program.

    now: the only clock. engine: pairs Swiss rounds. connections: other services, none unless the operator wants them.
    """

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    heavy: HeavyWork = field(default_factory=HeavyWork)
    engine: SwissEngine = field(default_factory=SwissEngine)
    connections: Connections = field(default_factory=Connections)

    def today(self, club: Club | None) -> date:
        return day_of(club, self.now())


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the Discord server, by id and display name."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks, where, and by which interaction. manager: has Manage Server."""

    club_id: int
    member: Member
    interaction_id: int
    role_ids: frozenset[int] = frozenset()
    manager: bool = False

    def is_director(self, club: Club) -> bool:
        return self.manager or (club.td_role_id is not None and club.td_role_id in self.role_ids)

    def may_self_report(self, club: Club) -> bool:
        if club.self_report == SelfReport.EVERYONE or self.is_director(club):
            return True
        return club.self_report == SelfReport.ROLE and club.reporter_role_id in self.role_ids


def require_director(club: Club, actor: Actor, action: str) -> None:
    """Raise NotAllowedError unless the actor is a tournament director.

    action: a whole infinitive phrase ("void an event"), the only kind of text that goes into this sentence.
    """
    if not actor.is_director(club):
        raise NotAllowedError(f"Only a tournament director (TD) can {action}. Ask one of them.")
