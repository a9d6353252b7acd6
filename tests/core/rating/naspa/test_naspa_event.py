"""Whole events: a real one that tsh rated, hand-made ones, and what holds for all of them."""

from math import log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naspa_factories import DAY, NEW, Field, crosstable, fast, fields, one_after_another, rated, veteran

from core.errors import InputError, RuleError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.rating.naspa import NASPA_2008, NASPA_2024, NASPA_CLUB, Change, PlayerState, rate_crosstable
from tests.core.golden_cases import golden_case

DIVISION = golden_case("naspa/division", "division-of-24")
ALONE = {1: NEW, 2: NEW, 3: NEW}


def division(rounds: int) -> Field:
    players: dict[int, PlayerState | float] = {
        row["number"]: PlayerState(row["rating"], row["career_games"]) for row in DIVISION["players"]
    }
    points = {row["number"]: row["points"] for row in DIVISION["players"]}
    games = []
    for row in DIVISION["players"]:
        for number, opponent in enumerate(row["opponents"][:rounds], start=1):
            if row["number"] < opponent:
                own, theirs = row["points"][number - 1], points[opponent][number - 1]
                games.append((number, row["number"], opponent, 0.5 if own == theirs else float(own > theirs)))
    return Field(players, games)


@pytest.mark.parametrize("edition", [NASPA_2008, NASPA_2024], ids=lambda edition: edition.key)
def test_a_real_division_is_rated_as_tsh_rated_it(edition: Any) -> None:
    found = rated(*division(23), edition)
    assert {number: result.rating for number, result in found.items()} == {
        row["number"]: row["after"] for row in DIVISION["players"]
    }
    for row in DIVISION["players"]:
        result = found[row["number"]]
        assert result.score - result.expected == pytest.approx(row["excess_wins"], abs=1e-9)


@pytest.mark.parametrize("rounds", range(1, 13))
def test_a_real_first_segment_is_rated_as_tsh_rated_it_round_by_round(rounds: int) -> None:
    assert division(rounds).ratings() == {row["number"]: row["interim"][rounds - 1] for row in DIVISION["players"]}


def test_the_worked_check_holds_for_a_whole_event() -> None:
    """Seven games with 0.4 expected in each, ln 1.5 / 0.0031879 points below: 2.8 expected, six won, up by 157."""
    case = golden_case("naspa/formula", "worked-check")
    opponent = 500 + log(1.5) / 0.0031879
    games = [(number, 1, number + 1, float(number > 1)) for number in range(1, 8)]
    found = rated({1: veteran(500, 10), **dict.fromkeys(range(2, 9), opponent)}, games)
    assert found[1].expected == pytest.approx(case["expected"])
    assert found[1].rating == 500 + case["total"]


def test_an_opponent_gets_a_twentieth_of_acceleration_per_game() -> None:
    """At equal ratings 0.5 is expected a game: two wins are 30 points, 20 above 5 a game; 2/20 of those come back."""
    found = rated({1: veteran(1000, 0), 2: veteran(1000)}, one_after_another(1, 1))
    assert found[1].rating == 1000 + 30 + 20
    assert found[2].rating == 1000 - 20 + 2
    change = found[2].segments[0].change
    assert isinstance(change, Change)
    assert change.feedback == pytest.approx(2)


def test_a_local_club_counts_a_third_without_acceleration() -> None:
    found = rated({1: veteran(1000, 0), 2: veteran(1000)}, one_after_another(1, 1), NASPA_CLUB)
    assert (found[1].rating, found[2].rating) == (1010, 993)  # a third of 30 up, of 20 down


def test_a_local_club_changes_a_rating_by_50_at_most() -> None:
    # 16 games won of 16, 15.7 of them against expectation at 30: a third is 157.
    found = rated({1: veteran(500, 0), 2: 1700.0}, one_after_another(*[1.0] * 16), NASPA_CLUB)
    assert found[1].rating == 550


def test_nobody_falls_below_1() -> None:
    found = rated({1: veteran(20, 0), 2: 20.0}, one_after_another(0, 0, 0, 0))
    assert found[1].rating == 1


def test_byes_and_games_that_do_not_count_are_left_out() -> None:
    players: dict[int, PlayerState | float] = {1: veteran(1000), 2: veteran(1100), 3: veteran(1200)}
    byes = [Bye(2, 1, ByeKind.FULL_POINT), Bye(2, 2, ByeKind.FORFEIT_LOSS), Bye(1, 3, ByeKind.UNPLAYED)]
    found = rated(players, [(1, 1, 2, 1)], byes=byes)
    assert {number: result.rating for number, result in found.items()} == Field(players, [(1, 1, 2, 1)]).ratings()
    assert found[1].after.games == 201


def test_a_newcomer_gets_a_performance_against_rated_opponents() -> None:
    # Two wins of four at 0 difference: 1300, and the halving ends within a point of it.
    found = rated({1: NEW, 2: 1300.0}, one_after_another(1, 0, 1, 0))
    assert found[1].rating == pytest.approx(1300, abs=1)
    assert found[1].after.games == 4


def test_a_newcomer_who_loses_all_gets_500_at_least() -> None:
    # 5 % is 924 points below 1200.
    assert rated({1: NEW, 2: 1200.0}, one_after_another(0, 0, 0))[1].rating == 500


