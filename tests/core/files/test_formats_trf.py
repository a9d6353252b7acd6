"""Tournament report files as they should be, and as real ones are."""

from datetime import date

import pytest
from trf_files import IN_PROGRESS, SWISS, TEAMS, file_of, line_of

from core.event.crosstable import Bye, ByeKind, EventKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.trf_read import is_trf, read_trf


def only(event: FileEvent) -> FileSection:
    (section,) = event.sections
    return section


def remarks_of(event: FileEvent) -> dict[int | None, str]:
    return {remark.line: remark.text for remark in event.remarks}


def of_two(*extra: str, first: str = "2 w 1", second: str = "1 b 0", **columns: str) -> FileEvent:
    return read_trf(file_of(*extra, line_of(1, "Quill, Ada", first, **columns), line_of(2, "Marsh, Bo", second)))


def test_an_old_file_is_read_to_the_last_column() -> None:
    event = read_trf(SWISS.encode("latin-1"))
    section = only(event)
    assert (event.format, event.name, event.city, event.federation) == ("TRF06", "Autumn Open", "Larkfield", None)
    assert (event.began, event.day) == (date(2011, 2, 25), date(2011, 2, 27))
    assert section.time_control == TimeControl(90, 10)
    assert section.players == (
        FilePlayer(1, "Quill, Ada", 2431.0, federation="WLS", sex="m", title="GM", line=13),
        FilePlayer(2, "Ó Broin, Cillian", 2011.0, federation="KIL", sex="m", line=14),
        FilePlayer(3, "Marsh, Bo", 1920.0, sex="w", title="WFM", line=15),
        FilePlayer(4, "Tarn, Di", None, sex="m", line=16),
    )
    assert section.games == (
        Game(1, 1, 2, 1.0, first_began=True),
        Game(1, 3, 4, 0.5, first_began=False),
        Game(2, 1, 3, 1.0, first_began=False),
        Game(3, 2, 4, 0.5, first_began=True),
    )


def test_half_points_only_in_the_total_become_byes_with_a_remark() -> None:
    event = read_trf(SWISS.encode("latin-1"))
    assert only(event).byes == (
        Bye(2, 2, ByeKind.HALF_POINT),
        Bye(2, 4, ByeKind.UNPLAYED),
        Bye(3, 1, ByeKind.HALF_POINT),
        Bye(3, 3, ByeKind.UNPLAYED),
    )
    assert remarks_of(event) == {
        13: "a half point is only in the points: a half-point bye is assumed in round 3",
        14: "a half point is only in the points: a half-point bye is assumed in round 2",
        15: '"C.C" is not a federation code of three letters. Ignored',
    }


def test_the_first_of_several_blank_rounds_has_the_half_point() -> None:
    event = read_trf(
        file_of(
            line_of(1, "Quill, Ada", "2 w 1", "2 b 1", "2 w 1", "4 b 1", points="4.0"),
            line_of(2, "Marsh, Bo", "1 b 0", "1 w 0", "1 b 0", points="0.0"),
            line_of(3, "Tarn, Di", "4 w 1", points="1.5"),
            line_of(4, "Fen, Ed", "3 b 0", "", "", "1 w 0", points="0.0"),
        )
    )
    assert only(event).byes == (Bye(2, 3, ByeKind.HALF_POINT),)
    assert remarks_of(event)[3].endswith("assumed in round 2, the first that is blank")


def test_points_of_other_rules_make_no_byes() -> None:
    event = read_trf(
        file_of(
            line_of(1, "Quill, Ada", "2 w 1", "", "", "", "", points="3"),
            line_of(2, "Marsh, Bo", "1 b 0", "3 w 1", "3 w =", points="4"),
            line_of(3, "Tarn, Di", "", "2 b 0", "2 b =", points="1"),
        )
    )
    assert only(event).byes == ()
    assert remarks_of(event)[1] == "the file gives 3 points, the results give 1"


