"""Whatever looks like a result is read, refused, or named in a remark."""

import re
from datetime import date

import pytest

from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.crosstable import Bye, ByeKind, Game
from core.event.event_file import LOOK_AT, FileEvent
from core.files.common.totals import CONTRADICTED
from core.files.recognise import read_event_file

ROWS = (
    "1,Ada Blank,1500,W4,D2,W3,2.5",
    "2,Bo Cart,1480,W3,D1,L4,1.5",
    "3,Cy Dorn,1320,L2,W4,L1,1",
    "4,Di Elm,1400,L1,L3,W2,1",
)
GAMES = (
    Game(1, 1, 4, 1.0), Game(1, 2, 3, 1.0), Game(2, 1, 2, 0.5), Game(2, 3, 4, 1.0), Game(3, 1, 3, 1.0),
    Game(3, 2, 4, 0.0),
)  # fmt: skip


def table(*rounds: str) -> bytes:
    return "\n".join((f"No,Name,Rating,{','.join(rounds)},Pts", *ROWS)).encode()


def to_check(event: FileEvent) -> list[str]:
    return [str(one) for one in event.remarks if one.kind in (LOOK_AT, CONTRADICTED)]


@pytest.mark.parametrize(
    "rounds",
    [
        ("1st", "2nd", "3rd"),
        ("Rd 1", "Rd 2", "Final"),
        ("Rd1", "Rd2", "Rd 3 (Nov 7)"),
        ("T1", "T2", "T3"),
        ("Kolo 1", "Kolo 2", "Kolo 3"),
        ("1. kolo", "2. kolo", "3. kolo"),
        ("Rodada 1", "Rodada 2", "Rodada 3"),
        ("Rnd 1", "Rnd 2", "Rnd 3"),
        ("Week 1", "Week 2", "Week 3"),
        ("Nov 7", "Nov 14", "Nov 21"),
        ("Round #1", "Round #2", "Round #3"),
        ("Round 1 Result", "Round 2 Result", "Round 3 Result"),
        ("1.", "2.", "3."),
        ("", "", ""),
        ("1", "2", "1"),
        ("1", "final round", "3"),
    ],
)
def test_a_round_is_known_by_its_heading_or_by_its_cells(rounds: tuple[str, str, str]) -> None:
    event = read_event_file(table(*rounds))
    assert event.sections[0].games == GAMES
    assert to_check(event) == []


def test_rounds_that_are_numbered_twice_follow_each_other() -> None:
    text = b"No,Name,1,2,3,1,2,3\n1,Ada,W2,D2,L2,W2,W2,D2\n2,Bo,L1,D1,W1,L1,L1,D1\n"
    games = read_event_file(text).sections[0].games
    assert [(one.round, one.score) for one in games] == [(1, 1.0), (2, 0.5), (3, 0.0), (4, 1.0), (5, 1.0), (6, 0.5)]


def test_a_column_that_looks_like_results_is_named_if_it_is_not_read() -> None:
    # Nobody answers W4 in that column: it may be a round of another group.
    text = table("1", "2", "3").replace(b",Pts", b",Other,Pts").replace(b"W3,2.5", b"W3,W4,2.5")
    event = read_event_file(re.sub(rb",([0-9.]+)(?=\n[34]|$)", rb",,\1", text))
    assert event.sections[0].games == GAMES
    assert to_check(event) == ['the column "Other" looks like results and is not read. Rename it, for example to 1']


@pytest.mark.parametrize(
    "heading",
    [
        "name,1,2,3,1,2,3,Pts",
        "name,Ada,Bo,Cy,Ada,Bo,Cy,Pts",
        "name,Ada,Bo,Cy,Ada 2,Bo 2,Cy 2,Pts",
        "name,Rd 1,Rd 2,Rd 3,Rd 1 (II),Rd 2 (II),Rd 3 (II),Pts",
        "name,C1R1,C1R2,C1R3,C2R1,C2R2,C2R3,Pts",
    ],
)
def test_a_second_cycle_of_a_round_robin_is_read(heading: str) -> None:
    """Ada beats both and then loses to both; Bo beats Cy and then loses."""
    rows = "Ada,,1,1,,0,0,2\nBo,0,,1,1,,0,2\nCy,0,0,,1,1,,2\n"
    event = read_event_file(f"{heading}\n{rows}".encode())
    assert [(one.round, one.first, one.second, one.score) for one in event.sections[0].games] == [
        (1, 1, 2, 1.0), (2, 1, 3, 1.0), (3, 2, 3, 1.0), (4, 1, 2, 0.0), (5, 1, 3, 0.0), (6, 2, 3, 0.0),
    ]  # fmt: skip
    assert to_check(event) == []


