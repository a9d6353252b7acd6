"""Player figures over a period, and stored season boards."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from math import hypot
from typing import Any

from bot.services.framework.recalculation.replay import ListResult
from bot.store.database.rows import Club, FactPosition
from bot.store.database.transactions import Connection
from bot.store.ratings import periods, seasons
from bot.store.ratings.periods import Moved, PlayedGame, PlayedSide
from bot.store.ratings.seasons import Season
from core.lists import RatingList
from core.rating.systems import system_of
from core.tournament.best_for_rating import ForRating
from core.words import displayed


class SeasonOrder(StrEnum):
    """By what a season's board is ordered."""

    RATING = "rating"
    GAIN = "gain"
    PERFORMANCE = "performance"
    FOR_RATING = "for-rating"
    POINTS = "points"
    GAMES = "games"
    QURSH = "qursh"


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures; None if unavailable.

    rating: at the end, as displayed. gain: by events and lists. points: game points. qursh: mean percent in
    hundredths. for_rating: score minus expected score. luck: the part of it that luck alone makes.
    """

    player_id: int
    rating: int | None
    provisional: bool
    gain: float | None
    performance: float | None
    points: float
    games: int
    qursh: int | None = None
    for_rating: float | None = None
    luck: float | None = None

    def value(self, order: SeasonOrder) -> float | None:
        figure: float | None = getattr(self, order.value.replace("-", "_"))
        return displayed(figure) if figure is not None and order in _SHOWN_WHOLE else figure

    def to_json(self, rank: int | None) -> dict[str, Any]:
        stored = {name: getattr(self, name) for name in _KEPT}
        return {"rank": rank, **stored}


_KEPT = ("rating", "provisional", "gain", "performance", "points", "games", "qursh", "for_rating", "luck")
_SHOWN_WHOLE = {SeasonOrder.GAIN, SeasonOrder.PERFORMANCE}


def figures_of(
    connection: Connection, club: Club, rating_list: RatingList, starts: date, last: date | None = None
) -> list[Figures]:
    # After list facts of the first day: publication and season start.
    begins = FactPosition(starts, 0)
    played = periods.games(connection, club.id, rating_list, begins, last)
    rated = {side.player_id for game in played for side in (game.first, game.second) if side.player_id is not None}
    moves: dict[int, list[Moved]] = defaultdict(list)
    at_event: dict[tuple[int, int], Moved] = {}
    for moved in periods.moves(connection, rating_list, rated, begins, last):
        moves[moved.player_id].append(moved)
        if moved.event_id is not None:
            at_event[moved.event_id, moved.player_id] = moved
    sides = _by_player(club, rating_list, played, at_event)
    system = system_of(rating_list)
    ends = {one: moved[-1].journal_id for one, moved in moves.items() if one in sides}
    states = periods.states(connection, ends.values())
    found = []
    for player_id, games in sides.items():
        rank = system.rank(system.load(states[ends[player_id]]))
        found.append(
            Figures(
                player_id,
                None if rank is None else rank.displayed,
                rank is not None and rank.provisional,
                _gain(moves[player_id]),
                _performance(rating_list, games),
                sum(moved.score or 0.0 for moved in moves[player_id] if moved.event_id is not None),
                sum(len(of_event.opponents) for of_event in games.values()),
                None,
                *_for_rating(moves[player_id]),
            )
        )
    return found


@dataclass(slots=True)
class _Played:
    opponents: list[float | None]
    results: list[float | None]
    total: float | None


def _by_player(
    club: Club, rating_list: RatingList, played: Iterable[PlayedGame], at_event: Mapping[tuple[int, int], Moved]
) -> dict[int, dict[int, _Played]]:
    counts_draws = system_of(rating_list).counts_draws(rating_list, club.house_rules)
    found: dict[int, dict[int, _Played]] = defaultdict(dict)
    for game in played:
        if game.result == 0.5 and not counts_draws:
            continue
        for own, other, is_first in ((game.first, game.second, True), (game.second, game.first, False)):
            moved = at_event.get((game.event_id, own.player_id or 0))
            if moved is None:
                continue
            result = game.result if is_first or game.result is None else 1 - game.result
            of_event = found[moved.player_id].setdefault(game.event_id, _Played([], [], moved.score))
            of_event.opponents.append(_rating_of(game.event_id, other, at_event))
            of_event.results.append(result)
    return found


def _rating_of(event_id: int, side: PlayedSide, at_event: Mapping[tuple[int, int], Moved]) -> float | None:
    moved = at_event.get((event_id, side.player_id or 0))
    if moved is None:
        return side.given
    return moved.before if moved.before is not None else moved.after


def _gain(moves: Sequence[Moved]) -> float | None:
    if all(moved.after is None for moved in moves):
        return None
    earned = [moved for moved in moves if not moved.entered]
    return sum(one.after - one.before for one in earned if one.after is not None and one.before is not None)


def _for_rating(moves: Iterable[Moved]) -> tuple[float, float] | tuple[None, None]:
    """Return score minus expected score, and the part that luck alone makes; None without a rating before an event."""
    found = [ForRating.of(moved.player_id, moved.compared) for moved in moves if moved.compared is not None]
    if not found:
        return None, None
    return round(sum(one.scored - one.expected for one in found), 2), hypot(*(one.luck for one in found))


def _performance(rating_list: RatingList, events: Mapping[int, _Played]) -> float | None:
    opponents: list[float] = []
    score = 0.0
    for played in events.values():
        known = [place for place, rating in enumerate(played.opponents) if rating is not None]
        results = [played.results[place] for place in known]
        if None not in results:
            score += sum(result for result in results if result is not None)
        elif len(known) == len(played.opponents) and played.total is not None:
            score += played.total
        else:
            continue
        opponents += [rating for rating in played.opponents if rating is not None]
    return system_of(rating_list).performance(opponents, score) if opponents else None


@dataclass(frozen=True, slots=True)
class Placed:
    """A board line. rank: None with too few games or no figure; equals share one."""

    rank: int | None
    figures: Figures


def placed(found: Iterable[Figures], order: SeasonOrder, minimum: int) -> list[Placed]:
    """Return a board in order: ties by games, then performance; too few games last."""

    def key(one: Figures) -> tuple[float, float, float]:
        value, performance = one.value(order), one.value(SeasonOrder.PERFORMANCE)
        return (_last_if_none(value), -one.games, _last_if_none(performance))

    ordered = sorted(found, key=lambda one: (one.games < minimum, key(one), one.player_id))
    lines: list[Placed] = []
    for number, one in enumerate(ordered, start=1):
        rank: int | None = number
        if one.games < minimum or one.value(order) is None:
            rank = None
        elif lines and lines[-1].rank is not None and key(lines[-1].figures) == key(one):
            rank = lines[-1].rank
        lines.append(Placed(rank, one))
    return lines


def _last_if_none(value: float | None) -> float:
    return float("inf") if value is None else -value


def board_of(connection: Connection, club: Club, season: Season) -> list[Placed]:
    """Return a season's board by rating, without QURSH."""
    found = figures_of(connection, club, season.rating_list, season.starts, season.last)
    return placed(found, SeasonOrder.RATING, season.minimum)