@pytest.mark.parametrize(
    "records",
    [
        ["162  W 3.0    D 1.0    L 0.0"],
        ["XXS W=3 D=1 PAB=3"],
        ["XXS WW=3 BW=3", "XXS WD=1 BD=1 PAB=3"],
        ["BBW  3.0", "BBD  1.0", "BBU  3.0"],
    ],
)
def test_a_file_that_tells_its_points_for_a_result_is_held_against_those(records: list[str]) -> None:
    lines = (
        line_of(1, "Quill, Ada", "2 w 1", "3 b 1", points="6.0"),
        line_of(2, "Marsh, Bo", "1 b 0", "4 w =", points="1.0"),
        line_of(3, "Tarn, Di", "4 w =", "1 w 0", points="1.0"),
        line_of(4, "Fen, Ed", "3 b =", "2 b =", "0000 - U", points="5.0"),
    )
    assert read_trf(file_of(*records, *lines)).remarks == ()
    assert len(read_trf(file_of(*lines)).remarks) == 4


def test_bonuses_and_penalties_explain_points() -> None:
    assert of_two("299       -0.5           1", points="0.5").remarks == ()
    assert remarks_of(of_two(points="0.5")) == {1: "the file gives 0.5 points, the results give 1"}


def test_an_event_in_progress_is_read_with_byes_forfeits_and_extensions() -> None:
    event = read_trf(IN_PROGRESS.encode())
    section = only(event)
    assert (event.format, event.federation) == ("TRF16 with pairing extensions", "ESP")
    assert section.rounds_planned == 4
    assert section.games == (Game(1, 1, 2, 1.0, first_began=True), Game(2, 1, 3, 0.5, first_began=False))
    assert section.byes == (
        Bye(1, 3, ByeKind.HALF_POINT),
        Bye(1, 4, ByeKind.FULL_POINT),
        Bye(2, 2, ByeKind.FORFEIT_WIN, opponent=4),
        Bye(2, 4, ByeKind.FORFEIT_LOSS, opponent=2),
        Bye(3, 3, ByeKind.ZERO_POINT),
    )
    assert [(player.title, player.fide_id, player.born, player.born_year) for player in section.players] == [
        ("GM", "99900011", None, 1978),
        ("WFM", "9990022", None, 1981),
        ("FM", None, date(1981, 5, 29), None),
        (None, None, None, None),
    ]
    assert remarks_of(event) == {6: "the plan is 4 rounds, the file has 3"}


def test_a_team_event_is_read_with_its_teams_in_board_order() -> None:
    event = read_trf(TEAMS.encode())
    section = only(event)
    assert event.format == "TRF26"
    members = [("Northerners", 1), ("Southerners", 1), ("Northerners", 2)]
    assert [(player.team, player.board) for player in section.players] == members
    assert section.time_control == TimeControl(175, 30)
    assert section.byes == (Bye(1, 3, ByeKind.FORFEIT_LOSS), Bye(2, 3, ByeKind.FORFEIT_LOSS))
    assert remarks_of(event) == {
        15: "national ratings (IND) ignored. The ratings of the 001 lines count",
        18: "its round or a team is not in this file. Ignored",
    }


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \n\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings_say_the_same(end: str, encoding: str) -> None:
    section = only(read_trf(SWISS.replace("\r\n", end).encode(encoding)))
    assert section.players[1].name == "Ó Broin, Cillian"
    assert (len(section.games), len(section.byes)) == (4, 4)


def test_columns_that_were_counted_in_bytes_are_read_as_such() -> None:
    shifted = SWISS.replace("Ó Broin, Cillian ", "Ó Broin, Cillian")  # in UTF-8 Ó is two bytes long
    assert only(read_trf(shifted.encode())) == only(read_trf(SWISS.encode()))


