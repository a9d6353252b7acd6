"""What is kept of a player beside their facts: ids, age, federation, sex, title, the link to Discord, and a merge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import distinct, func, select, update

from bot.store.database import Connection
from bot.store.rows import Player
from bot.store.tables import event, journal, player
from core.lists import RatingList

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
    state: str | None = None
    expires: str | None = None

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


def find(connection: Connection, club_id: int, player_id: int) -> Profile | None:
    """Return a player of this club, merged or not."""
    row = connection.execute(select(*_COLUMNS).where(player.c.id == player_id, player.c.club_id == club_id)).first()
    return None if row is None else Profile(*row)


def change(connection: Connection, player_id: int, values: Mapping[str, Any]) -> None:
    """Set columns of a player, by name."""
    if not values:
        return
    folded = {"folded": values["name"].casefold()} if "name" in values else {}
    connection.execute(update(player).where(player.c.id == player_id).values(**values, **folded))


def events_played(connection: Connection, player_id: int) -> int:
    """Return how many events have moved a rating of a player."""
    query = select(func.count(distinct(journal.c.event_id))).where(journal.c.player_id == player_id)
    return int(connection.execute(query).scalar_one())


def latest_moves(connection: Connection, player_id: int, most: int) -> Sequence[Moved]:
    """Return what the latest events did to a player on every list, latest first."""
    query = (
        select(event.c.id, event.c.name, event.c.date, event.c.seq, journal.c.list, journal.c.before, journal.c.after)
        .join(event, event.c.id == journal.c.event_id)
        .where(journal.c.player_id == player_id)
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
