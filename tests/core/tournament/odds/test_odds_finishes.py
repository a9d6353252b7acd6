"""Odds against figures worked out by hand, published ones, and what must hold whatever the results are."""

from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from odds_factories import ELO, NASPA, field_of, with_half_points

from core.errors import InputError, RuleError
from core.event.crosstable import Bye, ByeKind, Game
from core.rating.outcome import DisplayedRating
from core.tournament.odds.open_event import Chance, Method, OpenEvent, Strength, draw_share, strengths_of
from core.tournament.odds.simulation import bounds_of, odds_of
from tests.core.golden_cases import golden, golden_case
from tests.depth import examples

RUNS = 20_000


def near(chance: float, runs: int = RUNS) -> Any:
    """Return what a chance may come out as: within four standard errors."""
    return pytest.approx(chance, abs=4 * sqrt(max(chance * (1 - chance), 1e-9) / runs) + 1e-9)


@pytest.mark.parametrize("case", golden("odds/finishes"))
def test_small_fields_have_the_chances_that_a_hand_finds(case: dict[str, Any]) -> None:
    event = with_half_points(case["ratings"], case["half_points"], case["to_play"], draws=case["draws"])
    odds = odds_of(event, seed=1, runs=RUNS)
    for index, finish in enumerate(odds.finishes[number] for number in event.schedule.numbers):
        assert finish.alone.value == near(case["alone"][index])
        assert finish.first.value == near(case["first"][index])
        assert finish.share == pytest.approx(case["share"][index], abs=0.015)
        assert finish.points == pytest.approx(case["points"][index], abs=0.015)
        assert finish.first.certain == (case["first"][index] == 1)
        assert finish.first.possible == (case["first"][index] > 0)
        assert finish.alone.possible == (case["alone"][index] > 0)


def test_a_swiss_by_the_cheap_rule_is_near_one_that_the_real_engine_pairs() -> None:
    case = golden_case("odds/swiss", "twenty-players-paired-by-gacrux")
    ratings = np.linspace(case["highest"], case["lowest"], case["players"]).tolist()
    odds = odds_of(field_of(ratings, method=Method.SWISS, rounds=case["rounds"]), seed=1, runs=RUNS)
    shares = [100 * odds.finishes[number].share for number in range(1, len(case["shares"]) + 1)]
    assert shares == pytest.approx(case["shares"], abs=2)


def test_uncertain_ratings_give_the_favourite_less() -> None:
    """Two of 1600 and 1400, each sure to 60: the difference is normal around 200 with 60 times the root of 2."""
    runs, nodes = 200_000, np.polynomial.hermite_e.hermegauss(40)
    differences = 200 + 60 * sqrt(2) * nodes[0]
    expected = float((nodes[1] * [ELO(one, 0) for one in differences]).sum() / nodes[1].sum())
    odds = odds_of(field_of([1600, 1400], deviation=60), seed=2, runs=runs)
    assert odds.finishes[1].points == pytest.approx(expected, abs=4 * 0.5 / sqrt(runs))
    assert expected < ELO(1600, 1400) - 0.005


def test_a_hundred_points_of_scrabble_win_as_often_as_coco_says() -> None:
    """Spec, section 8: 58.8 % where NASPA's formula gives 57.9 %; a tie of two in a hundred counts half."""
    odds = odds_of(field_of([1600, 1500], expected=NASPA, has_points=True), seed=3, runs=100_000)
    assert odds.finishes[1].points == pytest.approx(0.588, abs=0.005)


def test_spread_parts_equal_wins() -> None:
    games = [Game(1, 1, 2, 1.0, None, 400, 300), Game(2, 3, 1, 1.0, None, 401, 400), Game(3, 2, 3, 1.0, None, 500, 300)]
    odds = odds_of(field_of([1500] * 3, games, has_points=True), seed=1, places=2)
    assert odds.runs == 1
    assert [str(odds.finishes[number].alone) for number in (1, 2, 3)] == ["0%", "100%", "0%"]
    assert [odds.finishes[number].places for number in (1, 2, 3)] == [(0.0, 1.0), (1.0, 0.0), (0.0, 0.0)]


def test_what_a_score_brings_follows_from_the_scores() -> None:
    finish = odds_of(with_half_points([1500, 1500], [4, 2], [[1, 2]]), seed=1, runs=RUNS).finishes[1]
    assert [score for score, _ in finish.scores] == [2, 2.5, 3]
    assert finish.mean(lambda score: 100 * score) == pytest.approx(100 * finish.points)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Chance(0.0), "<1%"),
        (Chance(0.0099), "<1%"),
        (Chance(0.01), "1%"),
        (Chance(0.374), "37%"),
        (Chance(0.99), "99%"),
        (Chance(0.991), ">99%"),
        (Chance(1.0), ">99%"),
        (Chance(1.0, certain=True), "100%"),
        (Chance(0.0, possible=False), "0%"),
    ],
)
def test_chances_are_whole_and_certain_only_where_they_are(chance: Chance, text: str) -> None:
    assert str(chance) == text


