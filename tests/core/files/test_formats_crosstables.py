"""Crosstables of other shapes: US Chess' text with bars, and round robins with a column for each opponent."""

import pytest

from core.errors import InputError
from core.event.crosstable import ByeKind
from core.event.event_file import FileEvent
from core.files.recognise import read_event_file


def read(text: str) -> FileEvent:
    return read_event_file(text.encode())


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text)
    return caught.value.message


BARS = """-----------------------------------------------------------------------
 Pair | Player Name                     |Total|Round|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |  3  |
-----------------------------------------------------------------------
    1 | ADA BLANK                       |2.5  |W   4|W   3|D   2|
   OH | 10000001 / R: 1794   ->1817     |N:2  |W    |B    |W    |
-----------------------------------------------------------------------
    2 | BO O'CART                       |2.0  |H    |W   4|D   1|
   MI | 10000002 / R: 1641P17->1657P24  |     |     |B    |B    |
-----------------------------------------------------------------------
    3 | CY VAN DORN                     |1.0  |B    |L   1|U    |
      | 10000003 / R: Unrated-> 980P1   |     |     |W    |     |
-----------------------------------------------------------------------
    4 | DI ELM                          |0.0  |L   1|L   2|F    |
   ON | 10000004 / R:  955   -> 917     |     |B    |W    |     |
-----------------------------------------------------------------------
"""


def test_a_text_crosstable_of_us_chess_has_two_lines_a_player() -> None:
    event = read(BARS)
    (section,) = event.sections
    assert [(one.number, one.name, one.rating, one.games, one.uschess_id, one.state) for one in section.players] == [
        (1, "ADA BLANK", 1794, None, "10000001", "OH"),
        (2, "BO O'CART", 1641, 17, "10000002", "MI"),
        (3, "CY VAN DORN", None, None, "10000003", None),
        (4, "DI ELM", 955, None, "10000004", "ON"),
    ]
    assert [(one.round, one.first, one.second, one.score, one.first_began) for one in section.games] == [
        (1, 1, 4, 1.0, True), (2, 1, 3, 1.0, False), (2, 2, 4, 1.0, False), (3, 1, 2, 0.5, True),
    ]  # fmt: skip
    assert {(one.round, one.entrant, one.kind) for one in section.byes} == {
        (1, 2, ByeKind.HALF_POINT), (1, 3, ByeKind.FULL_POINT), (3, 3, ByeKind.UNPLAYED), (3, 4, ByeKind.FORFEIT_LOSS),
    }  # fmt: skip
    assert (event.name, event.remarks) == (None, ())


def test_the_sections_of_a_text_crosstable_are_told_apart_by_their_headers() -> None:
    event = read(f"Lake Open 2010\n\nSection 1 - OPEN\n{BARS}\nSection 2 - U1200\n{BARS}")
    assert (event.name, [section.name for section in event.sections]) == ("Lake Open 2010", ["OPEN", "U1200"])
    assert [len(section.games) for section in event.sections] == [4, 4]


def test_a_line_with_a_second_rating_is_passed_over() -> None:
    more = BARS.replace(
        "|N:2  |W    |B    |W    |\n",
        "|N:2  |W    |B    |W    |\n      | Q: 1700   ->1710     |     |     |     |     |\n",
    )
    (section,), (plain,) = read(more).sections, read(BARS).sections
    assert (section.games, section.byes) == (plain.games, plain.byes)
    assert [one.rating for one in section.players] == [one.rating for one in plain.players]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("D   2|", "W   2|", "Line 5: Player 1, round 3 has a win against player 2"),
        ("|L   1|L   2|F", "|Q   1|L   2|F", 'Line 14: "Q 1" is not a result'),
        ("    3 | CY", "    2 | CY", "Line 11: player 2 is listed twice"),
        ("10000002 / R:", "1000 / R:", 'Line 9: "1000 / R: 1641P17->1657P24" is not an id with a rating'),
    ],
)
def test_a_contradictory_text_crosstable_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    assert words in " ".join(refusal(BARS.replace(old, new, 1)).split())


