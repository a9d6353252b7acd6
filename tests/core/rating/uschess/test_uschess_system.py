"""From a crosstable to everybody's new standing."""

import json
from datetime import date
from typing import Any

import pytest
from uschess_factories import BLITZ, DAY_2026, DUAL, QUICK, SLOW

from core.errors import InputError, RuleError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.outcome import Award
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.norms import NormBlock
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import SYSTEM as system
from tests.core.golden_cases import golden_case

REGULAR, QUICK_LIST, BLITZ_LIST = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ
SEED_FIELD = (974, 951, 2471, 1585)


def own_event(
    opponents: tuple[float | None, ...], score: float | None = None, results: tuple[float, ...] = (), **more: Any
) -> Crosstable:
    entrants = [Entrant(1, player="me", rated=True, score=score)]
    entrants += [Entrant(number, rating) for number, rating in enumerate(opponents, start=2)]
    games = [
        Game(number, 1, number + 1, results[number - 1] if results else None) for number in range(1, len(opponents) + 1)
    ]
    return Crosstable(more.pop("date", DAY_2026), tuple(entrants), tuple(games), **more)


def rated(crosstable: Crosstable, state: PlayerState, rules: str | None = None) -> Any:
    return system.rate_event(crosstable, REGULAR, {"me": state}, rules)["me"]


# The example of seed 000 and its official readings; the figures are golden cases.
@pytest.mark.parametrize(
    ("day", "rules", "rating"),
    [
        (DAY_2026, "informal-2020", 1505.4203),
        (date(2021, 6, 1), None, 1502.2726),
        (DAY_2026, None, 1510.2726),
        (DAY_2026, "uschess-2017-06-01", 1502.2726),  # rules by name, whatever the day
    ],
)
def test_a_total_score_is_enough(day: date, rules: str | None, rating: float) -> None:
    outcome = rated(own_event(SEED_FIELD, score=3, date=day), PlayerState(rating=1470, games=25), rules)
    assert outcome.after.rating == pytest.approx(rating, abs=1e-4)
    assert outcome.state.rating == outcome.after.rating
    assert outcome.score == 3
    assert outcome.expected == pytest.approx(2.2410, abs=1e-4)
    assert outcome.performance == pytest.approx(2033.4361, abs=1e-4)
    assert outcome.rules == (rules or ("uschess-2017-06-01" if day.year == 2021 else "uschess-2025-01-01"))


def test_the_informal_norm_is_shown_under_its_own_rules() -> None:
    state, played = PlayerState(rating=1470, games=25), own_event(SEED_FIELD, score=3)
    (norm,) = rated(played, state, "informal-2020").norms
    assert (norm.level, norm.code) == (1200, golden_case("uschess/seed_000", "norm")["expected"])
    assert norm.scheme == "informal-2020"
    assert rated(played, state).norms == ()


def test_results_of_single_games_make_the_score() -> None:
    outcome = rated(own_event((1500, 1600, 1700), results=(1, 0.5, 0)), PlayerState(rating=1500, games=60))
    assert outcome.score == 1.5
    assert [game.score for game in outcome.detail.event.games] == [1, 0.5, 0]


def test_both_players_are_rated_against_intermediate_ratings() -> None:
    # Fifteen games are below N*(1500) = 16.57, so K = 800/(15+1) = 50. Step 4, equals: 1525 and 1475. Step 5: the
    # winner from 1500 against 1475, the loser from 1500 against 1525, which is the same way below as above.
    crosstable = Crosstable(
        DAY_2026,
        (Entrant(1, 1500, player="a", rated=True), Entrant(2, 1500, player="b", rated=True)),
        (Game(1, 1, 2, 1),),
    )
    state = PlayerState(rating=1500, games=15)
    outcomes = system.rate_event(crosstable, REGULAR, {"a": state, "b": state})
    assert set(outcomes) == {"a", "b"}
    favourite = 1 / (1 + 10 ** (-25 / 400))
    assert outcomes["a"].after.rating == pytest.approx(1500 + 50 * (1 - favourite), abs=1e-9)
    assert outcomes["b"].after.rating == pytest.approx(1500 - 50 * (1 - favourite), abs=1e-9)
    assert outcomes["a"].expected == pytest.approx(favourite, abs=1e-9)
    assert outcomes["a"].detail.event.games[0].rating == pytest.approx(1475, abs=1e-9)


def test_only_those_whom_the_event_moves_are_rated() -> None:
    crosstable = Crosstable(
        DAY_2026,
        (Entrant(1, 1500, player="a", rated=True), Entrant(2, 1500, player="b", rated=False)),
        (Game(1, 1, 2, 1),),
    )
    assert set(system.rate_event(crosstable, REGULAR, {"a": PlayerState(rating=1500, games=100)})) == {"a"}


