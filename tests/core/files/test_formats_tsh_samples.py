"""A tsh division of a real event."""

from pairings_events import facts, told

from core.files.common.tables import decode
from core.files.games.read import read_pairings
from core.files.games.write import write_pairings_csv
from core.files.scrabble.tsh import is_tsh, read_tsh
from core.files.scrabble.tsh_archive import write_tsh
from tests.core.golden_cases import FILES

DIVISION = (FILES / "division.t").read_bytes()


def test_it_is_no_file_of_another_kind() -> None:
    assert is_tsh(decode(DIVISION))


def test_it_has_everybody_and_every_game() -> None:
    """24 players and 23 rounds without a bye are 276 games."""
    assert [told(section) for section in read_tsh(DIVISION).sections] == [(24, 276, 0, 23)]


def test_written_and_read_again_it_has_the_same_facts() -> None:
    event = read_tsh(DIVISION)
    assert facts(read_pairings(write_pairings_csv(event))) == facts(event)
    assert facts(read_tsh(write_tsh(event))) == facts(event)


def test_its_results_are_those_of_the_points() -> None:
    games = read_tsh(DIVISION).sections[0].games
    spreads = [(game.first_points or 0) - (game.second_points or 0) for game in games]
    assert [game.score for game in games] == [(spread > 0) + 0.5 * (spread == 0) for spread in spreads]
