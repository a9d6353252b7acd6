"""Rating histories for charts."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from statistics import median
from typing import Any

from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation.lists import list_of
from bot.services.framework.subject import Someone
from bot.services.framework.transaction import Read, read
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.services.ratings.rating_card import visible_player
from bot.store.database.rows import Club, FactPosition, Player, Standing
from bot.store.database.transactions import Connection
from bot.store.events import list_facts
from bot.store.people.profiles import Profile
from bot.store.ratings import journals, seasons, standings
from bot.store.ratings.journals import Earned, Moved
from core.errors import InputError, NotFoundError, NothingYetError
from core.lists import RatingList
from core.rating.outcome import Award
from core.rating.rating_system import RatingSystem
from core.rating.systems import system_of

# Windows and axes.


class Axis(StrEnum):
    """The horizontal axis: days or rated games."""

    DATE = "date"
    GAME = "game"


class Since(StrEnum):
    """Stretches that end today."""

    YEAR = "one year"
    TWO_YEARS = "two years"
    EVERYTHING = "everything"


Stretch = Since | int
"""Also a season, by its id."""


@dataclass(frozen=True, slots=True)
class Window:
    """A period, both ends included; None for no end. name: for people."""

    name: str
    first: date | None = None
    last: date | None = None

    def has(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


_YEARS = {Since.YEAR: 1, Since.TWO_YEARS: 2}


def window_of(since: Since, today: date) -> Window:
    """Return the period that ends today, the same day a year ago included."""
    years = _YEARS.get(since)
    return Window(since.value, None if years is None else years_before(today, years), today)


def years_before(day: date, years: int) -> date:
    """Return the same day some years before; 1 March for 29 February."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return date(day.year - years, 3, 1)


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """The requested history; rating_list: None for the season's or the club's."""

    rating_list: RatingList | None = None
    axis: Axis = Axis.DATE
    since: Stretch = Since.EVERYTHING


# Data of a chart.


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after one fact.

    game: rated games so far. change: of the displayed rating, None for the first. events: names and days. entered:
    whether a director set it.
    """

    day: date
    game: int
    rating: float
    displayed: int
    provisional: bool
    change: int | None = None
    events: tuple[tuple[str | None, date], ...] = ()
    entered: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A title or norm at a point."""

    at: int
    award: Award
    is_title: bool


@dataclass(frozen=True, slots=True)
class Peak:
    """The highest established rating.

    at: its point, None if entered. name: its label if a provisional rating was higher.
    """

    rating: int
    at: Point | None
    name: str = "peak"


@dataclass(frozen=True, slots=True)
class Floor:
    """The current floor, and the point at which it began."""

    rating: float
    since: Point


@dataclass(frozen=True, slots=True)
class Track:
    """A player's rating on one list within a window.

    before: rating at its start, or None. steps: whether it moves only on list days. shown: current displayed
    rating. peak: of all time. jumps: points with the greatest changes.
    """

    player: Player
    rating_list: RatingList
    points: tuple[Point, ...]
    before: Point | None
    events: int
    steps: bool
    shown: int
    provisional: bool
    peak: Peak | None = None
    floor: Floor | None = None
    marks: tuple[Mark, ...] = ()
    jumps: tuple[int, ...] = ()

    @property
    def line(self) -> tuple[Point, ...]:
        """Return the points of the line, with the rating at the start."""
        return self.points if self.before is None else (self.before, *self.points)

    @property
    def change(self) -> int:
        return self.shown - self.line[0].displayed


@dataclass(frozen=True, slots=True)
class HistoryReport:
    """One or more tracks of one scale, highest first.

    compares: whether they are of several players. asked: the query with its list. people: their ids.
    """

    tracks: tuple[Track, ...]
    axis: Axis
    window: Window
    today: date
    compares: bool = False
    asked: HistoryQuery = HistoryQuery()
    all_lists: bool = False
    people: tuple[int, ...] = ()


# Histories of one or more players and lists.


async def rating_history_of(
    services: Services, actor: Actor, who: Someone | None, query: HistoryQuery, *, all_lists: bool = False
) -> HistoryReport:
    """Return a player's history (default: the actor's).

    all_lists: all lists of the scale. Raise NotFoundError if unrated.
    """
    await bring_up_to_date(services, actor.club_id)
    return await _rating_history(services, actor, who, query, all_lists)


