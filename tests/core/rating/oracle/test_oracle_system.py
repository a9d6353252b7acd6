"""From a crosstable to everybody's new standing."""

import json
from math import exp, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_factories import DAY, pool_of, two_players

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.oracle.config import Draws, OracleConfig
from core.rating.oracle.formula import Reason, performance
from core.rating.oracle.state import MatchRecord, PlayerState, as_keeper, records_of
from core.rating.oracle.system import SYSTEM as system
from core.rating.oracle.system import CalibratedOutcome, Recalibrated, calibrate
from core.rating.outcome import CommonReason

LIST = RatingList.ORACLE
IDLE = PlayerState()
KEEPER = as_keeper(IDLE)


def rated(crosstable: Crosstable, states: dict[Any, PlayerState], **config: Any) -> dict[Any, Any]:
    return system.rate_event(crosstable, LIST, states, house_rules=ClubRules(oracle=OracleConfig(**config)))


class TestAMatch:
    def test_one_win_against_the_keeper_is_a_strength_of_one_point_three(self) -> None:
        """The golden sequence "one_win_vs_keeper": s = A = 1.30, and 57 of 100."""
        outcome = rated(two_players([1]), {"a": IDLE, "b": KEEPER})
        assert outcome["a"].state.log_strength == pytest.approx(log(1.3), rel=1e-15)
        assert (outcome["a"].after.displayed, outcome["a"].before) == (57, None)
        assert outcome["b"].state == as_keeper(PlayerState(games=1, losses=1, information=0.25, confidence=95))
        assert (outcome["b"].after.rating, outcome["b"].after.provisional) == (50, False)

    def test_the_pool_rates_the_same(self) -> None:
        results = [1, 0, 0.5, 1, 1]
        outcome = rated(two_players(results), {"a": IDLE, "b": IDLE})
        pool = pool_of(3)
        change = pool.record_results(1, 2, results)
        for player, number in (("a", 1), ("b", 2)):
            state = outcome[player].state
            assert state.log_strength == pool.log_strength(number)
            assert state.information == pytest.approx(pool.information[number])
            assert (state.games, state.wins, state.draws) == (5, pool.wins[number], 1)
            assert state.standard_error() == pytest.approx(pool.standard_error(number))
        (match,) = outcome["a"].detail.matches
        assert match.change == pytest.approx(change.change)
        assert match.multiplier == pytest.approx(change.multiplier)
        assert outcome["a"].expected == pytest.approx(change.expected)

    def test_a_bare_total_counts_the_mean_score(self) -> None:
        by_total = rated(two_players([None] * 20, scores=(12, None)), {"a": IDLE, "b": KEEPER})
        pool = pool_of(2, [(1, 0, 12, 8)])
        assert by_total["a"].state.log_strength == pytest.approx(pool.log_strength(1), rel=1e-14)
        state = by_total["a"].state
        assert (state.wins, state.losses, state.draws) == (12, 8, 0)
        assert (by_total["a"].score, by_total["b"].score) == (12, 8)
        half = rated(two_players([None] * 5, scores=(2.5, 2.5)), {"a": IDLE, "b": KEEPER})
        assert (half["a"].state.wins, half["a"].state.draws, half["b"].state.wins) == (2, 1, 2)
        assert half["a"].after.rating == 50

    def test_results_beside_a_total_are_counted_without_their_order(self) -> None:
        """How many were won, lost and drawn is known, when is not: the mean score, and the tally as it was."""
        played = two_players([1, 1, 1, 0, 0.5], scores=(3.5, 1.5))
        outcome = rated(played, {"a": IDLE, "b": KEEPER})
        pool = pool_of(2, [(1, 0, 3, 1, 1)])
        assert outcome["a"].state.log_strength == pytest.approx(pool.log_strength(1), rel=1e-14)
        assert (outcome["a"].state.wins, outcome["a"].state.losses, outcome["a"].state.draws) == (3, 1, 1)
        assert not outcome["a"].detail.matches[0].in_order

    def test_both_take_half_and_against_the_keeper_one_takes_all(self) -> None:
        between = rated(two_players([1]), {"a": IDLE, "b": IDLE})
        assert between["a"].state.log_strength == -between["b"].state.log_strength == pytest.approx(log(1.3) / 2)

    def test_draws_may_not_count(self) -> None:
        outcome = rated(two_players([1, 0.5, 0.5]), {"a": IDLE, "b": KEEPER}, use_draws=False)
        assert (outcome["a"].state.games, outcome["a"].state.draws, outcome["a"].score) == (1, 0, 1)
        assert outcome["a"].state.log_strength == pytest.approx(log(1.3))
        assert rated(two_players([0.5]), {"a": IDLE, "b": KEEPER}, draws=Draws.IGNORE) == {}

    def test_a_rating_is_provisional_below_twenty_games(self) -> None:
        assert rated(two_players([1] * 19), {"a": IDLE, "b": KEEPER})["a"].after.provisional
        assert not rated(two_players([1] * 20), {"a": IDLE, "b": KEEPER})["a"].after.provisional
        assert not rated(two_players([1]), {"a": IDLE, "b": KEEPER}, provisional_games=1)["a"].after.provisional

    def test_what_a_card_shows_is_there(self) -> None:
        outcome = rated(two_players([1, 1, 1, 0]), {"a": IDLE, "b": KEEPER})["a"]
        detail = outcome.detail
        assert outcome.performance == pytest.approx(75)
        assert outcome.rules == "oracle"
        assert detail.win_probability == pytest.approx(outcome.after.rating / 100)
        assert detail.change == pytest.approx(outcome.after.rating - 50)
        assert detail.interval.low < outcome.after.rating < detail.interval.high
        assert 0 < detail.standard_error < 1.5


