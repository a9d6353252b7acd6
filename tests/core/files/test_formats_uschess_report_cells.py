"""Cells, time controls and names of rating reports."""

from typing import Any

import pytest
from formats_checks import checked, hostile_text, read_or_refused, read_to_the_end, thorough
from hypothesis import given

from core.errors import InputError, RuleError
from core.event.crosstable import TimeControl
from core.files.chess.uschess_report import (
    conflict,
    parse_cell,
    rating_system,
    read_control,
    report_name,
    spelled,
    to_ascii,
)
from core.files.common.people import readable_name
from core.files.common.text import one_line
from tests.core.golden_cases import golden


@pytest.mark.parametrize("case", golden("uschess_report/cells"))
def test_a_cell_is_read_as_the_description_says(case: dict[str, Any]) -> None:
    if "expected" not in case:
        with pytest.raises(InputError) as caught:
            parse_cell(case["cell"])
        checked(caught.value)
        return
    cell = parse_cell(case["cell"])
    assert [cell.letter, cell.opponent or 0, cell.colour or ""] == case["expected"]


@given(hostile_text)
@thorough
def test_whatever_the_text_a_cell_is_read_or_refused(text: str) -> None:
    read_or_refused(parse_cell, text)
    read_control(text)
    readable_name(text)
    read_or_refused(lambda name: report_name(name, "Player 1"), text)


@pytest.mark.parametrize("part", ["W ", "40/90,", "5second", "g/1", "D ", "A,", "9"])
def test_nothing_takes_long(part: str) -> None:
    read_to_the_end(parse_cell, part)
    read_to_the_end(read_control, part)
    read_to_the_end(readable_name, part)


@pytest.mark.parametrize(
    ("text", "minutes", "seconds"),
    [
        ("G/60;d5", 60, 5),
        ("G/90;+30", 90, 30),
        ("G/5;d0", 5, 0),
        ("40/90,SD/30;d5", 120, 5),
        ("G/45; d5", 45, 5),
        ("G60; d5", 60, 5),
        ("Game/60 d/5", 60, 5),
        ("Game in 60, 5 second delay", 60, 5),
        ("90+30", 90, 30),
        ("30/90;SD/60;+5", 150, 5),
        ("g/25;+5", 25, 5),
        ("40/90 +30, SD/30 +30", 120, 30),
    ],
)
def test_time_controls_are_read_as_they_are_spelled(text: str, minutes: int, seconds: int) -> None:
    assert read_control(text) == TimeControl(minutes, seconds)


@pytest.mark.parametrize("text", ["", "soon", "G/", "40/", "0+5", "G/60;d5 and more", "9" * 61, "999/999,SD/999"])
def test_what_is_no_time_control_is_none(text: str) -> None:
    assert read_control(text) is None


@pytest.mark.parametrize(
    ("control", "letter", "text"),
    [
        (TimeControl(90, 5), "R", "G/90;d5"),
        (TimeControl(90, 30), "R", "G/90;+30"),
        (TimeControl(60, 5), "D", "G/60;d5"),
        (TimeControl(25, 5), "D", "G/25;d5"),
        (TimeControl(24, 5), "Q", "G/24;d5"),
        (TimeControl(5, 0), "B", "G/5;d0"),
    ],
)
def test_the_rating_system_follows_from_the_time_control(control: TimeControl, letter: str, text: str) -> None:
    assert rating_system(control) == letter
    assert spelled(control) == text
    assert read_control(text) == control
    assert conflict(control, letter) == ""


def test_a_letter_that_the_time_control_contradicts_is_told() -> None:
    assert conflict(TimeControl(5, 0), "D") == ""  # as blitz is known to be accepted
    assert "regular" in conflict(TimeControl(60, 5), "R")
    assert "too fast" in conflict(TimeControl(1, 0), "R")
    with pytest.raises(RuleError):
        rating_system(TimeControl(1, 0))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("MARLOW, IDA", "Marlow, Ida"),
        ("MARLOW,IDA  M", "Marlow, Ida M"),
        ("O'DELL, D'ARCY", "O'Dell, D'Arcy"),
        ("MCNALLY-STOUT, KIT III", "McNally-Stout, Kit III"),
        ("van Oort, Bram", "van Oort, Bram"),
        ("Ida Marlow", "Ida Marlow"),
        ("FENN,", "Fenn"),
        ("ÖSTBY, NILS", "Östby, Nils"),
    ],
)
def test_names_are_read_as_people_write_them(written: str, read: str) -> None:
    assert readable_name(written) == read


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Östby, Nils", "OSTBY, NILS"),
        ("Ida Marlow", "MARLOW, IDA"),
        ("Ida M. Marlow Jr.", "MARLOW JR., IDA M."),
        ("Ida", "IDA"),
        ("Weiß, Åsa", "WEISS, ASA"),
        ("Łuk, Đorđe", "LUK, DORDE"),
        ("Æþelstan, Sœur", "AETHELSTAN, SOEUR"),
        ("Işık, Bjørn", "ISIK, BJORN"),
        ("O’Dell, Kit", "O'DELL, KIT"),
    ],
)
def test_names_are_written_in_capitals_without_accents(name: str, written: str) -> None:
    assert report_name(name, "Player 1") == written


def test_a_letter_that_has_no_ascii_is_refused_with_the_name() -> None:
    with pytest.raises(InputError) as caught:
        to_ascii("Иван", "Section 1, player 2")
    assert checked(caught.value).startswith("Section 1, player 2: ")
    assert one_line("a\u202e\ud800\nb") == "a b"
