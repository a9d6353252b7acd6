"""The two tables of CoCo's program that have no games: ratings of an event, and the rating list."""

from datetime import date

import pytest
from formats_checks import checked

from core.crosstable import Board
from core.errors import InputError
from core.event_file import FilePlayer
from core.formats.recognise import read_event_file
from core.formats.scrabble.coco_list import is_coco_list, read_coco_list
from core.formats.scrabble.coco_rated import is_coco_rated, read_coco_rated

RATED = """\
Harbour Open
2024-03-05
Section A
NAME                  RECORD     SPREAD  OLD RAT  NEW RAT  NEW DEV 
Quill, Ada            3.0-1.0       132     2063     2070     86.6
Louis 14 Roy          2.5-1.5       -12     1500     1543   120.25
Bo Brook              0.5-3.5      -120 1654.571     1600    150.0

Louis 14 Roy          is unrated 

Section Late birds
NAME                  RECORD     SPREAD  OLD RAT  NEW RAT  NEW DEV 
Cy Cole               1.0-0.0        50        0      300     86.6


"""  # noqa: W291
LISTED = """\
NICK     Name                Games Rat  LastplayedNew Dev
         Ada Quill              20 2062 20200217   86.6 
AQ   CA  Louis 14 Roy          120 1500 20191231
     0N1 Twenty-Letters, Zoe 1200  300 20200217  150.0
"""  # noqa: W291


def test_everybody_of_an_event_has_the_rating_before_it() -> None:
    event = read_coco_rated(RATED.encode())
    assert (event.name, event.day, event.board) == ("Harbour Open", date(2024, 3, 5), Board.SCRABBLE)
    assert [(section.name, section.games) for section in event.sections] == [("A", ()), ("Late birds", ())]
    assert [player for section in event.sections for player in section.players] == [
        FilePlayer(1, "Quill, Ada", 2063.0, line=5),
        FilePlayer(2, "Louis 14 Roy", None, line=6),
        FilePlayer(3, "Bo Brook", 1654.571, line=7),
        FilePlayer(1, "Cy Cole", None, line=13),
    ]
    assert [str(remark) for remark in event.remarks] == [
        "the table has records without games: to have an event rated, upload its .tou file, or its results as CSV"
    ]


def test_a_table_without_a_section_is_one() -> None:
    event = read_coco_rated(RATED.split("Section A\n")[1].split("Section")[0].encode())
    assert (event.name, event.day) == (None, None)
    assert [(section.name, len(section.players)) for section in event.sections] == [(None, 3)]


def test_everybody_of_a_list_has_games_rating_and_state() -> None:
    event = read_coco_list(LISTED.encode())
    assert (event.name, event.day, event.board) == (None, None, Board.SCRABBLE)
    (section,) = event.sections
    assert section.players == (
        FilePlayer(1, "Ada Quill", 2062.0, 20, line=2),
        FilePlayer(2, "Louis 14 Roy", 1500.0, 120, state="CA", line=3),
        FilePlayer(3, "Twenty-Letters, Zoe", 300.0, 1200, line=4),
    )
    assert [str(remark) for remark in event.remarks] == [
        "a rating list has no games: to have an event rated, upload its .tou file, or its results as CSV"
    ]


@pytest.mark.parametrize(("data", "form"), [(RATED, "(.RT)"), (LISTED, "(.dat)")])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_they_are_recognised_by_their_headers(data: str, form: str, end: str) -> None:
    assert form in read_event_file(data.replace("\n", end).encode()).format


@pytest.mark.parametrize("text", ["", "name,record\n", "Name Games Rat\n", "Old NICK Name Games Rat\n", "NAME RECORD"])
def test_other_tables_are_not_taken_for_them(text: str) -> None:
    assert not is_coco_rated(text)
    assert not is_coco_list(text)


HEAD = "NAME RECORD SPREAD OLD RAT NEW RAT NEW DEV\n"


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("", "no players"),
        ("Ada 3.0-1.0 132 2063 2070", 'Line 2: "Ada 3.0-1.0 132 2063 2070" is no player'),
        ("3.0-1.0 132 2063 2070 86.6", "Line 2"),
        ("Ada 3.2-1.0 132 2063 2070 86.6", "is no player"),
        ("Ada 3.0-1.0 132 2063 20700 86.6", "is no player"),
        ("Ada 3-1 132 2063 2070 86.6\nBo 1-3 x 2063 2070 86.6", "Line 3"),
        ("Ada 3-1 132 2063 2070 86.6\nAda 1-3 0 2063 2070 86.6", 'Line 3: "Ada" stands there twice, first in line 2'),
        ("Ada 3-1 132 2063 2070 86.6\nBo is unrated", 'Line 3: "Bo" is not in the section above'),
        ("\n".join(f"P{n} 3-1 132 2063 2070 86.6" for n in range(2001)), "more than 2000 players"),
    ],
)
def test_a_table_that_is_broken_is_one_sentence(rows: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read_coco_rated((HEAD + rows).encode())
    assert sentence in checked(caught.value)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("", "no players"),
        ("Ada Quill 20 2062 20200217", 'Line 2: "Ada Quill 20 2062 20200217" is no player'),
        ("         Ada Quill 20 2062", "Line 2"),
        ("         Ada Quill 20 20620 20200217", "is no player"),
        ("                    20 2062 20200217", "is no player"),
        ("         Ada Quill 20 2062 20200217 eighty", "is no player"),
        ("\n".join(["         Ada Quill 20 2062 20200217"] * 2001), "more than 2000 players"),
    ],
)
def test_a_list_that_is_broken_is_one_sentence(rows: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read_coco_list((LISTED.split("\n")[0] + "\n" + rows).encode())
    assert sentence in checked(caught.value)
