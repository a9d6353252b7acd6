"""Tournament report files that contradict themselves."""

from collections.abc import Sequence

import pytest
from formats_checks import checked
from trf_files import file_of, line_of

from core.errors import InputError
from core.files.chess.trf_read import read_trf


def refusal(*lines: str) -> str:
    with pytest.raises(InputError) as caught:
        read_trf(file_of("012 Autumn Open", *lines))
    return checked(caught.value)


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        (
            ["2 w 1", ""],
            'Line 2: round 1: player 1 has "1" against 2, but player 2 has nothing there (line 3). '
            "Correct one of the two lines.",
        ),
        (
            ["2 w 1", "3 b 0", "2 w 1"],
            'Line 2: round 1: player 1 has "1" against 2, but player 2 has "0" against 3 (line 3). '
            "Correct one of the two lines.",
        ),
        (
            ["2 w 1", "1 b 1"],
            'Line 2: round 1: player 1 has "1" against 2, but player 2 has "1" against 1 (line 3). '
            "Correct one of the two lines.",
        ),
        (
            ["2 w 1", "1 b L"],
            'Line 2: round 1: player 1 has "1" against 2, but player 2 has "L" against 1 (line 3). '
            "Correct one of the two lines.",
        ),
        (
            ["2 w +", "1 b 0"],
            'Line 2: round 1: player 1 has "+" against 2, but player 2 has "0" against 1 (line 3). '
            "Correct one of the two lines.",
        ),
        (
            ["2 w +", "1 b +"],
            'Line 2: round 1: player 1 has "+" against 2, but player 2 has "+" against 1 (line 3). '
            "Correct one of the two lines.",
        ),
        (
            ["2 w 1", "1 b"],
            'Line 2: round 1: player 1 has "1" against 2, but player 2 has no result against 1 (line 3). '
            "Correct one of the two lines.",
        ),
        (
            ["9 w 1", ""],
            "Line 2: round 1: there is no player 9 in this file. Correct the opponent's number in columns 92 to 95.",
        ),
        (
            ["9 w +", ""],
            "Line 2: round 1: there is no player 9 in this file. Correct the opponent's number in columns 92 to 95.",
        ),
        (
            ["1 w 1", ""],
            "Line 2: round 1: player 1 cannot play against themselves. "
            "Correct the opponent's number in columns 92 to 95.",
        ),
        (
            ["2 w ?", "1 b 0"],
            'Line 2: round 1: "?" is not a result. Write 1, = or 0 (rated), W, D or L (not rated), + or - (forfeit), '
            "H, F, U or Z (bye).",
        ),
        (
            ["x w 1", "1 b 0"],
            'Line 2: round 1 has "x w 1". Write the opponent in columns 92 to 95, the colour in 97, the result in 99.',
        ),
        (
            ["2  w 1", "1 b 0"],
            'Line 2: round 1 has "2 w 1". Write the opponent in columns 92 to 95, the colour in 97, the result in 99.',
        ),
    ],
)
def test_a_contradiction_is_one_sentence_with_the_line(rounds: Sequence[str], sentence: str) -> None:
    lines = [line_of(number, f"Quill, {number}", cell) for number, cell in enumerate(rounds, start=1)]
    assert refusal(*lines) == sentence


def test_the_columns_of_a_later_round_are_named() -> None:
    assert refusal(line_of(1, "Quill, Ada", "", "", "7 w 1")).endswith("in columns 112 to 115.")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "001    x M    Quill, Ada",
            'Line 2: "x" is not a starting number. Write it in columns 5 to 8, from 1 upward.',
        ),
        (
            "001    0 M    Quill, Ada",
            'Line 2: "0" is not a starting number. Write it in columns 5 to 8, from 1 upward.',
        ),
        ("001    1 M", "Line 2: player 1 has no name. Write it in columns 15 to 47."),
        (
            line_of(1, "Quill, Ada", rating="15OO"),
            'Line 2: "15OO" is not a rating. Write one in columns 49 to 52, or 0 for unrated.',
        ),
        (
            line_of(1, "Quill, Ada", rating="1500").replace("1500", " 1500"),
            'Line 2: column 53 has "0", but must be blank after the rating. '
            "Move the fields after the name until it is.",
        ),
        (
            line_of(1, "Quill, Ada", rating="1500").replace(" 1500", "1500"),
            "Line 2: the rating begins in column 48. Move it one column to the right.",
        ),
    ],
)
def test_a_player_that_cannot_be_read_is_one_sentence_with_the_line(line: str, sentence: str) -> None:
    assert refusal(line) == sentence


def test_two_players_with_the_same_number_are_refused() -> None:
    assert refusal(line_of(1, "Quill, Ada"), line_of(1, "Marsh, Bo")) == (
        "Line 3: player 1 is also in line 2. Give each player a different number."
    )


def test_a_file_without_players_is_refused() -> None:
    assert refusal("022 Larkfield") == (
        "There are no players in the file. A tournament report has one line 001 per player."
    )
