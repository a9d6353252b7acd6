"""Crosstables as CSV or TSV."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game
from core.files.recognise import read_event_file

TEXT = """number,name,rating,games,id,born,1,2
1,"Quill, Ada",1500,,12345678,2001-02-03,W2,B
2,Bo,1210P7,,,,L1,
3,Cy,,,,,H,-
"""


def test_the_template_is_read_to_the_last_cell() -> None:
    (section,) = read_event_file(TEXT.encode()).sections
    ada, bo, cy = section.players
    assert (ada.number, ada.name, ada.rating, ada.games, ada.uschess_id) == (1, "Quill, Ada", 1500.0, None, "12345678")
    assert (ada.born, ada.line) == (date(2001, 2, 3), 2)
    assert (bo.rating, bo.games) == (1210.0, 7)
    assert (cy.rating, cy.games) == (None, None)
    assert section.games == (Game(1, 1, 2, 1.0),)
    assert section.byes == (Bye(2, 1, ByeKind.FULL_POINT), Bye(1, 3, ByeKind.HALF_POINT))


@pytest.mark.parametrize("delimiter", ["\t", ";", "|"])
@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n"])
def test_other_delimiters_and_line_ends_say_the_same(delimiter: str, end: str) -> None:
    text = "No.,Player,Rd 1\n1,Ada,W2\n2,Bo,L1\n".replace(",", delimiter).replace("\n", end)
    (section,) = read_event_file(text.encode()).sections
    assert [player.name for player in section.players] == ["Ada", "Bo"]
    assert section.games == (Game(1, 1, 2, 1.0),)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_names_survive_their_encoding(encoding: str) -> None:
    text = "name,1\nZoë Ångström,W2\nBo,L1\n"
    assert read_event_file(text.encode(encoding)).sections[0].players[0].name == "Zoë Ångström"


def test_columns_have_any_order_and_unnumbered_players_are_counted() -> None:
    (section,) = read_event_file(b"R2,name,R1,rating\nW2,Ada,D2,1500\nL1,Bo,D1,1600\n").sections
    assert [player.number for player in section.players] == [1, 2]
    assert section.games == (Game(1, 1, 2, 0.5), Game(2, 1, 2, 1.0))


def test_a_remark_tells_of_games_that_differ() -> None:
    read = read_event_file(b"name,rating,games,1\nAda,1500P7,9,W2\nBo,1500,,L1\n")
    assert [(remark.line, "9" in remark.text) for remark in read.remarks] == [(2, True)]
    assert read.sections[0].players[0].games == 9


@pytest.mark.parametrize("last", [100, 240])
def test_no_round_is_left_out_in_silence(last: int) -> None:
    text = f"name,rating,1,{last}\nAda,1500,W2,D2\nBo,1400,L1,D1\n"
    with pytest.raises(InputError, match="more than 99 rounds"):
        read_event_file(text.encode())


def test_the_sample_that_the_practice_club_offers_is_read() -> None:
    sample = Path(__file__).parents[3] / "bot" / "samples" / "sample-event.csv"
    (section,) = read_event_file(sample.read_bytes()).sections
    assert (len(section.players), len(section.games), section.rounds) == (8, 15, 4)


@given(st.binary(max_size=300))
@example(b"name,1\n\xff,W2\n")
def test_whatever_the_bytes_it_is_an_event_or_one_sentence(data: bytes) -> None:
    for content in (data, b"number,name,rating,1,2\n" + data):
        assert "\n" not in refusal(content)


@given(st.text(alphabet="WDLXFBHU0123456789,-\n\"' nameAdBo", max_size=200))
def test_whatever_the_table_it_is_an_event_or_one_sentence(text: str) -> None:
    assert "\n" not in refusal(f"number,name,rating,games,born,1,2\n{text}".encode())


def refusal(data: bytes) -> str:
    """Return the sentence that a file is refused with, or nothing; any other error goes through."""
    try:
        read_event_file(data)
    except InputError as error:
        return error.message
    return ""


@pytest.mark.parametrize("draw", ["=2", "½2"])
def test_a_draw_may_be_a_sign(draw: str) -> None:
    signs = f"number,name,1\n1,Ann,{draw}\n2,Ben,D1\n".encode()
    (written,), (plain,) = (read_event_file(data).sections for data in (signs, signs.replace(draw.encode(), b"D2")))
    assert written == plain
