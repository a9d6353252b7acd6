"""Which tie-breaks of an order part anybody."""

from datetime import date

from core.event.crosstable import Crosstable, Entrant, Game
from core.tournament.tiebreaks.standings import deciding, standings

ORDER = ("DE", "WIN", "BH")


def event(*games: Game) -> Crosstable:
    return Crosstable(date(2026, 6, 1), tuple(Entrant(number) for number in range(1, 5)), games)


def test_before_anything_parts_equal_points_none_is_shown() -> None:
    """1 and 2 have won, 3 and 4 have lost; nobody of equal points has met, and their opponents have the same points."""
    table = event(Game(1, 1, 3, 1.0), Game(1, 2, 4, 1.0))
    assert set(deciding(standings(table, ORDER)).values()) == {()}


def test_the_first_different_tie_break_decides_only_equal_points() -> None:
    """All but 3 and 4 are alone on their points: 1 has two, 2 none, and 3 and 4 one each, of which 3 won its game."""
    table = event(Game(1, 1, 2, 1.0), Game(1, 3, 4, 1.0), Game(2, 1, 3, 1.0), Game(2, 4, 2, 1.0))
    found = deciding(standings(table, ORDER))
    assert found == {1: (), 3: (0,), 4: (0,), 2: ()}
