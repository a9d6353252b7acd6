"""The five steps on small sections whose arithmetic can be done by hand, and what is refused."""

from dataclasses import replace
from datetime import date, timedelta
from math import sqrt

import pytest
from uschess_factories import DAY_2026, DUAL, QUICK, SLOW
from uschess_sections import (
    REGULAR,
    fixed,
    newcomer,
    player,
    section,
)

from core.errors import InputError, RuleError
from core.event.background import ExternalRating, ExternalSystem
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.lists import RatingList
from core.rating.uschess.rules import edition_for
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import SYSTEM, rate_ratings, rate_section
from core.words import displayed

QUICK_LIST = RatingList.USCHESS_QUICK
NOW = edition_for(DAY_2026)


# Small sections by hand. Fifteen games at 1500 are below N* = 16.57, so one game has K = 800/(15+1) = 50.
FIFTEEN = player(1500, games=15)


def expectancy(difference: float) -> float:
    """We for a rating that is so much higher."""
    return 1 / (1 + 10 ** (-difference / 400))


def test_two_rated_players_meet_each_others_intermediate_rating() -> None:
    # Step 4: equals, 1525 and 1475. Step 5: the winner from 1500 against 1475, the loser from 1500 against 1525.
    found = section([FIFTEEN, FIFTEEN], [(0, 1, 1)]).ratings()
    assert found == pytest.approx({0: 1500 + 50 * (1 - expectancy(25)), 1: 1500 - 50 * expectancy(-25)}, abs=1e-9)


def test_a_newcomer_without_games_enters_step_four_with_a_first_estimate() -> None:
    # An adult, 1300. Step 3, N' = 1: PWe(R, 1300) + PWe(R, 1500) = 1.5 at R = 1600. Step 4: the first rating that is
    # sure to beat 1500 is 1900; the other, from 1500 against 1600, loses K We(-100). Step 5: the other loses to 1900,
    # 50/11; the newcomer beats what the other had in step 4.
    found = section([newcomer(), FIFTEEN], [(0, 1, 1)]).ratings()
    assert found == pytest.approx({0: 1500 - 50 * expectancy(-100) + 400, 1: 1500 - 50 / 11}, abs=1e-9)


def test_a_newcomers_expected_score_is_by_the_rating_after_step_four() -> None:
    # As above: 1900 after step 4, against the other's 1500 - 50 We(-100), by the standard formula.
    beaten = section([newcomer(), FIFTEEN], [(0, 1, 1)])
    outcomes = SYSTEM.rate_event(beaten.crosstable(), REGULAR, {0: newcomer().state, 1: FIFTEEN.state})
    other = 1500 - 50 * expectancy(-100)
    assert outcomes[0].first_pass == pytest.approx(1900, abs=1e-9)
    assert outcomes[0].expected == pytest.approx(expectancy(1900 - other), abs=1e-9)
    assert outcomes[1].first_pass is None


def test_a_provisional_player_enters_step_four_with_the_rating_before() -> None:
    # One game so far, at 1300: no step 3, the other loses K We(200) in step 4.
    # Step 5: PWe(R, 1300) + PWe(R, X) = 1.5 at R = (1300 + X + 400)/2; the other against step 4's 1600.
    other = 1500 - 50 * expectancy(200)
    found = section([player(1300, games=1), FIFTEEN], [(0, 1, 1)]).ratings()
    assert found == pytest.approx({0: (1300 + other + 400) / 2, 1: 1500 - 50 * expectancy(-100)}, abs=1e-9)


def test_a_blended_newcomer_enters_step_four_with_the_initial_rating() -> None:
    # 1300 in Quick today counts for five games, N = 5; step 4: 5 PWe(R, 1300) + PWe(R, 1500) = 3.5 at R = 1400.
    # Step 5: 6R = 5*1300 + X + 400 with the other's X = 1500 - K We(200); the other against 1400.
    quick = ExternalRating(ExternalSystem.USCHESS_QUICK, 1300, DAY_2026)
    other = 1500 - 50 * expectancy(200)
    found = section([newcomer(quick), FIFTEEN], [(0, 1, 1)]).ratings()
    assert found == pytest.approx({0: (6500 + other + 400) / 6, 1: 1500 - 50 * expectancy(100)}, abs=1e-9)


