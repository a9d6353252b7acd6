"""What federations say of a club's players: the newest line per membership number."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from bot.store.database.club_conditions import IS_PRESENT, mine
from bot.store.database.names import PLAYER, player_of
from bot.store.database.rows import Player
from bot.store.database.tables import club, federation_entry, player
from bot.store.database.transactions import Connection
from bot.store.people.players import is_confirmed
from bot.store.people.profiles import IDS
from core.event.entered_rating import EnteredRating
from core.lists import RatingList

ENTRY = federation_entry.c


class Loaded(NamedTuple):
    """A loaded federation list. month: its own, or the day of loading. lines: by membership number."""

    month: date
    lines: Mapping[str, Any]


class Entry(NamedTuple):
    """What a federation says of a player.

    membership: the column of their number. source: where the line comes from, in words. decided: what directors did
    with its figures, by list. asked: the day on which a service was asked, or None.
    """

    player: Player
    membership: str
    number: str
    month: date
    line: Any
    source: str
    decided: Mapping[str, str]
    asked: date | None

    @property
    def ratings(self) -> dict[RatingList, EnteredRating]:
        return {RatingList(moved): EnteredRating(*figures) for moved, figures in self.line["ratings"].items()}

    @property
    def day(self) -> date:
        return self.month.replace(day=1)


def replace_list(
    connection: Connection, club_id: int, membership: str, month: date, source: str, lines: Mapping[str, Any]
) -> None:
    theirs = (ENTRY.club_id == club_id, ENTRY.membership == membership)
    gone = select(ENTRY.number).where(*theirs, ENTRY.number.not_in(lines))
    _delete(connection, club_id, membership, connection.execute(gone).scalars().all())
    put(connection, club_id, membership, month, source, lines)


def put(
    connection: Connection,
    club_id: int,
    membership: str,
    month: date,
    source: str,
    lines: Mapping[str, Any],
    asked: date | None = None,
) -> None:
    """Store lines by membership number unless a later month is stored.

    Figures of the month on other lists and other details stay, and decisions about equal figures.
    """
    theirs = (ENTRY.club_id == club_id, ENTRY.membership == membership, ENTRY.number.in_(lines))
    before = {row.number: row for row in connection.execute(select(federation_entry).where(*theirs))}
    values = []
    for number, line in lines.items():
        old = before.get(number)
        if old is not None and old.month > month:
            continue
        decided = None
        if old is not None and old.month == month:
            ratings = {**old.line["ratings"], **line["ratings"]}
            same = {moved for moved, figures in old.line["ratings"].items() if ratings[moved] == figures}
            decided = {moved: did for moved, did in (old.decided or {}).items() if moved in same} or None
            line = {**line, "details": {**old.line["details"], **line["details"]}, "ratings": ratings}
        values.append(
            {
                "club_id": club_id, "membership": membership, "number": number, "month": month, "line": line,
                "source": source, "decided": decided, "asked": asked or (None if old is None else old.asked),
            }
        )  # fmt: skip
    _delete(connection, club_id, membership, [one["number"] for one in values])
    if values:
        connection.execute(insert(federation_entry), values)
    if asked is not None:
        connection.execute(update(federation_entry).where(*theirs).values(asked=asked))


def _delete(connection: Connection, club_id: int, membership: str, numbers: Collection[str]) -> None:
    theirs = (ENTRY.club_id == club_id, ENTRY.membership == membership, ENTRY.number.in_(numbers))
    connection.execute(delete(federation_entry).where(*theirs))


def newest_list(connection: Connection, membership: str) -> date | None:
    """Return the month of the newest line that no service was asked for, in any club."""
    query = select(func.max(ENTRY.month)).where(ENTRY.membership == membership, ENTRY.asked.is_(None))
    month: date | None = connection.execute(query).scalar_one()
    return month


def loaded(connection: Connection, club_id: int, membership: str) -> Loaded | None:
    rows = [one for one in entries(connection, club_id) if one.membership == membership]
    return Loaded(max(one.month for one in rows), {one.number: one.line for one in rows}) if rows else None


def entries(connection: Connection, club_id: int, player_id: int | None = None) -> list[Entry]:
    found = []
    for membership in IDS:
        number = player.c[membership]
        ours = (ENTRY.club_id == club_id, ENTRY.membership == membership, IS_PRESENT, is_confirmed(membership))
        query = (
            select(federation_entry, *PLAYER)
            .join(player, (player.c.club_id == ENTRY.club_id) & (number == ENTRY.number))
            .where(*ours, *([] if player_id is None else [player.c.id == player_id]))
        )
        for row in connection.execute(query.order_by(player.c.search, player.c.id)):
            who = player_of(connection, row)
            found.append(
                Entry(who, membership, row.number, row.month, row.line, row.source, row.decided or {}, row.asked)
            )
    return found


def has_any(connection: Connection, club_id: int) -> bool:
    query = select(ENTRY.number).where(ENTRY.club_id == club_id).limit(1)
    return connection.execute(query).first() is not None


def decide(connection: Connection, one: Entry, decided: Mapping[str, str]) -> None:
    this = mine(connection, federation_entry, membership=one.membership, number=one.number)
    connection.execute(update(federation_entry).where(this).values(decided=dict(decided) or None))


def unasked(connection: Connection, club_id: int, membership: str, since: date) -> list[tuple[int, str]]:
    """Return ids and numbers of players not asked about since a day."""
    number = player.c[membership]
    known = select(ENTRY.number).where(
        ENTRY.club_id == club_id, ENTRY.membership == membership, ENTRY.asked.is_not(None), ENTRY.asked >= since
    )
    theirs = (player.c.club_id == club_id, number.is_not(None), IS_PRESENT, is_confirmed(membership))
    query = select(player.c.id, number).where(*theirs, number.not_in(known)).order_by(player.c.search)
    return [(row[0], row[1]) for row in connection.execute(query)]


def comparing_clubs(connection: Connection) -> list[int]:
    wanted = (club.c.official.is_(True), club.c.left_at.is_(None))
    return list(connection.execute(select(club.c.id).where(*wanted).order_by(club.c.id)).scalars())