def test_a_newcomer_who_wins_all_gets_at_most_400_above_the_strongest() -> None:
    found = rated({1: NEW, 2: 1200.0, 3: 1100.0}, [(1, 1, 2, 1), (2, 1, 3, 1)])
    assert found[1].rating == 1600


def test_a_newcomer_counts_with_the_first_rating_against_rated_players() -> None:
    found = rated({1: NEW, 2: veteran(1200)}, one_after_another(1, 1))
    (game, _) = found[2].segments[0].games
    assert game.rating == 1600


def test_newcomers_who_met_each_other_alone_stay_within_400_of_1500() -> None:
    found = rated(dict.fromkeys(range(1, 5), NEW), [(1, 1, 2, 1), (1, 3, 4, 1), (2, 1, 3, 1), (2, 2, 4, 1)])
    assert found[1].rating == 1900
    assert found[4].rating == 500


def test_newcomers_who_never_settle_get_the_mean() -> None:
    found = rated(ALONE, [(1, 1, 3, 0.5), (2, 1, 2, 1)])
    first = found[1].segments[0].change
    assert not isinstance(first, Change)
    assert first.mean


def test_a_newcomer_is_a_rated_player_in_the_second_segment() -> None:
    found = rated({1: NEW, 2: 1300.0}, one_after_another(*[1.0, 0.0] * 10))
    first, second = found[1].segments
    assert first.before is None
    assert second.before == first.rating
    assert isinstance(second.change, Change)
    assert second.career_games == 10


def test_career_games_count_on_between_segments_since_2024() -> None:
    games = one_after_another(*[0.5] * 20)
    new, old = (rated({1: veteran(1000, 45), 2: 1100.0}, games, edition)[1] for edition in (NASPA_2024, NASPA_2008))
    assert [segment.career_games for segment in new.segments] == [45, 55]
    assert [segment.career_games for segment in old.segments] == [45, 45]
    assert new.after.games == old.after.games == 65


def test_a_total_score_does_for_sixteen_rounds_and_no_more() -> None:
    def own_event(rounds: int) -> Crosstable:
        entrants = (Entrant(1, player="me", rated=True, score=6), Entrant(2, 1100))
        return Crosstable(DAY, entrants, tuple(Game(number, 1, 2) for number in range(1, rounds + 1)))

    found = rate_crosstable(own_event(16), {"me": veteran(1100)}, NASPA_2024)
    assert found[1].rating == 1100 - 2 * 20
    with pytest.raises(RuleError, match="Give the result of every game"):
        rate_crosstable(own_event(17), {"me": veteran(1100)}, NASPA_2024)


def test_an_opponent_without_a_rating_is_named_by_the_round() -> None:
    table = Crosstable(DAY, (Entrant(1, player=1, rated=True), Entrant(2)), (Game(3, 1, 2, 1),))
    with pytest.raises(InputError, match="opponent of round 3 has no rating"):
        rate_crosstable(table, {1: veteran(1100)}, NASPA_2024)


def test_a_rating_that_nobody_has_is_refused() -> None:
    with pytest.raises(InputError, match="between 1 and 3000, not 4000"):
        rated({1: veteran(1100), 2: 4000.0}, one_after_another(1))


# What holds for every event.


@fast
@given(fields(), st.randoms(use_true_random=False))
def test_the_order_of_entrants_and_games_never_matters(field: Field, random: Any) -> None:
    order, games = list(field.players), list(field.games)
    random.shuffle(order)
    random.shuffle(games)
    again = Field({number: field.players[number] for number in order}, games)
    assert again.ratings() == field.ratings()


@fast
@given(fields())
def test_ratings_are_whole_and_within_their_limits(field: Field) -> None:
    for number, result in rated(*field).items():
        assert result.rating.is_integer()
        assert result.rating >= 1
        first = result.segments[0].change
        if not isinstance(first, Change):
            assert field.players[number] == NEW
            assert min(500, first.cap) <= first.rating <= first.cap


@fast
@given(fields(newcomers=False, most_rounds=16), st.data())
def test_a_better_result_never_lowers_the_rating(field: Field, data: Any) -> None:
    place = data.draw(st.integers(0, len(field.games) - 1))
    round_number, first, second, score = field.games[place]
    better = list(field.games)
    better[place] = (round_number, first, second, min(1.0, score + 0.5))
    before, after = field.ratings(), Field(field.players, better).ratings()
    if first in before:
        assert after[first] >= before[first] - 1  # feedback of an opponent who then gains less, rounded


@fast
@given(fields())
def test_the_change_is_made_of_its_parts(field: Field) -> None:
    for result in rated(*field).values():
        for segment in result.segments:
            change = segment.change
            if not isinstance(change, Change) or change.floored:
                continue
            assert segment.before is not None
            parts = change.gain + change.acceleration + change.feedback
            assert abs(segment.rating - segment.before - parts) <= 0.5 + 1e-9


@fast
@given(fields())
def test_steps_tell_the_rating_that_came_out(field: Field) -> None:
    for result in rated(*field).values():
        told = [step.value for step in result.steps if step.reason in ("naspa-rating", "naspa-newcomer-rating")]
        assert told == [segment.rating for segment in result.segments]


def test_the_crosstable_of_the_factories_is_what_was_asked_for() -> None:
    table = crosstable({1: veteran(1000), 2: 1100.0}, one_after_another(1))
    assert [entrant.rated for entrant in table.entrants] == [True, False]
