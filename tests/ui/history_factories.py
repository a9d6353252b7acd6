"""Histories for the tests of charts."""

from collections.abc import Sequence
from datetime import date, timedelta

from hypothesis import strategies as st

from bot.services.ratings.history import Axis, Floor, HistoryReport, Mark, Peak, Point, Track, Window
from bot.store.database.rows import Player
from core.lists import RatingList
from core.rating.outcome import Award

TODAY = date(2026, 11, 22)
FIRST = date(2023, 9, 15)
REGULAR = RatingList.USCHESS_REGULAR
FOURTH, THIRD = Award("uschess", 1200, "4"), Award("uschess", 1400, "3")
TITLES = {FOURTH: "4th Category", THIRD: "3rd Category"}

LONG = "Castellan Prado-Valera de Montserrat, Emilia Francesca Maria"
NAMES = ("Nora Quill", LONG, "สมชาย วงศ์สวัสดิ์กุล ณ อยุธยา", "山田太郎", "*Ann* `[x](y)` @everyone", "ليلى ב")
EVENTS = ("Spring Open", "Saturday Swiss of the Riverside Chess and Scrabble Society", None, "土曜スイス", "_*_")


def points_of(
    ratings: Sequence[float], days: Sequence[int] | None = None, provisional: int = 0, event: str | None = "Swiss"
) -> tuple[Point, ...]:
    found: list[Point] = []
    for at, rating in enumerate(ratings):
        day = FIRST + timedelta(days[at] if days else 30 * at)
        change = round(rating) - found[-1].displayed if found else None
        point = Point(day, 3 * at, rating, round(rating), at < provisional, change, ((event, day),))
        found.append(point)
    return tuple(found)


def track_of_points(
    points: tuple[Point, ...],
    name: str = "Nora Quill",
    rating_list: RatingList = REGULAR,
    *,
    floor: float | None = None,
    marks: Sequence[Mark] = (),
    jumps: Sequence[int] = (),
    steps: bool = False,
) -> Track:
    settled = [point for point in points if not point.provisional]
    highest = max(settled, key=lambda point: point.displayed, default=None)
    return Track(
        player=Player(1, None, name),
        rating_list=rating_list,
        points=points,
        before=None,
        events=len(points),
        steps=steps,
        shown=points[-1].displayed,
        provisional=points[-1].provisional,
        peak=None if highest is None else Peak(highest.displayed, highest),
        floor=None if floor is None else Floor(floor, points[len(points) // 2]),
        marks=tuple(marks),
        jumps=tuple(jumps),
    )


def report(*tracks: Track, axis: Axis = Axis.DATE, window: Window | None = None) -> HistoryReport:
    return HistoryReport(tracks, axis, window or Window("everything"), TODAY, compares=len(tracks) > 1)


@st.composite
def drawn_tracks(draw: st.DrawFn, name: str | None = None) -> Track:
    """Draw a history of two points or more, on any day and of any height."""
    rating_list = draw(st.sampled_from((REGULAR, RatingList.FIDE_STANDARD, RatingList.ORACLE)))
    low, high = (0, 100) if rating_list is RatingList.ORACLE else (100, 2900)
    size = draw(st.one_of(st.integers(2, 70), st.sampled_from((400, 401, 900))))
    start = draw(st.integers(low, high))
    swing = draw(st.sampled_from((1, 30, high - low)))
    steps = draw(st.lists(st.integers(-swing, swing), min_size=min(size, 70), max_size=min(size, 70)))
    ratings = [float(start)]
    while len(ratings) < size:
        ratings.append(float(min(high, max(low, ratings[-1] + steps[len(ratings) % len(steps)]))))
    apart = draw(st.sampled_from((0, 1, 7, 40)))
    points = points_of(
        ratings,
        [apart * at for at in range(size)],
        draw(st.integers(0, size)),
        draw(st.sampled_from(EVENTS)),
    )
    places = st.integers(0, size - 1)
    marks = [
        Mark(at, draw(st.sampled_from((FOURTH, THIRD))), draw(st.booleans()))
        for at in draw(st.lists(places, max_size=4, unique=True))
    ]
    return track_of_points(
        points,
        draw(st.sampled_from(NAMES)) if name is None else name,
        rating_list,
        floor=draw(st.none() | st.integers(low, high).map(float)),
        marks=marks,
        jumps=draw(st.lists(places, max_size=2, unique=True)),
        steps=draw(st.booleans()),
    )
