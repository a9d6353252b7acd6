"""A player's events on their page: what each did to the ratings, and its games."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from bot.services.events.report import EventSource
from bot.store.database.rows import Club, Event
from bot.store.database.transactions import Connection
from bot.store.evenings import played_games
from bot.store.evenings.played_games import PlayedGame
from bot.store.events import facts
from bot.store.ratings import journals
from bot.store.ratings.journals import EventFigures
from bot.ui.cards.players import result_text
from bot.ui.framework.text import number, points
from bot.ui.wording.wall_chart import NOTHING
from core.event.crosstable import GameType
from core.event.similarity import event_name
from core.lists import RatingList
from core.rating.systems import system_of
from core.words import displayed

MOST = 100_000


class GameRow(NamedTuple):
    """A game; opponent: a player of the club, or None. rating: the opponent's before the event."""

    round: int
    colour: str
    result: str
    opponent: int | None
    rating: str


class EventRows(NamedTuple):
    """An event of a player. changes: a line for each list."""

    id: int
    name: str
    day: date
    source: str
    is_confirmed: bool
    score: str
    changes: Sequence[str]
    games: Sequence[GameRow]


def events_of_player(connection: Connection, club: Club, player_id: int) -> list[EventRows]:
    """Return all that a player played, latest first; of own reports of members only the player's own."""
    figures: dict[int, list[EventFigures]] = defaultdict(list)
    for one in journals.figures_of_player(connection, player_id):
        figures[one.event_id].append(one)
    ids = played_games.page_of_events(connection, club.id, None, player_id, MOST, 0)
    events = [
        one for one in facts.by_ids(connection, ids) if one.id in figures or one.source != EventSource.REPORT.value
    ]
    games: dict[int, list[PlayedGame]] = defaultdict(list)
    for which in {event.rating_lists[0] for event in events}:
        main = {event.id for event in events if event.rating_lists[0] is which}
        for game in played_games.of_player(connection, club.id, player_id, which, MOST):
            if game.event_id in main:
                games[game.event_id].append(game)
    return [_rows(event, figures[event.id], games[event.id][::-1]) for event in events]


def _rows(event: Event, figures: Sequence[EventFigures], games: Sequence[PlayedGame]) -> EventRows:
    which = event.rating_lists[0]
    name = "Match" if event.source == EventSource.MATCH.value else event_name(event.name, event.place.date)
    order = {one: place for place, one in enumerate(event.rating_lists)}
    lines = [_change(one) for one in sorted(figures, key=lambda one: order.get(one.rating_list, len(order)))]
    rows = [_game(game, which) for game in games]
    return EventRows(
        event.id, name, event.place.date, event.source, event.is_confirmed, _score(figures, games), lines, rows
    )


def _score(figures: Sequence[EventFigures], games: Sequence[PlayedGame]) -> str:
    """Return points and games: 3½ of 5."""
    results = [game.result for game in games if game.result is not None]
    if not games:
        return ""
    if len(results) == len(games):
        return f"{points(sum(results))} of {len(games)}"
    known = next((one.score for one in figures if one.score is not None), None)
    return "" if known is None else f"{points(known)} of {len(games)}"


def _change(one: EventFigures) -> str:
    parts = [f"{one.rating_list.label} {_figure(one.before)}"]
    if system_of(one.rating_list).waits_for_list:
        parts += [] if one.expected is None else [f"expected {number(one.expected, 2)}"]
    elif one.after is not None:
        change = "" if one.before is None else f" ({displayed(one.after) - displayed(one.before):+d})"
        parts[0] += f" → {_figure(one.after)}{change}"
    parts += [] if one.performance is None else [f"performance {_figure(one.performance)}"]
    return ", ".join(parts)


def _figure(rating: float | None) -> str:
    return "new" if rating is None else str(displayed(rating))


def _game(game: PlayedGame, which: RatingList) -> GameRow:
    words = ("first", "second") if system_of(which).board is GameType.SCRABBLE else ("White", "Black")
    colour = NOTHING if game.began is None or game.score is not None else words[0] if game.began else words[1]
    rating = NOTHING if game.opponent_rating is None else str(displayed(game.opponent_rating))
    return GameRow(game.round, colour, _result(game), game.opponent_id, rating)


def _result(game: PlayedGame) -> str:
    if game.score is not None or game.points is not None:
        return result_text(game)
    return "?" if game.result is None else points(game.result)
