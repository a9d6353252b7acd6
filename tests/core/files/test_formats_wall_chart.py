"""A wall chart's lines against each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.files.chess.csv_table import PrintedCell, games_of_chart
from tests.conftest import TODAY


def chart(*lines: str) -> dict[int, list[PrintedCell | None]]:
    """Return a chart of lines such as "W2 L3 B", numbered from 1; "-" is nothing."""
    cells = {}
    for number, line in enumerate(lines, start=1):
        cells[number] = [
            None if word == "-" else PrintedCell(word[0], int(word[1:] or 0) or None) for word in line.split()
        ]
    return cells


def test_every_game_is_found_once_with_the_first_players_score() -> None:
    games, byes = games_of_chart(chart("W2 D3", "L1 B", "H D1"))
    assert games == (Game(1, 1, 2, 1.0), Game(2, 1, 3, 0.5))
    assert byes == (Bye(2, 2, ByeKind.FULL_POINT), Bye(1, 3, ByeKind.HALF_POINT))


def test_forfeits_are_byes_of_both_sides_and_no_game() -> None:
    games, byes = games_of_chart(chart("X2", "F1"))
    assert games == ()
    assert [bye.kind for bye in byes] == [ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS]


def test_a_line_may_be_shorter_than_the_others() -> None:
    games, _ = games_of_chart(chart("W2 W3", "L1", "- L1"))
    assert len(games) == 2


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("W1",), "Player 1, round 1: a player cannot play against themselves"),
        (("W2",), "Player 1, round 1: there is no player 2"),
        (("W2", "-"), "Player 1, round 1 has W2, but player 2 has nothing in that round"),
        (("W2", "L3", "W2"), "Player 1, round 1 has W2, but player 2 has L3 in that round"),
        (("W2", "W1"), "has a win against player 2, who has a win"),
        (("- D2", "- L1"), "Player 1, round 2 has a draw against player 2, who has a loss"),
        (("X2", "L1"), "Player 1, round 1 has X2, not played, but player 2 has L1 there"),
        (("W2", "B"), "Player 1, round 1 has W2, but player 2 has B in that round"),
        (("W", "L1"), "a win without an opponent"),
        (("Q2", "L1"), '"Q2" is not a result'),
        (("X1",), "a player cannot play against themselves"),
    ],
)
def test_a_contradiction_names_player_and_round(lines: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        games_of_chart(chart(*lines))
    assert sentence in error.value.message


letters = st.sampled_from("WDLXFBHZUQ")
cells = st.none() | st.builds(PrintedCell, letters, st.none() | st.integers(1, 5))


@given(st.lists(st.lists(cells, max_size=4), max_size=5))
def test_a_chart_gives_a_crosstable_that_stands_or_a_sentence(lines: list[list[PrintedCell | None]]) -> None:
    numbered = dict(enumerate(lines, start=1))
    try:
        games, byes = games_of_chart(numbered)
    except InputError:
        return
    entrants = tuple(Entrant(number, rated=True) for number in numbered)
    assert Crosstable(TODAY, entrants, games, byes).games == games
    assert 2 * len(games) + len(byes) == sum(cell is not None for line in lines for cell in line)
