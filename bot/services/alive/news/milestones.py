"""Milestones: round numbers of games, a hundred reached, a great win, a streak, years in the club."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from bot.services.alive.news.wins import Win
from bot.store.alive import event_moves
from bot.store.alive.event_moves import EventMove
from bot.store.database import Connection
from bot.store.events import played_games
from bot.store.events.played_games import PlayedGame
from bot.store.rows import Event
from core.crosstable import Crosstable

ESTABLISHED_GAMES = 26
"""From which game on a rating that was never reached before is news."""

ROUND_NUMBERS = (50, 100, 250, 500, 1000)
STREAK = 8
GREAT_WINS = (200, 400)
YEARS = (1, 5, 10)

Milestone = dict[str, Any]
"""What was reached, and its number."""


def milestones(
    connection: Connection,
    club_id: int,
    event: Event,
    crosstable: Crosstable,
    moves: Sequence[EventMove],
    wins: Sequence[Win],
) -> dict[int, Milestone]:
    """Return for each player the first that holds of these: games, a hundred, a great win, a streak, years."""
    ids = [move.player_id for move in moves]
    highest = event_moves.highest_before(connection, ids, moves[0].rating_list, event.place)
    days = event_moves.event_days_before(connection, ids, event.place)
    found: dict[int, Milestone] = {}
    for move in moves:
        value = (
            _games_played(move)
            or _hundred(move, highest.get(move.player_id))
            or _great_win(connection, club_id, event, move, wins)
            or _streak(connection, club_id, crosstable, move)
            or _years(days.get(move.player_id), event.place.date)
        )
        if value is not None:
            found[move.player_id] = value
    return found


def _games_played(move: EventMove) -> Milestone | None:
    reached = [games for games in ROUND_NUMBERS if move.games_before < games <= move.games_after]
    return {"what": "games", "number": reached[-1]} if reached else None


def _hundred(move: EventMove, highest: float | None) -> Milestone | None:
    if move.after is None or highest is None or move.games_after < ESTABLISHED_GAMES:
        return None
    reached = round(move.after) // 100
    return {"what": "rating", "number": reached * 100} if reached > round(highest) // 100 else None


def _great_win(
    connection: Connection, club_id: int, event: Event, move: EventMove, wins: Sequence[Win]
) -> Milestone | None:
    """Return the first win over somebody so much higher."""
    best = max((win.by for win in wins if win.winner == move.player_id), default=0.0)
    reached = [points for points in GREAT_WINS if best >= points]
    if not reached:
        return None
    earlier = _latest_games(connection, club_id, move)
    before = max((_by(game) for game in earlier if game.event_id != event.id and game.result == 1), default=0.0)
    return {"what": "win", "number": reached[-1]} if before < reached[-1] else None


def _by(game: PlayedGame) -> float:
    if game.rating is None or game.opponent_rating is None:
        return 0.0
    return game.opponent_rating - game.rating


def _streak(connection: Connection, club_id: int, crosstable: Crosstable, move: EventMove) -> Milestone | None:
    """Return that a player has won eight in a row with this event, and had not before its first game."""
    played = crosstable.games_of(crosstable.number_of(move.player_id))
    won = [game.score == 1 for game in played]
    if not won or not won[-1] or move.games_after < STREAK:
        return None
    results = [game.result == 1 for game in _latest_games(connection, club_id, move)]
    run = next((length for length, is_win in enumerate(results) if not is_win), len(results))
    return {"what": "streak", "number": STREAK} if STREAK <= run < STREAK + len(won) else None


MOST_GAMES = 2000


def _latest_games(connection: Connection, club_id: int, move: EventMove) -> list[PlayedGame]:
    return played_games.of_player(connection, club_id, move.player_id, move.rating_list, MOST_GAMES)


def _years(days: tuple[date, date] | None, day: date) -> Milestone | None:
    """Return how many years somebody has played here, at the first event after that."""
    if days is None:
        return None
    first, last = days
    reached = [years for years in YEARS if _after(first, years) <= day and _after(first, years) > last]
    return {"what": "years", "number": reached[-1]} if reached else None


def _after(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return day.replace(year=day.year + years, day=28)
