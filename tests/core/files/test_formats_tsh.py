"""Division files and archives of tsh."""

from datetime import date

import pytest
from pairings_events import lines

from core.event.crosstable import Bye, ByeKind, Game, GameType
from core.event.event_file import FilePlayer
from core.files.common.tables import decode
from core.files.scrabble.tsh import is_tsh, read_tsh

DIVISION = """\
# a comment
#seedlist kept by its keyword

Quill, Ada               1812 2 3 0; 412 380 50; board 1 2 0; class A; lifeg 120; p12 1 2 0; newr 1815 1820 1820
Brook, Bo                1650 1 0 3; 388 -50 401; p12 2 0 2; team Red\\; Blue; password secret
Cole, Cy:AA001234           0 0 1 2; 0 380 377; p12 0 1 1; off -50
"""
BO = FilePlayer(2, "Brook, Bo", 1650.0, team="Red; Blue", line=5)


def test_players_have_the_numbers_of_their_lines() -> None:
    (section,) = read_tsh(DIVISION.encode()).sections
    ada, bo, cy = section.players
    assert ada == FilePlayer(1, "Quill, Ada", 1812.0, games=120, rating_class="A", line=4)
    assert bo == BO
    assert cy == FilePlayer(3, "Cole, Cy", None, naspa_id="AA001234", line=6)


def test_points_make_the_results_and_p12_who_went_first() -> None:
    event = read_tsh(DIVISION.encode())
    (section,) = event.sections
    assert event.board is GameType.SCRABBLE
    assert section.games == (
        Game(1, 1, 2, 1.0, True, 412, 388),
        Game(2, 1, 3, 0.5, False, 380, 380),
        Game(3, 2, 3, 1.0, False, 401, 377),
    )


def test_the_sign_of_a_score_distinguishes_a_bye_from_a_forfeit() -> None:
    (section,) = read_tsh(DIVISION.encode()).sections
    assert section.byes == (
        Bye(1, 3, ByeKind.UNPLAYED, points=0),
        Bye(2, 2, ByeKind.FORFEIT_LOSS, points=-50),
        Bye(3, 1, ByeKind.FULL_POINT, points=50),
    )


def test_a_password_is_nowhere_in_what_is_read() -> None:
    assert "secret" not in repr(read_tsh(DIVISION.encode()))


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings_change_nothing(end: str, encoding: str) -> None:
    text = "Zoë Å 1500 2; 400\nBo 1400 1; 390\n".replace("\n", end)
    (section,) = read_tsh(text.encode(encoding)).sections
    assert [player.name for player in section.players] == ["Zoë Å", "Bo"]
    assert section.games == (Game(1, 1, 2, 1.0, None, 400, 390),)


def test_a_name_with_a_number_is_known_by_opponents_whom_nobody_is() -> None:
    event = read_tsh(lines("Team 2 1500 2; 400", "Louis 14 Roy 1400 1; 390"))
    assert [(player.name, player.rating) for player in event.sections[0].players] == [
        ("Team 2", 1500.0),
        ("Louis 14 Roy", 1400.0),
    ]
    assert [str(remark) for remark in event.remarks] == ['Line 1: the name is read as "Team 2"']


def test_a_pairing_without_scores_is_left_out_and_said() -> None:
    event = read_tsh(lines("Ada 1500 2 2; 400", "Bo 1400 1 1; 390"))
    assert len(event.sections[0].games) == 1
    assert [str(remark) for remark in event.remarks] == [
        "Line 1: round 2: the game against player 2 has no scores. Ignored"
    ]


def test_a_player_without_rounds_or_semicolon_is_a_player_all_the_same() -> None:
    (section,) = read_tsh(lines("Ada 1500 2; 400", "Bo 1400 1; 390", "Cy 900")).sections
    assert [player.name for player in section.players] == ["Ada", "Bo", "Cy"]


def test_double_zeros_are_gaps() -> None:
    (section,) = read_tsh(lines("Ada 1500 00 2; 00 400", "Bo 1400 00 1; 00 390;  ;")).sections
    assert section.games == (Game(2, 1, 2, 1.0, None, 400, 390),)
    assert section.byes == ()


@pytest.mark.parametrize("scores", [(100, 0), (150, 0), (50, -50)])
def test_a_game_that_nobody_played_for_is_a_forfeit(scores: tuple[int, int]) -> None:
    event = read_tsh(lines(f"Ada 1500 2; {scores[0]}; p12 1", f"Bo 1400 1; {scores[1]}; p12 2"))
    (section,) = event.sections
    assert section.games == ()
    assert section.byes == (
        Bye(1, 1, ByeKind.FORFEIT_WIN, 2, scores[0]),
        Bye(1, 2, ByeKind.FORFEIT_LOSS, 1, scores[1]),
    )
    assert [remark.line for remark in event.remarks] == [1]


def test_both_can_lose_by_forfeit() -> None:
    (section,) = read_tsh(lines("Ada 1500 2; 0", "Bo 1400 1; 0")).sections
    assert [bye.kind for bye in section.byes] == [ByeKind.FORFEIT_LOSS, ByeKind.FORFEIT_LOSS]


def test_a_score_below_zero_that_is_no_penalty_for_a_bye_is_a_game() -> None:
    (section,) = read_tsh(lines("Ada 1500 2; 412", "Bo 1400 1; -15")).sections
    assert section.games == (Game(1, 1, 2, 1.0, None, 412, -15),)


