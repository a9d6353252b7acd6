"""Where, when and what a club announces: settings that a director changes and takes back like all others."""

from dataclasses import dataclass
from typing import Any

from bot.services.alive.news.event_news import NewsKind
from bot.services.alive.news.look import DIGEST, LOOK, NewsWhen, schedule
from bot.services.club_year.posting import YEARBOOK
from bot.services.context import Actor, Services
from bot.services.settings_undo import CHANGED, difference, put
from bot.services.transaction import Done, Write, check_director, write_once
from bot.store.alive import news, outbox
from bot.store.rows import AuditEntry, Club
from core.errors import InputError

WHAT = "change the announcements"


@dataclass(frozen=True, slots=True)
class AnnounceChange:
    """What a director wrote; None keeps what is set. hour: of the club's day."""

    channel_id: int | None = None
    when: NewsWhen | None = None
    hour: int | None = None
    kinds: tuple[NewsKind, ...] | None = None

    def values(self, club: Club) -> dict[str, Any]:
        """Return the columns that change; raise InputError where no channel is known."""
        when = self.when
        if when is None and self.channel_id is not None and club.news_when == NewsWhen.OFF:
            when = NewsWhen.DAILY
        if (self.channel_id or club.news_channel_id) is None and when is not NewsWhen.OFF:
            raise InputError("Where is it to be announced? Add channel.")
        kinds = None if self.kinds is None else [kind.value for kind in NewsKind if kind in self.kinds]
        written = {
            "news_channel_id": self.channel_id,
            "news_when": None if when is None else when.value,
            "news_hour": self.hour,
            "news_kinds": kinds,
        }
        return {name: value for name, value in written.items() if value is not None}


async def announcements(services: Services, actor: Actor) -> Club:
    """Return the club with what it announces, for a director."""
    return await check_director(services, actor, WHAT)


async def announce(services: Services, actor: Actor, change: AnnounceChange) -> Club:
    """Change what is announced, when and where; what had paused it is tried again."""

    def work(write: Write) -> Done[Club]:
        connection, club_id = write.connection, write.club.id
        changed = put(write, change.values(write.club))
        outbox.drop(connection, club_id, DIGEST)
        if changed.news_when == NewsWhen.OFF:
            outbox.drop(connection, club_id, LOOK)
            outbox.drop(connection, club_id, YEARBOOK)
            news.drop_untold(connection, club_id)
        schedule(connection, changed, write.now)
        return Done(changed, club_id, difference(write.club, changed))

    def again(write: Write, entry: AuditEntry) -> Club:
        return write.club

    return await write_once(services, actor, CHANGED, work, again=again, director_to=WHAT)