@read()
def _rating_history(look: Read, who: Someone | None, query: HistoryQuery, all_lists: bool) -> HistoryReport:
    connection, club, today = look.connection, look.club, look.today
    profile = visible_player(connection, club, look.actor, who)
    window, main = _asked(connection, club, query, today)
    scale = system_of(main).scale
    lists = [one for one in club.house_rules.all_lists if system_of(one).scale is scale] if all_lists else [main]
    found = [track_in_club(connection, club, profile, one, window, today) for one in lists]
    tracks = [track for track in found if track is not None]
    if not tracks:
        raise _no_rating(profile, main, is_own=profile.user_id == look.actor.member.user_id)
    asked = replace(query, rating_list=main)
    return _report(tracks, asked, window, today, club, all_lists=all_lists, people=(profile.id,))


async def compare_histories(
    services: Services, actor: Actor, people: Sequence[Someone | None], query: HistoryQuery
) -> HistoryReport:
    """Return the histories of two to five players on a list; None is the actor."""
    await bring_up_to_date(services, actor.club_id)
    return await _comparison(services, actor, people, query)


@read()
def _comparison(look: Read, people: Sequence[Someone | None], query: HistoryQuery) -> HistoryReport:
    connection, club, today = look.connection, look.club, look.today
    profiles = [visible_player(connection, club, look.actor, who) for who in people]
    window, which = _asked(connection, club, query, today)
    tracks: list[Track] = []
    for number, profile in enumerate(profiles):
        if any(profile.id == other.id for other in profiles[:number]):
            raise InputError(f"{profile.name} is listed twice. Name different players.")
        track = track_in_club(connection, club, profile, which, window, today)
        if track is None:
            raise _no_rating(profile, which, is_own=profile.user_id == look.actor.member.user_id)
        tracks.append(track)
    asked, people_asked = replace(query, rating_list=which), tuple(profile.id for profile in profiles)
    return _report(tracks, asked, window, today, club, compares=True, people=people_asked)


def _asked(connection: Connection, club: Club, query: HistoryQuery, today: date) -> tuple[Window, RatingList]:
    if isinstance(query.since, Since):
        return window_of(query.since, today), query.rating_list or club.default_list
    season = seasons.find(connection, club.id, query.since)
    if season is None:
        raise NotFoundError("There is no such season in this club. Pick one from the list.")
    last = today if season.last is None else min(season.last, today)
    return Window(season.name, season.starts, last), query.rating_list or season.rating_list


def _report(
    tracks: Sequence[Track], asked: HistoryQuery, window: Window, today: date, club: Club, **more: Any
) -> HistoryReport:
    ordered = tuple(sorted(tracks, key=lambda track: -track.shown))
    return HistoryReport(ordered, asked.axis, window, today, asked=asked, **more)


def track_in_club(
    connection: Connection, club: Club, profile: Profile, rating_list: RatingList, window: Window, today: date
) -> Track | None:
    moves = journals.history_of(connection, profile.id, rating_list)
    record = PlayerRecord(
        player=profile.player,
        rating_list=rating_list,
        moves=moves,
        norms=journals.norms(connection, profile.id, rating_list),
        titles=journals.titles(connection, profile.id, rating_list),
        listed_on=_listed_on(connection, club, rating_list, moves),
        standing=standings.find(connection, club.id, rating_list, profile.id),
    )
    return track_of(record, window, today)


def _listed_on(
    connection: Connection, club: Club, rating_list: RatingList, moves: Sequence[journals.Moved]
) -> Mapping[FactPosition, date]:
    if not system_of(rating_list).waits_for_list or not moves:
        return {}
    published = list_facts.publications(connection, club.id, rating_list)
    places = [move.place for move in moves if move.event_id is not None]
    return {place: list_of(rating_list, published, place) for place in places}


