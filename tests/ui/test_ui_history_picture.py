"""Charts of ratings, read from their scenes."""

import itertools
from dataclasses import replace
from io import BytesIO
from math import inf

import pytest
from history_factories import FOURTH, NAMES, TITLES, drawn_tracks, points_of, report, track_of_points
from hypothesis import example, given
from hypothesis import strategies as st
from picture_checks import check_scene
from PIL import Image

from bot.services.ratings.history import Axis, HistoryReport, Mark, Track, Window
from bot.ui.pictures import scene as theme
from bot.ui.pictures.draw import draw
from bot.ui.pictures.history import (
    BOTTOM,
    LEFT,
    MOST_POINTS,
    RIGHT,
    TOP,
    compare_scene,
    history_scene,
    name_places,
    plot_of,
    scale_of,
    stairs,
    thinned,
)
from bot.ui.pictures.scene import Dot, Line, Polyline, Scene, Text
from bot.ui.pictures.scene import Mark as Sign
from core.rating.rating_system import Bounds
from tests.depth import examples

CLUB = "Riverside Chess Club"
SMALLER = (30,)
"""The footer, and a jump's name beside the peak's."""

# The target picture's own course (look/history.png): events as pixels from the left, and their ratings.
COURSE = (
    (144, 1249), (159, 1311), (180, 1287), (206, 1342), (237, 1389), (258, 1402), (279, 1381), (305, 1428), (335, 1447),
    (356, 1416), (382, 1432), (408, 1408), (434, 1465), (455, 1490), (481, 1471), (507, 1502), (527, 1524), (553, 1612),
    (579, 1589), (605, 1560), (631, 1573), (662, 1534), (698, 1518), (729, 1492), (776, 1507), (802, 1481), (838, 1499),
    (869, 1476), (906, 1488), (947, 1462), (968, 1470), (1003, 1558),
)  # fmt: skip


@pytest.fixture(scope="module")
def target() -> Scene:
    points = points_of([rating for _, rating in COURSE], [x - 144 for x, _ in COURSE], provisional=5)
    named = {17: "Spring Open", 31: "Saturday Swiss"}
    points = tuple(
        replace(point, events=((named.get(at, "Club Evening"), point.day),)) for at, point in enumerate(points)
    )
    marks = [Mark(7, FOURTH, True), Mark(13, FOURTH, False), Mark(16, FOURTH, False)]
    return history_scene(report(track_of_points(points, floor=1400, marks=marks, jumps=(17, 31))), CLUB, TITLES)


def text_of(scene: Scene, words: str) -> Text:
    (found,) = (text for text in scene.texts if text.text == words)
    return found


def place_of(text: Text) -> tuple[float, float, str, float, int, str]:
    return text.x, text.y, text.align, text.size, text.weight, text.colour