def note_corrections(connection: Connection, club: Club, today: date, folds: Iterable[ListResult]) -> None:
    """Record changes of stored season boards. Needs the club's lock."""
    for recalculate_list in folds:
        places = [entry.place for entry in (*recalculate_list.old, *recalculate_list.new)]
        if not places:
            continue
        for season in seasons.ended_since(connection, club.id, recalculate_list.rating_list, min(places).date):
            different = differences(seasons.stored_board(connection, season.id), board_of(connection, club, season))
            stored = None if season.corrected is None else season.corrected[1]
            if different != stored:
                note = None if different is None else {"on": today.isoformat(), "places": list(different)}
                seasons.change(connection, season.id, corrected=note)


def differences(stored: Sequence[tuple[int, Mapping[str, Any]]], now: Sequence[Placed]) -> tuple[int, ...] | None:
    """Return the changed places, empty if only figures changed; None for no change."""
    before = {player_id: {**line, "qursh": None} for player_id, line in stored}
    after = {one.figures.player_id: replace(one.figures, qursh=None).to_json(one.rank) for one in now}
    if before == after:
        return None
    places: set[int] = set()
    for player_id in before.keys() | after.keys():
        ranks = {line.get(player_id, {}).get("rank") for line in (before, after)}
        if len(ranks) > 1:
            places |= {rank for rank in ranks if rank is not None}
    return tuple(sorted(places))
