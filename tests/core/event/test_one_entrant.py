"""Two entrants who were one person all along."""

from datetime import date

from core.event.corrections import with_one_entrant
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game

PEOPLE = tuple(Entrant(number, player=number * 10, rated=True) for number in (1, 2, 3, 4))


def table(*games: Game, byes: tuple[Bye, ...] = ()) -> Crosstable:
    return Crosstable(date(2026, 11, 21), PEOPLE, games, byes)


def test_the_games_of_one_are_given_to_the_other() -> None:
    joined = with_one_entrant(table(Game(1, 1, 3, 1.0), Game(2, 2, 4, 0.0), Game(3, 4, 1, 0.5)), 1, 2)
    assert joined is not None
    assert [one.number for one in joined.entrants] == [1, 3, 4]
    assert joined.games == (Game(1, 1, 3, 1.0), Game(2, 1, 4, 0.0), Game(3, 4, 1, 0.5))


def test_who_met_or_sat_in_one_round_are_two() -> None:
    assert with_one_entrant(table(Game(1, 1, 2, 1.0)), 1, 2) is None
    assert with_one_entrant(table(Game(1, 1, 3, 1.0), Game(1, 2, 4, 1.0)), 1, 2) is None
    forfeit = Bye(1, 2, ByeKind.FORFEIT_WIN, 4), Bye(1, 4, ByeKind.FORFEIT_LOSS, 2)
    assert with_one_entrant(table(Game(1, 1, 3, 1.0), byes=forfeit), 1, 2) is None


def test_an_absence_in_a_round_that_the_other_played_is_none() -> None:
    absent = Bye(1, 2, ByeKind.ZERO_POINT), Bye(2, 1, ByeKind.UNPLAYED)
    joined = with_one_entrant(table(Game(1, 1, 3, 1.0), Game(2, 2, 4, 0.0), byes=absent), 1, 2)
    assert joined is not None
    assert joined.byes == ()
