"""A player's details beside their facts: ids, age, federation, sex, title, Discord link, merge."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import distinct, exists, func, select, update

from bot.store.database.club_conditions import IS_PRESENT, mine, same
from bot.store.database.names import EVENT_NAME
from bot.store.database.rows import Player
from bot.store.database.tables import club, entrant, event, journal, player
from bot.store.database.transactions import Connection
from bot.store.people import players
from core.lists import RatingList
from core.words import name_key

IDS = ("uschess_id", "fide_id", "naspa_id")


@dataclass(frozen=True, slots=True)
class Profile:
    """A player with all details.

    adult: inferred if the birth date is unknown. kind: None for a human. state: two letters. expires: month of the US
    Chess membership, 2027-08. hidden, card_private: the player or card is for directors only. left_at: left the server.
    unconfirmed: ids by column. known_as, named: a director's name. announced, on_site: may be named there. voided: came
    with something voided. online: linked accounts by site, as stored.
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
        """Return the folded name for files; None unless a director confirmed it."""
        return self.known_as or (name_key(self.name) if self.user_id is None else None)

    @property
    def unconfirmed_ids(self) -> frozenset[str]:
        """Return the columns of ids that are only claimed."""
        return frozenset((self.unconfirmed or "").split(",")) - {""}

    state: str | None = None
    expires: str | None = None
    card_private: bool = False
    announced: bool = True
    on_site: bool = True
    voided: bool = False
    online: Any = None

    @property
    def player(self) -> Player:
        return Player(self.id, self.user_id, self.name)

    @property
    def birth_year(self) -> int | None:
        return self.born_year if self.born is None else self.born.year

    @property
    def is_age_known(self) -> bool:
        return self.birth_year is not None or not self.adult


class Moved(NamedTuple):
    """What an event did to a player's rating on a list."""

    event_id: int
    event_name: str | None
    date: date
    rating_list: RatingList
    before: float | None
    after: float | None
    seq: int = 0


_COLUMNS = tuple(player.c[name] for name in Profile.__dataclass_fields__)


def encode_claimed(columns: Collection[str]) -> str | None:
    return ",".join(sorted(columns)) or None


def find(connection: Connection, club_id: int, player_id: int) -> Profile | None:
    row = connection.execute(select(*_COLUMNS).where(player.c.club_id == club_id, player.c.id == player_id)).first()
    return None if row is None else Profile(*row)


def of(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, Profile]:
    query = select(*_COLUMNS).where(player.c.id.in_(ids), player.c.club_id == club_id)
    return {row.id: Profile(*row) for row in connection.execute(query)}


def everybody(connection: Connection, club_id: int) -> list[Profile]:
    theirs = (player.c.club_id == club_id, IS_PRESENT)
    return [Profile(*row) for row in connection.execute(select(*_COLUMNS).where(*theirs).order_by(player.c.search))]


def fide_ids(connection: Connection, club_id: int) -> frozenset[str]:
    theirs = (player.c.club_id == club_id, player.c.fide_id.is_not(None), IS_PRESENT)
    return frozenset(connection.execute(select(player.c.fide_id).where(*theirs)).scalars())


def ids_of_clubs(connection: Connection, membership: str) -> dict[int, frozenset[str]]:
    number = player.c[membership]
    query = select(player.c.club_id, number.label("number")).where(number.is_not(None), IS_PRESENT)
    found: dict[int, set[str]] = {}
    for row in connection.execute(query):
        found.setdefault(row.club_id, set()).add(row.number)
    return {club_id: frozenset(ids) for club_id, ids in found.items()}


def online_of(connection: Connection, player_id: int) -> Any:
    return connection.execute(select(player.c.online).where(mine(connection, player, id=player_id))).scalar_one()


def with_accounts(connection: Connection, club_id: int) -> list[tuple[int, Any]]:
    query = select(player.c.id, player.c.online).where(player.c.club_id == club_id, IS_PRESENT)
    return [(row.id, row.online) for row in connection.execute(query) if row.online]


def accounts_everywhere(connection: Connection) -> list[tuple[int, int, Any]]:
    query = select(player.c.club_id, player.c.id, player.c.online).join(club, club.c.id == player.c.club_id)
    rows = connection.execute(query.where(club.c.left_at.is_(None), IS_PRESENT).order_by(player.c.id))
    return [(row.club_id, row.id, row.online) for row in rows if row.online]