def test_a_second_cycle_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(InputError, match='player 1 has "0" against player 2, who has "0" there'):
        read_event_file(b"name,Ada,Bo,Cy,Ada,Bo,Cy\nAda,,1,1,,0,0\nBo,0,,1,0,,0\nCy,0,0,,1,1,\n")


def test_a_round_robin_may_name_its_columns_as_it_likes() -> None:
    event = read_event_file("name,Ada,Bo,Cy,Pts\nAda,x,1,½,1½\nBo,0,x,1,1\nCy,½,0,x,½\n".encode())
    assert {(one.first, one.second, one.score) for one in event.sections[0].games} == {
        (1, 2, 1.0),
        (1, 3, 0.5),
        (2, 3, 1.0),
    }
    assert to_check(event) == []


@pytest.mark.parametrize("points", ["1.5", "1,5", "1½", "1 1/2"])
def test_points_that_the_results_do_not_make_are_to_be_checked(points: str) -> None:
    text = table("1", "2", "3").decode().replace("W3,2.5", f'W3,"{points}"')
    assert to_check(read_event_file(text.encode())) == ["Line 2: the file gives 1.5 points, the results give 2.5"]


def test_byes_and_forfeits_count_in_the_points() -> None:
    text = b"name,1,2,3,Pts\nAda,W2,B,X,3\nBo,L1,H,W3,1.5\nCy,Z,U,L2,0\n"
    assert to_check(read_event_file(text)) == []


def test_the_points_of_a_text_crosstable_are_compared() -> None:
    text = (
        "Pair | Player Name |Total|Round|Round|\nNum  | USCF ID / Rtg (Pre->Post) | Pts |  1  |  2  |\n"
        "   1 | ADA BLANK |1.0  |W   2|D   2|\n  OH | 12345678 / R: 1650   ->1671 | |W|B|\n"
        "   2 | BO CART |0.5  |L   1|D   1|\n  OH | 12345679 / R: 1600   ->1590 | |B|W|\n"
    )
    assert to_check(read_event_file(text.encode())) == ["Line 3: the file gives 1 point, the results give 1.5"]


def test_the_points_of_a_tournament_report_are_compared() -> None:
    trf = "012 Open\n" + "\n".join(
        f"001 {number:4d}      {name:<33} {1500:4d}".ljust(80) + f"{points:4.1f}".ljust(11) + f"{opponent:4d} {result}"
        for number, name, points, opponent, result in ((1, "A", 1.0, 2, "w 1"), (2, "B", 3.0, 1, "b 0"))
    )
    assert to_check(read_event_file(trf.encode())) == ["Line 3: the file gives 3 points, the results give 0"]


SWISSPERFECT = (
    "No\tName\tRtg\tTotal\t1\t2\t3\n\n1\tLake, Ida\t1650\t2.5\t4:W\t2:D\t0:W\n2\tMoor, Jon\t1600\t1.5\t3:W\t1:D\t4:L\n"
    "3\tNoll, Kay\t1500\t0.5\t2:L\t0:D\t0:L\n4\tOaks, Lou\t1400\t2\t1:L\t0:+\t2:W\n"
)


def test_swissperfects_byes_may_be_letters() -> None:
    event = read_event_file(SWISSPERFECT.encode())
    assert event.sections[0].byes == (
        Bye(3, 1, ByeKind.FULL_POINT), Bye(2, 3, ByeKind.HALF_POINT), Bye(3, 3, ByeKind.ZERO_POINT),
        Bye(2, 4, ByeKind.FULL_POINT),
    )  # fmt: skip
    assert to_check(event) == []


def test_swiss_chess_prints_its_colours_in_capitals() -> None:
    text = (
        "Rang;Teilnehmer;TWZ;1;2;Punkte;Buchh\n1.;Blank,Ada;1500;2W1;3S½;1½;2½\n2.;Cart,Bo;1400;1S0;4W1;1;1½\n"
        "3.;Dorn,Cy;1300;4S1;1W½;1½;1½\n4.;Elm,Di;1200;3W0;2S0;0;2½\n"
    )
    event = read_event_file(text.encode())
    assert event.sections[0].games == (
        Game(1, 1, 2, 1.0, True), Game(1, 3, 4, 1.0, False), Game(2, 1, 3, 0.5, False), Game(2, 2, 4, 1.0, True),
    )  # fmt: skip
    assert [one.rating for one in event.sections[0].players] == [1500, 1400, 1300, 1200]
    assert to_check(event) == []


@pytest.mark.parametrize("pending", ["2w", "2:"])
def test_a_pairing_without_a_result_is_named(pending: str) -> None:
    text = f"name,1,2\nAda,W2,{pending}\nBo,L1,{pending.replace('2', '1').replace('w', 'b')}\n"
    event = read_event_file(text.encode())
    assert event.sections[0].games == (Game(1, 1, 2, 1.0),)
    assert [one.kind for one in event.remarks] == ["games without a result"] * 2


