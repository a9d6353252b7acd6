"""Which formula rates a player, the K cut, newcomers, what is counted, and norms of an event."""

from typing import Any

import pytest
from uschess_factories import BLITZ, DUAL, QUICK, SLOW, established, event, reasons_of, value_of

from core.errors import InputError
from core.event.crosstable import ByeKind, EventKind, TimeControl
from core.lists import RatingList
from core.rating.uschess.norms import NormBlock
from core.rating.uschess.player import rate_player
from core.rating.uschess.rules import DATED, INFORMAL_2020, Edition, Reason
from core.rating.uschess.state import PlayerState

NOW = DATED[-1]
REGULAR, QUICK_LIST, BLITZ_LIST = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ


def test_up_to_eight_games_the_special_formula_rates() -> None:
    # All within 400 points: (N R0 + sum Ri + 400(W-L))/(N+m) = (8*1500 + 4*1500 + 1600)/12.
    result = rate_player(PlayerState(rating=1500, games=8), event([1500] * 4, 4), NOW)
    assert result.special
    assert result.rating == pytest.approx(19600 / 12)
    assert Reason.SPECIAL_FEW_GAMES in reasons_of(result.steps)
    assert result.bonus == 0


def test_from_nine_games_the_standard_formula_rates() -> None:
    # K = 800/(9+4), S-E = 2, and the bonus is what the change has above 10*sqrt(4) = 20.
    result = rate_player(PlayerState(rating=1500, games=9), event([1500] * 4, 4), NOW)
    assert not result.special
    assert result.rating == pytest.approx(1500 + 1600 / 13 + (1600 / 13 - 20))


def test_a_low_rating_of_few_effective_games_uses_the_standard_formula() -> None:
    # N*(100) = 7.40 is not above 8, but N decides.
    assert not rate_player(PlayerState(rating=100, games=9), event([200] * 4, 2), NOW).special


# Ten games, all won: R0' = 1100, S' = N'. A loss to 1500: 10(1 + x/800) + 0.5 + x/800 = 10, so x = -400/11.
# All lost and then a win is the mirror image.
@pytest.mark.parametrize(
    ("points", "score", "rating", "reason"),
    [
        (10, 0, 1500 - 400 / 11, Reason.SPECIAL_ALL_WINS),
        (0, 1, 1500 + 400 / 11, Reason.SPECIAL_ALL_LOSSES),
    ],
)
def test_a_record_of_wins_or_losses_only_keeps_the_special_formula(
    points: float, score: float, rating: float, reason: Reason
) -> None:
    state = PlayerState(rating=1500, games=10, known_games=10, points=points)
    result = rate_player(state, event([1500], score), NOW)
    assert result.special
    assert result.rating == pytest.approx(rating)
    assert reason in reasons_of(result.steps)


@pytest.mark.parametrize(("games", "points"), [(60, 60.0), (60, 0.0)])
def test_an_established_player_with_a_perfect_record_is_rated_specially(games: int, points: float) -> None:
    state = PlayerState(rating=1500, games=games, known_games=games, points=points)
    assert rate_player(state, event([1500] * 4, 2), NOW).special


@pytest.mark.parametrize(
    "record",
    [
        {"known_games": 10, "points": 9.5},  # a draw among the wins
        {"known_games": 10, "points": 0.5},
        {},  # stated without results: nothing says that all were won
        {"known_games": 4, "points": 4.0},  # ten games, of which four are known
    ],
)
def test_other_records_above_eight_games_use_the_standard_formula(record: dict[str, Any]) -> None:
    state = PlayerState(rating=1500, games=10, **record)
    assert not rate_player(state, event([1500], 0), NOW).special


# N*(2300) = 45.70552346291154 (section 3 by bc): K is 800(6.5 - 0.0025*2300) = 600 over N'+4 where it is cut.
@pytest.mark.parametrize(
    ("rating_list", "control", "edition", "k"),
    [
        (REGULAR, DUAL, NOW, 12.07109307374457),
        (REGULAR, SLOW, NOW, 16.09479076499276),
        (REGULAR, None, NOW, 16.09479076499276),
        (QUICK_LIST, DUAL, NOW, 16.09479076499276),
        (QUICK_LIST, QUICK, NOW, 16.09479076499276),
        (BLITZ_LIST, BLITZ, NOW, 16.09479076499276),
        # The informal rules take one off N* and always cut: 600/(44.7055 + 4).
        (REGULAR, SLOW, INFORMAL_2020, 12.31893135194184),
        (REGULAR, None, INFORMAL_2020, 12.31893135194184),
        (QUICK_LIST, QUICK, INFORMAL_2020, 12.31893135194184),
    ],
)
def test_above_2200_only_a_dual_rated_event_cuts_the_regular_k(
    rating_list: RatingList, control: TimeControl | None, edition: Edition, k: float
) -> None:
    played = event([2300] * 4, 3, rating_list=rating_list, time_control=control)
    steps = rate_player(established(2300), played, edition).steps
    assert value_of(steps, Reason.K_FACTOR, Reason.K_FACTOR_REDUCED) == pytest.approx(k, abs=1e-9)


