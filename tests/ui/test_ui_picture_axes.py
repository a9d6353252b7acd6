"""Axes and colours of pictures."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.ui.pictures import scene
from bot.ui.pictures.axes import count_ticks, date_ticks, label_place
from bot.ui.pictures.fonts import Box, box_of
from bot.ui.pictures.scene import Text
from tests.depth import examples

WITHIN = Box(0, 0, 1080, 680)


@pytest.mark.parametrize(
    ("colour", "on_ground", "on_panel"),
    [
        (scene.INK, 16.4, 14.2),
        (scene.SOFT, 9.9, 8.5),
        (scene.FAINT, 5.7, 4.9),
        (scene.BLUE, 7.6, None),
        (scene.ORANGE, 7.3, None),
        (scene.TEAL, 8.5, None),
        (scene.PINK, 5.7, None),
        (scene.YELLOW, 14.1, None),
        (scene.FALL, 7.7, None),
    ],
)
def test_contrasts_are_those_of_the_specification(colour: str, on_ground: float, on_panel: float | None) -> None:
    assert scene.contrast(colour, scene.GROUND) == pytest.approx(on_ground, abs=0.06)
    if on_panel is not None:
        assert scene.contrast(colour, scene.PANEL) == pytest.approx(on_panel, abs=0.06)


def test_contrast_is_that_of_wcag() -> None:
    """21 between black and white, 1 of a colour with itself; #767676 is the lightest grey under white text."""
    assert scene.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert scene.contrast("#123456", "#123456") == 1
    assert scene.contrast("#FFFFFF", "#767676") == pytest.approx(4.54, abs=0.005)
    assert scene.mixed("#FFFFFF", "#000000", 0.5) == "#808080"


def _hundredths(least: int, most: int) -> st.SearchStrategy[float]:
    return st.integers(least * 100, most * 100).map(lambda figure: figure / 100)


@pytest.mark.parametrize(
    ("first", "last", "labels"),
    [
        (date(2026, 9, 4), date(2026, 11, 20), ["Oct", "Nov"]),
        (date(2025, 11, 4), date(2026, 3, 1), ["Dec", "2026", "Feb", "Mar"]),
        (date(2025, 11, 4), date(2026, 11, 20), ["2026", "Apr", "Jul", "Oct"]),
        (date(2022, 3, 4), date(2026, 11, 20), ["2023", "2024", "2025", "2026"]),
    ],
)
def test_dates_are_months_quarters_or_years(first: date, last: date, labels: list[str]) -> None:
    assert [label for _, label in date_ticks(first, last)] == labels


@examples()
@given(st.dates(date(1950, 1, 1), date(2090, 1, 1)), st.integers(0, 30_000))
def test_dates_stand_within_and_not_too_many(first: date, days: int) -> None:
    last = first + timedelta(days)
    ticks = [day for day, _ in date_ticks(first, last)]
    assert all(first <= day <= last for day in ticks)
    assert all(one < other for one, other in pairwise(ticks))
    assert len(ticks) <= 8


def test_counts_are_one_two_five() -> None:
    assert count_ticks(5) == [0, 1, 2, 3, 4, 5]
    assert count_ticks(29) == [0, 5, 10, 15, 20, 25]
    assert count_ticks(84) == [0, 20, 40, 60, 80]
    assert count_ticks(1000) == [0, 200, 400, 600, 800, 1000]


def test_a_label_goes_where_there_is_room_and_else_nowhere() -> None:
    label = Text(0, 0, "peak 1612", 34, 700, scene.INK)
    right = label_place(label, (300, 300), 20, WITHIN, ())
    assert right is not None
    assert (right.align, right.x) == ("left", 320)
    left = label_place(label, (1000, 300), 20, WITHIN, ())
    assert left is not None
    assert (left.align, left.x) == ("right", 980)
    above = label_place(label, (300, 300), 20, WITHIN, [Box(0, 290, 290, 350), Box(310, 290, 700, 320)])
    assert above is not None
    assert above.align == "center"
    assert box_of(above).bottom < 300
    assert label_place(label, (300, 300), 20, WITHIN, [Box(0, 0, 1080, 680)]) is None


@examples()
@given(
    st.tuples(st.integers(0, 1080), st.integers(0, 680)),
    st.lists(st.tuples(st.integers(0, 1080), st.integers(0, 680)), min_size=2, max_size=6),
)
def test_a_label_covers_no_line(at: tuple[int, int], line: list[tuple[int, int]]) -> None:
    found = label_place(Text(0, 0, "▲ 88 Spring Open", 30, 600, scene.TEAL), at, 16, WITHIN, (), [line])
    assume(found is not None)
    assert found is not None
    box = box_of(found)
    for (x1, y1), (x2, y2) in pairwise(line):
        for part in range(101):
            x, y = x1 + (x2 - x1) * part / 100, y1 + (y2 - y1) * part / 100
            assert not (box.left < x < box.right and box.top < y < box.bottom)
