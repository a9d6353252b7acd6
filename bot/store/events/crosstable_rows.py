"""Lines of a crosstable as rows, and back."""

from typing import Any

from core.background import ExternalRating
from core.crosstable import Bye, ByeKind, Entrant, Game
from core.lists import RatingList


def entrant_values(club_id: int, event_id: int, line: Entrant) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "event_id": event_id,
        "number": line.number,
        "player_id": line.player,
        "name": line.name,
        "rating": line.rating,
        "rated": line.rated,
        "score": line.score,
        "elsewhere": [other.to_json() for other in line.external_ratings] or None,
        "list_ratings": {given.value: rating for given, rating in line.list_ratings} or None,
        "federation": line.federation,
        "title": line.title,
        "class": line.rating_class,
        "deviation": line.deviation,
    }


def game_values(club_id: int, event_id: int, played: Game) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "event_id": event_id,
        "round": played.round,
        "first": played.first,
        "second": played.second,
        "result": played.score,
        "first_began": played.first_began,
        "first_points": played.first_points,
        "second_points": played.second_points,
        "rated": played.rated,
        "unrated_reason": None,
    }


def bye_values(club_id: int, event_id: int, bye: Bye) -> dict[str, Any]:
    return {
        "club_id": club_id,
        "event_id": event_id,
        "round": bye.round,
        "first": bye.entrant,
        "second": bye.opponent,
        "result": None,
        "first_began": None,
        "first_points": bye.points,
        "second_points": None,
        "rated": False,
        "unrated_reason": bye.kind.value,
    }


def game_of(row: Any) -> Game:
    first, second = row.first_points, row.second_points
    if first is not None:
        first = int(first)
    if second is not None:
        second = int(second)
    return Game(row.round, row.first, row.second, row.result, row.first_began, first, second, row.rated)


def bye_of(row: Any) -> Bye:
    points = None if row.first_points is None else int(row.first_points)
    return Bye(row.round, row.first, ByeKind(row.unrated_reason), row.second, points)


def entrant_of(row: Any) -> Entrant:
    external_ratings: tuple[ExternalRating, ...] = ()
    if row.elsewhere:
        external_ratings = tuple(ExternalRating.from_json(data) for data in row.elsewhere)
    on_lists: tuple[tuple[RatingList, float], ...] = ()
    if row.list_ratings:
        on_lists = tuple((RatingList(given), rating) for given, rating in row.list_ratings.items())
    return Entrant(
        number=row.number,
        rating=row.rating,
        player=row.player_id,
        name=row.name,
        rated=row.rated,
        score=row.score,
        external_ratings=external_ratings,
        list_ratings=on_lists,
        federation=row.federation,
        title=row.title,
        rating_class=row.rating_class,
        deviation=row.deviation,
    )