def test_two_newcomers_estimate_each_other_from_their_initial_ratings() -> None:
    # 1300 and 750 (no adult), a draw. Step 3: both 2R = 2050, 1025. Step 4, N' = 0: the opponent's 1025, and again.
    found = section([newcomer(), newcomer(adult=False)], [(0, 1, 0.5)]).ratings()
    assert found == pytest.approx({0: 1025, 1: 1025}, abs=1e-9)


def test_no_intermediate_rating_is_below_one_hundred() -> None:
    # K = 800/(N*(110)+1) takes the loser 47 points below 110 in step 4, so the winner, seven games, beats 100:
    # 7 PWe(R, 110) + PWe(R, 100) = 4.5 at 8R = 870 + 400.
    found = section([player(110, games=7), player(110)], [(0, 1, 1)]).ratings()
    assert found == pytest.approx({0: 1270 / 8, 1: 100}, abs=1e-9)


def test_a_first_estimate_is_not_below_one_hundred_either() -> None:
    # A child of four, 200, loses to 100 and draws with 300. Step 3, N' = 1: 1.5 + (3R - 600)/800 = 1 at R = 66.7,
    # lifted to 100. So the 300, of one game, has in step 4 PWe(R, 300) + PWe(R, 100) = 1 at R = 200.
    child = newcomer(born=DAY_2026 - timedelta(days=1461))
    played = section([child, fixed(100), player(300, games=1)], [(0, 1, 0), (0, 2, 0.5)])
    assert [game.rating for game in played.rate()[0].event.games] == pytest.approx([100, 200], abs=1e-9)


# At 2400 N' is 50; a win against an equal gains K/2, and K is cut to 400/51 where the event is dual-rated and Regular.
@pytest.mark.parametrize(
    ("rating_list", "control", "k"),
    [
        (REGULAR, DUAL, 400 / 51),
        (REGULAR, SLOW, 800 / 51),
        (REGULAR, None, 800 / 51),
        (QUICK_LIST, DUAL, 800 / 51),
        (QUICK_LIST, QUICK, 800 / 51),
    ],
)
def test_only_the_regular_k_of_a_dual_rated_section_is_cut(
    rating_list: RatingList, control: TimeControl | None, k: float
) -> None:
    played = section([player(2400), player(2400)], [(0, 1, 1)], rating_list=rating_list, time_control=control)
    # Step 4: 2400 +- K/2.
    gain = k * (1 - expectancy(k / 2))
    assert played.ratings() == pytest.approx({0: 2400 + gain, 1: 2400 - gain}, abs=1e-9)


def test_from_2500_the_cut_k_stays_at_its_smallest() -> None:
    # 200/(50+1) for a win against an equal.
    played = section([player(2600), fixed(2600)], [(0, 1, 1)], time_control=DUAL)
    assert played.ratings()[0] == pytest.approx(2600 + 100 / 51, abs=1e-9)


# At 2400 N' is 50 by either formula; four wins of four against equals: K(S-E) = 800/54*2, above it B*sqrt(4).
@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (date(2008, 6, 6), 10, 6),
        (date(2012, 8, 3), 6, 8),
        (date(2014, 3, 20), 8, 10),
        (date(2015, 6, 1), 10, 12),
        (date(2017, 6, 1), 12, 14),
        (date(2023, 2, 1), 14, 12),
        (date(2025, 1, 1), 12, 10),
    ],
)
def test_the_bonus_is_the_one_of_the_events_date(change: date, before: float, after: float) -> None:
    for day, multiplier in ((change - timedelta(days=1), before), (change, after)):
        field = [player(2400), *[fixed(2400)] * 4]
        found = section(field, [(0, seat, 1) for seat in (1, 2, 3, 4)], day=day).ratings()[0]
        gain = 1600 / 54
        assert found == pytest.approx(2400 + gain + (gain - 2 * multiplier), abs=1e-9)


def test_an_opponent_met_three_times_brings_no_bonus() -> None:
    met_thrice = section([player(2400), fixed(2400), fixed(2400)], [(0, 1, 1), (0, 1, 1), (0, 1, 1), (0, 2, 1)])
    assert met_thrice.ratings()[0] == pytest.approx(2400 + 1600 / 54, abs=1e-9)


