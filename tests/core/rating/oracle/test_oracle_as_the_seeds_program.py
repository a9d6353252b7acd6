"""The seed's program, as `seeds_pool` has it: what a club's ratings are compared with."""

from math import exp, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_factories import DAY, counts, played, pool_of
from seeds_pool import Order, Pool, Rebalance, SeedConfig
from seeds_texts import seed_interval

from core.errors import InputError, NotFoundError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.files.oracle_csv import write_oracle_csv
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.oracle.config import Draws, OracleConfig, PlayerKind, kind_of_code
from core.rating.oracle.formula import MAX_LOG_STRENGTH, displayed, multiplier
from core.rating.oracle.state import PlayerState, as_keeper
from core.rating.oracle.system import SYSTEM, rate_event
from tests.core.golden_cases import golden, golden_case

AS_SEED = {"order": Order.WINS_FIRST, "rebalance": Rebalance.ALL}
REFERENCES: dict[str, dict[str, Any]] = {
    "wins_first_anchor": {"order": Order.WINS_FIRST},
    "mean_score_rebalance_all": {"rebalance": Rebalance.ALL},
    "mean_score_anchor": {},
}


def strengths(pool: Pool) -> list[float]:
    return [pool.strength(player) for player in range(len(pool))]


@pytest.mark.parametrize("case", golden("oracle/incremental"))
class TestAgainstTheSeedsProgram:
    """Rebalancing everybody and wins first, as it does."""

    def test_strengths_and_counts_are_the_same(self, case: dict[str, Any]) -> None:
        expected = case["expected"]
        pool = pool_of(case["players"], case["matches"], SeedConfig(**case["config"], **AS_SEED))
        assert strengths(pool) == pytest.approx(expected["strength"], rel=1e-12)
        assert [displayed(pool.rating(player)) for player in range(len(pool))] == expected["rating"]
        assert pool.games == expected["games"]
        assert pool.wins == expected["wins"]

    def test_what_it_prints_beside_them_is_the_same(self, case: dict[str, Any]) -> None:
        expected, config = case["expected"], SeedConfig(**case["config"], **AS_SEED)
        pool = pool_of(case["players"], case["matches"], config)
        assert pool.confidences == pytest.approx(expected["confidence"], rel=1e-12)
        assert [multiplier(games, config) for games in pool.games] == pytest.approx(expected["A"], rel=1e-12)
        chances = [pool.win_probability(player, 0) for player in range(len(pool))]
        assert chances == pytest.approx(expected["p_vs_keeper"], rel=1e-12)
        widths = [seed_interval(*record) for record in zip(pool.games, pool.wins, pool.confidences, strict=True)]
        assert widths == pytest.approx(expected["half_width"], rel=1e-12)


REFERENCED = [case for case in golden("oracle/incremental") if "reference" in case.values[0]]
"""All but the one that reaches the lowest strength, which only the seed's own way does."""


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize("case", REFERENCED)
def test_the_better_orders_agree_with_an_independent_program(case: dict[str, Any], name: str) -> None:
    config = SeedConfig(**case["config"], **REFERENCES[name])
    pool = pool_of(case["players"], case["matches"], config)
    assert strengths(pool) == pytest.approx(case["reference"][name], rel=1e-12)


