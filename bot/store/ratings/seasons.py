"""Seasons of a list, and the stored leaderboards of ended ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from bot.store.database.club_conditions import mine, same
from bot.store.database.tables import club, season, season_board
from bot.store.database.transactions import Connection, club_of
from core.lists import RatingList

NEWS = "season"


class SeasonRatings(StrEnum):
    """How ratings start in a season; the value is stored."""

    CARRY_OVER = "carry"
    TOWARD_MIDDLE = "middle"
    AFRESH = "afresh"


@dataclass(frozen=True, slots=True)
class Season:
    """A period of a list. ends: planned last day, or None.

    ended_on, ended_at: None while it runs. minimum: games for a place. list_fact_id: its change of ratings. corrected:
    last correction after its end, with changed places.
    """

    id: int
    name: str
    rating_list: RatingList
    starts: date
    ends: date | None
    ratings: SeasonRatings
    minimum: int
    list_fact_id: int | None = None
    ended_on: date | None = None
    ended_at: datetime | None = None
    corrected: tuple[date, tuple[int, ...]] | None = None

    @property
    def last(self) -> date | None:
        return self.ended_on or self.ends


def add(connection: Connection, club_id: int, new: Season, reported_by: int, interaction_id: int, at: datetime) -> int:
    values = {
        "club_id": club_id,
        "name": new.name,
        "list": new.rating_list.value,
        "starts": new.starts,
        "ends": new.ends,
        "ratings": new.ratings.value,
        "minimum": new.minimum,
        "list_fact_id": new.list_fact_id,
        "reported_by": reported_by,
        "interaction_id": interaction_id,
        "created_at": at,
    }
    key: int = connection.execute(insert(season).values(**values).returning(season.c.id)).scalar_one()
    return key


def find(connection: Connection, club_id: int, season_id: int) -> Season | None:
    row = connection.execute(_of_club(club_id).where(season.c.id == season_id)).one_or_none()
    return None if row is None else _season(row)


def of_club(connection: Connection, club_id: int, rating_list: RatingList | None = None) -> list[Season]:
    query = _of_club(club_id)
    if rating_list is not None:
        query = query.where(season.c.list == rating_list.value)
    return [_season(row) for row in connection.execute(query.order_by(season.c.starts.desc(), season.c.id.desc()))]


def running(connection: Connection, club_id: int, rating_list: RatingList) -> Season | None:
    return next((one for one in of_club(connection, club_id, rating_list) if one.ended_at is None), None)


def ended_since(connection: Connection, club_id: int, rating_list: RatingList, day: date) -> list[Season]:
    parameters = {"club": club_id, "list": rating_list.value, "day": day}
    return [_season(row) for row in connection.execute(_ENDED_SINCE, parameters)]


_ENDED_SINCE = select(season).where(
    season.c.club_id == bindparam("club"),
    season.c.voided.is_(False),
    season.c.list == bindparam("list"),
    season.c.ended_at.is_not(None),
    season.c.ended_on >= bindparam("day"),
)


def due(connection: Connection, today: date, club_id: int | None = None) -> list[tuple[int, int]]:
    """Return the clubs and running seasons whose last day has passed."""
    query = select(season.c.club_id, season.c.id).where(
        season.c.voided.is_(False), season.c.ended_at.is_(None), season.c.ends < today
    )
    if club_id is not None:
        query = query.where(season.c.club_id == club_id)
    return [(row.club_id, row.id) for row in connection.execute(query.order_by(season.c.id))]


def change(connection: Connection, season_id: int, **values: Any) -> None:
    connection.execute(update(season).where(mine(connection, season, id=season_id)).values(**values))


def keep_board(connection: Connection, season_id: int, lines: Sequence[tuple[int, dict[str, Any]]]) -> None:
    drop_board(connection, season_id)
    club_id = club_of(connection)
    rows = [
        {"club_id": club_id, "season_id": season_id, "position": position, "player_id": player_id, "line": line}
        for position, (player_id, line) in enumerate(lines, start=1)
    ]
    if rows:
        connection.execute(insert(season_board), rows)


def drop_board(connection: Connection, season_id: int) -> None:
    connection.execute(delete(season_board).where(mine(connection, season_board, season_id=season_id)))


def stored_board(connection: Connection, season_id: int) -> list[tuple[int, dict[str, Any]]]:
    query = select(season_board).where(mine(connection, season_board, season_id=season_id))
    return [(row.player_id, row.line) for row in connection.execute(query.order_by(season_board.c.position))]


def won_by(connection: Connection, club_id: int, player_id: int) -> list[Season]:
    query = (
        _of_club(club_id)
        .join(season_board, same(season_board.c.season_id, season.c.id))
        .where(season_board.c.player_id == player_id, season_board.c.position == 1)
    )
    found = [
        (_season(row), stored_board(connection, row.id)[0][1])
        for row in connection.execute(query.order_by(season.c.ended_on.desc()))
    ]
    return [one for one, line in found if line.get("rank") == 1]


def news_channel(connection: Connection, club_id: int) -> int | None:
    query = select(club.c.news_channel_id, club.c.news_when, club.c.news_kinds).where(club.c.id == club_id)
    row = connection.execute(query).one_or_none()
    if row is None or row.news_when == "off" or (row.news_kinds is not None and NEWS not in row.news_kinds):
        return None
    channel_id: int | None = row.news_channel_id
    return channel_id


def overlapping(seasons: Iterable[Season], starts: date, last: date | None) -> Season | None:
    """Return the first season that shares a day with a period."""
    for one in seasons:
        if (last is None or one.starts <= last) and (one.last is None or one.last >= starts):
            return one
    return None


def _of_club(club_id: int) -> Any:
    return select(season).where(season.c.club_id == club_id, season.c.voided.is_(False))


def _season(row: Any) -> Season:
    corrected = None
    if row.corrected is not None:
        corrected = (date.fromisoformat(row.corrected["on"]), tuple(row.corrected["places"]))
    return Season(
        id=row.id,
        name=row.name,
        rating_list=RatingList(row.list),
        starts=row.starts,
        ends=row.ends,
        ratings=SeasonRatings(row.ratings),
        minimum=row.minimum,
        list_fact_id=row.list_fact_id,
        ended_on=row.ended_on,
        ended_at=row.ended_at,
        corrected=corrected,
    )
