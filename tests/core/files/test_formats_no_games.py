"""Files without games: CoCo's ratings of an event and rating list, Woogles' standings."""

import pytest
from formats_checks import checked

from core.errors import InputError
from core.files.recognise import read_event_file
from core.files.scrabble.coco_csv import check_games

RATED = """\
Harbour Open
2024-03-05
Section A
NAME                  RECORD     SPREAD  OLD RAT  NEW RAT  NEW DEV
Quill, Ada            3.0-1.0       132     2063     2070     86.6
"""
LISTED = """\
NICK     Name                Games Rat  LastplayedNew Dev
         Ada Quill              20 2062 20200217   86.6
"""
STANDINGS = """\
division,rank,username,wins,losses,draws,winpts,spread
A,1,ada,3.0,1.0,0.0,3.0,120
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            RATED,
            "The table has records without games. Upload the event's results as CSV.",
        ),
        (LISTED, "A rating list has no games. Upload the event's results as CSV."),
        (
            STANDINGS,
            "Standings have no games. Export the tournament as tsh.",
        ),
    ],
)
def test_a_file_without_games_says_what_to_upload_instead(text: str, sentence: str, end: str) -> None:
    with pytest.raises(InputError) as caught:
        read_event_file(text.replace("\n", end).encode())
    assert checked(caught.value) == sentence


@pytest.mark.parametrize(
    "text", [LISTED.partition("\n")[0], STANDINGS.partition("\n")[0], "NAME RECORD SPREAD OLD RAT"]
)
def test_the_header_alone_is_enough(text: str) -> None:
    with pytest.raises(InputError, match="games"):
        read_event_file(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name,record\n",
        "Name Games Rat\n",
        "Old NICK Name Games Rat\n",
        "NAME RECORD",
        "division,round,player1,score1,player2,score2\n",
    ],
)
def test_other_tables_are_not_taken_for_them(text: str) -> None:
    check_games(text)