SETTINGS = {
    "wins_first_anchor": {"bare_scores": "wins-first"},
    "mean_score_rebalance_all": {"rebalancing": "all"},
    "mean_score_anchor": {},
    "as the seed's program": {"bare_scores": "wins-first", "rebalancing": "all"},
}
"""What a club sets for each of the ways."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("case", REFERENCED)
def test_what_commands_run_is_that_of_an_independent_program(case: dict[str, Any], name: str) -> None:
    """Match after match by `rate_event`, each with the states that the one before has left, as the fold does it.

    Set as the seed's program it gives the figures of that program itself.
    """
    rules = ClubRules(oracle=OracleConfig.from_json({**case["config"], **SETTINGS[name], "keeper_player": 0}))
    # The seed's program registers everybody before the first match, at the Keeper's strength.
    entered = PlayerState(opened=True)
    states = dict.fromkeys(range(case["players"]), entered) | {0: as_keeper(entered)}
    benchmark = SYSTEM.benchmark(RatingList.ORACLE, rules)
    for first, second, wins, losses, *draws in case["matches"]:
        games = wins + losses + sum(draws)
        if not games:
            continue
        score = wins + sum(draws) / 2
        entrants = (
            Entrant(1, player=first, rated=True, score=score),
            Entrant(2, player=second, rated=True, score=games - score),
        )
        results = [1] * wins + [0] * losses + [0.5] * sum(draws)
        played = tuple(Game(number, 1, 2, result) for number, result in enumerate(results, start=1))
        match = Crosstable(DAY, entrants, played, kind=EventKind.MATCH)
        if benchmark is not None:
            states |= {player: SYSTEM.measured(states[player], states[benchmark]) for player in (first, second)}
        outcomes = rate_event(match, RatingList.ORACLE, states, house_rules=rules)
        states |= {player: outcome.state for player, outcome in outcomes.items()}
    if benchmark is not None:
        states = {player: SYSTEM.measured(state, states[benchmark]) for player, state in states.items()}
    found = [exp(states[player].log_strength) for player in range(case["players"])]
    expected = case["reference"].get(name, case["expected"]["strength"])
    assert found == pytest.approx(expected, rel=1e-12)
    if all(sum(match[2:]) for match in case["matches"]):  # of a match without a game it takes 5 % as well
        confidences = [states[player].confidence or 100 for player in range(case["players"])]
        assert confidences == pytest.approx(case["expected"]["confidence"], rel=1e-12)
    assert [displayed(states[player].rating) for player in range(case["players"])] == [
        displayed(100 * strength / (1 + strength)) for strength in expected
    ]


@pytest.mark.parametrize("case", REFERENCED)
def test_whether_the_order_matters_is_as_the_case_says(case: dict[str, Any]) -> None:
    first, by_mean = (
        pool_of(case["players"], case["matches"], SeedConfig(**case["config"], order=order)) for order in Order
    )
    assert (strengths(first) != pytest.approx(strengths(by_mean), rel=1e-9)) is case["order_sensitive"]


def test_the_readmes_example_sinks_the_winner_only_where_wins_come_first() -> None:
    """12-8 against the Keeper: 50 becomes 32 in the seed's program, and must rise."""
    assert displayed(pool_of(2, [(1, 0, 12, 8)], SeedConfig(**AS_SEED)).rating(1)) == 32
    assert 55 < pool_of(2, [(1, 0, 12, 8)]).rating(1) <= 60


def test_results_in_order_are_taken_as_they_were_played() -> None:
    """The guide's appendix B, win, win, loss, loss, win as one record: 1.30 after the first."""
    pool = pool_of(2)
    change = pool.record_results(1, 0, [1])
    assert pool.strength(1) == pytest.approx(1.3, rel=1e-15)
    assert (change.points, change.games, change.expected) == (1, 1, 0.5)
    assert change.multiplier == pytest.approx(1.3)
    assert change.change == pytest.approx(log(1.3))
    in_order, other = pool_of(2), pool_of(2)
    in_order.record_results(1, 0, [1, 1, 0, 0.5])
    other.record_results(1, 0, [0, 1, 1, 0.5])
    assert in_order.strength(1) != pytest.approx(other.strength(1), rel=1e-6)
    assert in_order.games == other.games == [4, 4]
    assert (in_order.wins, in_order.draws) == ([1, 2], [1, 1])
    assert [line.losses for line in in_order.roster()] == [2, 1]


@pytest.mark.parametrize("config", [SeedConfig(use_draws=False), SeedConfig(draws=Draws.IGNORE)])
def test_draws_that_do_not_count_leave_no_trace(config: SeedConfig) -> None:
    pool, without = pool_of(2, [(1, 0, 3, 1, 6)], config), pool_of(2, [(1, 0, 3, 1)], config)
    assert strengths(pool) == strengths(without)
    assert pool.games == [4, 4]
    pool.record_results(1, 0, [0.5, 0.5])
    assert pool.games == [4, 4]


