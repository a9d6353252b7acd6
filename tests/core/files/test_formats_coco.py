"""CoCo's two tables."""

import pytest
from formats_checks import checked

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType
from core.event.event_file import FilePlayer
from core.files.scrabble.coco_csv import is_coco, read_coco

HEADER = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score\n"
RESULTS = HEADER + (
    "3/5/2024 10:02:11,1,Ada Quill,412,Bo Brook,388\n"
    "3/5/2024 10:03:00,1,Cy Cole,50,Bye,0\n"
    "3/5/2024 11:00:41,2,ada quill,380,Cy Cole,380\n"
    "3/5/2024 11:01:00,2,BYE,50,Bo Brook,0\n"
    "3/5/2024 12:00:00,3,Bo Brook,100,Cy Cole,0\n"
)
ROSTER = "Name,Rating\nBo Brook,1650\nAda Quill,1812\nDi Dent,\nBye,0\n"


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_coco(text.encode())
    return checked(caught.value)


@pytest.mark.parametrize("text", [RESULTS + "\n" + ROSTER, ROSTER + ",,,\n" + RESULTS])
def test_both_tables_are_read_in_either_order(text: str) -> None:
    event = read_coco(text.encode())
    (section,) = event.sections
    assert event.board is GameType.SCRABBLE
    assert [(player.number, player.name, player.rating) for player in section.players] == [
        (1, "Bo Brook", 1650.0),
        (2, "Ada Quill", 1812.0),
        (3, "Di Dent", None),
        (4, "Cy Cole", None),
    ]
    assert section.games == (Game(1, 2, 1, 1.0, None, 412, 388), Game(2, 2, 4, 0.5, None, 380, 380))
    assert section.byes == (
        Bye(1, 4, ByeKind.FULL_POINT, points=50),
        Bye(2, 1, ByeKind.FORFEIT_LOSS, points=-50),
        Bye(3, 1, ByeKind.FORFEIT_WIN, 4, 100),
        Bye(3, 4, ByeKind.FORFEIT_LOSS, 1, 0),
    )
    assert [remark.text for remark in event.remarks] == [
        '"Cy Cole" is not in the roster',
        "round 3: 100 to 0 is read as a forfeit",
    ]


def test_results_alone_make_the_players_as_they_come() -> None:
    event = read_coco(RESULTS.encode())
    assert event.sections[0].players == (
        FilePlayer(1, "Ada Quill", line=2),
        FilePlayer(2, "Bo Brook", line=2),
        FilePlayer(3, "Cy Cole", line=3),
    )
    assert [remark.line for remark in event.remarks] == [6]


def test_a_result_that_was_sent_twice_counts_once() -> None:
    event = read_coco((HEADER + "x,1,Ada,412,Bo,388\ny,1,Ada,412,Bo,388\n").encode())
    assert len(event.sections[0].games) == 1
    assert [str(remark) for remark in event.remarks] == ["Line 3: the same result as in line 2. Counted once"]


def test_a_name_that_was_kept_from_being_a_formula_is_the_name() -> None:
    (section,) = read_coco((HEADER + "x,1,'=Ada,412,Bo,388\n").encode()).sections
    assert section.players[0].name == "=Ada"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("x,1,Ada,412,Bo,388\nx,1,Ada,400,Cy,380", 'Line 3: round 1: "Ada" is listed twice, first in line 2'),
        ("x,1,Ada,312,Bo,388", "Line 2: the winner's score, 312"),
        ("x,1,Ada,412,Bo,", "one of the two scores is missing"),
        ("x,0,Ada,412,Bo,388", '"0" is not a round'),
        ("x,1,Ada,412,ada,388", "against themselves"),
        ("x,1,Ada,412,,388", "has no name"),
        ("x,1,Ada,4l2,Bo,388", '"4l2" is not a score'),
        ("", "no players"),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_line(rows: str, words: str) -> None:
    assert words in refusal(HEADER + rows)


def test_a_roster_that_cannot_be_read_is_refused_with_its_line() -> None:
    assert 'Line 3: "Ada" is listed twice' in refusal("Name,Rating\nAda,1\nAda,2\n" + RESULTS).replace(
        "stands there", "is there"
    )
    assert 'Line 2: "high" is not a rating' in refusal("Name,Rating\nAda,high\n" + RESULTS)
    assert "header" in refusal("Name,Rating\nAda,1500\n")
    assert "header above" in refusal("x,1,Ada,412,Bo,388\n" + RESULTS)


def test_it_is_recognised_by_the_header_of_the_results() -> None:
    assert is_coco(RESULTS)
    assert is_coco(ROSTER + RESULTS)
    assert not is_coco(ROSTER)
    assert not is_coco("round,white,black,result\n")
