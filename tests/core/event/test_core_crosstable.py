from datetime import date
from typing import Any

import pytest

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game, TimeControl

DAY = date(2026, 11, 20)
THREE = (Entrant(1, 1500), Entrant(2, 1600), Entrant(3, 1700))


def crosstable(*games: Game, entrants: tuple[Entrant, ...] = THREE, **more: Any) -> Crosstable:
    return Crosstable(DAY, entrants, games, **more)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: crosstable(entrants=(Entrant(1), Entrant(1))), "same pairing number"),
        (lambda: crosstable(Game(2, 1, 1, 1)), "Round 2: player 1 cannot play against themselves"),
        (lambda: crosstable(Game(3, 1, 9, 1)), "Round 3: there is no player 9"),
        (lambda: crosstable(Game(3, 8, 2, 1)), "Round 3: there is no player 8"),
        (lambda: crosstable(Game(1, 1, 2, 2)), "Round 1: a game scores 0, 0.5 or 1, not 2"),
        (lambda: crosstable(Game(1, 1, 2, -0.5)), "not -0.5"),
        (lambda: crosstable(Game(1, 1, 2, float("nan"))), "not nan"),
    ],
)
def test_facts_that_contradict_each_other_are_refused(make: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        make()


@pytest.mark.parametrize("score", [0, 0.5, 1, None])
def test_a_game_scores_nothing_a_half_a_point_or_is_unknown(score: float | None) -> None:
    assert crosstable(Game(1, 1, 2, score)).games_of(1)[0].score == score


def test_games_are_seen_from_either_side_in_the_order_of_the_rounds() -> None:
    table = crosstable(Game(3, 1, 2, 0.5), Game(1, 2, 1, 1), Game(2, 1, 3, 1))
    assert [(game.round, game.opponent.number, game.score) for game in table.games_of(1)] == [
        (1, 2, 0),
        (2, 3, 1),
        (3, 2, 0.5),
    ]
    assert [(game.round, game.opponent.number, game.score) for game in table.games_of(2)] == [(1, 1, 1), (3, 1, 0.5)]
    assert [(game.round, game.opponent.number, game.score) for game in table.games_of(3)] == [(2, 1, 0)]


def test_an_unknown_result_is_unknown_to_both() -> None:
    table = crosstable(Game(1, 1, 2))
    assert table.games_of(1)[0].score is None
    assert table.games_of(2)[0].score is None


def test_the_score_is_the_sum_of_the_results() -> None:
    table = crosstable(Game(1, 1, 2, 1), Game(2, 3, 1, 0.5))
    assert [table.score_of(number) for number in (1, 2, 3)] == [1.5, 0, 0.5]


def test_a_player_without_games_has_scored_nothing() -> None:
    assert crosstable(Game(1, 1, 2, 1)).score_of(3) == 0
    assert crosstable(Game(1, 1, 2, 1)).games_of(3) == ()


@pytest.mark.parametrize("total", [0, 1.5])
def test_a_total_stands_for_results_that_are_unknown(total: float) -> None:
    entrants = (Entrant(1, score=total), Entrant(2, 1600), Entrant(3, 1700))
    table = crosstable(Game(1, 1, 2), Game(2, 1, 3), entrants=entrants)
    assert table.score_of(1) == total


@pytest.mark.parametrize("known", [None, 1])
def test_without_results_and_without_a_total_there_is_no_score(known: float | None) -> None:
    table = crosstable(Game(1, 1, 2, known), Game(2, 1, 3))
    with pytest.raises(InputError, match="Player 1 has games without a result"):
        table.score_of(1)


def test_byes_belong_to_their_entrant() -> None:
    first, second = Bye(1, 1, ByeKind.FULL_POINT), Bye(2, 3, ByeKind.FORFEIT_WIN)
    table = crosstable(byes=(first, second))
    assert (table.byes_of(1), table.byes_of(2), table.byes_of(3)) == ((first,), (), (second,))
    assert table.score_of(1) == 0  # a bye is not a played game


def test_the_bye_letters_are_those_of_a_us_chess_crosstable() -> None:
    assert (ByeKind.FULL_POINT, ByeKind.FORFEIT_WIN) == ("B", "X")


@pytest.mark.parametrize("kind", ByeKind)
def test_a_full_point_bye_and_a_forfeit_win_alone_give_a_point(kind: ByeKind) -> None:
    assert kind.gives_a_point is (kind in ("B", "X"))


@pytest.mark.parametrize(
    ("games", "byes"),
    [
        ((Game(2, 1, 2, 1), Game(2, 3, 1, 0)), ()),
        ((Game(2, 1, 2, 1),), (Bye(2, 1, ByeKind.HALF_POINT),)),
        ((), (Bye(2, 1, ByeKind.HALF_POINT), Bye(2, 1, ByeKind.UNPLAYED))),
    ],
)
def test_nobody_is_twice_in_a_round(games: tuple[Game, ...], byes: tuple[Bye, ...]) -> None:
    with pytest.raises(InputError, match="Round 2: player 1 is listed twice"):
        crosstable(*games, byes=byes)


def test_the_rounds_go_to_the_last_one_with_a_game_or_a_bye() -> None:
    assert crosstable().rounds == 0
    assert crosstable(Game(3, 1, 2, 1), Game(1, 1, 3, 1)).rounds == 3
    assert crosstable(Game(3, 1, 2, 1), byes=(Bye(5, 3, ByeKind.UNPLAYED),)).rounds == 5


def test_an_entrant_is_found_by_number_and_a_player_by_name() -> None:
    entrants = (Entrant(4, 1500, player="a"), Entrant(2, 1600, player="b"))
    table = crosstable(entrants=entrants)
    assert (table.entrant(2), table.number_of("a")) == (entrants[1], 4)


def test_everybody_has_played_something_or_nothing() -> None:
    played = crosstable(Game(2, 2, 1, 0.5), Game(1, 1, 2)).played()
    assert {number: [(game.round, game.score) for game in games] for number, games in played.items()} == {
        1: [(1, None), (2, 0.5)],
        2: [(1, None), (2, 0.5)],
        3: [],
    }


def test_a_time_control_is_written_minutes_plus_seconds() -> None:
    assert str(TimeControl(25, 5)) == "25+5"