ROUND_ROBIN = """From the Tournament-Database of Chess-Results https://chess-results.com
Harbour Masters 2026
Final Ranking crosstable after 3 Rounds
Rk.;;Name;Rtg;FED;1;2;3;4;Pts.;TB1
1;IM;Alfa Anna;2482;GER;*;½;1;1;2,5;2,75
2;;Bravo Bert;2055;GER;½;*;½;1;2;1,75
3;;Carlo Cesare;2225;SUI;0;½;*;+;1,5;1
4;;Delta Dora;0;FRA;0;0;-;*;0;0
"""


def test_a_round_robin_has_a_column_for_each_opponent() -> None:
    event = read(ROUND_ROBIN)
    (section,) = event.sections
    assert (event.name, [one.rating for one in section.players]) == ("Harbour Masters 2026", [2482, 2055, 2225, None])
    assert {(one.first, one.second, one.score) for one in section.games} == {
        (1, 2, 0.5), (1, 3, 1.0), (1, 4, 1.0), (2, 3, 0.5), (2, 4, 1.0),
    }  # fmt: skip
    assert {(one.entrant, one.kind, one.opponent) for one in section.byes} == {
        (3, ByeKind.FORFEIT_WIN, 4), (4, ByeKind.FORFEIT_LOSS, 3),
    }  # fmt: skip
    assert [one.text for one in event.remarks] == ["the columns are players. The rounds of the games are assumed"]


def test_nobody_plays_twice_in_a_supposed_round() -> None:
    (section,) = read(ROUND_ROBIN).sections
    played = [(one.round, number) for one in section.games for number in (one.first, one.second)]
    played += [(one.round, one.entrant) for one in section.byes]
    assert sorted(played) == [(turn, number) for turn in (1, 2, 3) for number in (1, 2, 3, 4)]


@pytest.mark.parametrize("mark", ["*", "**", "X", "■", ""])
def test_a_double_round_robin_has_two_results_in_a_cell(mark: str) -> None:
    table = f"No,Name,1,2,3\n1,Ann,{mark},1 ½,10\n2,Bo,0½,{mark},½½\n3,Cy,01,½ ½,{mark}\n"
    (section,) = read(table).sections
    results = sorted((one.first, one.second, one.score) for one in section.games)
    assert results == [(1, 2, 0.5), (1, 2, 1.0), (1, 3, 0.0), (1, 3, 1.0), (2, 3, 0.5), (2, 3, 0.5)]
    assert len({(one.round, number) for one in section.games for number in (one.first, one.second)}) == 12


def test_a_game_of_a_round_robin_that_is_still_to_come_is_left_out() -> None:
    (section,) = read("No,Name,1,2,3\n1,Ann,*,1,\n2,Bo,0,*,0.5\n3,Cy,,1/2,*\n").sections
    assert {(one.first, one.second, one.score) for one in section.games} == {(1, 2, 1.0), (2, 3, 0.5)}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("GER;½;*;½;1", "GER;1;*;½;1", 'Line 5: player 1 has "½" against player 2, who has "1" there'),
        ("GER;*;½;1;1", "GER;*;½;1;", 'Line 5: player 1 has nothing against player 4, who has "0" there'),
    ],
)
def test_a_round_robin_that_contradicts_itself_is_refused(old: str, new: str, words: str) -> None:
    assert words in refusal(ROUND_ROBIN.replace(old, new))


def test_a_swiss_crosstable_of_as_many_rounds_as_players_stays_one() -> None:
    (section,) = read("number,name,1,2,3\n1,Ann,W2,D3,\n2,Bo,L1,,W3\n3,Cy,,D1,L2\n").sections
    assert [(one.round, one.first, one.second) for one in section.games] == [(1, 1, 2), (2, 1, 3), (3, 2, 3)]