def test_in_a_match_both_are_rated_and_neither_gets_a_bonus() -> None:
    # 4-0 between 2400s: step 4 is 800/54*2 = 29.63 each way, without the bonus of 9.63. Step 5 is against 2370.37 and
    # 2429.63.
    k = 800 / 54
    played = section([player(2400), player(2400)], [(0, 1, 1)] * 4, kind=EventKind.MATCH)
    gain = k * (4 - 4 * expectancy(2 * k))
    assert played.ratings() == pytest.approx({0: 2400 + gain, 1: 2400 - gain}, abs=1e-9)
    assert gain > 20  # what a tournament pays a bonus from


def test_a_match_changes_both_ratings_by_fifty_at_most() -> None:
    # 4-0 between 1700s: K = 800/(20.01+4) = 33.3; even against the intermediate 1633 and 1767 that is over 50.
    played = section([player(1700), player(1700)], [(0, 1, 1)] * 4, kind=EventKind.MATCH)
    assert played.ratings() == {0: 1750, 1: 1650}
    rated = played.rate()
    assert [rated[seat].after.match_changes[0].change for seat in (0, 1)] == [50, -50]


def test_the_limit_of_a_match_does_not_hold_for_the_intermediate_rating() -> None:
    opponents = section([player(1700), player(1700)], [(0, 1, 1)] * 4, kind=EventKind.MATCH).rate()[0].event.games
    k = 800 / (50 / sqrt(0.662 + 0.00000739 * 869**2) + 4)
    assert [game.rating for game in opponents] == pytest.approx([1700 - 2 * k] * 4, abs=1e-9)


def test_a_fixed_opponent_keeps_the_rating_as_given() -> None:
    # 1500 beats 1500: K/2 = 25, whoever else the opponent beat.
    played = section([FIFTEEN, fixed(1500), player(2000)], [(0, 1, 1), (1, 2, 1)])
    rated = played.rate()
    assert rated[0].rating == pytest.approx(1525, abs=1e-9)
    assert rated[2].event.games[0].rating == 1500
    assert set(rated) == {0, 2}


# Whatever kind it is, a round without a game is not rated.
@pytest.mark.parametrize("kind", ByeKind)
def test_byes_and_forfeits_are_never_rated(kind: ByeKind) -> None:
    played = section([FIFTEEN, FIFTEEN], [(0, 1, 1)])
    with_byes = replace(played, byes=((2, 0, kind), (2, 1, ByeKind.UNPLAYED)))
    assert with_byes.ratings() == played.ratings()
    after = with_byes.rate()[0].after
    assert (after.games, after.known_games, after.points) == (16, 1, 1)


@pytest.mark.parametrize("kind", ByeKind)
def test_a_player_with_byes_alone_is_not_in_the_result(kind: ByeKind) -> None:
    played = section([FIFTEEN, FIFTEEN, newcomer()], [(0, 1, 1)], byes=((1, 2, kind), (2, 2, kind)))
    assert set(played.rate()) == {0, 1}


def test_nobody_is_rated_where_nobody_played() -> None:
    assert section([FIFTEEN, newcomer()], [], byes=((1, 0, ByeKind.FULL_POINT),)).rate() == {}


def test_floors_wait_until_after_step_five() -> None:
    # 1941 earns 1700, the document's example. From 1710 six losses lead below it, and that is what counts for those
    # who won; only at the end is the loser lifted to 1700.
    loser = player(1710, peak=1941)
    played = section([loser, *[player(1500)] * 6], [(0, seat, 0) for seat in range(1, 7)])
    plain, found = played.plain(), played.ratings()
    assert plain.step_4[0] < 1600
    assert plain.step_5[0] < 1700
    assert found[0] == 1700
    assert [found[seat] for seat in range(1, 7)] == pytest.approx(plain.step_5[1:], abs=1e-9)
    # Against a floored 1700 they would have got more.
    k = 800 / (50 / sqrt(0.662 + 0.00000739 * 1069**2) + 1)
    assert found[1] == pytest.approx(1500 + k * (1 - expectancy(1500 - plain.step_4[0])), abs=1e-9)
    assert found[1] < 1500 + k * (1 - expectancy(-200)) - 1


def test_the_absolute_floor_waits_too() -> None:
    # 20 points of 40 games: 150 at least. Six losses from 155 lead to 100, and that is what the winners meet.
    loser = player(155, games=40, known_games=40, points=20.0)
    played = section([loser, *[player(100, games=7)] * 6], [(0, seat, 0) for seat in range(1, 7)])
    assert played.plain().step_4[0] == 100
    found = played.ratings()
    assert found[0] == 150
    # 7 PWe(R, 100) + PWe(R, 100) = 4.5 at 8R = 800 + 400.
    assert found[1] == pytest.approx(150, abs=1e-9)