class TestWhoIsRated:
    def test_an_opponent_outside_the_club_has_the_rating_that_was_given(self) -> None:
        played = two_players([1], rated=(True, False), second=None, rating=75)
        outcome = rated(played, {"a": IDLE})
        assert set(outcome) == {"a"}
        assert outcome["a"].expected == pytest.approx(0.25)
        (match,) = outcome["a"].detail.matches
        assert match.opponents_games is None
        assert match.multiplier == 1.30  # the opponent's games being unknown, the player's own stand in

    @pytest.mark.parametrize("name", ["Keeper", "keeper ", "KEEPER"])
    def test_the_keeper_may_be_known_by_name_alone(self, name: str) -> None:
        played = two_players([1], rated=(True, False), second=None, name=name)
        assert rated(played, {"a": IDLE})["a"].state.log_strength == pytest.approx(log(1.3))

    def test_the_settings_name_the_keeper(self) -> None:
        played = two_players([1], second=7)
        outcome = rated(played, {"a": IDLE, 7: IDLE}, keeper_player=7)
        assert outcome[7].state.is_keeper
        assert outcome[7].after.rating == 50
        other = two_players([1], rated=(True, False), second=None, name="Borealis")
        assert rated(other, {"a": IDLE}, keeper_name="Borealis")["a"].after.displayed == 57

    def test_an_opponent_without_a_rating_is_asked_for(self) -> None:
        with pytest.raises(InputError, match=r"opponent of round 1 has no rating. Write one between 0 and 100"):
            rated(two_players([1], rated=(True, False), second=None, name="Ada"), {"a": IDLE})

    @pytest.mark.parametrize("rating", [0, 100, 1500])
    def test_an_opponents_rating_is_on_the_scale(self, rating: float) -> None:
        with pytest.raises(InputError, match="between 0 and 100"):
            rated(two_players([1], rated=(True, False), second=None, rating=rating), {"a": IDLE})

    def test_there_is_one_keeper(self) -> None:
        with pytest.raises(RuleError, match="A club has one Keeper"):
            rated(two_players([1]), {"a": KEEPER, "b": KEEPER})


