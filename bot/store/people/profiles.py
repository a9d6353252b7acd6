"""What is kept of a player beside their facts: ids, age, federation, sex, title, the link to Discord, and a merge."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, distinct, exists, func, insert, select, update

from bot.store.conditions import IS_PRESENT, mine, same
from bot.store.database import Connection
from bot.store.people import players
from bot.store.rows import Player
from bot.store.tables import entrant, event, federation_entry, journal, player
from core.lists import RatingList
from core.words import name_key

IDS = ("uschess_id", "fide_id", "naspa_id")
"""The membership numbers, each unique within a club."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A player with everything that is kept of them.

    adult: what is inferred of the age where the birth date is not known.
    born_year: where the birth date is not told.
    kind: what they are where they are no human, as Oracle tells kinds apart.
    merged_into: the player whom this one turned out to be.
    state: two letters. expires: month of the US Chess membership, such as 2027-08.
    hidden: shown to directors alone. left_at: since when they are no member of the server any more.
    unconfirmed: the ids, by column and comma, that nobody but themselves has said to be theirs.
    known_as: the folded name by which a director knows a member, whatever they are called on Discord.
    named: whether a director has named them, whatever they are called on Discord.
    card_private: whether their card and charts are for them and directors alone.
    announced: whether the club's news and its yearbook may name them.
    voided: whether they came with what no longer counts, and nothing else is known of them.
    """

    id: int
    user_id: int | None
    name: str
    uschess_id: str | None
    fide_id: str | None
    naspa_id: str | None
    federation: str | None
    sex: str | None
    title: str | None
    born: date | None
    adult: bool
    born_year: int | None
    kind: str | None
    merged_into: int | None
    hidden: bool
    left_at: datetime | None
    unconfirmed: str | None
    known_as: str | None
    named: bool

    @property
    def file_name(self) -> str | None:
        """Return the name without case that files know them by; None for a member of whom no director has said it."""
        return self.known_as or (name_key(self.name) if self.user_id is None else None)

    @property
    def unconfirmed_ids(self) -> frozenset[str]:
        """Return the columns of ids that are only claimed."""
        return frozenset((self.unconfirmed or "").split(",")) - {""}

    state: str | None = None
    expires: str | None = None
    card_private: bool = False
    announced: bool = True
    voided: bool = False

    @property
    def player(self) -> Player:
        return Player(self.id, self.user_id, self.name)

    @property
    def birth_year(self) -> int | None:
        """Return the year of birth: what others may see of a birth date."""
        return self.born_year if self.born is None else self.born.year

    @property
    def is_age_known(self) -> bool:
        return self.birth_year is not None or not self.adult


class Moved(NamedTuple):
    """What an event did to a player's rating on one list."""

    event_id: int
    event_name: str | None
    date: date
    rating_list: RatingList
    before: float | None
    after: float | None
    seq: int = 0


_COLUMNS = tuple(player.c[name] for name in Profile.__dataclass_fields__)


def encode_claimed(columns: Collection[str]) -> str | None:
    """Return how the columns of ids are kept that are only claimed."""
    return ",".join(sorted(columns)) or None


def find(connection: Connection, club_id: int, player_id: int) -> Profile | None:
    """Return a player of this club, merged or not."""
    row = connection.execute(select(*_COLUMNS).where(player.c.club_id == club_id, player.c.id == player_id)).first()
    return None if row is None else Profile(*row)


def of(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, Profile]:
    """Return players of this club by id, merged or not."""
    query = select(*_COLUMNS).where(player.c.id.in_(ids), player.c.club_id == club_id)
    return {row.id: Profile(*row) for row in connection.execute(query)}


def everybody(connection: Connection, club_id: int) -> list[Profile]:
    """Return the players of a club who are found, by name."""
    theirs = (player.c.club_id == club_id, IS_PRESENT)
    return [Profile(*row) for row in connection.execute(select(*_COLUMNS).where(*theirs).order_by(player.c.search))]


def fide_ids(connection: Connection, club_id: int) -> frozenset[str]:
    """Return the FIDE ids that players of a club have."""
    theirs = (player.c.club_id == club_id, player.c.fide_id.is_not(None), IS_PRESENT)
    return frozenset(connection.execute(select(player.c.fide_id).where(*theirs)).scalars())