def test_one_player_is_first() -> None:
    odds = odds_of(field_of([1500], rounds=3, method=Method.SWISS), seed=1)
    assert str(odds.finishes[1].alone) == "100%"


def test_nobody_with_a_rating_gives_no_odds() -> None:
    with pytest.raises(RuleError, match="Nobody in this event has a rating yet"):
        strengths_of({1: None, 2: None})


def test_unrated_players_count_as_average_and_provisional_ones_vary_more() -> None:
    found = strengths_of({
        1: DisplayedRating(1800, 1800, 200, False),
        2: DisplayedRating(1200, 1200, 15, True),
        3: None,
    })  # fmt: skip
    assert found == {1: Strength(1800, 60), 2: Strength(1200, 120), 3: Strength(1500, 300)}


def test_few_games_leave_the_usual_share_of_draws() -> None:
    assert draw_share(0, 0) == 0.25
    assert draw_share(50, 50) == 0.625


def test_a_strength_is_needed_of_everybody() -> None:
    with pytest.raises(InputError, match="Player 2 has no strength"):
        OpenEvent(field_of([1500, 1500]).schedule, {1: Strength(1500)}, ELO)


def test_an_early_withdrawal_counts_for_nobody_a_later_one_gives_points() -> None:
    """Of 3 games each: player 4 left after one of them, or after two."""
    early = field_of([1500] * 4, [Game(1, 4, 1, 1.0)], absent=frozenset({4}))
    odds = odds_of(early, seed=1)
    assert sorted(odds.finishes) == [1, 2, 3]
    assert sum(finish.points for finish in odds.finishes.values()) == pytest.approx(3)
    late = field_of([1500] * 4, [Game(1, 4, 1, 1.0), Game(2, 4, 2, 1.0)], absent=frozenset({4}))
    odds = odds_of(late, seed=1)
    assert odds.finishes[4].scores == ((2.0, 1.0),)
    assert sum(finish.points for finish in odds.finishes.values()) == pytest.approx(6)


def test_who_cannot_pass_the_best_of_two_who_meet_is_never_first_alone() -> None:
    """1 and 2 have two points each and play each other: one of them ends with two and a half at least.

    3 has one and a half, and gets there with a win; of 4, who has one, not even that helps.
    """
    bounds = bounds_of(with_half_points([1500] * 5, [4, 4, 3, 2, 0], [[1, 2], [3, 5], [4, 5]]).schedule)
    assert bounds.top == {(1, 2): 5, (3, 5): 3, (4, 5): 2}
    assert bounds.can_be_first(3, alone=False)
    assert not bounds.can_be_first(3, alone=True)
    assert not bounds.can_be_first(4, alone=False)


def test_a_swiss_plays_its_boards_first_and_gives_byes_to_whoever_had_none() -> None:
    """Five players, of whom 5 had the bye of round 1 and 4 asks for none in round 2: every round brings 3 points."""
    games = [Game(1, 1, 2, 1.0)]
    byes = [Bye(1, 5, ByeKind.FULL_POINT), Bye(2, 4, ByeKind.HALF_POINT)]
    event = field_of([1500] * 5, games, byes, method=Method.SWISS, rounds=3, paired=1, boards=((3, 4),))
    odds = odds_of(event, seed=1, runs=500)
    # Round 1: two games and a bye. Round 2: a half-point bye and two games. Round 3: two games and a bye.
    assert sum(finish.points for finish in odds.finishes.values()) == pytest.approx(3 + 2.5 + 3)
    assert odds.finishes[4].scores[0] == (0.5, pytest.approx(0.0, abs=0.2))


def test_king_of_the_hill_lets_the_first_two_meet() -> None:
    """1 and 2 are level on top, so that one of them is first for sure, alone or shared."""
    games = [Game(1, 1, 3, 1.0, None, 500, 300), Game(1, 2, 4, 1.0, None, 450, 300)]
    event = field_of([1500] * 4, games, method=Method.KING_OF_THE_HILL, rounds=2, paired=1, has_points=True)
    odds = odds_of(event, seed=1)
    assert odds.finishes[1].share + odds.finishes[2].share > 0.99


