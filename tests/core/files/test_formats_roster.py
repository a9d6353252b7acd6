"""A roster as people and spreadsheets write it, and as it is written."""

import re
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.event.entered_rating import EnteredRating
from core.files.common.text import clean_name
from core.files.recognise import read_event_file
from core.files.roster.fide_list import read_people
from core.files.roster.table import RosterLine, read_roster, template, write_roster
from core.lists import RatingList
from tests.core.files.test_fide_list import packed, text_list, xml_list
from tests.depth import examples

REGULAR = RatingList.USCHESS_REGULAR


@pytest.mark.parametrize(
    ("header", "cell", "told"),
    [
        ("USCF", "12345678", {"uschess_id": "12345678"}),
        ("US Chess ID#", "12345678.0", {"uschess_id": "12345678"}),
        ("FIDE No.", "2020009", {"fide_id": "2020009"}),
        ("NASPA", "aa000123", {"naspa_id": "AA000123"}),
        ("Fed.", "nor", {"federation": "NOR"}),
        ("M/F", "F", {"sex": "w"}),
        ("Gender", "male", {"sex": "m"}),
        ("FIDE title", "wim", {"title": "WIM"}),
        ("Title", "NM", {}),
        ("Country", "Norway", {}),
    ],
)
def test_columns_go_by_the_names_that_people_write(header: str, cell: str, told: dict[str, str]) -> None:
    (line,) = read_roster(f"Player,{header}\nAda Quill,{cell}\n".encode(), REGULAR).lines
    assert line == RosterLine(2, "Ada Quill", details=told)


@pytest.mark.parametrize(
    ("header", "cells", "rating_list", "entered"),
    [
        ("rating,games", "1650,30", REGULAR, EnteredRating(1650, 30)),
        ("USCF,gms", "1650,30", REGULAR, EnteredRating(1650, 30)),
        ("Elo", "1210P7", REGULAR, EnteredRating(1210, 7)),
        ("Regular Rtg", "1210/7", REGULAR, EnteredRating(1210, 7)),
        ("US Chess Quick rating,US Chess Quick games", "900,0", RatingList.USCHESS_QUICK, EnteredRating(900, 0)),
        ("FIDE", "2100", RatingList.FIDE_STANDARD, EnteredRating(2100)),
        ("Rapid", "2100", RatingList.FIDE_RAPID, EnteredRating(2100)),
        ("FIDE Blitz Elo,FIDE Blitz peak", "2100,2200", RatingList.FIDE_BLITZ, EnteredRating(2100, None, 2200)),
        ("rating,games,highest,floor", "1650.5,30,1800,1600", REGULAR, EnteredRating(1650.5, 30, 1800, 1600)),
        ("NASPA (estimate) rating", "1200", RatingList.NASPA, EnteredRating(1200)),
        ("Glicko-2 rating", "1500", RatingList.GLICKO_2, EnteredRating(1500)),
        ("Oracle rating", "61.25", RatingList.ORACLE, EnteredRating(61.25)),
    ],
)
def test_a_rating_goes_to_its_list(header: str, cells: str, rating_list: RatingList, entered: EnteredRating) -> None:
    quoted = f"name;{header.replace(',', ';') if 'pool' not in header else header}\nAda;{cells.replace(',', ';')}\n"
    (line,) = read_roster(quoted.encode(), REGULAR).lines
    assert line.ratings == {rating_list: entered}


@pytest.mark.parametrize(
    ("written", "born", "year"),
    [
        ("2012-05-30", date(2012, 5, 30), None),
        ("30.5.2012", date(2012, 5, 30), None),
        ("2012/05/30", date(2012, 5, 30), None),
        ("2012", None, 2012),
        ("2012.0", None, 2012),
        ("", None, None),
        ("0", None, None),
    ],
)
def test_a_birth_is_a_day_or_a_year(written: str, born: date | None, year: int | None) -> None:
    (line,) = read_roster(f"name\tborn\nAda\t{written}\n".encode(), REGULAR).lines
    assert (line.born, line.born_year) == (born, year)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_spreadsheets_write_in_several_ways(encoding: str, delimiter: str) -> None:
    rows = (["Surname", "First name", "Rating"], ["Müller", "Ædine", "1650"])
    data = "\r\n".join(delimiter.join(row) for row in rows).encode(encoding)
    (line,) = read_roster(data, REGULAR).lines
    assert (line.name, line.ratings) == ("Ædine Müller", {REGULAR: EnteredRating(1650)})