class TestTarget:
    """What look.md 2.3 says of the history picture, and look/history.png shows."""

    def test_the_head(self, target: Scene) -> None:
        assert place_of(text_of(target, "Nora Quill")) == (48, 92, "left", 56, 700, theme.INK)
        assert place_of(text_of(target, "1558")) == (1032, 104, "right", 80, 800, theme.INK)
        listed = text_of(target, "US Chess Regular · 32 events since 2023")
        assert place_of(listed) == (48, 140, "left", 32, 500, theme.SOFT)
        moved = text_of(target, "▲\u200988 Saturday Swiss")
        assert place_of(moved) == (1032, 146, "right", 32, 600, theme.TEAL)

    def test_the_plot(self, target: Scene) -> None:
        grid = [item for item in target.items if isinstance(item, Line) and item.y1 == item.y2 and item.width == 2]
        assert {(line.x1, line.x2, line.colour) for line in grid} == {(LEFT, RIGHT, theme.RULE)}
        values = [text.text for text in target.texts if text.x == LEFT - 18]
        assert values == ["1200", "1300", "1400", "1500", "1600"]
        days = [text for text in target.texts if text.y == BOTTOM + 48]
        assert [text.text for text in days] == ["2024", "2025", "2026"]

    def test_provisional_is_dotted_and_hollow(self, target: Scene) -> None:
        dotted, solid = (item for item in target.items if isinstance(item, Polyline))
        assert (dotted.width, dotted.dash is None, solid.width, solid.dash) == (5, False, 6, None)
        assert dotted.points[-1] == solid.points[0]
        hollow = [item for item in target.items if isinstance(item, Dot) and item.radius == 7]
        assert len(hollow) == 5

    def test_signs_of_titles_and_norms(self, target: Scene) -> None:
        signs = [item for item in target.items if isinstance(item, Sign) and item.fill == theme.YELLOW]
        assert [(sign.shape, sign.radius, sign.hole) for sign in signs] == [
            ("diamond", 14, 8),
            ("diamond", 14, 8),
            ("diamond", 14, 0),
        ]

    def test_names_of_peak_title_floor_and_jump(self, target: Scene) -> None:
        assert text_of(target, "peak 1612").colour == theme.INK
        assert text_of(target, "4th Category").colour == theme.YELLOW
        floor = text_of(target, "floor 1400")
        assert (floor.colour, floor.x, floor.align) == (theme.ORANGE, 1032, "right")
        peak, jump = text_of(target, "peak 1612"), text_of(target, "▲\u200988 Spring Open")
        assert (jump.y, jump.colour, jump.x > peak.x) == (peak.y, theme.TEAL, True)

    def test_the_foot(self, target: Scene) -> None:
        foot = [text.text for text in target.texts if text.y == 652]
        assert foot == ["title", "norm", "provisional", f"{CLUB} · 22 Nov 2026"]

    def test_it_is_readable(self, target: Scene) -> None:
        check_scene(target, SMALLER)

    def test_as_a_png(self, target: Scene) -> None:
        data = draw(target)
        assert len(data) <= 150_000
        assert Image.open(BytesIO(data)).size == (1080, 680)


@given(track=drawn_tracks(), axis=st.sampled_from(Axis), club=st.sampled_from((CLUB, "x" * 100, "🎉", *NAMES)))
@examples()
def test_any_history_can_be_read(track: Track, axis: Axis, club: str) -> None:
    shown = report(track, axis=axis)
    scene = history_scene(shown, club, TITLES)
    check_scene(scene, SMALLER)
    assert scene == history_scene(shown, club, TITLES)


@pytest.mark.long
@given(tracks=st.lists(drawn_tracks(), min_size=2, max_size=5), axis=st.sampled_from(Axis))
@examples(0.6)
def test_any_comparison_can_be_read(tracks: list[Track], axis: Axis) -> None:
    on_one_list = [track for track in tracks if track.rating_list == tracks[0].rating_list]
    while len(on_one_list) < len(tracks):
        on_one_list.append(on_one_list[0])
    scene = compare_scene(report(*sorted(on_one_list, key=lambda track: -track.shown), axis=axis), CLUB)
    check_scene(scene, SMALLER)


def lines_of(shown: HistoryReport) -> list[Polyline]:
    scene = compare_scene(shown, CLUB) if len(shown.tracks) > 1 else history_scene(shown, CLUB, TITLES)
    return [item for item in scene.items if isinstance(item, Polyline)]


def test_lines_are_told_apart_without_their_colours() -> None:
    five = report(
        *(track_of_points(points_of((2000 - 100 * at, 2010 - 100 * at)), name) for at, name in enumerate("ABCDE"))
    )
    scene = compare_scene(five, CLUB)
    assert [line.colour for line in lines_of(five)] == [colour for colour, _ in theme.LINES]
    assert {sign.shape for sign in scene.items if isinstance(sign, Sign)} == {shape for _, shape in theme.LINES}
    for name, (colour, _) in zip("ABCDE", theme.LINES, strict=True):
        assert text_of(scene, name).colour == colour


def test_a_long_season_is_cut_at_its_end() -> None:
    window = Window("Autumn season of the Riverside Chess and Scrabble Society", points_of((1,))[0].day)
    two = report(*(track_of_points(points_of((1500, 1510)), name) for name in ("Ann", "Ben")), window=window)
    check_scene(compare_scene(two, CLUB), SMALLER)
    assert any(text.text.startswith("Two players, Autumn season of") for text in compare_scene(two, CLUB).texts)


