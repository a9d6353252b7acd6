"""Clubs and their settings."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Text, bindparam, cast, or_, select, update

from bot.store.database.club_choices import NewsKind, SitePart
from bot.store.database.club_conditions import insert_into
from bot.store.database.rows import Club
from bot.store.database.tables import board, club, metadata
from bot.store.database.transactions import Connection
from core.lists import RatingList
from core.rating.club_rules import ClubRules

FOLD_VERSION = 8
"""Incremented when calculators change their answers: older clubs are recalculated."""

LISTS_STEP, ROSTER_STEP = "lists", "roster"

_NAMES, _JSON = [part.name for part in fields(Club)], ("house_rules", "news_kinds", "site_parts")
_CHOICES = {part.name: type(part.default) for part in fields(Club) if isinstance(part.default, StrEnum)}
# JSON as text, to recognise a row
_SETTINGS = [cast(club.c[name], Text).label(name) if name in _JSON else club.c[name] for name in _NAMES]
# two positions at a time: an entered rating and its event
_ENTER = (
    update(club)
    .where(club.c.id == bindparam("club"))
    .values(facts=club.c.facts + 2)
    .returning(club.c.facts, *_SETTINGS)
)
_ENTER_FROM_SERVER = _ENTER.values(left_at=None)
_FIND = select(*_SETTINGS).where(club.c.id == bindparam("club"))


class ClubLock(NamedTuple):
    """A locked club, with positions for this transaction's facts."""

    club: Club
    entered_seq: int
    seq: int


def lock_club(connection: Connection, club_id: int, now: datetime, *, is_there: bool = False) -> ClubLock:
    """Lock a club until the transaction ends, creating it if new, and count up its facts.

    The UPDATE locks like SELECT ... FOR UPDATE in one round trip. is_there: whether the bot is on the server.
    """
    row = connection.execute(_ENTER_FROM_SERVER if is_there else _ENTER, {"club": club_id}).first()
    if row is None:
        new = (
            insert_into(connection, club)
            .values(id=club_id, created_at=now, fold_version=FOLD_VERSION)
            .on_conflict_do_nothing()
        )
        connection.execute(new)
        row = connection.execute(_ENTER, {"club": club_id}).one()
    return ClubLock(_club(row[1:]), row.facts - 1, row.facts)


def reserve_positions(connection: Connection, club_id: int, count: int) -> range:
    """Return further positions for facts. Needs the club's lock."""
    taken = update(club).where(club.c.id == club_id).values(facts=club.c.facts + count).returning(club.c.facts)
    last: int = connection.execute(taken).scalar_one()
    return range(last - count + 1, last + 1)


def find(connection: Connection, club_id: int) -> Club:
    """Return a club, with default settings if it has stored nothing."""
    row = connection.execute(_FIND, {"club": club_id}).first()
    return Club(club_id) if row is None else _club(row)


def facts_of(connection: Connection, club_id: int) -> int:
    """Return the club's fact counter; 0 if it has stored nothing."""
    return connection.execute(select(club.c.facts).where(club.c.id == club_id)).scalar_one_or_none() or 0


def exists(connection: Connection, club_id: int) -> bool:
    return connection.execute(_FIND, {"club": club_id}).first() is not None


def departures(connection: Connection, club_id: int | None = None) -> dict[int, datetime | None]:
    """Return when the bot left each club's server, or one club's; None if it is there."""
    query = select(club.c.id, club.c.left_at).order_by(club.c.id)
    if club_id is not None:
        query = query.where(club.c.id == club_id)
    return {row.id: row.left_at for row in connection.execute(query)}


def change(connection: Connection, club_id: int, changes: dict[str, Any]) -> None:
    connection.execute(update(club).where(club.c.id == club_id).values(**changes))


def follow(connection: Connection, club_id: int, kind: str, *, follows: bool) -> None:
    """Turn a follower of rating changes on or off. Needs the club's lock."""
    of_club = club.c.id == club_id
    followed = set(connection.execute(select(club.c.followed).where(of_club)).scalar_one().split())
    followed = followed | {kind} if follows else followed - {kind}
    connection.execute(update(club).where(of_club).values(followed=" ".join(sorted(followed))))


