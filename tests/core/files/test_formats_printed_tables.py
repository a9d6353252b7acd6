"""Crosstables as chess-results.com and US Chess print them, and lines that are byes."""

import pytest

from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.crosstable import ByeKind
from core.files.recognise import read_event_file

CHESS_RESULTS = """From the Tournament-Database of Chess-Results https://chess-results.com,,,,,,,,,
Harbour Seniors 2026 ,,,,,,,,,
Last update 13.02.2026 18:17:32,,,,,,,,,
Ranking crosstable after Round 4,,,,,,,,,
Rk.,,Name,Rtg,FED,1.Rd,2.Rd,3.Rd,4.Rd,Pts.
1,,Alfa Anna ,2020,SWE, 2b1,  3w1,  4b½,-1,3.5
2,WFM,Bravo Bert ,1971,SWE, 1w0, 4w1, 3b+,  -½,2.5
3,,Carlo Cesare ,0,NOR, 4w1, 1b0,  2w-,0,1
4,,Delta Dora ,1904,SWE, 3b0, 2b0,  1w½,0,0.5
,,,,,,,,,
You find all details to this tournament under  https://chess-results.com/tnr1.aspx?lan=1,,,,,,,,,
Chess-Tournament-Results-Server: Chess-Results,,,,,,,,,
"""
GAMES = {(1, 1, 2, 1.0, False), (1, 3, 4, 1.0, True), (2, 1, 3, 1.0, True), (2, 2, 4, 1.0, True), (3, 1, 4, 0.5, False)}
US_CHESS = """Pair Num,Player Name,Rating,Total Pts,Round 1,Round 2,Round 3
1,ANN A,1650,1.5,W   4,D   2,L   3
2,BO B,1600,2.0,W   3,D   1,D   4
3,CY C,1500,1.5,L   2,H,W   1
4,DI D,1400,0.5,L   1,-U-,D   2
"""


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_crosstable_of_chess_results_is_read_with_its_titles(separator: str) -> None:
    event = read_event_file(CHESS_RESULTS.replace(",", separator).encode())
    (section,) = event.sections
    assert (event.name, event.ratings_of) == ("Harbour Seniors 2026", ExternalSystem.FIDE)
    assert [(one.name, one.rating, one.federation, one.line) for one in section.players] == [
        ("Alfa Anna", 2020, "SWE", 6),
        ("Bravo Bert", 1971, "SWE", 7),
        ("Carlo Cesare", None, "NOR", 8),
        ("Delta Dora", 1904, "SWE", 9),
    ]
    assert {(one.round, one.first, one.second, one.score, one.first_began) for one in section.games} == GAMES
    assert {(one.round, one.entrant, one.kind, one.opponent) for one in section.byes} == {
        (3, 2, ByeKind.FORFEIT_WIN, 3),
        (3, 3, ByeKind.FORFEIT_LOSS, 2),
        (4, 1, ByeKind.FULL_POINT, None),
        (4, 2, ByeKind.HALF_POINT, None),
    }


def test_the_same_table_is_read_without_its_titles() -> None:
    event = read_event_file("\n".join(CHESS_RESULTS.splitlines()[4:9]).encode())
    assert (event.name, event.ratings_of, len(event.sections[0].games)) == (None, None, 5)


def test_a_crosstable_of_us_chess_is_read() -> None:
    (section,) = read_event_file(US_CHESS.encode()).sections
    assert {(one.round, one.first, one.second, one.score) for one in section.games} == {
        (1, 1, 4, 1.0), (1, 2, 3, 1.0), (2, 1, 2, 0.5), (3, 1, 3, 0.0), (3, 2, 4, 0.5),
    }  # fmt: skip
    assert {(one.round, one.entrant, one.kind) for one in section.byes} == {
        (2, 3, ByeKind.HALF_POINT),
        (2, 4, ByeKind.UNPLAYED),
    }


@pytest.mark.parametrize(
    "table",
    [
        "Rk.,Name,FED,Rtg,Pts.,TB1\n1,Ann A,SWE,2020,3.5,5\n",
        "Harbour Open\nFinal Ranking\nRk.;SNo;Name;Rtg;Pts.\n1;4;Ann A;2020;3\n",
    ],
)
def test_standings_are_never_sent_to_the_roster(table: str) -> None:
    with pytest.raises(InputError, match="The file has standings without games"):
        read_event_file(table.encode())


@pytest.mark.parametrize(
    "word", ["BYE", "bye", "(Bye)", "FREE", "Exempt", "SPIELFREI", "Freilos", "Descansa", "Riposo"]
)
def test_a_line_for_the_bye_is_no_player(word: str) -> None:
    table = (
        f"number,name,rating,1,2,3\n1,Ann,1650,W4,W2,D3\n2,Bo,1600,W3,L1,W4\n3,Cy,1500,L2,D4,D1\n4,{word},,L1,D3,L2\n"
    )
    event = read_event_file(table.encode())
    (section,) = event.sections
    assert [one.name for one in section.players] == ["Ann", "Bo", "Cy"]
    assert {(one.round, one.entrant, one.kind) for one in section.byes} == {
        (1, 1, ByeKind.FULL_POINT),
        (2, 3, ByeKind.HALF_POINT),
        (3, 2, ByeKind.FULL_POINT),
    }
    assert len(section.games) == 3
    assert [str(one) for one in event.remarks] == [f'Line 5: "{word}" is a bye, not a player. Ignored']


@pytest.mark.parametrize("word", ["bye", "SPIELFREI", "Exempt"])
def test_a_tournament_report_and_pairings_know_the_same_words(word: str) -> None:
    trf = "012 Open\n" + "\n".join(
        f"001 {number:4d}      {name:<33} {1500:4d}".ljust(80) + f"{0:4.1f}".ljust(11) + f"{opponent:4d} w {result}"
        for number, name, opponent, result in ((1, "Ann A", 2, 1), (2, word, 1, 0))
    ).replace("1 w 0", "1 b 0")
    pairings = f"round,white,black,result\n1,Ann A,{word},1-0\n1,Bo B,{word},1-0\n"
    for text in (trf, pairings):
        (section,) = read_event_file(text.encode()).sections
        assert word not in [one.name for one in section.players]
        assert (section.games, {one.kind for one in section.byes}) == ((), {ByeKind.FULL_POINT})


@pytest.mark.parametrize("name", ["Bye, Tom", "Frei Anna", "Free Willy", "Byers"])
def test_a_name_that_begins_so_is_a_player(name: str) -> None:
    event = read_event_file(f'number,name,1\n1,"{name}",W2\n2,Bo,L1\n'.encode())
    assert event.sections[0].players[0].name == name