@pytest.mark.parametrize(("rating", "reason"), [(2200, Reason.K_FACTOR), (2200.5, Reason.K_FACTOR_REDUCED)])
def test_the_cut_begins_above_2200(rating: float, reason: Reason) -> None:
    steps = rate_player(established(rating), event([2200] * 4, 2, time_control=DUAL), NOW).steps
    assert reason in reasons_of(steps)


def test_an_unrated_player_gets_the_rating_that_expects_the_score() -> None:
    # 1.5 of 3 against 1500, 1600 and 1700: 3/2 + (3R - 4800)/800 = 1.5 at R = 1600.
    result = rate_player(PlayerState(), event([1500, 1600, 1700], 1.5), NOW)
    assert result.special
    assert result.rating == pytest.approx(1600)
    assert result.change is None
    # Without a birth date an adult starts from 1300 (section 2).
    assert result.start_rating == value_of(result.steps, Reason.INITIAL_RATING) == 1300


def test_an_unrated_player_who_beats_far_weaker_keeps_the_initial_rating() -> None:
    # Every rating from 800 up expects four points against 400; 1300 is the nearest to itself.
    assert rate_player(PlayerState(), event([400] * 4, 4), NOW).rating == 1300


def test_the_event_is_counted() -> None:
    state = PlayerState(rating=1500, games=24, known_games=4, points=1.5, events_of_three=1)
    after = rate_player(state, event([1500, 1500], 1.5), NOW).after
    assert (after.games, after.known_games, after.points, after.events_of_three) == (26, 6, 3.0, 1)
    assert rate_player(state, event([1500] * 3, 1), NOW).after.events_of_three == 2


def test_the_first_peak_comes_with_the_26th_game() -> None:
    state = PlayerState(rating=1500, games=24)
    assert rate_player(state, event([1500], 1), NOW).after.peak is None
    result = rate_player(state, event([1500] * 2, 2), NOW)
    assert result.after.peak == result.rating > 1500


def test_the_peak_is_the_highest_established_rating() -> None:
    assert rate_player(established(1500, peak=1550), event([1500], 0), NOW).after.peak == 1550
    result = rate_player(established(1500, peak=1501), event([1500], 1), NOW)
    assert result.after.peak == result.rating > 1501


# Four points of four against 1600: margin 2 at level 1600 (C = 0.5 each), 0 at 1800 (C = 1 each).
@pytest.mark.parametrize(
    ("more", "block"),
    [
        ({}, None),
        ({"who": "aabc"}, None),
        ({"who": "aabb"}, None),
        ({"who": "aaab"}, NormBlock.REPEATED_OPPONENT),
        ({"who": "aaaa", "kind": EventKind.MATCH}, NormBlock.MATCH),
        ({"rating_list": QUICK_LIST, "time_control": DUAL}, NormBlock.NOT_REGULAR),
        ({"rating_list": BLITZ_LIST}, NormBlock.NOT_REGULAR),
    ],
)
def test_norms_come_from_regular_events_against_different_people(more: dict[str, Any], block: NormBlock | None) -> None:
    result = rate_player(established(1600), event([1600] * 4, 4, **more), NOW)
    assert result.norms.blocked is block
    code = None if result.norms.earned is None else result.norms.earned.code
    assert code == ("2" if block is None else None)
    assert sum(result.after.norms) == (block is None)


def test_a_norm_is_counted_at_its_own_level_only() -> None:
    result = rate_player(established(1600, norms=(3, 0, 1, 0, 0, 0, 0)), event([1600] * 4, 4), NOW)
    assert result.after.norms == (3, 0, 2, 0, 0, 0, 0)


def test_a_norm_by_the_informal_rules_counts_toward_no_title() -> None:
    result = rate_player(established(1600), event([1600] * 4, 4), INFORMAL_2020)
    assert result.norms.earned is not None
    assert result.after.norms == (0,) * 7


# Three wins against 1500 make the 1200 level, 2.625 above (golden case "three-plus-bye"), but only with a bye.
@pytest.mark.parametrize(("bye", "code"), [(ByeKind.FULL_POINT, "4"), (ByeKind.FORFEIT_WIN, "4"), (None, None)])
def test_three_games_make_a_norm_only_with_a_bye(bye: ByeKind | None, code: str | None) -> None:
    earned = rate_player(established(1500), event([1500] * 3, 3, bye=bye), NOW).norms.earned
    assert (None if earned is None else earned.code) == code


def test_an_event_without_games_is_refused() -> None:
    with pytest.raises(InputError, match="No played games"):
        rate_player(established(1500), event([], 0), NOW)


@pytest.mark.parametrize("score", [-0.5, 4.5, float("nan")])
def test_a_score_outside_the_games_played_is_refused(score: float) -> None:
    with pytest.raises(InputError, match="between 0 and the 4 games"):
        rate_player(established(1500), event([1500] * 4, score), NOW)
