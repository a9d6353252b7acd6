"""What a club needs for its features, as far as its rows show, and what is paused."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.framework.club_settings import site_folder
from bot.services.framework.transaction import Read, Write, read, repeatable
from bot.store.database.rows import Club
from bot.store.messages import outbox, roles
from bot.store.messages.live_boards import ActiveFeatures, active_features
from bot.store.messages.outbox import Outgoing
from bot.store.people import players

WHAT = "check what the club needs"


@dataclass(frozen=True, slots=True)
class ClubCheck:
    """What is set up. roles: those that follow ratings. paused: unsent messages. site: the folder of web pages."""

    club: Club
    active: ActiveFeatures
    roles: Sequence[int]
    players: int
    paused: Sequence[Outgoing]
    site: str | None = None

    @property
    def channels(self) -> list[int]:
        news = self.club.news_channel_id if self.club.news_when != "off" else None
        named = (self.club.td_channel_id, news, *(channel for _, channel in self.active.boards))
        return list(dict.fromkeys(channel for channel in named if channel is not None))


@read(director_to=WHAT)
def club_check(look: Read) -> ClubCheck:
    connection, club = look.connection, look.club
    given = [rule.role_id for rule in roles.rules(connection, club.id) if rule.role_id is not None]
    return ClubCheck(
        club,
        active_features(connection, club.id),
        given,
        players.count(connection, club.id),
        outbox.paused(connection, club.id),
        site_folder(look),
    )


@repeatable(director_to=WHAT)
def retry_paused(write: Write) -> int:
    return outbox.retry_paused(write.connection, write.club.id, write.now)