@pytest.mark.parametrize(
    ("first", "second", "game"),
    [
        ("2 w 1", "1 b 0", Game(1, 1, 2, 1.0, first_began=True)),
        ("2 b 0", "1 w 1", Game(1, 1, 2, 0.0, first_began=False)),
        ("2 W =", "1 B =", Game(1, 1, 2, 0.5, first_began=True)),
        ("2 w W", "1 b L", Game(1, 1, 2, 1.0, first_began=True, rated=False)),
        ("2 b l", "1 w w", Game(1, 1, 2, 0.0, first_began=False, rated=False)),
        ("2 w d", "1 b D", Game(1, 1, 2, 0.5, first_began=True, rated=False)),
        ("2 - 1", "1 b 0", Game(1, 1, 2, 1.0, first_began=True)),
        ("0002   1", "1   0", Game(1, 1, 2, 1.0)),
    ],
)
def test_each_result_of_a_game_has_its_meaning(first: str, second: str, game: Game) -> None:
    event = of_two(first=first, second=second)
    assert only(event).games == (game,)
    assert event.remarks == ()


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("0000 - H", ByeKind.HALF_POINT),
        ("0000 - f", ByeKind.FULL_POINT),
        ("- u", ByeKind.FULL_POINT),
        ("0 - Z", ByeKind.ZERO_POINT),
        ("0000 - +", ByeKind.FORFEIT_WIN),
        ("0000 - -", ByeKind.FORFEIT_LOSS),
        ("0000 -", ByeKind.UNPLAYED),
    ],
)
def test_each_round_without_a_game_has_its_meaning(cell: str, kind: ByeKind) -> None:
    cell = f" {cell}" if cell.startswith("-") else cell
    event = read_trf(file_of(line_of(1, "Quill, Ada", cell)))
    assert only(event).byes == (Bye(1, 1, kind),)
    assert event.remarks == ()


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        ("2 w 1", "1 w 0", "round 1: both players have the colour w. Treated as unknown"),
        ("2 x 1", "1 - 0", 'round 1: "x" is not a colour (w or b). Treated as unknown'),
        ("0000 - =", "", 'round 1: a result "=" without an opponent is read as a half-point bye'),
        ("2 w H", "", 'round 1: a bye, "H", has no opponent. Number 2 ignored'),
        ("2 w", "1 b", "round 1: the game against player 2 has no result. Ignored"),
        ("2 w +", "", "round 1: the forfeit against player 2 is missing in that player's line"),
    ],
)
def test_a_doubtful_cell_has_a_remark(first: str, second: str, text: str) -> None:
    assert remarks_of(of_two(first=first, second=second))[1] == text


def test_only_stray_lines_have_remarks() -> None:
    event = of_two(
        "012 Autumn Open",
        "01234567890123456789",
        "         1         2",
        "### 012 of something",
        "DDD SSSS sTTT NNNNNNNNNNN",
        "DAT 2020",
        "XXA    1  1.0  1.0",
        "012 Spring Open",
    )
    assert event.name == "Autumn Open"
    assert remarks_of(event) == {
        5: '"DDD SSSS sTTT NNNNNNNNNNN" is not a known record. Ignored',
        8: "a second record 012: the first, in line 1, counts",
    }


def test_remarks_that_are_alike_are_counted_after_the_fifth() -> None:
    lines = [line_of(number, f"Quill, {number}", "0000 - Z", fide_id=str(number)) for number in range(1, 41)]
    remarks = read_trf(file_of(*lines)).remarks
    assert [remark.line for remark in remarks] == [1, 2, 3, 4, 5, 6]
    assert remarks[-1].text == "no FIDE id in 35 more lines, the last of them 40"


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ({"sex": "x"}, '"x" in column 10 is neither m nor w. Ignored'),
        ({"born": "99.99.99"}, '"99.99.99" is not a birth date. Ignored. Write YYYY/MM/DD'),
        ({"born": "03/04/1990"}, 'the birth date "03/04/1990" is read as 1990-04-03'),
        ({"fide_id": "AB12"}, '"AB12" is not a FIDE id of six digits or more. Ignored'),
        ({"points": "x"}, 'the points "x" are not a number. Ignored'),
        ({"rating": "9"}, "a rating of 9 is unusual"),
    ],
)
def test_a_doubtful_column_has_a_remark(columns: dict[str, str], text: str) -> None:
    assert remarks_of(of_two(**columns)) == {1: text}


@pytest.mark.parametrize(
    ("written", "title"),
    [
        *(("g", "GM"), ("m", "IM"), ("f", "FM"), ("c", "CM")),
        *(("wg", "WGM"), ("wm", "WIM"), ("wf", "WFM"), ("wc", "WCM")),
        *(("GM", "GM"), ("WIM", "WIM"), ("NM", "NM"), ("", None)),
    ],
)
def test_titles_are_read_in_both_forms(written: str, title: str | None) -> None:
    assert only(of_two(title=written)).players[0].title == title