def change(connection: Connection, player_id: int, values: Mapping[str, Any]) -> None:
    if not values:
        return
    named = players.name_columns(values["name"]) if "name" in values else {}
    this = mine(connection, player, id=player_id)
    connection.execute(update(player).where(this).values(**{**values, **named}))


def merged_into(connection: Connection, club_id: int, player_ids: Collection[int]) -> list[int]:
    query = select(player.c.id).where(player.c.club_id == club_id, player.c.merged_into.in_(player_ids))
    return list(connection.execute(query.order_by(player.c.id)).scalars())


def events_played(connection: Connection, player_id: int) -> int:
    query = select(func.count(distinct(journal.c.event_id))).where(mine(connection, journal, player_id=player_id))
    return int(connection.execute(query).scalar_one())


def latest_moves(connection: Connection, player_id: int, most: int) -> Sequence[Moved]:
    query = (
        select(
            event.c.id,
            EVENT_NAME.label("name"),
            event.c.date,
            event.c.seq,
            journal.c.list,
            journal.c.before,
            journal.c.after,
        )
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
    chosen = [move for move in moves if move.event_id in latest]
    return sorted(chosen, key=lambda move: (latest.index(move.event_id), move.rating_list.order))


# Members' wishes: notices, names and visibility.


OFF, EACH, WEEKLY, CLOSED = "off", "each", "weekly", "closed"
"""When a member receives rating changes; closed: off until they know that their messages are closed."""


class Wishes(NamedTuple):
    """What a member wants: the columns of the player."""

    notices: str
    challenged: bool
    announced: bool
    card_private: bool
    on_site: bool


class Addressee(NamedTuple):
    """A member who receives rating changes."""

    player_id: int
    user_id: int
    notices: str


_WISHES = (player.c.notices, player.c.challenged, player.c.announced, player.c.card_private, player.c.on_site)


def wishes_of(connection: Connection, player_id: int) -> Wishes:
    return Wishes(*connection.execute(select(*_WISHES).where(mine(connection, player, id=player_id))).one())


def change_wishes(connection: Connection, player_id: int, values: Mapping[str, Any]) -> None:
    connection.execute(update(player).where(mine(connection, player, id=player_id)).values(**values))


def addressees(connection: Connection, ids: Collection[int]) -> Sequence[Addressee]:
    wants = (
        mine(connection, player),
        player.c.id.in_(ids),
        player.c.user_id.is_not(None),
        player.c.notices.in_((EACH, WEEKLY)),
    )
    query = select(player.c.id, player.c.user_id, player.c.notices).where(*wants, player.c.left_at.is_(None))
    return [Addressee(*row) for row in connection.execute(query.order_by(player.c.id))]


def anybody(connection: Connection, club_id: int) -> bool:
    wants = exists().where(player.c.club_id == club_id, player.c.notices.in_((EACH, WEEKLY)))
    return bool(connection.execute(select(wants)).scalar())


def closed_to_messages(connection: Connection) -> Sequence[tuple[int, int]]:
    query = select(player.c.club_id, player.c.user_id).where(player.c.notices == CLOSED, player.c.user_id.is_not(None))
    return [(row.club_id, row.user_id) for row in connection.execute(query)]


class NoticedEvent(NamedTuple):
    """An event that moved somebody; voided: whether it was voided."""

    name: str | None
    voided: bool


def events_with(connection: Connection, player_id: int, event_ids: Collection[int]) -> Sequence[NoticedEvent]:
    query = (
        select(EVENT_NAME.label("name"), event.c.voided)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(mine(connection, entrant, player_id=player_id), event.c.id.in_(event_ids))
    )
    return [NoticedEvent(*row) for row in connection.execute(query.order_by(event.c.date, event.c.seq))]


@dataclass(frozen=True, slots=True)
class PlayerDetails:
    """A player's numbers, birth date or year, federation, sex and title; None if unknown."""

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
    query = select(player.c.id, *_DETAILS).where(player.c.club_id == club_id, player.c.id.in_(ids))
    return {row.id: PlayerDetails(*row[1:]) for row in connection.execute(query)}
