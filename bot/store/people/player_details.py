"""What is kept of players for files, lists and norms: membership numbers, federation, birth, title."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from bot.store.database import Connection
from bot.store.tables import player


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


_COLUMNS = tuple(player.c[name] for name in PlayerDetails.__match_args__)


def of(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, PlayerDetails]:
    """Return the details of players by id."""
    query = select(player.c.id, *_COLUMNS).where(player.c.club_id == club_id, player.c.id.in_(ids))
    return {row.id: PlayerDetails(*row[1:]) for row in connection.execute(query)}