@pytest.mark.parametrize(
    ("record", "control"),
    [
        ("122 120", TimeControl(120, 0)),
        ("122 90+30", TimeControl(90, 30)),
        ("122 90' + 30''", TimeControl(90, 30)),
        ('122 15 min + 10"/move', TimeControl(15, 10)),
        ("122 90 minutes + 30 seconds per move", TimeControl(90, 30)),
        ("122 G/60;d5", TimeControl(60, 5)),
        ("222 5400+30", TimeControl(90, 30)),
        ("222 600", TimeControl(10, 0)),
        ("222 40/5400+30:900+30", TimeControl(105, 30)),
    ],
)
def test_time_controls_are_read_in_words_and_in_seconds(record: str, control: TimeControl) -> None:
    event = of_two(record)
    assert only(event).time_control == control
    assert event.remarks == ()


@pytest.mark.parametrize(
    "record", ["122 40 moves in two hours", "122 fast", "222 W300-B240", "222 90+30", "222 5400+30:900"]
)
def test_a_time_control_of_another_kind_has_a_remark(record: str) -> None:
    event = of_two(record)
    assert only(event).time_control is None
    assert [remark.line for remark in event.remarks] == [1]


@pytest.mark.parametrize(
    ("began", "ended", "days"),
    [
        ("10.09.13", "11.03.13", (date(2010, 9, 13), date(2011, 3, 13))),
        ("25.02.11", "27.02.11", (date(2011, 2, 25), date(2011, 2, 27))),
        ("03/04/2010", "04/03/2010", (date(2010, 3, 4), date(2010, 4, 3))),
        ("30/09/2010", "02/10/2010", (date(2010, 9, 30), date(2010, 10, 2))),
        ("09/30/2010", "10/02/2010", (date(2010, 9, 30), date(2010, 10, 2))),
    ],
)
def test_doubtful_days_are_read_so_that_the_event_is_short(began: str, ended: str, days: tuple[date, date]) -> None:
    event = of_two(f"042 {began}", f"052 {ended}")
    assert (event.began, event.day) == days
    assert event.remarks[-1][:2] == (2, f'"{ended}" is read as {days[1]}')


def test_counts_of_the_header_are_held_against_the_file() -> None:
    assert remarks_of(of_two("062 2 (1)", "072 1")) == {2: "the header says 1 rated players, the file has 0"}


def test_days_come_from_the_round_dates_where_the_header_has_none() -> None:
    event = of_two("132".ljust(91) + "24/12/01  24/12/03")
    assert (event.began, event.day) == (date(2024, 12, 1), date(2024, 12, 3))


def test_an_end_before_the_beginning_has_a_remark() -> None:
    assert list(remarks_of(of_two("042 2024/12/02", "052 2024/12/01"))) == [2]


def test_byes_of_record_240_fill_blank_rounds_of_players() -> None:
    event = of_two("240 H   2    1    2", "240 Z   1    1    9", "240 Q   1    1")
    assert only(event).byes == (Bye(2, 1, ByeKind.HALF_POINT), Bye(2, 2, ByeKind.HALF_POINT))
    assert [remark.line for remark in event.remarks] == [2, 2, 3]


def test_a_national_record_of_us_chess_tells_number_and_state() -> None:
    national = line_of(1, "Quill, Ada", fide_id="12345678", federation="VA").replace("001", "USA", 1)
    player = only(of_two(national)).players[0]
    assert (player.uschess_id, player.state, player.fide_id) == ("12345678", "VA", None)


def test_a_match_of_two_is_one() -> None:
    assert only(of_two("092 Match")).kind is EventKind.MATCH
    assert only(of_two("092 Swiss")).kind is EventKind.TOURNAMENT


@pytest.mark.parametrize("text", [SWISS.replace("\r", ""), IN_PROGRESS, TEAMS, "\n012 A\n042 2024/12/01\n"])
def test_a_report_is_recognised_by_its_contents(text: str) -> None:
    assert is_trf(text)


@pytest.mark.parametrize(
    "text", ["", "number,name,1\n1,Ada,W2\n", "0" * 1000, "012 Main Street\n", '{"001": 1}', "Ada 1500 2 3; 400 300\n"]
)
def test_other_files_are_no_reports(text: str) -> None:
    assert not is_trf(text)
