"""What every use case is given: the database, the clock, and who is asking."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum

from bot.services.clock import day_of
from bot.services.heavy import HeavyWork
from bot.services.pairing.engine import SwissEngine
from bot.store.database import Database
from bot.store.rows import Club
from core.errors import NotAllowedError


@dataclass(frozen=True, slots=True)
class Services:
    """The resources of the running program.

    `now` is the only clock, `heavy` gives long work its turn, `engine` pairs Swiss rounds.
    """

    database: Database
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    heavy: HeavyWork = field(default_factory=HeavyWork)
    engine: SwissEngine = field(default_factory=SwissEngine)

    def today(self, club: Club | None) -> date:
        """Return today's date where a club is; UTC's outside a club."""
        return day_of(club, self.now())


class SelfReport(StrEnum):
    """Who may report their own events."""

    EVERYONE = "everyone"
    ROLE = "role"
    DIRECTORS = "directors"


class Gone(StrEnum):
    """When who has left the server goes from boards; the value is what the database stores."""

    MONTH = "month"
    NEVER = "never"
    AT_ONCE = "at once"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the Discord server, by id and display name."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks, where, and through which interaction.

    manager: whether the Discord server lets them manage it.
    """

    club_id: int
    member: Member
    interaction_id: int
    role_ids: frozenset[int] = frozenset()
    manager: bool = False

    def is_director(self, club: Club) -> bool:
        """Tell whether the actor is a tournament director (TD) of the club."""
        return self.manager or (club.td_role_id is not None and club.td_role_id in self.role_ids)

    def may_self_report(self, club: Club) -> bool:
        if club.self_report == SelfReport.EVERYONE or self.is_director(club):
            return True
        return club.self_report == SelfReport.ROLE and club.reporter_role_id in self.role_ids


def require_director(club: Club, actor: Actor, what: str) -> None:
    """Raise NotAllowedError unless the actor is a tournament director."""
    if not actor.is_director(club):
        raise NotAllowedError(f"Only a tournament director (TD) can {what}: ask one of yours.")
