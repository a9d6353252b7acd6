"""A club's players as a rating list prints them, on two lists beside each other."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, or_, select

from bot.store.database import Connection
from bot.store.tables import player, standing
from core.lists import RatingList
from core.outcome import DisplayedRating


class ListedPlayer(NamedTuple):
    """A player with what is known for a list, and the rating on each of the lists asked for, or None."""

    name: str
    uschess_id: str | None
    expires: str | None
    state: str | None
    ratings: tuple[DisplayedRating | None, ...]


_RATING = ("rating", "shown", "games", "provisional", "title_level", "title_points")


def read(connection: Connection, club_id: int, lists: Sequence[RatingList]) -> list[ListedPlayer]:
    """Return everybody who has a rating on one of the lists, by name."""
    joined: Any = player
    columns: list[Any] = [player.c.name, player.c.uschess_id, player.c.expires, player.c.state]
    rated = []
    for index, rating_list in enumerate(lists):
        on_list = standing.alias(f"list_{index}")
        theirs = (on_list.c.club_id == club_id, on_list.c.list == rating_list.value)
        joined = joined.outerjoin(on_list, and_(*theirs, on_list.c.player_id == player.c.id))
        columns += [on_list.c[name].label(f"{name}_{index}") for name in _RATING]
        rated.append(on_list.c.player_id.is_not(None))
    query = (
        select(*columns)
        .select_from(joined)
        .where(player.c.club_id == club_id, player.c.merged_into.is_(None), or_(*rated))
        .order_by(player.c.search, player.c.id)
    )
    return [_listed(row, len(lists)) for row in connection.execute(query)]


def _listed(row: Any, lists: int) -> ListedPlayer:
    ratings = []
    for index in range(lists):
        figures = [getattr(row, f"{name}_{index}") for name in _RATING]
        ratings.append(None if figures[0] is None else DisplayedRating(*figures))
    return ListedPlayer(row.name, row.uschess_id, row.expires, row.state, tuple(ratings))