def fide_ids_of_clubs(connection: Connection) -> dict[int, frozenset[str]]:
    """Return the FIDE ids of every club's players, of the clubs that have any."""
    query = select(player.c.club_id, player.c.fide_id).where(player.c.fide_id.is_not(None), IS_PRESENT)
    found: dict[int, set[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.club_id, set()).add(row.fide_id)
    return {club_id: frozenset(ids) for club_id, ids in found.items()}


def change(connection: Connection, player_id: int, values: Mapping[str, Any]) -> None:
    """Set columns of a player, by name."""
    if not values:
        return
    named = players.name_columns(values["name"]) if "name" in values else {}
    this = mine(connection, player, id=player_id)
    connection.execute(update(player).where(this).values(**{**values, **named}))


def merged_into(connection: Connection, club_id: int, player_ids: Collection[int]) -> list[int]:
    """Return the players of a club who turned out to be one of these."""
    query = select(player.c.id).where(player.c.club_id == club_id, player.c.merged_into.in_(player_ids))
    return list(connection.execute(query.order_by(player.c.id)).scalars())


def events_played(connection: Connection, player_id: int) -> int:
    """Return how many events have moved a rating of a player."""
    query = select(func.count(distinct(journal.c.event_id))).where(mine(connection, journal, player_id=player_id))
    return int(connection.execute(query).scalar_one())


def latest_moves(connection: Connection, player_id: int, most: int) -> Sequence[Moved]:
    """Return what the latest events did to a player on every list, latest first."""
    query = (
        select(event.c.id, event.c.name, event.c.date, event.c.seq, journal.c.list, journal.c.before, journal.c.after)
        .join(event, same(event.c.id, journal.c.event_id))
        .where(mine(connection, journal, player_id=player_id))
        .order_by(event.c.date.desc(), event.c.seq.desc(), journal.c.id)
        .limit(most * len(RatingList))
    )
    moves = [
        Moved(row.id, row.name, row.date, RatingList(row.list), row.before, row.after, row.seq)
        for row in connection.execute(query)
    ]
    latest = list(dict.fromkeys(move.event_id for move in moves))[:most]
    order = list(RatingList)
    chosen = [move for move in moves if move.event_id in latest]
    return sorted(chosen, key=lambda move: (latest.index(move.event_id), order.index(move.rating_list)))


# What members want to be told, and what may be said and shown of them.


OFF, EACH, WEEKLY, CLOSED = "off", "each", "weekly", "closed"
"""When a member is told that a rating moved. Closed: off, because their messages are, which they do not know yet."""


class Wishes(NamedTuple):
    """What a member wants: the columns of the player."""

    notices: str
    challenged: bool
    announced: bool
    card_private: bool


class Addressee(NamedTuple):
    """A member who is told of rating changes."""

    player_id: int
    user_id: int
    notices: str


_WISHES = (player.c.notices, player.c.challenged, player.c.announced, player.c.card_private)


def wishes_of(connection: Connection, player_id: int) -> Wishes:
    """Return what a member wants."""
    return Wishes(*connection.execute(select(*_WISHES).where(mine(connection, player, id=player_id))).one())


def change_wishes(connection: Connection, player_id: int, values: Mapping[str, Any]) -> None:
    connection.execute(update(player).where(mine(connection, player, id=player_id)).values(**values))


def addressees(connection: Connection, ids: Collection[int]) -> Sequence[Addressee]:
    """Return those of these players who are told of rating changes."""
    wants = (
        mine(connection, player),
        player.c.id.in_(ids),
        player.c.user_id.is_not(None),
        player.c.notices.in_((EACH, WEEKLY)),
    )
    query = select(player.c.id, player.c.user_id, player.c.notices).where(*wants, player.c.left_at.is_(None))
    return [Addressee(*row) for row in connection.execute(query.order_by(player.c.id))]


def anybody(connection: Connection, club_id: int) -> bool:
    """Tell whether anybody in a club is told of rating changes."""
    wants = exists().where(player.c.club_id == club_id, player.c.notices.in_((EACH, WEEKLY)))
    return bool(connection.execute(select(wants)).scalar())


def closed_to_messages(connection: Connection) -> Sequence[tuple[int, int]]:
    """Return whose messages are closed, which they do not know yet, by club and Discord user."""
    query = select(player.c.club_id, player.c.user_id).where(player.c.notices == CLOSED, player.c.user_id.is_not(None))
    return [(row.club_id, row.user_id) for row in connection.execute(query)]


class NoticedEvent(NamedTuple):
    """An event that moved somebody; voided: by having been taken back."""

    name: str | None
    voided: bool


def events_with(connection: Connection, player_id: int, event_ids: Collection[int]) -> Sequence[NoticedEvent]:
    """Return those of these events that a player is in, in order."""
    query = (
        select(event.c.name, event.c.voided)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(mine(connection, entrant, player_id=player_id), event.c.id.in_(event_ids))
    )
    return [NoticedEvent(*row) for row in connection.execute(query.order_by(event.c.date, event.c.seq))]


class Loaded(NamedTuple):
    """A list that was loaded. month: its own, or the day of its loading. lines: by membership number."""

    month: date
    lines: Mapping[str, Any]


def replace_federation_list(connection: Connection, club_id: int, month: date, lines: Mapping[str, Any]) -> None:
    """Keep what a list says of a club's players in the place of the list before."""
    connection.execute(delete(federation_entry).where(federation_entry.c.club_id == club_id))
    values = [{"club_id": club_id, "number": number, "month": month, "line": line} for number, line in lines.items()]
    if values:
        connection.execute(insert(federation_entry), values)


def federation_list(connection: Connection, club_id: int) -> Loaded | None:
    """Return the list that was loaded last, of those who are players of the club; None where there is none."""
    theirs = select(player.c.fide_id).where(player.c.club_id == club_id, IS_PRESENT)
    query = select(federation_entry).where(federation_entry.c.club_id == club_id, federation_entry.c.number.in_(theirs))
    rows = connection.execute(query.order_by(federation_entry.c.number)).all()
    return Loaded(rows[0].month, {row.number: row.line for row in rows}) if rows else None


@dataclass(frozen=True, slots=True)
class PlayerDetails:
    """A player's membership numbers, birth date or year, federation, sex and title, each None where it is not told."""

    uschess_id: str | None = None
    fide_id: str | None = None
    naspa_id: str | None = None
    born: date | None = None
    born_year: int | None = None
    federation: str | None = None
    sex: str | None = None
    title: str | None = None


_DETAILS = tuple(player.c[name] for name in PlayerDetails.__match_args__)


def details_of(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, PlayerDetails]:
    """Return the details of players by id."""
    query = select(player.c.id, *_DETAILS).where(player.c.club_id == club_id, player.c.id.in_(ids))
    return {row.id: PlayerDetails(*row[1:]) for row in connection.execute(query)}