def _no_rating(profile: Profile, rating_list: RatingList, *, is_own: bool) -> NotFoundError:
    begin = system_of(rating_list).reported_with
    if is_own:
        return NothingYetError(f"You have no {rating_list.label} rating here yet. Start with {begin}.")
    return NotFoundError(f"{profile.name} has no {rating_list.label} rating here yet. Ratings start with {begin}.")


# From the journal to a track.


JUMPS_NAMED, TIMES_THE_MEDIAN = 2, 2


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """All data of a player on a list.

    listed_on: the publication date by event. standing: the current rating, or None.
    """

    player: Player
    rating_list: RatingList
    moves: Sequence[Moved]
    norms: Sequence[Earned]
    titles: Sequence[Earned]
    listed_on: Mapping[FactPosition, date]
    standing: Standing | None


def track_of(record: PlayerRecord, window: Window, today: date) -> Track | None:
    system = system_of(record.rating_list)
    places, states, points = _points(record, system)
    if points and record.standing is not None and record.standing.displayed != points[-1].displayed:
        # A benchmark player has moved since.
        points.append(_as_now(points[-1], record.standing, today))
    first = next((at for at, point in enumerate(points) if window.has(point.day)), len(points))
    end = next((at for at in range(first, len(points)) if not window.has(points[at].day)), len(points))
    inside = tuple(points[first:end])
    before = _at_start(points, window)
    if not inside and before is None:
        return None
    last = inside[-1] if inside else before
    assert last is not None
    return Track(
        player=record.player,
        rating_list=record.rating_list,
        points=inside,
        before=before,
        events=sum(move.event_id is not None and window.has(move.place.date) for move in record.moves),
        steps=system.waits_for_list,
        shown=last.displayed,
        provisional=last.provisional,
        peak=_peak(system, states, points),
        floor=_floor(system, record.rating_list, states, points),
        marks=tuple(
            replace(mark, at=mark.at - first) for mark in _marks(record, system, places) if first <= mark.at < end
        ),
        jumps=tuple(at - first for at in _jumps(points, first, end, system.scale.jump)),
    )


def _points(record: PlayerRecord, system: RatingSystem) -> tuple[list[FactPosition], list[Any], list[Point]]:
    by_list = _events_by_list(record) if system.waits_for_list else {}
    places: list[FactPosition] = []
    states: list[Any] = []
    points: list[Point] = []
    games = 0
    for number, move in enumerate(record.moves):
        # Entered games count from the first fact on.
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


def _events_by_list(record: PlayerRecord) -> dict[date, list[tuple[str | None, date]]]:
    found: dict[date, list[tuple[str | None, date]]] = {}
    for move in record.moves:
        if move.event_id is not None:
            found.setdefault(record.listed_on[move.place], []).append((move.event_name, move.place.date))
    return found


def _as_now(last: Point, standing: Standing, today: date) -> Point:
    change = standing.displayed - last.displayed
    return Point(today, last.game, standing.rating, standing.displayed, standing.provisional, change)


def _at_start(points: Sequence[Point], window: Window) -> Point | None:
    if window.first is None:
        return None
    earlier = [point for point in points if point.day < window.first]
    return replace(earlier[-1], day=window.first, change=None, events=(), entered=False) if earlier else None


def _peak(system: RatingSystem, states: Sequence[Any], points: Sequence[Point]) -> Peak | None:
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


def _marks(record: PlayerRecord, system: RatingSystem, places: Sequence[FactPosition]) -> list[Mark]:
    marks: list[Mark] = []
    held: dict[str, int] = {}
    earned = [(one.place, False, one.award) for one in record.norms]
    earned += [(one.place, True, one.award) for one in record.titles]
    for place, is_title, award in sorted(earned, key=lambda each: (each[0], each[1], each[2].level)):
        at = bisect_right(places, place) - 1
        if award.scheme in system.quiet_schemes or at < 0:
            continue
        if is_title:
            held[award.scheme] = max(award.level, held.get(award.scheme, 0))
            # A title's own norm is not marked.
            marks = [mark for mark in marks if mark.at != at or mark.award.level > award.level]
        elif award.level <= held.get(award.scheme, 0):
            continue
        marks.append(Mark(at, award, is_title))
    return marks


def _jumps(points: Sequence[Point], first: int, end: int, least: float) -> list[int]:
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