def test_the_anchor_moves_nobody_who_did_not_play() -> None:
    matches = [(3, 0, 4, 1), (4, 0, 5, 0)]
    assert pool_of(5, matches).rating(1) == 50
    assert pool_of(5, matches, SeedConfig(**AS_SEED)).rating(1) > 50


def test_a_match_without_games_changes_nothing() -> None:
    pool = pool_of(3, [(1, 2, 0, 0)])
    assert strengths(pool) == [1, 1, 1]


def test_nobody_leaves_the_range_of_numbers() -> None:
    wild = SeedConfig(a_min=1e30, a_max=1e30)
    pool = pool_of(3, [(1, 0, 50, 0), (2, 0, 0, 50), (2, 1, 30, 0), (1, 2, 9, 0)], wild)
    for player in (1, 2):
        assert abs(pool.log_strength(player)) <= MAX_LOG_STRENGTH
        assert 0 <= pool.win_probability(player, 0) <= 1


def test_who_drifted_out_of_range_without_playing_still_has_a_chance() -> None:
    pool = pool_of(2, config=SeedConfig(**AS_SEED))
    for _ in range(1000):
        newcomer = pool.register("Newcomer")
        pool.record(newcomer, 0, 9, 1)
    pool.take_over([0.0, 900.0, *[0.0] * 1000], [None] * 1002)
    assert pool.win_probability(0, 1) == 0.0
    assert pool.win_probability(1, 0) == 1.0
    assert pool.record(1, 0, 0, 1).expected == 1.0


@pytest.mark.parametrize(
    ("match", "error", "sentence"),
    [
        ((1, 1, 3, 0), InputError, "Player 1 cannot play against themselves"),
        ((1, 3, 1, 0), NotFoundError, "There is no player 3: the numbers go from 0 to 2"),
        ((-1, 2, 1, 0), NotFoundError, "There is no player -1"),
        ((1, 2, -1, 0), InputError, "number of wins is -1. Write a whole number"),
        ((1, 2, 1, -2), InputError, "number of losses is -2"),
        ((1, 2, 1, 0, -3), InputError, "number of draws is -3"),
        ((1, 2, 1.5, 0.5), InputError, "number of wins is 1.5"),
        ((1, 2, 0, 0.0), InputError, "number of losses is 0.0"),
    ],
)
@pytest.mark.parametrize("config", [SeedConfig(), SeedConfig(**AS_SEED), SeedConfig(use_draws=False)])
def test_a_match_that_cannot_be_is_refused_and_changes_nothing(
    match: tuple[Any, ...], error: type[Exception], sentence: str, config: SeedConfig
) -> None:
    pool = pool_of(3, [(1, 2, 2, 1)], config)
    before = pool.roster()
    with pytest.raises(error, match=sentence):
        pool.record(*match)
    assert pool.roster() == before


@pytest.mark.parametrize("pair", [(0, 5), (5, 0), (-1, 0), (0, -1)])
def test_there_is_no_chance_against_nobody(pair: tuple[int, int]) -> None:
    with pytest.raises(NotFoundError, match="There is no player"):
        pool_of(2).win_probability(*pair)


def test_a_roster_makes_the_same_pool_again() -> None:
    pool = pool_of(4, [(1, 0, 5, 3, 2), (2, 3, 1, 4)])
    again = Pool.of(pool.roster())
    assert strengths(again) == strengths(pool)
    assert again.games == pool.games
    assert [line.name for line in again.roster()] == [line.name for line in pool.roster()]
    assert again.standard_error(1) == pytest.approx(pool.standard_error(1))


def test_kinds_have_the_seeds_codes_and_labels() -> None:
    # As the golden export prints them, and as the seed lists them.
    assert [kind.code for kind in PlayerKind] == list(range(7))
    assert [kind.label for kind in PlayerKind] == [
        *("Human", "Keeper", "Aggro", "Defense", "Balanced", "Heuristic", "Hybrid"),
    ]
    assert kind_of_code(2) is PlayerKind.AI_AGGRESSIVE