def round_robin(*games: Game, scores: tuple[float | None, ...] = (None, None, None)) -> Crosstable:
    entrants = tuple(
        Entrant(number, player=player, rated=True, score=score)
        for number, (player, score) in enumerate(zip("abc", scores, strict=True), start=1)
    )
    return Crosstable(DAY, entrants, games)


class TestAnEvent:
    def test_pairs_are_rated_in_the_order_in_which_they_first_met(self) -> None:
        """a and b in rounds 1 and 3 are one record, before b and c of round 2."""
        games = (Game(2, 2, 3, 1), Game(3, 2, 1, 0.5), Game(1, 1, 2, 1))
        outcome = rated(round_robin(*games), dict.fromkeys("abc", IDLE))
        pool = pool_of(4)
        pool.record_results(1, 2, [1, 0.5])
        pool.record(2, 3, 1, 0)
        for player, number in zip("abc", (1, 2, 3), strict=True):
            assert outcome[player].state.log_strength == pool.log_strength(number)
        assert [match.round for match in outcome["b"].detail.matches] == [1, 2]

    def test_games_that_do_not_count_are_left_out(self) -> None:
        played = round_robin(Game(1, 1, 2, 1), Game(2, 1, 3, 1, rated=False))
        assert set(rated(played, dict.fromkeys("abc", IDLE))) == {"a", "b"}

    def test_an_own_event_by_total_spreads_it_over_the_opponents(self) -> None:
        entrants = (Entrant(1, player="a", rated=True, score=2), Entrant(2, 40), Entrant(3, 60), Entrant(4, 50))
        played = Crosstable(DAY, entrants, tuple(Game(number, 1, number + 1) for number in (1, 2, 3)))
        outcome = rated(played, {"a": IDLE})["a"]
        assert [match.points for match in outcome.detail.matches] == pytest.approx([2 / 3] * 3)
        assert (outcome.state.wins, outcome.state.losses, outcome.state.draws) == (2, 1, 0)
        assert outcome.score == pytest.approx(2)
        assert records_of(played, OracleConfig()) == []

    @pytest.mark.parametrize(
        ("scores", "sentence"),
        [
            ((None, None, None), "Player 1 has games without a result"),
            ((2, 0.5, 0.5), "totals of players 1 and 2 do not show how they played against each other"),
            ((3, None, None), "Player 1: a score must be between 0 and the 2 games played, not at 3"),
        ],
    )
    def test_totals_that_tell_too_little_are_refused(self, scores: tuple[float | None, ...], sentence: str) -> None:
        with pytest.raises(InputError, match=sentence):
            rated(round_robin(Game(1, 1, 2), Game(2, 1, 3), Game(3, 2, 3), scores=scores), dict.fromkeys("abc", IDLE))

    def test_an_event_without_a_game_is_refused(self) -> None:
        with pytest.raises(InputError, match="No played games"):
            rated(round_robin(), dict.fromkeys("abc", IDLE))

    def test_other_rules_and_other_kinds_are_refused(self) -> None:
        with pytest.raises(InputError, match='"uschess-2025-01-01" is not an edition of Oracle'):
            system.rate_event(two_players([1]), LIST, {"a": IDLE, "b": IDLE}, "uschess-2025-01-01")
        abroad = Crosstable(DAY, (Entrant(1, player="a", rated=True), Entrant(2, 50)), (), kind=EventKind.ABROAD)
        with pytest.raises(RuleError, match="abroad"):
            system.rate_event(abroad, LIST, {"a": IDLE})


