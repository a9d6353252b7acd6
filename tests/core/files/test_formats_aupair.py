"""AUPAIR's .tou, by columns and without them."""

from datetime import date

import pytest
from formats_checks import checked

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType
from core.files.scrabble.aupair import is_aupair, read_aupair

BY_COLUMNS = """\
*M05.03.2024 Harbour Open
*A
                                      0
Ada Quill            2412  +2 1380   3 2050   1
Bo Brook              388   1    0   2 2401  +3
Louis 14 Roy         2050   3 1380  +1  377   2
*** END OF FILE ***
anything
"""
WITHOUT_COLUMNS = """\
*M5.3.2024 Harbour Open
*A
Ada Quill 2412 2 1380 3
Bo Brook 388 1 2050 2
Cy Cole 2050 3 1380 1
"""


def refusal(*texts: str) -> str:
    with pytest.raises(InputError) as caught:
        read_aupair("\r\n".join(texts).encode())
    return checked(caught.value)


def test_columns_are_read_with_who_went_first() -> None:
    event = read_aupair(BY_COLUMNS.replace("\n", "\r\n").encode())
    (section,) = event.sections
    assert (event.name, event.day, event.board, section.name) == (
        "Harbour Open",
        date(2024, 3, 5),
        GameType.SCRABBLE,
        "A",
    )
    assert [(player.number, player.name, player.line) for player in section.players] == [
        (1, "Ada Quill", 4),
        (2, "Bo Brook", 5),
        (3, "Louis 14 Roy", 6),
    ]
    assert section.games == (
        Game(1, 1, 2, 1.0, True, 412, 388),
        Game(2, 1, 3, 0.5, False, 380, 380),
        Game(3, 2, 3, 1.0, True, 401, 377),
    )
    assert section.byes == (
        Bye(1, 3, ByeKind.FULL_POINT, points=50),
        Bye(2, 2, ByeKind.UNPLAYED, points=0),
        Bye(3, 1, ByeKind.FULL_POINT, points=50),
    )
    assert event.remarks == ()


def test_without_columns_the_name_ends_before_the_first_number() -> None:
    (section,) = read_aupair(WITHOUT_COLUMNS.encode()).sections
    assert [player.name for player in section.players] == ["Ada Quill", "Bo Brook", "Cy Cole"]
    assert section.games == (Game(1, 1, 2, 1.0, None, 412, 388), Game(2, 1, 3, 0.5, None, 380, 380))


def test_a_plus_may_stand_before_the_score() -> None:
    event = read_aupair(b"*M05.03.2024 x\n*A\nAda +2412 2\nBo 388 1\n*B\nCy 2401+2\nDi 377 1\n")
    assert [section.name for section in event.sections] == ["A", "B"]
    assert [section.games[0].first_began for section in event.sections] == [True, True]


@pytest.mark.parametrize("scores", [("2150", "100"), ("2100", "0")])
def test_scores_that_nobody_played_for_are_forfeits(scores: tuple[str, str]) -> None:
    event = read_aupair(f"*M05.03.2024 x\n*A\nAda {scores[0]} 2\nBo {scores[1]} 1\n".encode())
    (section,) = event.sections
    assert section.games == ()
    assert [(bye.kind, bye.opponent) for bye in section.byes] == [(ByeKind.FORFEIT_WIN, 2), (ByeKind.FORFEIT_LOSS, 1)]
    assert [remark.line for remark in event.remarks] == [3]


def test_a_result_against_the_points_is_kept_with_a_remark() -> None:
    event = read_aupair(b"*M05.03.2024 x\n*A\nAda 2380 2\nBo 390 1\n")
    assert event.sections[0].games == (Game(1, 1, 2, 1.0, None, 380, 390),)
    assert [str(remark) for remark in event.remarks] == ["Line 3: round 1: 380 to 390 is recorded as a win. Stored so"]


def test_a_line_for_a_high_word_is_no_player() -> None:
    (section,) = read_aupair(b"*M05.03.2024 x\n*A\nQUIXOTRY  365\nAda 2412 2\nBo 388 1\n").sections
    assert [player.name for player in section.players] == ["Ada", "Bo"]


def test_what_contradicts_itself_is_refused_with_its_line() -> None:
    top = ("*M05.03.2024 x", "*A")
    assert refusal(*top, "Ada 2412 7", "Bo 388 1").startswith("Line 3: round 1: there is no player 7 among 2")
    assert "who has player 2 there (line 4)" in refusal(*top, "Ada 2412 2", "Bo 2050 2")
    assert "who has a win (line 4)" in refusal(*top, "Ada 2412 2", "Bo 2388 1")
    assert refusal(*top, "Ada 2412 2", "Bo 388 1 5").startswith("Line 4: round 2 is not a score and opponent")
    assert refusal(*top, "Ada 9412 2", "Bo 388 1").startswith("Line 3: round 1 is not a score")
    assert refusal(*top, "Ada 2412 2 2400 2", "Bo 388 1").startswith(
        "Line 3: round 2: player 1 has player 2, who has no"
    )
    assert "no players" in refusal(*top)


def test_it_is_recognised_by_its_first_line() -> None:
    assert is_aupair(BY_COLUMNS)
    assert is_aupair(WITHOUT_COLUMNS)
    assert not is_aupair("*A\nAda 2412 2\n")
    assert not is_aupair("Ada 1500 2; 400\n")
