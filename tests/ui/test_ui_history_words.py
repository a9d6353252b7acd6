"""Ratings over time in words."""

import pytest
from history_factories import LONG, NAMES, TITLES, TODAY, drawn_tracks, points_of, report, track_of_points
from hypothesis import given

from bot.services.ratings.history import Point, Track, Window
from bot.ui.cards.charts import picture_embeds, words_embed
from bot.ui.framework.layout import MOST_LINES, over_limits
from bot.ui.framework.text import width
from bot.ui.wording.histories import alternative, cause_of_change, event_lines, in_words, track_lines, why_no_picture
from core.lists import RatingList
from tests.depth import examples

TWO = track_of_points(points_of((1470, 1558)))


def code_of(line: str) -> str:
    return line.split("`")[1]


@pytest.mark.parametrize("name", NAMES)
@given(track=drawn_tracks())
@examples(0.2)
def test_figures_are_in_columns_and_names_are_whole(name: str, track: Track) -> None:
    several = report(*(track_of_points(track.points, each) for each in (name, "Eli", LONG)))
    for lines in (event_lines(report(track), track), track_lines(several)):
        assert len({width(code_of(line)) for line in lines}) == 1
        assert len(lines) <= MOST_LINES
        assert not any(code_of(line).startswith(" ") or code_of(line).endswith(" ") for line in lines)
    assert LONG in "\n".join(track_lines(several))


@given(track=drawn_tracks())
@examples()
def test_discord_takes_every_answer(track: Track) -> None:
    for shown in (report(track), report(track, TWO)):
        assert over_limits([words_embed(shown)]) == []
        assert over_limits(picture_embeds(shown, "1 name in full: Ann")) == []
        assert 0 < len(alternative(shown, list(TITLES.values()))) <= 1024
        assert len(in_words(shown)) <= MOST_LINES


def test_an_answer_in_words() -> None:
    jumped = track_of_points(points_of((1470, 1612, 1558), event="Spring Open"), floor=1400, jumps=(1,))
    said = [line.replace("\u00a0", " ") for line in in_words(report(jumped))]
    assert said == [
        "### Nora Quill · US Chess Regular",
        "# 1558  ▼ 54",
        "3 events since 2023 · peak 1612 on 15 Oct 2023 · floor 1400",
        "`1558 ▼54 ` Spring Open · 14 Nov 2023",
        "`1612 ▲142` Spring Open · 15 Oct 2023",
        "`1470     ` Spring Open · 15 Sep 2023",
    ]
    assert alternative(report(jumped), ["4th Category"]) == (
        "Nora Quill, US Chess Regular: 1558 after 3 events since 2023; from 1470 on 15 Sep 2023; "
        "peak 1612 on 15 Oct 2023; floor 1400; title: 4th Category; up 142 at Spring Open; by date."
    )


def test_several_in_words() -> None:
    both = report(
        track_of_points(points_of((1600, 1612)), "Bea"),
        track_of_points(points_of((1500, 1490), provisional=2), "Sol"),
        window=Window("one year", points_of((1,))[0].day),
    )
    said = [line.replace("\u00a0", " ") for line in in_words(both)]
    assert said == [
        "### Two players, one year",
        "US Chess Regular · by date",
        "`1612  ▲12` Bea",
        "`1490P ▼10` Sol",
    ]


@pytest.mark.parametrize(
    ("point", "said"),
    [
        (Point(TWO.points[0].day, 0, 1.0, 1, False, events=((None, TWO.points[0].day),)), "on 15 Sep 2023"),
        (Point(TWO.points[0].day, 0, 1.0, 1, False, events=(("A", TWO.points[0].day),) * 2), "in 2 events"),
        (Point(TWO.points[0].day, 0, 1.0, 1, False, entered=True), "rating set"),
        (Point(TWO.points[0].day, 0, 1.0, 1, False), "all recalculated"),
    ],
)
def test_what_moved_a_rating(point: Point, said: str) -> None:
    assert cause_of_change(point, TODAY) == said


def test_an_event_without_a_name_is_called_after_its_day_once() -> None:
    unnamed = track_of_points(points_of((1500, 1510), event=None))
    assert [line.partition("` ")[2] for line in event_lines(report(unnamed), unnamed)] == [
        "on 15 Oct 2023",
        "on 15 Sep 2023",
    ]


def test_a_line_takes_two_points() -> None:
    one = track_of_points(points_of((1500,)))
    assert why_no_picture(report(TWO)) is None
    assert "needs two events" in (why_no_picture(report(one)) or "")
    assert "needs two events" in (why_no_picture(report(one, one)) or "")
    assert why_no_picture(report(one, TWO)) is None


def test_an_estimate_says_so() -> None:
    published = track_of_points(points_of((1900, 1910)), rating_list=RatingList.FIDE_STANDARD)
    assert "official" in str(words_embed(report(published)).footer.text).lower()
