"""What of an event is news: titles, norms, peaks, the upset, milestones, newcomers."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from bot.services.alive.news.milestones import ESTABLISHED_GAMES, milestones
from bot.services.alive.news.wins import Win, great_wins
from bot.store.alive import event_moves
from bot.store.alive.event_moves import EventMove
from bot.store.alive.news import NewsKey, last_peak
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.rows import Event
from core.systems import SYSTEMS


class NewsKind(StrEnum):
    """What can be announced; the value is what the database stores."""

    TITLE = "title"
    UPSET = "upset"
    PEAK = "peak"
    NORM = "norm"
    MILESTONE = "milestone"
    NEWCOMER = "newcomer"


LEAST_RISE = 10
"""How far a peak is above the one that was told last."""

News = dict[NewsKey, dict[str, Any]]


def news_of(connection: Connection, club_id: int, event: Event) -> News:
    """Return what is news of an event that counts and is confirmed, one of a kind for each player.

    On an event of several lists the first of them tells it.
    """
    moves = event_moves.of_event(connection, event.id)
    crosstable = facts.crosstables(connection, [event.id])[event.id]
    found: News = {}
    _add_awards(connection, event, found)
    for rating_list in dict.fromkeys(move.rating_list for move in moves):
        on_list = [move for move in moves if move.rating_list is rating_list]
        wins = great_wins(connection, club_id, event, crosstable, on_list)
        for key, value in [
            *_peaks(connection, event, on_list),
            *_upset(wins),
            *(
                ((NewsKind.MILESTONE, player_id), value)
                for player_id, value in milestones(connection, club_id, event, crosstable, on_list, wins).items()
            ),
            *_newcomers(connection, event, on_list),
        ]:
            found.setdefault(key, {"list": rating_list.value, **value})
    return found


def _add_awards(connection: Connection, event: Event, found: News) -> None:
    """Add titles, and norms of whoever has earned no title with them."""
    titled = set()
    for player_id, rating_list, award in event_moves.titles_of_event(connection, event.id):
        if award.scheme not in SYSTEMS[rating_list].quiet_schemes:
            titled.add(player_id)
            about = {"list": rating_list.value, "scheme": award.scheme, "level": award.level}
            found.setdefault((NewsKind.TITLE, player_id), about)
    for player_id, rating_list, award in event_moves.norms_of_event(connection, event.id):
        if award.scheme not in SYSTEMS[rating_list].quiet_schemes and player_id not in titled:
            about = {"list": rating_list.value, "scheme": award.scheme, "level": award.level}
            found.setdefault((NewsKind.NORM, player_id), about)


def _peaks(connection: Connection, event: Event, moves: Sequence[EventMove]) -> list[tuple[NewsKey, dict[str, Any]]]:
    rated = [move for move in moves if move.after is not None and move.games_after >= ESTABLISHED_GAMES]
    if not rated:
        return []
    rating_list = rated[0].rating_list
    before = event_moves.highest_before(connection, [move.player_id for move in rated], rating_list, event.place)
    found: list[tuple[NewsKey, dict[str, Any]]] = []
    for move in rated:
        assert move.after is not None
        highest, rating = before.get(move.player_id), round(move.after)
        if highest is None or move.after <= highest:
            continue
        told = last_peak(connection, move.player_id, rating_list.value, event.id)
        if told is None or rating >= told + LEAST_RISE:
            found.append(((NewsKind.PEAK, move.player_id), {"rating": rating}))
    return found


def _upset(wins: Sequence[Win]) -> list[tuple[NewsKey, dict[str, Any]]]:
    return [
        (
            (NewsKind.UPSET, win.winner),
            {"rating": round(win.rating), "over": win.loser, "over_rating": round(win.loser_rating)},
        )
        for win in wins[:1]
    ]


def _newcomers(
    connection: Connection, event: Event, moves: Sequence[EventMove]
) -> list[tuple[NewsKey, dict[str, Any]]]:
    ids = [move.player_id for move in moves]
    earlier = event_moves.event_days_before(connection, ids, event.place)
    return [((NewsKind.NEWCOMER, player_id), {}) for player_id in ids if player_id not in earlier]