def with_follower(connection: Connection, kind: str) -> list[int]:
    query = select(club.c.id, club.c.followed).where(club.c.followed != "", club.c.left_at.is_(None))
    return [row.id for row in connection.execute(query.order_by(club.c.id)) if kind in row.followed.split()]


def site_key(connection: Connection, club_id: int) -> str:
    """Return the unguessable part of the address of a club's pages."""
    return str(connection.execute(select(club.c.site_key).where(club.c.id == club_id)).scalar_one())


def renew_site_key(connection: Connection, club_id: int) -> None:
    connection.execute(update(club).where(club.c.id == club_id).values(site_key=secrets.token_hex(8)))


class SiteOfClub(NamedTuple):
    """A club with web pages: the key in their address; a number that each write counts up."""

    club_id: int
    key: str
    facts: int


def with_site(connection: Connection) -> list[SiteOfClub]:
    query = select(club.c.id, club.c.site_key, club.c.facts).where(club.c.site != "off", club.c.left_at.is_(None))
    return [SiteOfClub(*row) for row in connection.execute(query.order_by(club.c.id))]


def set_up_of(connection: Connection, club_id: int) -> dict[str, Any]:
    """Return what each completed or skipped set-up step changed, by step."""
    return dict(connection.execute(select(club.c.set_up).where(club.c.id == club_id)).scalar_one_or_none() or {})


def has_roster(connection: Connection, club_id: int, people: int) -> None:
    steps = set_up_of(connection, club_id)
    if ROSTER_STEP not in steps:
        change(connection, club_id, {"set_up": {**steps, ROSTER_STEP: {"before": {}, "after": {"people": people}}}})


@lru_cache(maxsize=1024)
def _club(settings: tuple[Any, ...]) -> Club:
    of = dict(zip(_NAMES, settings, strict=True))
    house_rules, news_kinds, site_parts = (None if of[name] is None else json.loads(of[name]) for name in _JSON)
    of |= {name: choice(of[name]) for name, choice in _CHOICES.items()}
    of["house_rules"] = replace(ClubRules.from_json(house_rules), codes=of["lifetime_titles"])
    of["news_kinds"] = None if news_kinds is None else tuple(map(NewsKind, news_kinds))
    of["site_parts"] = None if site_parts is None else tuple(map(SitePart, site_parts))
    of["followed"] = frozenset(of["followed"].split())
    return Club(**of)


def any_is_current(connection: Connection) -> bool:
    return connection.execute(select(club.c.id).where(club.c.fold_version >= FOLD_VERSION).limit(1)).first() is not None


def folded_before(connection: Connection) -> Sequence[int]:
    return connection.execute(select(club.c.id).where(club.c.fold_version < FOLD_VERSION)).scalars().all()


def claim_day(connection: Connection, club_id: int, today: date) -> bool:
    """Record today's reminder; return whether it is the first. Needs the club's lock."""
    untold_yet = club.c.queue_told.is_distinct_from(today)
    claimed = update(club).where(club.c.id == club_id, untold_yet).values(queue_told=today).returning(club.c.id)
    return connection.execute(claimed).first() is not None


def director_channels(connection: Connection) -> list[tuple[Club, date | None]]:
    query = select(club.c.queue_told, *_SETTINGS).where(club.c.td_channel_id.is_not(None), club.c.left_at.is_(None))
    return [(_club(row[1:]), row.queue_told) for row in connection.execute(query.order_by(club.c.id))]


def uses_list(connection: Connection, club_id: int, rating_list: RatingList) -> bool:
    used = (
        select(table.c.list).where(table.c.club_id == club_id, table.c.list == rating_list.value).exists()
        for table in metadata.sorted_tables
        if "list" in table.c and table is not board
    )
    return bool(connection.execute(select(or_(*used))).scalar_one())
