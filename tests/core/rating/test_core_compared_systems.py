"""A pool's matches by Oracle, Elo and Glicko-2 beside each other."""

from datetime import date, timedelta
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.compared_systems import COIN, LEAST_EVENTS, clearly_least, compare_systems
from core.rating.oracle.config import OracleConfig
from tests.depth import examples

POOL, DAY = RatingList.ORACLE, date(2026, 3, 1)
RULES = ClubRules()


def match(first: str, second: str, results: list[float], day: date = DAY) -> Crosstable:
    entrants = Entrant(1, player=first, rated=True), Entrant(2, player=second, rated=True)
    games = tuple(Game(number, 1, 2, result) for number, result in enumerate(results, start=1))
    return Crosstable(day, entrants, games, kind=EventKind.MATCH)


def test_before_the_first_match_every_system_tosses_a_coin() -> None:
    found = compare_systems([match("a", "b", [1, 1, 0])], POOL, RULES)
    for forecasts in (found.oracle, found.elo, found.glicko2):
        assert forecasts.loss == pytest.approx(COIN) == pytest.approx(log(2))
        assert (forecasts.right, forecasts.decided) == (0, 0)
    assert (found.matches, found.games) == (1, 3)


def test_no_system_is_best_after_a_few_games() -> None:
    assert compare_systems([match("a", "b", [1, 1, 0])], POOL, RULES).best is None


def test_a_system_is_best_only_beyond_chance() -> None:
    """Each event costs the second system 0.1 more, and the third 0.1 more or less in turn: the third may be as good."""
    ahead = [[1.0, 1.1 + 0.01 * (number % 3), 1.2] for number in range(LEAST_EVENTS)]
    assert clearly_least(ahead) == 0
    assert clearly_least(ahead[1:]) is None  # too few events
    turning = [[1.0, 1.1, 1.0 + 0.1 * (-1) ** number + 0.01] for number in range(LEAST_EVENTS)]
    assert clearly_least(turning) is None
    assert clearly_least([[1.0, 1.0, 1.0]] * LEAST_EVENTS) is None


def test_the_earlier_winner_is_the_favourite_and_an_upset_costs_more() -> None:
    """Elo by hand: 1516 and 1484 after one game with K 32, so 32 points lie between them."""
    chance = 1 / (1 + 10 ** (-32 / 400))
    losses = {}
    for result in (1.0, 0.0):
        found = compare_systems([match("a", "b", [1]), match("a", "b", [result])], POOL, RULES)
        losses[result] = found.elo.loss
        assert (found.elo.right, found.elo.decided) == (result, 1)
        assert found.oracle.loss < COIN if result else found.oracle.loss > COIN
        assert found.glicko2.loss < COIN if result else found.glicko2.loss > COIN
    assert losses == {1.0: pytest.approx((COIN - log(chance)) / 2), 0.0: pytest.approx((COIN - log(1 - chance)) / 2)}


@given(
    told=st.lists(
        st.tuples(
            st.permutations("abcd").map(lambda names: names[:2]),
            st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=5),
        ),
        min_size=1,
        max_size=8,
    )
)
@examples(0.5)
def test_from_the_other_side_of_every_board_all_figures_are_the_same(told: list[tuple[list[str], list[float]]]) -> None:
    days = [DAY + timedelta(20 * at) for at in range(len(told))]
    one = [match(*names, results, day) for (names, results), day in zip(told, days, strict=True)]
    other = [
        match(names[1], names[0], [1 - result for result in results], day)
        for (names, results), day in zip(told, days, strict=True)
    ]
    first, second = (compare_systems(matches, POOL, RULES) for matches in (one, other))
    for name in ("oracle", "elo", "glicko2"):
        assert getattr(first, name).loss == pytest.approx(getattr(second, name).loss, rel=1e-9)
    by_player = {player.player: player for player in second.players}
    for player in first.players:
        assert player[1:] == pytest.approx(by_player[player.player][1:], rel=1e-9)


def test_games_against_guests_are_not_compared() -> None:
    guest = Entrant(3, rating=60, name="Guest")
    table = match("a", "b", [1])
    games = (*table.games, Game(2, 1, 3, 0.0))
    with_guest = Crosstable(DAY, (*table.entrants, guest), games)
    assert compare_systems([with_guest], POOL, RULES) == compare_systems([table], POOL, RULES)


def test_a_total_that_tells_of_guests_too_tells_of_no_game() -> None:
    entrants = (
        Entrant(1, player="a", rated=True, score=1.5),
        Entrant(2, player="b", rated=True, score=0.5),
        Entrant(3, rating=60, name="Guest", score=0.0),
    )
    table = Crosstable(DAY, entrants, (Game(1, 1, 2, None), Game(2, 1, 3, None)))
    assert compare_systems([table], POOL, RULES).matches == 0


def test_draws_that_do_not_count_are_in_no_system() -> None:
    rules = ClubRules(oracle=OracleConfig(use_draws=False))
    drawn, decided = match("a", "b", [1, 0.5, 0.5]), match("a", "b", [1])
    assert compare_systems([drawn], POOL, rules) == compare_systems([decided], POOL, rules)