def _table(draw: st.DrawFn, most: int = 6, left: int | None = None) -> OpenEvent:
    count = draw(st.integers(2, most))
    whole = field_of([1500 + 40 * number for number in range(count)])
    pairs = list(whole.schedule.to_play())
    order = draw(st.permutations(pairs))
    done = order[draw(st.integers(max(0, len(pairs) - (left or len(pairs))), len(pairs))) :]
    kept = [pair for pair in order if pair not in done][: len(pairs) if left is None else None]
    results = draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=len(kept), max_size=len(kept)))
    games = [Game(index, *pair, score) for index, (pair, score) in enumerate(zip(kept, results, strict=True), start=1)]
    return field_of([1500 + 40 * number for number in range(count)], games, deviation=60)


tables = st.composite(_table)()
tables_nearly_over = st.composite(lambda draw: _table(draw, left=5))()


@given(tables)
@examples()
def test_parts_of_the_first_place_are_one_and_points_are_games(event: OpenEvent) -> None:
    odds = odds_of(event, seed=5, runs=200, places=len(event.schedule.numbers))
    finishes = odds.finishes.values()
    assert sum(finish.share for finish in finishes) == pytest.approx(1)
    assert sum(finish.points for finish in finishes) == pytest.approx(
        len(event.schedule.numbers) * (len(event.schedule.numbers) - 1) / 2
    )
    for finish in finishes:
        assert finish.alone.value <= finish.share + 1e-9 <= finish.first.value + 2e-9
        assert sum(chance for _, chance in finish.scores) == pytest.approx(1)
        assert finish.mean(lambda score: score) == pytest.approx(finish.points)
        assert sum(finish.places) == pytest.approx(1)
        assert finish.places[0] == pytest.approx(finish.share)


@given(tables, st.sampled_from(list(Method)))
@examples()
def test_the_same_seed_gives_the_same_odds(event: OpenEvent, method: Method) -> None:
    again = field_of([1500] * 7, method=method, rounds=3, deviation=60)
    assert odds_of(event, seed=7, runs=50) == odds_of(event, seed=7, runs=50)
    assert odds_of(again, seed=7, runs=50) == odds_of(again, seed=7, runs=50)


@given(tables_nearly_over)
@examples()
def test_what_is_certain_is_so_however_the_rest_ends(event: OpenEvent) -> None:
    bounds, pairs, points = bounds_of(event.schedule), event.schedule.to_play(), event.schedule.half_points()
    ends = []
    for results in product((0, 1, 2), repeat=len(pairs)):
        final = dict(points)
        for (first, second), result in zip(pairs, results, strict=True):
            final[first] += result
            final[second] += 2 - result
        ends.append(final)
    odds = odds_of(event, seed=1, runs=300)
    for number in event.schedule.numbers:
        others = [other for other in event.schedule.numbers if other != number]
        for alone in (False, True):
            ahead = [all(end[number] >= end[other] + alone for other in others) for end in ends]
            assert bounds.is_ahead(number, alone=alone) == all(ahead)
            assert bounds.can_be_first(number, alone=alone) or not any(ahead)
            chance = odds.finishes[number].alone if alone else odds.finishes[number].first
            assert chance.value == 1 or not chance.certain
            assert chance.value == 0 or chance.possible


@given(tables, st.data())
@examples()
def test_more_points_never_lower_a_chance(event: OpenEvent, data: st.DataObject) -> None:
    """The same games are left, with the same luck: half a point more in one that is over."""
    games = event.schedule.crosstable.games
    short = [index for index, game in enumerate(games) if game.score in (0.0, 0.5)]
    if not short:
        return
    index = data.draw(st.sampled_from(short))
    game = games[index]
    better = Game(game.round, game.first, game.second, (game.score or 0.0) + 0.5)
    ratings = [event.strengths[number].rating for number in event.schedule.numbers]
    raised = field_of(ratings, [*games[:index], better, *games[index + 1 :]], deviation=60)
    before, after = (odds_of(one, seed=9, runs=300).finishes[game.first] for one in (event, raised))
    assert after.alone.value >= before.alone.value
    assert after.first.value >= before.first.value
    assert after.share >= before.share
    assert after.points > before.points


@given(st.integers(2, 9), st.integers(1, 4), st.sampled_from([Method.SWISS, Method.KING_OF_THE_HILL]), st.booleans())
@examples()
def test_everybody_has_one_game_or_bye_in_a_round(players: int, rounds: int, method: Method, has_points: bool) -> None:
    event = field_of([1500.0] * players, method=method, rounds=rounds, has_points=has_points, deviation=60)
    odds = odds_of(event, seed=1, runs=50)
    assert sum(finish.points for finish in odds.finishes.values()) == pytest.approx(rounds * ((players + 1) // 2))
    assert sum(finish.share for finish in odds.finishes.values()) == pytest.approx(1)