def test_a_published_rating_is_a_staircase() -> None:
    line = lines_of(report(track_of_points(points_of((1900, 1925, 1925, 1910)), steps=True)))[0].points
    assert all(one[0] == other[0] or one[1] == other[1] for one, other in itertools.pairwise(line))


def test_stairs_stay_level_until_they_move() -> None:
    assert stairs([(0, 5), (10, 5), (20, 3)]) == ((0, 5), (10, 5), (20, 5), (20, 3))


@given(ys=st.lists(st.floats(0, 500), min_size=1, max_size=2000), columns=st.integers(1, 900))
@example(ys=[1.0] * (MOST_POINTS + 1), columns=1)
@examples()
def test_of_many_points_each_column_keeps_first_last_and_extremes(ys: list[float], columns: int) -> None:
    places = [(float(at * columns // len(ys)), y) for at, y in enumerate(ys)]
    kept = thinned(places)
    if len(places) <= MOST_POINTS:
        assert kept == places
        return
    for column in {x for x, _ in places}:
        all_of_it, left = [y for x, y in places if x == column], [y for x, y in kept if x == column]
        assert len(left) <= 4
        assert (left[0], left[-1]) == (all_of_it[0], all_of_it[-1])
        assert (min(left), max(left)) == (min(all_of_it), max(all_of_it))


@given(low=st.floats(100, 2900), span=st.one_of(st.just(0.0), st.floats(0, 2800)))
@examples()
def test_a_scale_has_four_to_six_lines_and_room_above(low: float, span: float) -> None:
    scale = scale_of(low, low + span, None)
    assert 4 <= len(scale.ticks) <= 6
    assert 0 <= scale.low <= low
    assert all(tick % scale.step == 0 for tick in scale.ticks)
    assert scale.place(low + span) >= TOP + 0.05 * (BOTTOM - TOP) or span == 0


@given(low=st.floats(0, 100), high=st.floats(0, 100))
@examples()
def test_a_scale_with_ends_stays_within_them(low: float, high: float) -> None:
    low, high = sorted((low, high))
    scale = scale_of(low, high, Bounds(0, 100))
    assert 0 <= scale.low <= low <= high <= scale.high <= 100
    assert 4 <= len(scale.ticks) <= 6
    if high - low > 40:
        assert (scale.low, scale.high) == (0, 100)


@given(ends=st.lists(st.floats(TOP, BOTTOM), min_size=2, max_size=5))
@examples()
def test_names_beside_lines_keep_apart_in_their_order(ends: list[float]) -> None:
    places = name_places(sorted(ends))
    assert all(other - one >= 84 for one, other in itertools.pairwise(places))
    assert places[0] >= 182 - 1e-9
    assert places[-1] <= 518


def test_events_of_one_day_stand_apart_by_their_games() -> None:
    one_day = track_of_points(points_of((1500, 1510, 1490), (0, 0, 0)))
    plot = plot_of(report(one_day), 144, 1003)
    xs = [plot.x(point) for point in one_day.points]
    assert xs == sorted(set(xs))
    assert xs[-1] == 1003 < inf


def test_players_of_one_day_are_compared_along_an_axis_of_days() -> None:
    """Five whose ratings came with one roster: the last thirty days, 20 November at the right end."""
    tracks = [track_of_points(points_of((1500 + 10 * at,), (0,)), f"Player {at}") for at in range(5)]
    scene = compare_scene(report(*tracks, axis=Axis.DATE), CLUB)
    assert "by rated games" not in [text.text for text in scene.texts]
    plot = plot_of(report(*tracks, axis=Axis.DATE), 144, 1003)
    assert plot.last - plot.first == 30
    assert {plot.x(track.points[0]) for track in tracks} == {1003}


def test_a_name_that_cannot_be_drawn_goes_into_the_message() -> None:
    unknown = track_of_points(points_of((1500, 1510)), "𒀀𒀁𒀂")
    scene = history_scene(report(unknown), CLUB, TITLES)
    assert scene.in_full == ("𒀀𒀁𒀂",)
    assert any(text.text == "#1" for text in scene.texts)
