"""What a club needs for all that it has turned on, as far as its own rows tell, and what of it is paused."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.transaction import Write, read_as_director, write_each_time
from bot.store.alive import outbox, roles
from bot.store.alive.outbox import Outgoing
from bot.store.database import Connection
from bot.store.kept.alive import Alive, alive
from bot.store.people import players
from bot.store.rows import Club

WHAT = "check what the club needs"


@dataclass(frozen=True, slots=True)
class ClubCheck:
    """What is set up. roles: those that follow ratings. players: how many there are. paused: what is not sent."""

    club: Club
    alive: Alive
    roles: Sequence[int]
    players: int
    paused: Sequence[Outgoing]

    @property
    def channels(self) -> list[int]:
        """Return every channel that is set, once."""
        news = self.club.news_channel_id if self.club.news_when != "off" else None
        named = (self.club.td_channel_id, news, *(channel for _, channel in self.alive.boards))
        return list(dict.fromkeys(channel for channel in named if channel is not None))


async def club_check(services: Services, actor: Actor) -> ClubCheck:
    """Return what is set up; directors only."""

    def work(connection: Connection, club: Club) -> ClubCheck:
        given = [rule.role_id for rule in roles.rules(connection, club.id) if rule.role_id is not None]
        return ClubCheck(
            club,
            alive(connection, club.id),
            given,
            players.count(connection, club.id),
            outbox.paused(connection, club.id),
        )

    return await read_as_director(services, actor, WHAT, work)


async def try_again(services: Services, actor: Actor) -> int:
    """Let everything that is paused be sent after all; return how much that is; directors only."""

    def work(write: Write) -> int:
        return outbox.try_again(write.connection, write.club.id, write.now)

    return await write_each_time(services, actor, work, director_to=WHAT)