def test_what_is_not_used_is_said() -> None:
    file = read_roster(b"name,shoe size,rating\nAda,42,1500\n", REGULAR)
    assert [str(remark) for remark in file.remarks] == ['Line 1: the column "shoe size" is not used']


def test_the_template_is_read() -> None:
    assert len(read_roster(template([REGULAR]), REGULAR).lines) == 1


def test_a_roster_among_results_is_shown_the_way() -> None:
    with pytest.raises(InputError, match="A director can import it as a roster with /td import"):
        read_event_file(b"name,uschess_id,rating,games\nAda,10000001,1500,30\n")


NAMES = (
    st.text(min_size=1, max_size=30).map(lambda text: clean_name(text)).filter(lambda name: name and not name.isupper())
)
RATINGS = st.floats(0, 3000).map(lambda rating: round(rating, 2)).filter(bool)
DETAILS = st.fixed_dictionaries(
    {},
    optional={
        "uschess_id": st.from_regex(r"[0-9]{8}", fullmatch=True),
        "fide_id": st.from_regex(r"[1-9][0-9]{5,9}", fullmatch=True),
        "naspa_id": st.from_regex(r"[A-Z]{2}[0-9]{6}", fullmatch=True),
        "federation": st.from_regex(r"[A-Z]{3}", fullmatch=True),
        "sex": st.sampled_from("mw"),
        "title": st.sampled_from(["GM", "WIM", "CM"]),
    },
)


@st.composite
def people(draw: st.DrawFn) -> tuple[list[RosterLine], list[RatingList]]:
    lists = draw(st.lists(st.sampled_from(RatingList), unique=True))
    lines = []
    for number in range(2, 2 + draw(st.integers(1, 4))):
        entered_ratings: dict[RatingList, Any] = {}
        for moved in lists:
            if draw(st.booleans()):
                figures = draw(st.none() | st.integers(0, 9999)), draw(st.none() | RATINGS), draw(st.none() | RATINGS)
                entered_ratings[moved] = EnteredRating(draw(RATINGS), *figures)
        born, year = draw(st.none() | st.dates(date(1900, 1, 1), date(2020, 1, 1))), None
        if born is None:
            year = draw(st.none() | st.integers(1900, 2020))
        discord = draw(st.none() | st.integers(10**16 + 1, 2**63 - 1).filter(lambda one: one % 100).map(str))
        lines.append(RosterLine(number, draw(NAMES), discord, draw(DETAILS), born, year, entered_ratings))
    return lines, lists


@examples()
@given(people())
def test_what_is_written_is_read_back(written: tuple[list[RosterLine], list[RatingList]]) -> None:
    lines, lists = written
    file = read_roster(write_roster(lines, lists), REGULAR)
    assert list(file.lines) == lines
    assert [remark for remark in file.remarks if "column" in remark.text] == []


SEEDS = (
    write_roster([RosterLine(2, "Ada Quill", None, {"fide_id": "2020009"}, None, 2008)], [REGULAR]),
    b"name;Discord;USCF ID;Born;Elo;games\nAda;<@123456789012345678>;10000001;3.4.1990;1650P7;7\n",
    text_list(),
    xml_list(),
    packed(list_txt=text_list()),
)


@examples()
@given(st.sampled_from(SEEDS), st.integers(0, 400), st.integers(0, 30), st.binary(max_size=12))
def test_whatever_is_uploaded_is_read_or_refused_with_one_sentence(data: bytes, at: int, cut: int, put: bytes) -> None:
    changed = data[:at] + put + data[at + cut :]
    refusal = None
    try:
        file = read_people(changed, REGULAR, ["90000001"])
    except InputError as error:
        refusal = error.message
    if refusal is None:
        assert all(line.name or line.discord or line.details for line in file.lines)
    else:
        assert re.fullmatch(r"[^\n]+\.", refusal)


@pytest.mark.parametrize("word", ["BYE", "Bye", "spielfrei", "Freilos", "exempt", "(bye)"])
def test_a_line_for_the_bye_is_nobody(word: str) -> None:
    """As a pairing program exports it, with a rating of 0."""
    people = read_roster(f"name,rating\nAda Quill,1500\n{word},0\n".encode(), RatingList.USCHESS_REGULAR)
    assert [one.name for one in people.lines] == ["Ada Quill"]
    assert [str(one) for one in people.remarks] == [f'Line 3: "{word}" is a bye, not a person. Ignored']


def test_somebody_with_an_id_is_no_bye_whatever_they_are_called() -> None:
    people = read_roster(b"name,id\nFrei,10000001\n", RatingList.USCHESS_REGULAR)
    assert [one.name for one in people.lines] == ["Frei"]
