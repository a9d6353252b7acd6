"""Files of tsh that contradict themselves."""

from datetime import date

import pytest
from formats_checks import checked
from pairings_events import lines

from core.errors import InputError
from core.files.scrabble.tsh import days_of, read_tsh


def refusal(*texts: str) -> str:
    with pytest.raises(InputError) as caught:
        read_tsh(lines(*texts))
    return checked(caught.value)


def test_an_opponent_who_is_not_there_is_refused() -> None:
    assert refusal("Ada 1500 7; 400", "Bo 1400 0; 50").startswith("Line 1: round 1: there is no player 7 among 2")


def test_nobody_plays_against_themselves() -> None:
    assert refusal("# x", "Ada 1500 1; 400").startswith("Line 2: round 1: player 1 cannot play against themselves")


@pytest.mark.parametrize(
    ("other", "has"), [("3", "player 3"), ("0", "no opponent"), ("00", "nothing"), ("", "nothing")]
)
def test_a_pairing_that_stands_on_one_side_alone_is_refused(other: str, has: str) -> None:
    sentence = refusal("Ada 1500 2; 400", f"Bo 1400 {other}", "Cy 1300 2; 380")
    assert sentence == (
        f"Line 1: round 1: player 1 has player 2, who has {has} there (line 2). Correct one of the two lines."
    )


def test_a_game_needs_both_scores() -> None:
    assert refusal("Ada 1500 2; 400", "Bo 1400 1;") == (
        "Line 1: round 1: player 1 has the score 400, but player 2 has none (line 2). Write both scores."
    )


def test_a_score_needs_an_opponent_or_a_zero() -> None:
    assert refusal("Ada 1500 2; 400 390", "Bo 1400 1; 380").startswith(
        "Line 1: round 2: player 1 has the score 390 without an opponent"
    )


@pytest.mark.parametrize("score", ["4oo", "--1", "1e3", "12345678", "²"])
def test_what_is_no_score_is_refused(score: str) -> None:
    assert "is not a score" in refusal(f"Ada 1500 2; {score}", "Bo 1400 1; 380")


def test_a_line_that_is_no_player_is_refused() -> None:
    assert refusal("Ada 1500 2; 400", "hello").startswith('Line 2: "hello" is not a player')


def test_files_of_spreads_are_refused_in_one_sentence() -> None:
    sentence = refusal("config entry = 'spread'", "#begin_file name=a.t", "Ada 1500 2; 20", "Bo 1400 1; -20")
    assert sentence.startswith("Line 1: the files have spreads instead of scores")
    assert refusal("config entry = 'spread'").startswith("Line 1: the files have spreads")
    # Without the settings they show it themselves.
    without = refusal("Ada 1500 2 2 2; 20 -31 0", "Bo 1400 1 1 1; -20 31 0")
    assert without.startswith("Line 1: the files have spreads instead of scores")


def test_a_player_among_the_settings_is_refused_and_not_passed_over() -> None:
    sentence = refusal("division a a.t", "config bye_spread = 50;", "Ada 1500 2; 400", "Bo 1400 1; 380")
    assert sentence.startswith("Line 3: a player is among tsh's settings")


def test_settings_of_more_divisions_than_an_event_has_are_refused() -> None:
    assert "more than 100 divisions" in refusal(*(f"division D{n} d{n}.t" for n in range(101)))


def test_an_archive_without_players_is_refused() -> None:
    assert "no players" in refusal("#begin_file name=a.t", "#end_file name=a.t")


@pytest.mark.parametrize(
    ("text", "began", "day"),
    [
        ("Dec 29-Jan 1, 2025", date(2024, 12, 29), date(2025, 1, 1)),
        ("December 29 - January 1, 2025", date(2024, 12, 29), date(2025, 1, 1)),
        ("29 Dec - 1 Jan 2025", date(2024, 12, 29), date(2025, 1, 1)),
        ("Dec 29, 2024 - Jan 1, 2025", date(2024, 12, 29), date(2025, 1, 1)),
        ("Jan 30-Feb 2, 2025", date(2025, 1, 30), date(2025, 2, 2)),
        ("3-5 March 2024", date(2024, 3, 3), date(2024, 3, 5)),
        ("3.–5. March 2024", date(2024, 3, 3), date(2024, 3, 5)),
    ],
)
def test_days_in_words_are_read_across_a_new_year_too(text: str, began: date, day: date) -> None:
    assert days_of(text) == (began, day)


@pytest.mark.parametrize(
    "text", ["March 5-3, 2024", "March 45, 2024", "soon", "2024-04-01 - 2024-03-30", "March 3 - soon", "-", ""]
)
def test_what_is_no_date_is_left_out(text: str) -> None:
    assert days_of(text) == (None, None)


def test_a_date_that_cannot_be_read_is_said() -> None:
    event = read_tsh(lines("config event_date = 'next week'", "#begin_file name=a.t", "Ada 1500 0; 50"))
    assert (event.day, [remark.line for remark in event.remarks if "date" in remark.text]) == (None, [1])