def test_an_opponent_without_a_rating_is_named_by_the_round() -> None:
    with pytest.raises(InputError, match="round 2 has no rating"):
        rated(own_event((1500, None), score=1), PlayerState(rating=1500, games=60))


def test_games_without_results_or_total_are_refused() -> None:
    with pytest.raises(InputError, match="without a result"):
        rated(own_event((1500, 1600)), PlayerState(rating=1500, games=60))


def test_an_unknown_name_of_rules_is_refused() -> None:
    with pytest.raises(InputError, match='"uschess-1961" is not an edition'):
        rated(own_event((1500,), score=1), PlayerState(rating=1500, games=60), "uschess-1961")


@pytest.mark.parametrize(
    ("control", "rating_list", "right"),
    [
        (BLITZ, REGULAR, "US Chess Blitz"),
        (QUICK, BLITZ_LIST, "US Chess Quick"),
        (DUAL, BLITZ_LIST, "US Chess Regular or US Chess Quick"),
        (SLOW, QUICK_LIST, "US Chess Regular"),
    ],
)
def test_a_list_that_the_time_control_does_not_move_is_refused(
    control: TimeControl, rating_list: RatingList, right: str
) -> None:
    played = own_event((1500,), score=1, time_control=control)
    with pytest.raises(RuleError, match=f"is rated as {right}, not as {rating_list.label}"):
        system.rate_event(played, rating_list, {"me": PlayerState()})


@pytest.mark.parametrize(
    ("control", "rating_list"),
    [
        (SLOW, REGULAR),
        (DUAL, REGULAR),
        (DUAL, QUICK_LIST),
        (QUICK, QUICK_LIST),
        (BLITZ, BLITZ_LIST),
        (None, BLITZ_LIST),
    ],
)
def test_a_list_that_the_time_control_moves_is_rated(control: TimeControl | None, rating_list: RatingList) -> None:
    played = own_event((1500,), score=1, time_control=control)
    assert system.rate_event(played, rating_list, {"me": PlayerState()})["me"].after.games == 1


def test_the_time_control_reaches_the_k_of_a_strong_player() -> None:
    # Golden cases "est-3" and "est-4" of the official estimator: 3 of 4 against equals of 2300 is one point above,
    # so the rating gains K: 12.07 when dual rated, otherwise 16.09.
    state = PlayerState(rating=2300, games=100)
    for control, gain in ((DUAL, 12.07), (SLOW, 16.09)):
        outcome = rated(own_event((2300,) * 4, score=3, time_control=control), state)
        assert outcome.after.rating - 2300 == pytest.approx(gain, abs=0.0051)


# Golden case "three-plus-bye": three wins against 1500 make the 1200 level, but only with a full point without a game.
@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        (ByeKind.FULL_POINT, ["4"]),
        (ByeKind.FORFEIT_WIN, ["4"]),
        (ByeKind.HALF_POINT, []),
        (ByeKind.ZERO_POINT, []),
        (ByeKind.FORFEIT_LOSS, []),
        (ByeKind.UNPLAYED, []),
        (None, []),
    ],
)
def test_only_a_full_point_bye_reaches_the_norm_of_three_games(kind: ByeKind | None, codes: list[str]) -> None:
    byes = () if kind is None else (Bye(4, 1, kind),)
    outcome = rated(own_event((1500, 1500, 1500), score=3, byes=byes), PlayerState(rating=1500, games=60))
    assert [norm.code for norm in outcome.norms] == codes
    assert outcome.after.games == 63  # a bye is not a rated game


def test_one_full_point_among_other_byes_is_enough() -> None:
    byes = (Bye(4, 1, ByeKind.FORFEIT_WIN), Bye(5, 1, ByeKind.HALF_POINT))
    outcome = rated(own_event((1500, 1500, 1500), score=3, byes=byes), PlayerState(rating=1500, games=60))
    assert [norm.code for norm in outcome.norms] == ["4"]


def test_another_players_bye_reaches_nobody_elses_norm() -> None:
    played = own_event((1500, 1500, 1500), score=3, byes=(Bye(4, 2, ByeKind.FULL_POINT),))
    assert rated(played, PlayerState(rating=1500, games=60)).norms == ()


def test_opponents_unknown_to_the_club_are_told_apart_by_number() -> None:
    state = PlayerState(rating=1600, games=60)
    assert rated(own_event((1600,) * 4, score=4), state).detail.norms.blocked is None
    one = Crosstable(
        DAY_2026,
        (Entrant(1, player="me", rated=True, score=4), Entrant(2, 1600)),
        tuple(Game(number, 1, 2) for number in range(1, 5)),
    )
    assert rated(one, state).detail.norms.blocked is NormBlock.REPEATED_OPPONENT


