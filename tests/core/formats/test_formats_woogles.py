"""Woogles' standings, which have no games."""

import pytest
from formats_checks import checked

from core.errors import InputError
from core.formats.woogles_csv import is_woogles, read_woogles

STANDINGS = (
    "division,rank,username,wins,losses,draws,winpts,spread\nA,1,quill_ada,2,0,0,2.0,112\nA,2,bo,0,2,0,0.0,-112\n"
)


def test_the_standings_are_refused_with_what_to_export_instead() -> None:
    with pytest.raises(InputError, match="tsh or AUPAIR") as caught:
        read_woogles(STANDINGS.encode())
    checked(caught.value)


def test_they_are_recognised_by_their_header() -> None:
    assert is_woogles(STANDINGS)
    assert not is_woogles("division,round,player1,score1,player2,score2\n")
    assert not is_woogles("")
