"""Games with points on the board, with both ratings before their event: a club's own part of its QURSH history."""

from datetime import date

from sqlalchemy import and_, func, select, tuple_

from bot.store.conditions import same
from bot.store.database import Connection
from bot.store.rows import FactPosition
from bot.store.tables import entrant, event, event_list, game, journal
from core.lists import RatingList
from core.qursh.own_games import StoredGame

_FIRST, _SECOND = entrant.alias("first_entrant"), entrant.alias("second_entrant")
_FIRST_BEFORE, _SECOND_BEFORE = journal.alias("first_before"), journal.alias("second_before")


def scored_games(
    connection: Connection,
    club_id: int,
    rating_list: RatingList,
    since: date,
    most: int,
    before: FactPosition | None = None,
) -> list[StoredGame]:
    """Return the games of a list's events that count, from a day on, so many of the latest.

    before: only those of events before this place. A rating is the one that came with the event, else the club's own.
    """
    query = (
        select(
            event.c.id,
            func.coalesce(_FIRST.c.rating, _FIRST_BEFORE.c.before),
            func.coalesce(_SECOND.c.rating, _SECOND_BEFORE.c.before),
            game.c.first_points,
            game.c.second_points,
        )
        .select_from(event)
        .join(event_list, same(event_list.c.event_id, event.c.id) & (event_list.c.list == rating_list.value))
        .join(game, same(game.c.event_id, event.c.id))
        .where(
            event.c.club_id == club_id,
            event.c.voided.is_(False),
            event.c.date >= since,
            game.c.rated.is_(True),
            game.c.unrated_reason.is_(None),
            game.c.first_points.is_not(None),
            game.c.second_points.is_not(None),
        )
        .order_by(event.c.date.desc(), event.c.seq.desc(), game.c.round, game.c.first)
        .limit(most)
    )
    for seat, number, moved in ((_FIRST, game.c.first, _FIRST_BEFORE), (_SECOND, game.c.second, _SECOND_BEFORE)):
        query = query.join(seat, and_(same(seat.c.event_id, event.c.id), seat.c.number == number)).outerjoin(
            moved,
            and_(
                moved.c.club_id == event.c.club_id,
                moved.c.event_id == event.c.id,
                moved.c.player_id == seat.c.player_id,
                moved.c.list == rating_list.value,
            ),
        )
    if before is not None:
        query = query.where(tuple_(event.c.date, event.c.seq) < tuple_(before.date, before.seq))
    return [
        StoredGame(event_id, first, second, int(points), int(theirs))
        for event_id, first, second, points, theirs in connection.execute(query)
    ]