class TestTheProtocol:
    def test_ranks(self) -> None:
        assert system.rank(system.unrated()) is None
        rank = system.rank(PlayerState(log_strength=log(3), games=4))
        assert rank is not None
        assert rank.rating == pytest.approx(75)
        assert (rank.displayed, rank.games, rank.provisional) == (75, 4, True)
        assert system.rank(system.apply_entered(IDLE, EnteredRating(60), LIST)) is not None

    def test_a_starting_rating_is_provisional_by_the_pools_own_settings(self) -> None:
        rules = ClubRules().with_oracle(RatingList("oracle:Second"), OracleConfig(provisional_games=5))
        entered = EnteredRating(60, games=5)
        assert system.apply_entered(IDLE, entered, LIST, rules).provisional
        assert not system.apply_entered(IDLE, entered, RatingList("oracle:Second"), rules).provisional

    def test_there_are_no_titles_and_no_floor(self) -> None:
        assert system.floor(KEEPER, LIST) == 0
        assert not system.needs_player_background(IDLE)
        with pytest.raises(RuleError, match="no lifetime title"):
            system.demote(IDLE)

    def test_a_state_survives_the_database(self) -> None:
        state = rated(two_players([1, 0.5]), {"a": IDLE, "b": KEEPER})["a"].state
        assert system.load(json.loads(json.dumps(system.dump(state)))) == state


class TestSteps:
    def test_they_lead_from_the_score_to_the_rating(self) -> None:
        outcome = rated(two_players([1]), {"a": IDLE, "b": IDLE})["a"]
        steps = {step.reason: step for step in outcome.steps}
        assert steps[Reason.EXPECTED].inputs == pytest.approx((1, 1, 50, 50))
        assert steps[Reason.MULTIPLIER].value == 1.30
        assert steps[Reason.CHANGE_IN_ORDER].value == pytest.approx(log(1.3))
        assert steps[Reason.MOVED_HALF].value == pytest.approx(log(1.3) / 2)
        assert steps[CommonReason.NEW_RATING].value == outcome.after.rating
        assert steps[Reason.INTERVAL].value == pytest.approx(outcome.detail.interval.high)

    @pytest.mark.parametrize(
        ("played", "states", "reason"),
        [
            (two_players([1]), {"a": IDLE, "b": KEEPER}, Reason.MOVED_WHOLE),
            (two_players([None] * 3, scores=(2, None)), {"a": IDLE, "b": KEEPER}, Reason.CHANGE_BY_MEAN),
            (two_players([1], rated=(True, False), second=None, rating=40), {"a": IDLE}, Reason.OWN_MULTIPLIER),
            (two_players([1]), {"a": KEEPER, "b": IDLE}, Reason.KEEPER),
        ],
    )
    def test_they_say_what_was_done(self, played: Crosstable, states: dict[Any, PlayerState], reason: Reason) -> None:
        assert reason in [step.reason for step in rated(played, states)["a"].steps]


def details(found: dict[Any, CalibratedOutcome]) -> dict[Any, Recalibrated]:
    return {player: outcome.detail for player, outcome in found.items()}