@pytest.mark.parametrize(
    ("first", "second", "began"),
    [("1", "2", True), ("2", "1", False), ("1", "3", None), ("1", "1", None), ("4", "4", None), ("", "2", True)],
)
def test_who_went_first_is_told_where_both_say_the_same(first: str, second: str, began: bool | None) -> None:
    (section,) = read_tsh(lines(f"Ada 1500 2; 400; p12 {first}", f"Bo 1400 1; 390; p12 {second}")).sections
    assert section.games[0].first_began is began


@pytest.mark.parametrize(
    ("written", "rating"), [("1500", 1500.0), ("1500.5", 1500.5), ("1500+1612", 1500.0), ("0", None), ("111111", None)]
)
def test_ratings_are_read_as_tsh_writes_them(written: str, rating: float | None) -> None:
    assert read_tsh(lines(f"Ada {written} 2; 400", "Bo 1400 1; 390")).sections[0].players[0].rating == rating


def test_the_last_of_a_repeated_field_counts() -> None:
    event = read_tsh(lines("Ada 1500 2; 400; class A; class B", "Bo 1400 1; 390"))
    assert event.sections[0].players[0].rating_class == "B"
    assert [str(remark) for remark in event.remarks] == ['Line 1: the field "class" is listed twice. The last counts']


def test_an_archive_has_a_section_for_each_division() -> None:
    event = read_tsh(
        lines(
            "# tsh archive file",
            "division Open o.t",
            "division B b.t",
            "config event_name = 'Harbour \\'Cup\\''  # the name",
            'config event_date = "March 30 - April 1, 2024"',
            "config max_rounds = 7",
            "perl unlink 'everything'",
            "#begin_file name=o.t",
            "Ada 1500 2; 400",
            "Bo 1400 1; 390",
            "#end_file name=o.t",
            "#begin_file name=notes.txt",
            "hello",
            "#end_file name=notes.txt",
            "#begin_file name=b.t",
            "Cy 1200 0; 50",
            "#end_file name=b.t",
        )
    )
    assert (event.format, event.name) == ("tsh archive", "Harbour 'Cup'")
    assert (event.began, event.day) == (date(2024, 3, 30), date(2024, 4, 1))
    assert [(section.name, section.rounds_planned) for section in event.sections] == [("Open", 7), ("B", 7)]
    assert event.sections[0].games == (Game(1, 1, 2, 1.0, None, 400, 390),)
    assert event.sections[1].byes == (Bye(1, 1, ByeKind.FULL_POINT, points=50),)
    assert [player.line for section in event.sections for player in section.players] == [9, 10, 16]
    assert [str(remark) for remark in event.remarks] == ['Line 13: "notes.txt" is not a division. Ignored']


def test_an_archive_that_breaks_off_is_read_with_a_remark() -> None:
    event = read_tsh(lines("#begin_file name=a.t", "Ada 1500 2; 400", "Bo 1400 1; 390"))
    assert [section.name for section in event.sections] == ["a"]
    assert [remark.text for remark in event.remarks] == ['"a.t" has no #end_file line']


def test_settings_without_divisions_name_the_files_to_add() -> None:
    config = "division Open o.t\ndivision B b.t\nconfig event_name = 'Pier Open'\nconfig max_rounds = 7\nperl $x = 5;\n"
    event = read_tsh(config.encode() + b"config event_date = 'March 3-5, 2024'\n")
    assert (event.format, event.name, event.began, event.day) == (
        "tsh settings", "Pier Open", date(2024, 3, 3), date(2024, 3, 5),
    )  # fmt: skip
    assert [(section.name, section.players, section.games, section.rounds_planned) for section in event.sections] == [
        ("Open", (), (), 7),
        ("B", (), (), 7),
    ]
    assert [str(remark) for remark in event.remarks] == [
        "the file has tsh's settings, without players or games. Upload o.t and b.t together with them"
    ]


def test_settings_without_divisions_are_an_event_all_the_same() -> None:
    event = read_tsh(b"config event_name = 'Pier Open'\n")
    assert [(section.name, section.players) for section in event.sections] == [(None, ())]
    assert "Upload the division files, such as a.t, together" in str(event.remarks[0])


def test_of_many_missing_files_a_few_are_named() -> None:
    event = read_tsh("".join(f"division D{n} d{n}.t\n" for n in range(1, 10)).encode())
    assert "Upload d1.t, d2.t, d3.t, d4.t and 5 more together" in str(event.remarks[0])


@pytest.mark.parametrize(
    "text",
    [
        DIVISION,
        "Ada 1500 2; 400\nBo 1400 1; 390\n",
        "division a a.t\nconfig event_name = 'x'\n",
        "division 2024 2024.t\n",
        "# made by hand\n#begin_file name=a.t\n",
        "Ada 1500;\nBo 1400;\n",
    ],
)
def test_tsh_is_recognised_by_its_contents(text: str) -> None:
    assert is_tsh(decode(text.encode()))


@pytest.mark.parametrize(
    "text",
    [
        "name;rating;1\nAda;1500;W2\n",
        "Round 1;Round 2\n",
        "division,rank,username,wins\n",
        "012 Open\n001    1      Quill, Ada\n",
        "*M30.11.2025 Open\n*A\n",
        "Ada 1500\nBo 1400\n",
        "hello; world",
        "",
    ],
)
def test_other_files_are_not_taken_for_tsh(text: str) -> None:
    assert not is_tsh(text)
