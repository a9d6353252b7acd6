"""The digest: what is told together, and that it has been told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services.alive.news.event_news import NewsKind
from bot.services.alive.news.look import NewsWhen
from bot.services.clock import day_of
from bot.services.context import Services
from bot.services.transaction import ClubWrite, club_job
from bot.store import clubs
from bot.store.alive import news
from bot.store.alive.news import NewsItem, Played
from bot.store.database import Connection
from bot.store.rows import Club, Player
from core.club_rules import ClubRules
from core.lists import RatingList

ORDER = tuple(NewsKind)


@dataclass(frozen=True, slots=True)
class Digest:
    """What a club announces together.

    items: what is told, in the order of kinds. corrected: what was told and no longer holds.
    people: those whom it names, by id. played: what was played in the events that came in since the last digest.
    told, quiet, gone: the numbers of what is done with when it has been told, has been passed over, is corrected.
    """

    when: NewsWhen
    channel_id: int
    main: RatingList
    items: Sequence[NewsItem]
    corrected: Sequence[NewsItem]
    people: Mapping[int, Player]
    played: Played
    house_rules: ClubRules
    last: datetime | None
    told: tuple[int, ...] = ()
    quiet: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


async def digest_of(services: Services, club_id: int) -> Digest | None:
    """Return what a club has to announce; None where it announces nothing."""

    def work(connection: Connection) -> Digest | None:
        club = clubs.find(connection, club_id)
        if club.news_when == NewsWhen.OFF or club.news_channel_id is None:
            return None
        now = services.now()
        waiting = news.to_tell(connection, club_id, day_of(club, now))
        since = news.last_told(connection, club_id)
        return _digest(connection, club, club.news_channel_id, waiting, since, now)

    return await services.database.read(work, club=club_id)


async def told_digest(services: Services, club_id: int, second: int) -> Digest | None:
    """Return what was told in a second, all of it; None where that was nothing."""

    def work(connection: Connection) -> Digest | None:
        club = clubs.find(connection, club_id)
        now = services.now()
        items = news.told_in(connection, club_id, datetime.fromtimestamp(second, now.tzinfo), day_of(club, now))
        return _digest(connection, club, 0, items, None, now) if items else None

    return await services.database.read(work, club=club_id)


@club_job
def keep_told(write: ClubWrite, digest: Digest, now: datetime) -> None:
    """Keep that a digest has been told, in whole seconds: its button names the second."""
    moment = now.replace(microsecond=0)
    news.keep_told(write.connection, digest.told, digest.quiet, digest.gone, moment)


def _digest(
    connection: Connection,
    club: Club,
    channel_id: int,
    waiting: Sequence[NewsItem],
    last: datetime | None,
    now: datetime,
) -> Digest:
    kinds = set(ORDER if club.news_kinds is None else club.news_kinds)
    losers = {item.value["over"] for item in waiting if item.kind == NewsKind.UPSET and item.value}
    others = news.nameable(connection, losers, day_of(club, now))
    named = [item for item in waiting if item.kind in kinds and _may_tell(item, others)]
    new = [item for item in named if item.withdrawn_at is None]
    upsets = sorted((item for item in new if item.kind == NewsKind.UPSET), key=_points, reverse=True)
    told = [item for item in new if item.kind != NewsKind.UPSET or item is upsets[0]]
    first = min((item.made_at for item in waiting), default=now) - timedelta(minutes=5)
    return Digest(
        when=NewsWhen(club.news_when),
        channel_id=channel_id,
        main=club.default_list,
        items=sorted(told, key=lambda item: ORDER.index(NewsKind(item.kind))),
        corrected=[item for item in named if item.withdrawn_at is not None],
        people={**others, **{item.player.id: item.player for item in named}},
        played=news.played_since(connection, club.id, first if last is None else last),
        house_rules=club.house_rules,
        last=last,
        told=tuple(item.id for item in told),
        quiet=tuple(item.id for item in waiting if item.withdrawn_at is None and item not in told),
        gone=tuple(item.id for item in waiting if item.withdrawn_at is not None),
    )


def _may_tell(item: NewsItem, others: Mapping[int, Player]) -> bool:
    return item.nameable and bool(item.value) and (item.kind != NewsKind.UPSET or item.value["over"] in others)


def _points(item: NewsItem) -> int:
    points: int = item.value["over_rating"] - item.value["rating"]
    return points
