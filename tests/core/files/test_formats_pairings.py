"""Rows of pairings, as people and programs write them."""

import pytest
from formats_checks import checked

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType
from core.event.event_file import FilePlayer
from core.files.games.read import is_pairings, read_pairings
from core.files.games.results import RowResult, parse_result

CHESS = """\
Round,White,Black,Result,White Rating,Black Rating
1,"Quill, Ada",Bo,1-0,1500,1210P7
1,Cy,bye,1-0,,
2,Bo,Cy,½-½,1210,unr
2,"Quill, Ada",,½,,
3,Cy,"Quill, Ada",+/-,,
3,Bo,BYE,,,
4,Bo,Cy,*,,
"""
WIN, LOSS = ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_pairings(text.encode())
    return checked(caught.value)


def test_rows_of_chess_are_read_with_colours_ratings_byes_and_forfeits() -> None:
    event = read_pairings(CHESS.encode())
    (section,) = event.sections
    assert event.board is GameType.CHESS
    assert section.players == (
        FilePlayer(1, "Quill, Ada", 1500.0, line=2),
        FilePlayer(2, "Bo", 1210.0, games=7, line=2),
        FilePlayer(3, "Cy", line=3),
    )
    assert section.games == (Game(1, 1, 2, 1.0, True), Game(2, 2, 3, 0.5, True))
    assert section.byes == (
        Bye(1, 3, ByeKind.FULL_POINT),
        Bye(2, 1, ByeKind.HALF_POINT),
        Bye(3, 1, LOSS, 3),
        Bye(3, 2, ByeKind.FULL_POINT),
        Bye(3, 3, WIN, 1),
    )
    assert [str(remark) for remark in event.remarks] == ["Line 8: round 4: no result yet. Ignored"]


def test_rows_with_points_are_read_by_division() -> None:
    text = (
        "Division;Round;Player1;Score1;Player2;Score2\n"
        "Open;1;Ada;412;Bo;388\nB;1;Ada;401;Cy;401\nOpen;2;Ada;50;Bye;0\nOpen;2;Bo;0;Bye;50\nB;2;Cy;100;Ada;0\n"
    )
    event = read_pairings(text.encode())
    first, second = event.sections
    assert event.board is GameType.SCRABBLE
    assert (first.name, second.name) == ("Open", "B")
    assert first.games == (Game(1, 1, 2, 1.0, None, 412, 388),)
    assert first.byes == (Bye(2, 1, ByeKind.FULL_POINT, points=50), Bye(2, 2, LOSS, points=0))
    assert second.games == (Game(1, 1, 2, 0.5, None, 401, 401),)
    assert second.byes == (Bye(2, 1, LOSS, 2, 0), Bye(2, 2, WIN, 1, 100))
    assert [str(remark) for remark in event.remarks] == ["Line 6: 100 to 0 is read as a forfeit"]


def test_scores_that_are_game_points_are_results() -> None:
    text = "round\tplayer 1\tscore 1\tplayer 2\tscore 2\n1\tAda\t0,5\tBo\t0,5\nR2\tBo\t1\tAda\t0\n3\tAda\t0.5\tbye\t\n"
    event = read_pairings(text.encode())
    (section,) = event.sections
    assert event.board is GameType.CHESS
    assert section.games == (Game(1, 1, 2, 0.5), Game(2, 2, 1, 1.0))
    assert section.byes == (Bye(3, 1, ByeKind.HALF_POINT),)


def test_a_bye_may_stand_first() -> None:
    (section,) = read_pairings(b"round,white,black,result\n1,Bye,Ada,0-1\n2,bye,Ada,1-0\n").sections
    assert section.byes == (Bye(1, 1, ByeKind.FULL_POINT), Bye(2, 1, ByeKind.ZERO_POINT))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1-0", RowResult(1.0)),
        ("1:0", RowResult(1.0)),
        ("1.0 - 0.0", RowResult(1.0)),
        ("0–1", RowResult(0.0)),
        ("1/2-1/2", RowResult(0.5)),
        ("½-½", RowResult(0.5)),
        ("½ : ½", RowResult(0.5)),
        ("0.5-0.5", RowResult(0.5)),
        ("0,5-0,5", RowResult(0.5)),
        (".5-.5", RowResult(0.5)),
        ("=", RowResult(0.5)),
        ("W", RowResult(1.0)),
        ("loss", RowResult(0.0)),
        ("+/-", RowResult(None, (WIN, LOSS))),
        ("+--", RowResult(None, (WIN, LOSS))),
        ("-:+", RowResult(None, (LOSS, WIN))),
        ("1-0F", RowResult(None, (WIN, LOSS))),
        ("0-1 (FF)", RowResult(None, (LOSS, WIN))),
        ("--", RowResult(None, (LOSS, LOSS))),
        ("0-0", RowResult(None, (LOSS, LOSS))),
        ("H", RowResult(None, (ByeKind.HALF_POINT, None))),
        ("?", RowResult(None)),
    ],
)
def test_results_are_read_as_people_write_them(text: str, outcome: RowResult) -> None:
    assert parse_result(text) == outcome


@pytest.mark.parametrize("text", ["1-1", "2-0", "0.5-0", "x-y", "١-٠", "1-0" * 9])
def test_what_is_no_result_is_none(text: str) -> None:
    assert parse_result(text) is None


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("1,Ada,Bo,2-0", 'Line 2: "2-0" is not a result'),
        ("0,Ada,Bo,1-0", 'Line 2: "0" is not a round'),
        ("1,Ada,ADA,1-0", "Line 2: a player cannot play against themselves"),
        ("1,bye,,1-0", "Line 2: no player is named"),
        ("1,Ada,Bo,1-0\n1,Cy,Ada,1-0", 'Line 3: round 1: "Ada" is listed twice, first in line 2'),
        ("", "no games below the header"),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_line(rows: str, words: str) -> None:
    assert words in refusal("round,white,black,result\n" + rows)


def test_points_that_cannot_be_read_are_refused_with_their_line() -> None:
    header = "round,player1,score1,player2,score2\n"
    assert "Line 3: one of the two scores is missing" in refusal(header + "1,Ada,412,Bo,388\n2,Ada,400,Bo,\n")
    assert 'Line 2: "4l2" is not a score' in refusal(header + "1,Ada,4l2,Bo,388\n")
    assert 'Line 2: "1" and "1" are not a result' in refusal(header + "1,Ada,1,Bo,1\n")
    assert "the header needs" in refusal("name,points\n")


@pytest.mark.parametrize(
    "header",
    [
        "round,white,black,result",
        "Rd;Player 1;Player 2;Result",
        "Division,Round,Player1,Score1,Player2,Score2",
        '"Round","Player_1","Score_1","Player_2","Score_2"',
    ],
)
def test_they_are_recognised_by_their_header(header: str) -> None:
    assert is_pairings(f"\n{header}\n1,x,y,1-0\n")


@pytest.mark.parametrize("header", ["number,name,1,2", "round,white,black", "Name,Rating", "", '"a\n', "round"])
def test_other_tables_are_not_taken_for_pairings(header: str) -> None:
    assert not is_pairings(header)
