"""From a player's journal on one list to what a chart shows of it."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from statistics import median
from typing import Any

from bot.services.history.report import Floor, Mark, Peak, Point, Track
from bot.services.history.window import Window
from bot.store.derived.rating_history import Earned, Moved
from bot.store.rows import FactPosition, Player, Standing
from core.lists import RatingList
from core.rating_system import RatingSystem
from core.systems import SYSTEMS

JUMPS_NAMED, TIMES_THE_MEDIAN = 2, 2


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that is stored of a player on a list.

    listed_on: of a list that is published, the date of the one that counts each event.
    standing: the rating of now; None where there is none.
    """

    player: Player
    rating_list: RatingList
    moves: Sequence[Moved]
    norms: Sequence[Earned]
    titles: Sequence[Earned]
    listed_on: Mapping[FactPosition, date]
    standing: Standing | None


def track_of(told: Told, window: Window, today: date) -> Track | None:
    """Return a player's rating in a window; None where there was none until its end."""
    system = SYSTEMS[told.rating_list]
    places, states, points = _points(told, system)
    if points and told.standing is not None and told.standing.displayed != points[-1].displayed:
        # Somebody by whom all are measured has moved since.
        points.append(_as_now(points[-1], told.standing, today))
    first = next((at for at, point in enumerate(points) if window.has(point.day)), len(points))
    end = next((at for at in range(first, len(points)) if not window.has(points[at].day)), len(points))
    inside = tuple(points[first:end])
    before = _at_start(points, window)
    if not inside and before is None:
        return None
    last = inside[-1] if inside else before
    assert last is not None
    return Track(
        player=told.player,
        rating_list=told.rating_list,
        points=inside,
        before=before,
        events=sum(move.event_id is not None and window.has(move.place.date) for move in told.moves),
        steps=system.waits_for_list,
        shown=last.displayed,
        provisional=last.provisional,
        peak=_peak(system, states, points),
        floor=_floor(system, told.rating_list, states, points),
        marks=tuple(
            replace(mark, at=mark.at - first) for mark in _marks(told, system, places) if first <= mark.at < end
        ),
        jumps=tuple(at - first for at in _jumps(points, first, end, system.scale.jump)),
    )


def _points(told: Told, system: RatingSystem) -> tuple[list[FactPosition], list[Any], list[Point]]:
    """Return the places, states and points of the facts that set a rating."""
    by_list = _events_by_list(told) if system.waits_for_list else {}
    places: list[FactPosition] = []
    states: list[Any] = []
    points: list[Point] = []
    games = 0
    for number, move in enumerate(told.moves):
        # Games that were entered count from the first fact on: later entries tell the history anew.
        games = move.games_after if number == 0 else games + _played(move)
        if move.is_demotion or (system.waits_for_list and move.event_id is not None):
            continue
        state = system.load(move.state)
        rank = system.rank(state)
        if rank is None:
            continue
        events: tuple[tuple[str | None, date], ...] = ()
        if move.event_id is not None:
            events = ((move.event_name, move.place.date),)
        elif move.is_of_list:
            events = tuple(by_list.get(move.place.date, ()))
        change = rank.displayed - points[-1].displayed if points else None
        figures = games, rank.rating, rank.displayed, rank.provisional
        point = Point(move.place.date, *figures, change, events, entered=move.is_set)
        places.append(move.place)
        states.append(state)
        points.append(point)
    return places, states, points


def _played(move: Moved) -> int:
    return 0 if move.is_set else max(0, move.games_after - move.games_before)


def _events_by_list(told: Told) -> dict[date, list[tuple[str | None, date]]]:
    """Return the events that each list counts, by its date."""
    found: dict[date, list[tuple[str | None, date]]] = {}
    for move in told.moves:
        if move.event_id is not None:
            found.setdefault(told.listed_on[move.place], []).append((move.event_name, move.place.date))
    return found


def _as_now(last: Point, standing: Standing, today: date) -> Point:
    change = standing.displayed - last.displayed
    return Point(today, last.game, standing.rating, standing.displayed, standing.provisional, change)


def _at_start(points: Sequence[Point], window: Window) -> Point | None:
    """Return how the rating stood when the window began."""
    if window.first is None:
        return None
    earlier = [point for point in points if point.day < window.first]
    return replace(earlier[-1], day=window.first, change=None, events=(), entered=False) if earlier else None


def _peak(system: RatingSystem, states: Sequence[Any], points: Sequence[Point]) -> Peak | None:
    """Return the highest established rating; one that was entered with a rating has no point."""
    known = (point for point in points if not point.provisional)
    point = max(known, key=lambda point: point.displayed, default=None)
    entered = system.peak(states[-1]) if states else None
    if entered is not None and (point is None or entered > point.displayed):
        point, highest = None, entered
    elif point is not None:
        highest = point.displayed
    else:
        return None
    is_highest = all(one.displayed <= highest for one in points)
    return Peak(highest, point, "peak" if is_highest else "established peak")


def _floor(
    system: RatingSystem, rating_list: RatingList, states: Sequence[Any], points: Sequence[Point]
) -> Floor | None:
    """Return the floor of now, where the player has earned one, from the point on at which it last began."""
    if not states:
        return None
    rating = system.floor(states[-1], rating_list)
    if rating <= system.floor(system.unrated(), rating_list):
        return None
    since = points[len(states) - 1]
    for state, point in zip(reversed(states), reversed(points[: len(states)]), strict=True):
        if system.floor(state, rating_list) != rating:
            break
        since = point
    return Floor(rating, since)


def _marks(told: Told, system: RatingSystem, places: Sequence[FactPosition]) -> list[Mark]:
    """Return titles, and norms toward titles that were not held, at the points that had come by then."""
    marks: list[Mark] = []
    held: dict[str, int] = {}
    earned = [(one.place, False, one.award) for one in told.norms]
    earned += [(one.place, True, one.award) for one in told.titles]
    for place, is_title, award in sorted(earned, key=lambda each: (each[0], each[1], each[2].level)):
        at = bisect_right(places, place) - 1
        if award.scheme in system.quiet_schemes or at < 0:
            continue
        if is_title:
            held[award.scheme] = max(award.level, held.get(award.scheme, 0))
            # What a title says, the norm that made it need not.
            marks = [mark for mark in marks if mark.at != at or mark.award.level > award.level]
        elif award.level <= held.get(award.scheme, 0):
            continue
        marks.append(Mark(at, award, is_title))
    return marks


def _jumps(points: Sequence[Point], first: int, end: int, least: float) -> list[int]:
    """Return where events changed an established rating most, the greatest change first, from `first` until `end`."""
    changes = {
        at: abs(point.change)
        for at, point in enumerate(points[first:end], start=first)
        if point.events and point.change is not None and not points[at - 1].provisional
    }
    if not changes:
        return []
    limit = max(least, TIMES_THE_MEDIAN * median(changes.values()))
    great = [at for at, change in changes.items() if change >= limit]
    return sorted(great, key=lambda at: (-changes[at], -at))[:JUMPS_NAMED]