def test_a_column_of_results_in_a_list_of_games_is_named_if_it_is_not_read() -> None:
    event = read_event_file("white,black,result,second game\nAda,Bo,1-0,½-½\nCy,Di,0-1,1-0\n".encode())
    assert len(event.sections[0].games) == 2
    assert to_check(event) == [
        'Line 1: the column "second game" looks like results and is not read. Rename it, for example to result'
    ]


PAGE_HEADER = "Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No."
ALL_PAIRINGS = f"""From the Tournament-Database of Chess-Results http://chess-results.com;;;;;;;;;;;
Club Open 2026;;;;;;;;;;;
Round 1 on 2026/11/07 at 10:00;;;;;;;;;;;
{PAGE_HEADER}
1;1;FM;Blank Ada;2020;0;1 - 0;0;;Cart Bo;1850;3
2;4;;Dorn Cy;1790;0;½ - ½;0;;Elm Di;1950;2

Round 2 on 2026/11/08 at 10:00;;;;;;;;;;;
{PAGE_HEADER}
1;2;;Elm Di;1950;½;0 - 1;1½;FM;Blank Ada;2020;1
2;3;;Cart Bo;1850;0;1 - 0;2;;Dorn Cy;1790;4
"""


def test_a_page_of_all_pairings_has_a_line_for_each_round() -> None:
    event = read_event_file(ALL_PAIRINGS.encode())
    (section,) = event.sections
    assert (event.name, event.began, event.day) == ("Club Open 2026", date(2026, 11, 7), date(2026, 11, 8))
    assert (event.ratings_of, event.of_any_game) == (ExternalSystem.FIDE, False)
    names = {one.number: one.name for one in section.players}
    assert [(one.round, names[one.first], names[one.second], one.score) for one in section.games] == [
        (1, "Blank Ada", "Cart Bo", 1.0),
        (1, "Dorn Cy", "Elm Di", 0.5),
        (2, "Cart Bo", "Dorn Cy", 1.0),
        (2, "Elm Di", "Blank Ada", 0.0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| white | black | result |\n|---|---|---|\n| Ada Blank | Bo Cart | 1-0 |\n| Cy Dorn | Di Elm | 0-1 |\n",
        "```\n+---+\n| white | black | result |\n+---+\n| Ada Blank | Bo Cart | 1-0 |\n| Cy Dorn | Di Elm | 0-1 |\n```",
    ],
)
def test_a_table_drawn_with_bars_is_read(text: str) -> None:
    (section,) = read_event_file(text.encode()).sections
    assert [one.name for one in section.players] == ["Ada Blank", "Bo Cart", "Cy Dorn", "Di Elm"]
    assert [one.score for one in section.games] == [1.0, 0.0]


def test_scores_may_be_named_by_letters() -> None:
    event = read_event_file(b"player_a,score_a,player_b,score_b\nAda,3,Bo,1\nCy,0,Di,3\n")
    assert [(one.first_points, one.second_points) for one in event.sections[0].games] == [(3, 1), (0, 3)]


@pytest.mark.parametrize(
    ("result", "points"), [("3-1", (3, 1)), ("11-7 9-11 11-5", (2, 1)), ("11-7, 9-11, 5-11", (1, 2))]
)
def test_a_result_in_sets_is_read(result: str, points: tuple[int, int]) -> None:
    event = read_event_file(f'player1,player2,result\nAda,Bo,"{result}"\n'.encode())
    (played,) = event.sections[0].games
    assert (played.first_points, played.second_points, event.of_any_game) == (*points, True)


def test_the_rounds_of_a_bracket_may_have_names() -> None:
    text = b"round,white,black,result\nSemifinal,Ada,Bo,1-0\nSemifinal,Cy,Di,0-1\nFinal,Ada,Di,1-0\n"
    games = read_event_file(text).sections[0].games
    assert [(one.round, one.score) for one in games] == [(1, 1.0), (1, 0.0), (2, 1.0)]


CHALLONGE = '{"tournament":{"matches":[{"match":{"player1_id":11,"winner_id":11,"scores_csv":"2-1","round":1}}]}}'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (CHALLONGE, "The file is JSON of another site or program. Export the event as CSV"),
        ('[{"id": 1, "entrants": []}]', "The file is JSON of another site or program. Export the event as CSV"),
        (
            "<!DOCTYPE html>\n<html><table><tr><td>1</td></tr></table></html>",
            "The file is a saved web page. Copy the table",
        ),
        (
            "Ada Blank,1500\nBo Cart,1400\n",
            "The table has no line of headings. Write one above it: name,rating for a roster",
        ),
    ],
)
def test_another_file_says_what_it_is_and_what_to_upload(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        read_event_file(text.encode())
    assert refused.value.message.startswith(sentence)
