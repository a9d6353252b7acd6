"""The animation of a year's top ten."""

from datetime import date
from itertools import pairwise

import pytest

from bot.services.ratings.club_year import year_of
from bot.services.ratings.year_race import Race, RaceDay, _days
from bot.ui.pictures.race import FRAMES_PER_STEP, race_scenes, race_words
from bot.ui.pictures.scene import Rect, Scene
from core.lists import RatingList

NAMES = {1: "Ada Quill", 2: "Bo Cart", 3: "Cy Dorn"}
RACE = Race(
    year_of(2026),
    RatingList.USCHESS_REGULAR,
    [
        RaceDay(date(2025, 12, 31), []),
        RaceDay(date(2026, 7, 1), [(1, 1600), (2, 1500)]),
        RaceDay(date(2026, 12, 31), [(2, 1700), (1, 1600), (3, 1400)]),
    ],
    NAMES,
)


def names(scene: Scene) -> list[str]:
    """Return the names of a frame from the top down."""
    shown = [(text.y, text.text) for text in scene.texts if text.text in NAMES.values()]
    return [name for _, name in sorted(shown)]


def bars(scene: Scene) -> list[float]:
    return [item.width for item in scene.items if isinstance(item, Rect)]


def test_bars_change_places_and_grow_with_the_ratings() -> None:
    frames = race_scenes(RACE, "Club")
    assert len(frames) == 2 * FRAMES_PER_STEP + 1
    assert names(frames[0]) == []
    assert names(frames[FRAMES_PER_STEP]) == ["Ada Quill", "Bo Cart"]
    assert names(frames[-1]) == ["Bo Cart", "Ada Quill", "Cy Dorn"]
    first, second, third = bars(frames[-1])
    assert first > second > third > 0


def test_frames_say_which_day_they_show() -> None:
    frames = race_scenes(RACE, "Club")
    assert "US Chess Regular · 31 December 2026" in [text.text for text in frames[-1].texts]
    assert "US Chess Regular · 31 December 2025" in [text.text for text in frames[0].texts]


def test_equal_ratings_and_a_single_day_are_drawn() -> None:
    race = Race(year_of(2026), RatingList.ELO, [RaceDay(date(2026, 1, 1), [(1, 1500), (2, 1500)])], NAMES)
    (frame,) = race_scenes(race, "Club")
    assert len(set(bars(frame))) == 1


def test_the_end_of_the_race_is_told_in_words() -> None:
    assert race_words(RACE) == (
        "The top ten of US Chess Regular in 2026. At the end: 1. Bo Cart 1700, 2. Ada Quill 1600, 3. Cy Dorn 1400."
    )


@pytest.mark.parametrize(
    ("first", "last", "steps"),
    [
        (date(2026, 1, 1), date(2026, 12, 31), 12),
        (date(2026, 1, 1), date(2026, 1, 3), 3),
        (date(2026, 1, 1),) * 2 + (1,),
    ],
)
def test_days_are_at_equal_distances_from_the_day_before(first: date, last: date, steps: int) -> None:
    days = _days(first, last)
    assert (len(days), days[-1]) == (steps + 1, last)
    gaps = {(after - before).days for before, after in pairwise(days)}
    assert max(gaps) - min(gaps) <= 1
