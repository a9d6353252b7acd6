"""Time controls, as a member writes them."""

import pytest
from formats_checks import HOSTILE, hostile_text, read_or_refused, read_to_the_end, refusal, short_id, thorough
from hypothesis import given
from hypothesis import strategies as st

from core.crosstable import TimeControl
from core.formats.typed.time_controls import parse_time_control


@pytest.mark.parametrize(
    ("text", "minutes", "seconds"),
    [
        ("90+30", 90, 30),
        ("90 + 30", 90, 30),
        ("25", 25, 0),
        ("G/60;d5", 60, 5),
        ("g/60;D5", 60, 5),
        ("G/60; d5", 60, 5),
        ("G/60,d5", 60, 5),
        ("G/30 d5", 30, 5),
        ("G/30 d/5", 30, 5),
        ("G/60;+5", 60, 5),
        ("G60;d0", 60, 0),
        ("G/25 inc5", 25, 5),
        ("Game/90;inc/30", 90, 30),
        ("game 60", 60, 0),
        ("G/5", 5, 0),
        (" 3+2 ", 3, 2),
        ("0+0", 0, 0),
        ("999+999", 999, 999),
    ],
)
def test_a_time_control_is_read(text: str, minutes: int, seconds: int) -> None:
    assert parse_time_control(text) == TimeControl(minutes, seconds)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "fast",
            "90+",
            "+30",
            "G/",
            "90+30+15",
            "40/90,SD/30;d5",
            "40/90;+30",
            "1000",
            "90+1000",
            "1.5+2",
            "-5+3",
        ),
        *("90+-30", "90:30", "1h30", "90min+30s", "90'+30\"", "G/60;delay5", "½+2", "GG/60"),
    ],
    ids=short_id,
)
def test_anything_else_is_refused_and_repeated(text: str) -> None:
    assert f'"{text}" is not a time control' in refusal(parse_time_control, text)


@pytest.mark.parametrize("text", HOSTILE, ids=short_id)
def test_a_hostile_text_is_read_or_refused_in_one_line(text: str) -> None:
    read_or_refused(parse_time_control, text)


times = st.integers(min_value=0, max_value=999)
forms = st.sampled_from(
    ["{}+{}", "{} + {}", "G/{};d{}", "g/{};d{}", "G/{} d{}", "G/{}, d/{}", "G/{};+{}", "Game {} inc {}"]
)


@thorough
@given(times, times, forms)
def test_a_time_control_reads_back_in_every_spelling(minutes: int, seconds: int, form: str) -> None:
    assert parse_time_control(form.format(minutes, seconds)) == TimeControl(minutes, seconds)


@thorough
@given(times, times)
def test_what_an_answer_prints_can_be_typed_again(minutes: int, seconds: int) -> None:
    control = TimeControl(minutes, seconds)
    assert parse_time_control(str(control)) == control


@thorough
@given(hostile_text)
def test_any_text_is_a_time_control_or_refused(text: str) -> None:
    control = read_or_refused(parse_time_control, text)
    assert control is None or (0 <= control.minutes <= 999 and 0 <= control.seconds <= 999)


@pytest.mark.parametrize("part", ["1", " ", "g ", "game", "1 ", "+", "1 +", "d/", "\u2003", "1\t"], ids=short_id)
@pytest.mark.parametrize(("start", "end"), [("", ""), ("9", "x"), ("9+", ""), ("g", "9x")])
def test_the_longest_text_is_read_to_the_end(part: str, start: str, end: str) -> None:
    read_to_the_end(parse_time_control, part, start, end)