def test_a_match_is_rated_as_one() -> None:
    games = tuple(Game(number, 1, 2, 1) for number in range(1, 5))
    entrants = (Entrant(1, player="me", rated=True), Entrant(2, 1700))
    played = Crosstable(DAY_2026, entrants, games, kind=EventKind.MATCH)
    # 4-0 against an equal is worth 66 points by K, of which a match gives 50.
    assert rated(played, PlayerState(rating=1700, games=60)).after.rating == 1750


def of_scheme(scheme: str, awards: tuple[Award, ...]) -> list[tuple[int, str]]:
    return [(award.level, award.code) for award in awards if award.scheme == scheme]


def test_the_fifth_norm_brings_its_titles_once() -> None:
    # Four points of four against 1600 make the 1600 level; a norm there counts at 1200 and 1400 too.
    played = own_event((1600,) * 4, score=4)
    state = PlayerState(rating=1600, games=60, peak=1650, norms=(0, 0, 4, 0, 0, 0, 0))
    outcome = rated(played, state)
    assert of_scheme("uschess", outcome.norms) == [(1600, "2")]
    assert of_scheme("uschess", outcome.titles) == [(1200, "4"), (1400, "3"), (1600, "2")]
    again = rated(played, outcome.state)
    assert of_scheme("uschess", again.norms) == [(1600, "2")]
    assert of_scheme("uschess", again.titles) == []


def test_norms_and_titles_of_the_nineties_follow_those_of_the_title_system() -> None:
    # Four draws with 1600: at level 1500, 4*0.360 = 1.440 is expected and 2 is more by 0.3 and above; at 1600, 2.000.
    # Two points to the eight make ten, the title of 1600. At home in the title system: C at 1200 is 0, at 1400 is
    # 0.25 each, and 2 is not more than one above 1.
    played = own_event((1600,) * 4, results=(0.5,) * 4)
    outcome = rated(played, PlayerState(rating=1600, games=60, lifetime=LifetimeTitle(1500, 8)))
    assert outcome.norms == (Award("uschess", 1200, "4"), Award("lifetime", 1500, "C"))
    assert outcome.titles == (Award("lifetime", 1600, "b"),)
    assert outcome.state.lifetime == LifetimeTitle(1600)
    assert (outcome.after.title_level, outcome.after.title_points) == (1600, 0)


def test_points_are_published_once_any_was_earned() -> None:
    """Rule g: 1600 begins with 1500. Four wins against 1600s make a norm; a card shows the code from then on."""
    begun = rated(own_event((1600,), results=(0.5,)), PlayerState(rating=1600, games=60, lifetime=LifetimeTitle(1500)))
    assert (begun.after.title_level, begun.after.title_points) == (1500, None)
    earned = rated(own_event((1600,) * 4, results=(1.0,) * 4), begun.state)
    assert earned.after.title_points == earned.state.lifetime.first
    assert earned.state.earned


def test_the_first_title_of_an_established_rating_is_no_award() -> None:
    # Rule g: 1600 begins with 1500.
    outcome = rated(own_event((1600,) * 4, score=2), PlayerState(rating=1600, games=60))
    assert outcome.state.lifetime == LifetimeTitle(1500)
    assert (of_scheme("lifetime", outcome.norms), of_scheme("lifetime", outcome.titles)) == ([], [])


def test_norms_of_the_nineties_come_on_the_lists_that_keep_titles() -> None:
    state = PlayerState(rating=1600, games=60, lifetime=LifetimeTitle(1500))
    for rating_list, codes in ((REGULAR, [(1500, "C")]), (QUICK_LIST, [(1500, "C")]), (BLITZ_LIST, [])):
        outcome = system.rate_event(own_event((1600,) * 4, score=2), rating_list, {"me": state})["me"]
        assert of_scheme("lifetime", outcome.norms) == codes


def test_the_rank_is_the_rating_as_displayed() -> None:
    assert system.rank(PlayerState()) is None
    rank = system.rank(PlayerState(rating=1499.5, games=25))
    assert rank is not None
    assert (rank.rating, rank.displayed, rank.games, rank.provisional) == (1499.5, 1500, 25, True)
    assert system.rank(PlayerState(rating=1499.5, games=26)).provisional is False


def test_before_and_after_are_ranks_of_the_states() -> None:
    outcome = rated(own_event((1500,), score=1), PlayerState())
    assert outcome.before is None
    assert outcome.after == system.rank(outcome.state)
    assert outcome.after.provisional


def test_a_state_survives_the_database() -> None:
    state = rated(own_event(SEED_FIELD, score=3), PlayerState(rating=1470, games=25)).state
    assert system.load(json.loads(json.dumps(system.dump(state)))) == state
    assert system.load({}) == system.unrated() == PlayerState()


def test_an_entered_rating_rates_an_unrated_player() -> None:
    assert system.apply_entered(
        system.unrated(), EnteredRating(1450, games=12), RatingList.USCHESS_REGULAR
    ) == PlayerState(rating=1450, games=12)