@pytest.mark.parametrize("code", [-1, 7])
def test_an_unknown_kind_is_refused(code: int) -> None:
    with pytest.raises(InputError, match=f"There is no kind of player {code}. Write one of 0 Human, 1 Keeper"):
        kind_of_code(code)


@pytest.mark.parametrize("case", golden("oracle/seed_interval"))
def test_the_seeds_own_interval(case: dict[str, Any]) -> None:
    found = seed_interval(case["games"], case["wins"], case["confidence"], case["z"])
    assert found == pytest.approx(case["half_width"], rel=1e-12)


def test_more_games_make_a_rating_surer_up_to_a_point() -> None:
    few, many = pool_of(3, [(1, 2, 1, 1)]), pool_of(3, [(1, 2, 10, 10)] * 200)
    assert many.standard_error(1) < few.standard_error(1) < 1.5
    # ln 1.08: the multiplier keeps moving it for ever.
    assert many.standard_error(1) == pytest.approx(log(1.08) ** 0.5, rel=1e-3)
    assert few.standard_error(0) == 0


@given(played(), st.sampled_from(Rebalance))
def test_swapping_the_names_in_every_match_changes_nothing(
    case: tuple[int, list[tuple[int, ...]]], rebalance: Rebalance
) -> None:
    players, matches = case
    config = SeedConfig(rebalance=rebalance)
    swapped = [(second, first, losses, wins, draws) for first, second, wins, losses, draws in matches]
    assert strengths(pool_of(players, swapped, config)) == strengths(pool_of(players, matches, config))


@given(counts, counts, counts, counts)
def test_the_pairs_new_ratio_is_the_same_however_it_is_rebalanced(
    wins: int, losses: int, draws: int, before: int
) -> None:
    matches = [(1, 0, before, 1), (1, 0, wins, losses, draws)]
    anchored = pool_of(3, matches)
    rebalanced = pool_of(3, matches, SeedConfig(rebalance=Rebalance.ALL))
    assert anchored.log_strength(1) == pytest.approx(rebalanced.log_strength(1), abs=1e-12)


@given(played())
def test_chances_add_up_and_the_keeper_stays(case: tuple[int, list[tuple[int, ...]]]) -> None:
    pool = pool_of(*case)
    assert pool.strength(0) == 1
    assert pool.rating(0) == 50
    for first in range(len(pool)):
        for second in range(len(pool)):
            total = pool.win_probability(first, second) + pool.win_probability(second, first)
            assert total == pytest.approx(1, abs=1e-15)


@given(played(), st.floats(-10, 10))
def test_scaling_all_strengths_changes_nothing(case: tuple[int, list[tuple[int, ...]]], shift: float) -> None:
    players, matches = case
    pool, scaled = pool_of(players), pool_of(players)
    scaled._log_strengths = [value + shift for value in scaled._log_strengths]
    for match in matches:
        pool.record(*match)
        scaled.record(*match)
    assert strengths(scaled) == pytest.approx(strengths(pool), rel=1e-9)


def test_a_case_of_the_guide_is_as_printed() -> None:
    """Five single games, win win loss loss win: 1.1723 and 54 in the end, not the guide's 1.400."""
    case = golden_case("oracle/incremental", "five_singles_WWLLW_vs_keeper")
    pool = pool_of(2, case["matches"])
    assert pool.strength(1) == pytest.approx(case["expected"]["strength"][1], rel=1e-12)
    assert exp(pool.log_strength(1)) == pool.strength(1)


def test_the_seeds_own_export_is_written_but_for_a_stale_rating() -> None:
    case = golden_case("oracle/seed_texts", "export")
    pool = Pool(SeedConfig(order=Order.WINS_FIRST, rebalance=Rebalance.ALL))
    for row in case["sequence"].splitlines():
        word, *rest = row.split()
        if word == "REG":
            pool.register(rest[1], kind_of_code(int(rest[0])))
        elif word == "M":
            pool.record(*map(int, rest))
    written = write_oracle_csv(pool.roster(), like_seed=True)
    assert written == case["text"].replace("AggroBot,2,44,", "AggroBot,2,46,")