def test_norms_count_the_opponents_ratings_after_the_event() -> None:
    # The opponents lose 50 and more each: the norm table holds their final ratings, and a fixed one's as given.
    played = section(
        [player(1600), player(1500), player(1500), player(1500), fixed(1500)], [(0, s, 1) for s in range(1, 5)]
    )
    results = rate_section(played.crosstable(), REGULAR, played.states(), NOW)
    after = [displayed(results[number].rating) for number in (2, 3, 4)] + [1500]
    # C(d) = 0.5 + d/400 at 1600 for d from 0 to 200.
    expected = sum(min(1, 0.5 + (1600 - rating) / 400) for rating in after)
    (row,) = [row for row in results[1].norms.rows if row.level.rating == 1600]
    assert row.expected == pytest.approx(expected, abs=1e-9)
    assert max(after[:3]) < 1500


def test_a_sections_result_has_only_the_requested_ratings() -> None:
    played = section([newcomer(), FIFTEEN, player(2400), fixed(1800)], [(0, 1, 1), (1, 2, 0.5), (2, 3, 0)])
    alone = {seat + 1: rating for seat, rating in played.ratings().items()}
    whole = rate_section(played.crosstable(), REGULAR, played.states(), NOW)
    assert {number: result.rating for number, result in whole.items()} == alone


# What is refused.


def test_a_fixed_opponent_without_a_rating_is_named_by_the_round() -> None:
    with pytest.raises(InputError, match="opponent of round 2 has no rating"):
        section([FIFTEEN, fixed(None), fixed(1500)], [(0, 2, 1), (0, 1, 1)]).rate()


def test_a_fixed_entrant_whom_nobody_met_needs_no_rating() -> None:
    assert set(section([FIFTEEN, FIFTEEN, fixed(None)], [(0, 1, 1)]).rate()) == {0, 1}


@pytest.mark.parametrize("rating", [5000, 3000.5, 99, -1400, float("inf"), float("nan")])
def test_a_rating_that_nobody_can_have_is_refused(rating: float) -> None:
    with pytest.raises(InputError, match=f"Player 2, round 1: a rating must be between 100 and 3000, not {rating:g}"):
        section([FIFTEEN, fixed(rating)], [(0, 1, 1)]).rate()


@pytest.mark.parametrize("rating", [100, 3000])
def test_the_limits_themselves_are_ratings(rating: float) -> None:
    assert set(section([FIFTEEN, fixed(rating)], [(0, 1, 0.5)]).rate()) == {0}


@pytest.mark.parametrize("total", [2.5, 1000])
def test_a_total_above_the_games_is_refused(total: float) -> None:
    entrants = (Entrant(1, player="a", rated=True, score=total), Entrant(2, 1500))
    crosstable = Crosstable(DAY_2026, entrants, (Game(1, 1, 2), Game(2, 1, 2)), (Bye(3, 1, ByeKind.FULL_POINT),))
    with pytest.raises(InputError, match="Player 1: a score must be between 0 and the 2 games"):
        rate_ratings(crosstable, REGULAR, {"a": PlayerState(rating=1500, games=40)}, NOW)


def test_a_provisional_player_of_a_match_is_named() -> None:
    with pytest.raises(RuleError, match="Player 2: A match is rated only between players with established ratings"):
        section([player(1700), player(1700, games=25)], [(0, 1, 1)], kind=EventKind.MATCH).rate()


def test_a_match_of_players_far_apart_names_one_of_them() -> None:
    with pytest.raises(
        RuleError, match="Player 1: A match is rated only when the ratings are at most 400 points apart"
    ):
        section([player(1700), player(2101)], [(0, 1, 1)], kind=EventKind.MATCH).rate()


def test_ratings_before_a_match_decide_how_far_apart_they_are() -> None:
    # 400 apart before; the underdog's win in step 4 does not bring them nearer, nor the favourite's push them apart.
    for score in (0, 1):
        played = section([player(1700), player(2100)], [(0, 1, score)], kind=EventKind.MATCH)
        assert set(played.rate()) == {0, 1}


def test_the_only_player_who_is_moved_is_not_named_by_a_number() -> None:
    with pytest.raises(RuleError, match=r"^A match is rated only between"):
        section([player(1700, games=25), fixed(1700)], [(0, 1, 1)], kind=EventKind.MATCH).rate()
