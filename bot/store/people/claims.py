"""Claims: members who say which player they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select, update

from bot.store.database.club_conditions import IS_PRESENT, mine, same
from bot.store.database.names import EVENT_NAME, PLAYER, player_of
from bot.store.database.rows import Player
from bot.store.database.tables import claim, entrant, event, player, standing
from bot.store.database.transactions import Connection
from bot.store.events.unconfirmed import counts_or_waits
from bot.store.people import profiles
from core.event.similarity import event_name
from core.words import displayed


class ClaimStatus(StrEnum):
    """The status of a claim; denied: the member says that it is somebody else."""

    WAITING = "waiting"
    CONFIRMED = "confirmed"
    REFUSED = "refused"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Claim:
    """Who claims to be which player; merge_id: the merge by its confirmation."""

    id: int
    player_id: int
    user_id: int
    name: str
    status: ClaimStatus
    merge_id: int | None


class Entry(NamedTuple):
    """Somebody's place in an event."""

    event_id: int
    name: str | None
    date: date
    number: int

    @property
    def label(self) -> str:
        return event_name(self.name, self.date)


class ClaimedId(NamedTuple):
    """An unconfirmed id by its column."""

    player: Player
    column: str
    number: str


_COLUMNS = (claim.c.id, claim.c.player_id, claim.c.user_id, claim.c.name, claim.c.status, claim.c.merge_id)


def add(
    connection: Connection,
    club_id: int,
    player_id: int,
    user_id: int,
    name: str,
    status: ClaimStatus,
    at: datetime,
    interaction_id: int,
) -> Claim:
    values = {
        "club_id": club_id,
        "player_id": player_id,
        "user_id": user_id,
        "name": name,
        "status": status.value,
        "created_at": at,
        "interaction_id": interaction_id,
    }
    key: int = connection.execute(insert(claim).values(**values).returning(claim.c.id)).scalar_one()
    return Claim(key, player_id, user_id, name, status, None)


def find(connection: Connection, club_id: int, claim_id: int) -> Claim | None:
    row = connection.execute(select(*_COLUMNS).where(claim.c.id == claim_id, claim.c.club_id == club_id)).first()
    return None if row is None else _claim(row)


def of_user(connection: Connection, club_id: int, user_id: int) -> Sequence[Claim]:
    query = select(*_COLUMNS).where(claim.c.club_id == club_id, claim.c.user_id == user_id)
    return [_claim(row) for row in connection.execute(query.order_by(claim.c.id.desc()))]


def waiting(connection: Connection, club_id: int) -> Sequence[Claim]:
    query = select(*_COLUMNS).where(claim.c.club_id == club_id, claim.c.status == ClaimStatus.WAITING.value)
    return [_claim(row) for row in connection.execute(query.order_by(claim.c.id))]


def decide(
    connection: Connection,
    claim_id: int,
    status: ClaimStatus,
    decided_by: int,
    at: datetime,
    merge_id: int | None = None,
) -> None:
    values = {"status": status.value, "decided_by": decided_by, "decided_at": at, "merge_id": merge_id}
    connection.execute(update(claim).where(mine(connection, claim, id=claim_id)).values(**values))


def claimed_ids(connection: Connection, club_id: int) -> Sequence[ClaimedId]:
    query = select(*PLAYER, player.c.unconfirmed, *_IDS).where(
        player.c.club_id == club_id, player.c.unconfirmed.is_not(None), player.c.merged_into.is_(None)
    )
    return [
        ClaimedId(player_of(connection, row), column, number)
        for row in connection.execute(query.order_by(player.c.id)).mappings()
        for column in profiles.IDS
        if column in row["unconfirmed"] and (number := row[column]) is not None
    ]


_IDS = tuple(player.c[column] for column in profiles.IDS)


MOST_NAMES = 5_000
"""How many names are looked at for similar ones."""

_NOBODYS = (
    select(*PLAYER, player.c.search)
    .where(
        player.c.club_id == bindparam("club"),
        player.c.user_id.is_(None),
        IS_PRESENT,
        player.c.hidden.is_(False),
        player.c.kind.is_(None),
    )
    .order_by(player.c.id)
    .limit(MOST_NAMES)
)
_NOBODYS_NAMED = _NOBODYS.where(player.c.folded == bindparam("name"))


def unlinked_people(connection: Connection, club_id: int, most: int = MOST_NAMES) -> dict[str, list[Player]]:
    found: dict[str, list[Player]] = {}
    for row in connection.execute(_NOBODYS.limit(most), {"club": club_id}):
        found.setdefault(row.search.strip(), []).append(player_of(connection, row))
    return found


def unlinked_rated(connection: Connection, club_id: int, rating: float, games: int) -> list[Player]:
    """Return unlinked players who have exactly this rating after so many games, on any list."""
    theirs = select(standing.c.player_id).where(
        standing.c.club_id == club_id, standing.c.shown == displayed(rating), standing.c.games == games
    )
    rows = connection.execute(_NOBODYS.where(player.c.id.in_(theirs)), {"club": club_id})
    return [player_of(connection, row) for row in rows]


def unlinked_named(connection: Connection, club_id: int, folded: str) -> list[Player]:
    rows = connection.execute(_NOBODYS_NAMED, {"club": club_id, "name": folded})
    return [player_of(connection, row) for row in rows]


def latest_entry(connection: Connection, player_id: int) -> Entry | None:
    query = (
        select(event.c.id, EVENT_NAME.label("name"), event.c.date, entrant.c.number)
        .join(entrant, same(entrant.c.event_id, event.c.id))
        .where(mine(connection, entrant, player_id=player_id), counts_or_waits())
        .order_by(event.c.date.desc(), event.c.seq.desc())
    )
    row = connection.execute(query.limit(1)).first()
    return None if row is None else Entry(row.id, row.name, row.date, row.number)


def unlinked_entrants(connection: Connection, club_id: int, event_id: int) -> Sequence[tuple[int, Player]]:
    query = (
        select(entrant.c.number, *PLAYER)
        .join(player, same(player.c.id, entrant.c.player_id))
        .join(event, same(event.c.id, entrant.c.event_id))
        .where(
            event.c.id == event_id,
            event.c.club_id == club_id,
            player.c.user_id.is_(None),
            player.c.merged_into.is_(None),
            player.c.kind.is_(None),
        )
    )
    found = connection.execute(query.order_by(entrant.c.number))
    return [(row.number, player_of(connection, row)) for row in found]


def _claim(row: Any) -> Claim:
    return Claim(row.id, row.player_id, row.user_id, row.name, ClaimStatus(row.status), row.merge_id)
