"""Team records of tournament reports, read and written there and back."""

from dataclasses import replace

from core.event.crosstable import Bye, ByeKind, TeamBye
from core.event.event_file import FileEvent
from core.files.chess.trf_read import read_trf
from core.files.chess.trf_write import points_of, write_trf26
from tests.core.golden_cases import GOLDEN

SEVEN = (GOLDEN / "tiebreaks" / "seven_teams.trf").read_bytes()

# As FIDE's own example has them: members without a game have "0000 - -", the records say why.
RECORDS = """\
012 Three Teams
142 3
152 W
001    1      Marsh, Ada                        2000                             2.0    1     3 w 1  0000 - +  0000 - -
001    2      Marsh, Bo                         1990                             1.0    2     4 b 0  0000 - +  0000 - -
001    3      Quill, Cy                         1980                             0.5    3     1 b 0  0000 - -     5 w =
001    4      Quill, Di                         1970                             1.5    4     2 w 1  0000 - -     6 b =
001    5      Fen, Eli                          1960                             0.5    5  0000 - -  0000 - -     3 b =
001    6      Fen, Fay                          1950                             0.5    6  0000 - -  0000 - -     4 w =
310   1 Rooks                                    1995    4.0    4.0   1     1    2
310   2 Knights                                  1975    2.0    2.0   2     3    4
310   3 Bishops                                  1955    2.0    2.0   3     6    5
300   3   3   2    5    6
320  1.0  1.0 003
240 H   3    1
330 +-   2   1   2
"""


def only(data: bytes) -> FileEvent:
    event = read_trf(data)
    assert len(event.sections) == 1
    return event


def test_forfeits_of_teams_reach_their_members_and_byes_do_not() -> None:
    """As in FIDE's example, members' points are those of their own cells: the byes are the teams'."""
    section = only(RECORDS.encode()).sections[0]
    byes = set(section.byes)
    assert section.ranking is not None
    assert set(section.ranking.team_byes) == {
        TeamBye(1, "Bishops", ByeKind.HALF_POINT, given=True), TeamBye(3, "Rooks", ByeKind.HALF_POINT),
    }  # fmt: skip
    assert points_of(section) == {1: 2.0, 2: 1.0, 3: 0.5, 4: 1.5, 5: 0.5, 6: 0.5}
    assert {Bye(2, 1, ByeKind.FORFEIT_WIN, 3), Bye(2, 3, ByeKind.FORFEIT_LOSS, 1)} <= byes
    assert section.conduct is not None
    assert not section.conduct.given_byes
    assert section.conduct.boards == {(3, 5): 1, (3, 6): 2}
    assert section.conduct.teams == ("Rooks", "Knights", "Bishops")


def test_byes_of_teams_that_members_points_have_are_the_members() -> None:
    """Eli and Fay have ½ in round 3 and ½ more in their points: the bye of their team in round 1."""
    counted = RECORDS.replace("0.5    5  ", "1.0    5  ").replace("0.5    6  ", "1.0    6  ")
    section = only(counted.encode()).sections[0]
    assert {Bye(1, 5, ByeKind.HALF_POINT), Bye(1, 6, ByeKind.HALF_POINT)} <= set(section.byes)
    assert section.ranking is not None
    assert [bye.team for bye in section.ranking.team_byes] == ["Rooks"]
    points = points_of(section)
    assert (points[5], points[6]) == (1.0, 1.0)


def test_records_of_teams_are_written_where_the_regulations_have_them() -> None:
    lines = write_trf26(only(RECORDS.encode())).decode().splitlines()
    assert [line for line in lines if line[:3] in ("352", "310", "300", "320", "240", "330")] == [
        "352 WB",
        "310   1 Rooks                                    1995    4.0    4.0   1     1    2",
        "310   2 Knights                                  1975    2.0    2.0   2     3    4",
        "310   3 Bishops                                  1955    2.0    2.0   3     6    5",
        "300   3   3   2    5    6",
        "240 H   3    1",
        "320  1.0  1.0 003",
        "330 +-   2   1   2",
    ]


def test_a_team_event_written_and_read_again_is_the_same() -> None:
    event = only(SEVEN)
    again = only(write_trf26(event))
    assert write_trf26(again) == write_trf26(event)
    one, other = event.sections[0], again.sections[0]
    assert (set(one.games), set(one.byes), one.conduct) == (set(other.games), set(other.byes), other.conduct)
    members = [(player.team, player.board) for player in one.players]
    assert members == [(player.team, player.board) for player in other.players]


def test_a_team_that_is_not_in_the_file_is_doubted() -> None:
    event = only(RECORDS.replace("330 +-   2   1   2", "330 +-   2   1   9").encode())
    assert "its round or a team is not in this file. Ignored" in [remark.text for remark in event.remarks]


def test_the_older_record_of_teams_gives_the_order_of_their_members() -> None:
    older = RECORDS[: RECORDS.index("310 ")] + f"013 {'Rooks':<32}   1    2\n013 {'Knights':<32}   4    3\n"
    players = only(older.encode()).sections[0].players
    assert [(player.team, player.board) for player in players[:4]] == [
        ("Rooks", 1), ("Rooks", 2), ("Knights", 2), ("Knights", 1),
    ]  # fmt: skip


def test_a_player_without_a_team_leaves_the_records_without_points() -> None:
    event = only(SEVEN)
    section = event.sections[0]
    alone = replace(section, players=(replace(section.players[0], team=None, board=None), *section.players[1:]))
    lines = write_trf26(replace(event, sections=(alone,))).decode().splitlines()
    assert [line[54:71].strip() for line in lines if line.startswith("310")] == [""] * 7