class TestCalibration:
    EVENTS = (
        two_players([1, 1, 0]),
        two_players([1, 1, 0, 0.5], second=None, rated=(True, False), name="Keeper"),
        two_players([None] * 4, scores=(1, None), second="c"),
    )

    def test_the_facts_are_records(self) -> None:
        records = [record for event in self.EVENTS for record in records_of(event, OracleConfig())]
        assert records == [MatchRecord("a", "b", 2, 1), MatchRecord("a", None, 2, 1, 1), MatchRecord("a", "c", 1, 3)]

    def test_everybody_with_a_game_is_set_anew(self) -> None:
        states = {"a": PlayerState(games=11, wins=5), "b": IDLE, "c": IDLE, "d": IDLE}
        outcomes = system.calibrate_club(self.EVENTS, LIST, states, DAY)
        assert set(outcomes) == {"a", "b", "c"}
        outcome = outcomes["a"]
        found, after = outcome.detail.found, outcome.state
        assert (after.games, after.wins, after.calibrated) == (11, 5, DAY)
        assert after.log_strength == found.log_strength
        assert after.standard_error() == pytest.approx(found.standard_error)
        assert outcome.before == system.rank(states["a"])
        assert outcome.after == system.rank(after)
        assert outcome.rules == "oracle"
        assert outcomes["c"].state.rating > after.rating > outcomes["b"].state.rating
        assert found.games == 11
        assert outcome.detail.interval.low < after.rating < outcome.detail.interval.high
        assert [step.reason for step in outcome.steps] == [Reason.CALIBRATED, Reason.INTERVAL]
        assert outcome.steps[0].value == pytest.approx(after.rating)

    def test_the_keeper_named_by_the_settings_stays_where_they_are(self) -> None:
        rules = ClubRules(oracle=OracleConfig(keeper_player=7))
        events = [two_players([1, 1, 0], second=7)]
        found = system.calibrate_club(events, LIST, {"a": IDLE, 7: KEEPER}, DAY, rules)
        assert found[7].state.rating == 50
        assert found["a"].state.rating > 50

    @pytest.mark.parametrize("events", [[], [two_players([0.5, 0.5])]], ids=["no match", "no game that counts"])
    def test_without_games_there_is_nothing_to_calibrate(self, events: list[Crosstable]) -> None:
        rules = ClubRules(oracle=OracleConfig(draws=Draws.IGNORE))
        assert system.calibrate_club(events, LIST, {"a": IDLE, "b": IDLE}, DAY, rules) == {}
        with pytest.raises(InputError, match="no matches to calibrate from"):
            calibrate([record for event in events for record in records_of(event, rules.oracle)], rules.oracle)

    def test_a_keeper_who_has_not_played_is_not_in_it(self) -> None:
        rules = ClubRules(oracle=OracleConfig(keeper_player=7))
        assert system.calibrate_club([two_players([1, 0])], LIST, {"a": IDLE, 7: KEEPER}, DAY, rules).keys() == {"a"}

    def test_the_error_names_the_clubs_players(self) -> None:
        rules = ClubRules(oracle=OracleConfig(prior_sd=None))
        with pytest.raises(RuleError, match="prior: player a only won; Bo only lost"):
            system.calibrate_club([two_players([1, 1], name="Bo")], LIST, {"a": IDLE, "b": IDLE}, DAY, rules)


results = st.lists(st.sampled_from([0, 0.5, 1]), min_size=1, max_size=12)
strengths = st.floats(-5, 5)


@given(results, strengths, strengths, st.integers(0, 500), st.integers(0, 500))
def test_what_one_gains_the_other_loses(
    played: list[float], first: float, second: float, games: int, others_games: int
) -> None:
    states = {"a": PlayerState(first, games), "b": PlayerState(second, others_games)}
    outcome = rated(two_players(played), states)
    gained = outcome["a"].state.log_strength - first
    assert gained == pytest.approx(second - outcome["b"].state.log_strength, abs=1e-12)
    assert outcome["a"].expected + outcome["b"].expected == pytest.approx(len(played))
    swapped = rated(two_players([1 - result for result in played]), {"a": states["b"], "b": states["a"]})
    assert swapped["b"].state.log_strength == pytest.approx(outcome["a"].state.log_strength, abs=1e-14)


@given(st.lists(st.tuples(strengths, st.integers(1, 9)), min_size=1, max_size=6), st.data())
def test_the_performance_expects_the_score(opponents: list[tuple[float, int]], data: st.DataObject) -> None:
    games = sum(count for _, count in opponents)
    points = data.draw(st.integers(1, 2 * games)) / 2
    found = performance(opponents, points)
    assert 1 <= found <= 99
    expected = sum(count / (1 + (100 - found) / found * exp(strength)) for strength, count in opponents)
    if 1 < found < 99:
        assert expected == pytest.approx(points, abs=1e-6)


def test_strengths_expect_what_ratings_do() -> None:
    """Four to one and one to four against the Keeper, sixteen to one between them; ten to one is 400 points of Elo."""
    strong, weak = system.strength(80.0), system.strength(20.0)
    assert system.expected_between(strong, weak) == pytest.approx(16 / 17)
    assert system.strength(100 * 10 / 11) == pytest.approx(400)
    assert system.strength(50.0) == 0
