"""Live boards and the club panel: which is in which channel, and what it last showed."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update

from bot.store.database.club_conditions import mine
from bot.store.database.rows import MessagePlace
from bot.store.database.tables import live_board, player, role_rule, season
from bot.store.database.transactions import Connection
from core.lists import RatingList

PANEL = "panel"
"""The order of the club panel, which is kept as a board is; its list and top mean nothing."""


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """A leaderboard kept up to date in a channel, or the club panel.

    message_id: None before it is posted. shown: digest of its content. lost: missing messages. limited_at, reposted_at:
    since when edits are refused; last repost.
    """

    id: int
    club_id: int
    rating_list: RatingList
    order: str
    top: int
    channel_id: int
    message_id: int | None
    shown: str | None
    edited_at: datetime | None
    lost: int
    limited_at: datetime | None
    reposted_at: datetime | None

    @property
    def is_panel(self) -> bool:
        return self.order == PANEL

    @property
    def place(self) -> MessagePlace | None:
        return None if self.message_id is None else MessagePlace(self.channel_id, self.message_id)


def of_club(connection: Connection, club_id: int, lists: Collection[RatingList] | None = None) -> Sequence[LiveBoard]:
    query = select(live_board).where(live_board.c.club_id == club_id)
    if lists is not None:
        query = query.where(live_board.c.list.in_([one.value for one in lists]))
    return [_board(row) for row in connection.execute(query.order_by(live_board.c.id))]


def find(connection: Connection, club_id: int, board_id: int) -> LiveBoard | None:
    theirs = (live_board.c.club_id == club_id, live_board.c.id == board_id)
    row = connection.execute(select(live_board).where(*theirs)).one_or_none()
    return None if row is None else _board(row)


def add(connection: Connection, club_id: int, rating_list: RatingList, order: str, top: int, channel_id: int) -> int:
    values = {"club_id": club_id, "list": rating_list.value, "order": order, "top": top, "channel_id": channel_id}
    key: int = connection.execute(insert(live_board).values(**values).returning(live_board.c.id)).scalar_one()
    return key


def change(connection: Connection, board: LiveBoard, **values: Any) -> bool:
    """Change a live board; return whether it still exists in the same channel."""
    same = (
        live_board.c.club_id == board.club_id,
        live_board.c.id == board.id,
        live_board.c.channel_id == board.channel_id,
    )
    return bool(connection.execute(update(live_board).where(*same).values(**values)).rowcount)


def remove(connection: Connection, board_id: int) -> None:
    connection.execute(delete(live_board).where(mine(connection, live_board, id=board_id)))


def departed_before(connection: Connection, ids: Collection[int], moment: datetime) -> frozenset[int]:
    query = select(player.c.id).where(mine(connection, player), player.c.id.in_(ids), player.c.left_at < moment)
    return frozenset(connection.execute(query).scalars())


def _board(row: Any) -> LiveBoard:
    return LiveBoard(
        row.id,
        row.club_id,
        RatingList(row.list),
        row.order,
        row.top,
        row.channel_id,
        row.message_id,
        row.shown,
        row.edited_at,
        row.lost,
        row.limited_at,
        row.reposted_at,
    )


# Automatic features beside announcements: live boards, roles, season.


class ActiveFeatures(NamedTuple):
    """Automatic features. boards: list, None for the club panel, and channel.

    roles: count by class and title. season: name and last day of a current one.
    """

    boards: tuple[tuple[RatingList | None, int], ...]
    roles: Mapping[str, int]
    season: tuple[str, date | None] | None


NO_ACTIVE_FEATURES = ActiveFeatures((), {}, None)


def active_features(connection: Connection, club_id: int) -> ActiveFeatures:
    roles = select(role_rule.c.by).where(role_rule.c.club_id == club_id)
    running = select(season.c.name, season.c.ends).where(
        season.c.club_id == club_id, season.c.voided.is_(False), season.c.ended_at.is_(None)
    )
    latest = connection.execute(running.order_by(season.c.starts.desc()).limit(1)).one_or_none()
    return ActiveFeatures(
        tuple((None if one.is_panel else one.rating_list, one.channel_id) for one in of_club(connection, club_id)),
        Counter(connection.execute(roles).scalars()),
        None if latest is None else (latest.name, latest.ends),
    )
