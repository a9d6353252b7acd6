"""Woogles' standings."""

import pytest

from core.errors import InputError
from core.formats.scrabble.woogles_csv import is_woogles, read_woogles

STANDINGS = """division,rank,username,wins,losses,draws,winpts,spread
A,1,ada,3.0,1.0,0.0,3.0,120
A,2,bo,1,3,0,1,-120
B,1,cy,0,0,0,0,0
"""


def test_everybody_is_read_by_division_and_a_remark_says_what_is_missing() -> None:
    event = read_woogles(STANDINGS.encode())
    assert [(section.name, [player.name for player in section.players]) for section in event.sections] == [
        ("A", ["ada", "bo"]),
        ("B", ["cy"]),
    ]
    assert all(section.games == () for section in event.sections)
    assert "tsh or AUPAIR" in str(event.remarks[0])


def test_they_are_recognised_by_their_header() -> None:
    assert is_woogles(STANDINGS)
    assert not is_woogles("division,round,player1,score1,player2,score2\n")
    assert not is_woogles("")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [("A,1,,3,1,0,3,120", "no name"), ("A,1,ada,many,1,0,3,120", 'wins "many"'), ("", "no players")],
)
def test_a_table_that_is_broken_is_one_sentence(line: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_woogles(f"division,rank,username,wins,losses,draws,winpts,spread\n{line}\n".encode())
