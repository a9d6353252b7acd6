"""The people of a club, on Discord or not."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from bot.store.database import Connection
from bot.store.rows import Player
from bot.store.tables import player, standing
from core.background import Background
from core.lists import RatingList

_COLUMNS = (player.c.id, player.c.user_id, player.c.name)
_NOT_MERGED = player.c.merged_into.is_(None)
"""Whoever turned out to be somebody else is found no more; `by_ids` still knows their name."""

_BY_USER = select(*_COLUMNS).where(player.c.club_id == bindparam("club"), player.c.user_id == bindparam("user"))


def by_user(connection: Connection, club_id: int, user_id: int) -> Player | None:
    row = (connection.execute(_BY_USER, {"club": club_id, "user": user_id})).one_or_none()
    return None if row is None else _player(row)


def ensure(connection: Connection, club_id: int, user_id: int, name: str, now: datetime) -> Player:
    """Return the player of a Discord user, created or renamed when the name is new. Needs the club's lock."""
    found = by_user(connection, club_id, user_id)
    if found is not None and found.name == name:
        return found
    if found is not None:
        connection.execute(update(player).where(player.c.id == found.id).values(name=name, folded=name.casefold()))
        return Player(found.id, user_id, name)
    values = {"club_id": club_id, "user_id": user_id, "name": name, "folded": name.casefold(), "created_at": now}
    created = connection.execute(insert(player).values(**values).returning(player.c.id))
    return Player(created.scalar_one(), user_id, name)


def set_background(connection: Connection, player_id: int, born: date | None, *, adult: bool) -> bool:
    """Keep a player's birth date, or what is inferred of the age; tell whether that is something new."""
    known = connection.execute(select(player.c.born, player.c.adult).where(player.c.id == player_id)).one()
    if (known.born, known.adult) == (born, adult):
        return False
    connection.execute(update(player).where(player.c.id == player_id).values(born=born, adult=adult))
    return True


def ages(connection: Connection, ids: Collection[int]) -> dict[int, Background]:
    """Return what is known of players' ages."""
    columns = (player.c.id, player.c.born, player.c.adult, player.c.born_year)
    rows = connection.execute(select(*columns).where(player.c.id.in_(ids)))
    return {row.id: Background(born=row.born, adult=row.adult, born_year=row.born_year) for row in rows}


def add_unlinked(connection: Connection, club_id: int, name: str, now: datetime, **details: Any) -> Player:
    """Add a player who is not on Discord, with what else is known of them, by column."""
    values = {"club_id": club_id, "name": name, "folded": name.casefold(), "created_at": now, **details}
    created = connection.execute(insert(player).values(**values).returning(player.c.id))
    return Player(created.scalar_one(), None, name)


def by_membership(connection: Connection, club_id: int, column: str, numbers: Collection[str]) -> dict[str, Player]:
    """Return players by a membership number: column is "uschess_id", "fide_id" or "naspa_id"."""
    number = player.c[column]
    rows = connection.execute(
        select(*_COLUMNS, number.label("number")).where(player.c.club_id == club_id, number.in_(numbers), _NOT_MERGED)
    )
    return {row.number: _player(row) for row in rows}


def by_folded_names(connection: Connection, club_id: int, names: Collection[str]) -> dict[str, list[Player]]:
    """Return players by their name without case."""
    mine = (player.c.club_id == club_id, player.c.folded.in_(names), _NOT_MERGED)
    query = select(*_COLUMNS, player.c.folded).where(*mine)
    found: dict[str, list[Player]] = {}
    for row in connection.execute(query.order_by(player.c.id)):
        found.setdefault(row.folded, []).append(_player(row))
    return found


def names(connection: Connection, club_id: int, most: int) -> dict[str, list[Player]]:
    """Return the club's players by their names without case."""
    query = select(*_COLUMNS, player.c.folded).where(player.c.club_id == club_id, player.c.merged_into.is_(None))
    found: dict[str, list[Player]] = {}
    for row in connection.execute(query.order_by(player.c.id).limit(most)):
        found.setdefault(row.folded, []).append(_player(row))
    return found


def by_ids(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, Player]:
    rows = connection.execute(select(*_COLUMNS).where(player.c.club_id == club_id, player.c.id.in_(ids)))
    return {row.id: _player(row) for row in rows}


def resolve_merged(connection: Connection, club_id: int, ids: Collection[int]) -> dict[int, Player]:
    """Return players by id, and for one who was merged whoever they are now: for what was chosen a while ago."""
    query = select(*_COLUMNS, player.c.merged_into).where(player.c.club_id == club_id, player.c.id.in_(ids))
    rows = connection.execute(query).all()
    found = {row.id: _player(row) for row in rows if row.merged_into is None}
    merged = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    if merged:
        now = resolve_merged(connection, club_id, set(merged.values()))
        found |= {key: now[into] for key, into in merged.items() if into in now}
    return found


def named(connection: Connection, club_id: int, name: str, most: int = 5) -> Sequence[Player]:
    """Return the players of a name, whatever its case; where there is none, those whose name starts with it."""
    folded = name.casefold()
    for condition in (player.c.folded == folded, player.c.folded.startswith(folded, autoescape=True)):
        query = select(*_COLUMNS).where(player.c.club_id == club_id, condition, _NOT_MERGED)
        rows = (connection.execute(query.order_by(player.c.name).limit(most))).all()
        if rows:
            return [_player(row) for row in rows]
    return []


def search(
    connection: Connection, club_id: int, rating_list: RatingList, words: str, most: int
) -> Sequence[tuple[Player, int | None]]:
    """Return players whose name contains the words, with their displayed rating, best known first."""
    # With the club, the key of a standing is whole; without it, each player found would read every standing there is.
    theirs = (standing.c.club_id == club_id) & (standing.c.list == rating_list.value)
    joined = player.outerjoin(standing, theirs & (standing.c.player_id == player.c.id))
    found = player.c.folded.contains(words.casefold(), autoescape=True)
    starts = player.c.folded.startswith(words.casefold(), autoescape=True)
    query = (
        select(*_COLUMNS, standing.c.shown)
        .select_from(joined)
        .where(player.c.club_id == club_id, found, _NOT_MERGED)
        .order_by(starts.desc(), standing.c.games.desc().nulls_last(), player.c.name, player.c.id)
        .limit(most)
    )
    return [(_player(row), row.shown) for row in connection.execute(query)]


def _player(row: Any) -> Player:
    return Player(row.id, row.user_id, row.name)
