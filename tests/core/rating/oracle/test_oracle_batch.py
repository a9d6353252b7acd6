"""All matches at once, by each of the three ways of solving."""

from math import exp, log, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_factories import history_of, played
from plain_posterior import PlainPosterior

from core.errors import InputError, NotFoundError, RuleError
from core.rating.oracle import posterior
from core.rating.oracle.batch import Fit, NoMaximumError, fit
from core.rating.oracle.config import DEFAULT, Draws, OracleConfig
from core.rating.oracle.formula import rating_of
from core.rating.oracle.match_history import Match, MatchHistory
from tests.core.golden_cases import golden, golden_case
from tests.depth import examples

PURE = OracleConfig(prior_sd=None)
DAVIDSON = OracleConfig(prior_sd=None, draws=Draws.DAVIDSON)
CASES = golden("oracle/batch")


def having(name: str) -> list[Any]:
    return [case for case in CASES if name in case.values[0]]


@pytest.fixture(params=["plain", "dense", "gradients"])
def solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Solve by plain Python, by arrays with whole matrices for variances, or by conjugate gradients alone."""
    choose(request.param, monkeypatch)
    return str(request.param)


ARRAYS = posterior.Posterior


def choose(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posterior, "Posterior", PlainPosterior if way == "plain" else ARRAYS)
    monkeypatch.setattr(posterior, "MOST_FOR_DENSE", 10**9 if way == "dense" else 0)


def fitted(case: dict[str, Any], config: OracleConfig = DEFAULT) -> Fit:
    return fit(history_of(case["matches"]), config, players=case["players"])


@pytest.mark.usefixtures("solver")
class TestAgainstIndependentOptima:
    @pytest.mark.parametrize("case", having("map"))
    def test_the_most_probable_strengths(self, case: dict[str, Any]) -> None:
        expected, found = case["map"], fitted(case)
        assert found.log_strengths == pytest.approx(expected["theta"], abs=1e-8)
        assert found.ratings() == pytest.approx(expected["rating"], abs=1e-6)
        assert found.log_likelihood == pytest.approx(expected["loglik_half_draws"], abs=1e-8)
        assert found.gradient < 1e-8

    @pytest.mark.parametrize("case", having("map"))
    def test_standard_errors_intervals_and_superiority(self, case: dict[str, Any]) -> None:
        expected, found = case["map"], fitted(case)
        known = [nan if error is None else error for error in found.standard_errors()]
        assert known == pytest.approx(expected["se_theta_vs_keeper"], abs=1e-8, nan_ok=True)
        for player in range(min(case["players"], 12)):
            interval = found.interval(player)
            assert interval.low == pytest.approx(expected["rating_lo95"][player], abs=1e-6)
            assert interval.high == pytest.approx(expected["rating_hi95"][player], abs=1e-6)
        for first, second, chance in expected["los"]:
            assert found.superiority(int(first), int(second)) == pytest.approx(chance, abs=1e-8)

    @pytest.mark.parametrize("case", having("mle"))
    def test_pure_maximum_likelihood(self, case: dict[str, Any]) -> None:
        expected, found = case["mle"], fitted(case, PURE)
        assert found.log_strengths == pytest.approx(expected["theta"], abs=1e-8)
        assert found.ratings() == pytest.approx(expected["rating"], abs=1e-6)
        assert found.log_likelihood == pytest.approx(expected["loglik"], abs=1e-8)
        assert found.standard_errors() == pytest.approx(expected["se_theta"], abs=1e-8)

    @pytest.mark.parametrize("case", having("davidson"))
    def test_davidsons_draws(self, case: dict[str, Any]) -> None:
        expected, found = case["davidson"], fitted(case, DAVIDSON)
        assert found.log_strengths == pytest.approx(expected["theta"], abs=1e-7)
        assert found.nu == pytest.approx(expected["nu"], rel=1e-7)
        assert found.log_likelihood == pytest.approx(expected["loglik"], abs=1e-8)
        assert found.standard_errors() == pytest.approx(expected["se_theta"], abs=1e-7)
        assert found.log_nu_error() == pytest.approx(expected["se_log_nu"], abs=1e-7)

    @pytest.mark.parametrize("case", having("map_half"))
    def test_a_draw_with_the_keeper_is_half_a_win_and_half_a_loss(self, case: dict[str, Any]) -> None:
        virtual = [(player, 0, 0, 0, 1) for player in range(1, case["players"])]
        found = fit(history_of([*case["matches"], *virtual]), PURE)
        assert found.log_strengths == pytest.approx(case["map_half"]["theta"], abs=1e-8)
        assert found.log_likelihood == pytest.approx(case["map_half"]["penalised_loglik"], abs=1e-8)


@pytest.mark.parametrize("case", having("mle"))
def test_the_seeds_own_batch_never_reaches_higher(case: dict[str, Any]) -> None:
    found, program = fitted(case, PURE), case["by_program"]
    assert found.log_likelihood >= max(program["loglik"], program["long_loglik"]) - 1e-9


@pytest.mark.parametrize("case", [case for case in CASES if "mle" not in case.values[0]])
def test_where_there_is_no_maximum_it_says_so(case: dict[str, Any]) -> None:
    with pytest.raises(NoMaximumError, match=r"The best fit requires a prior: .* Set a prior") as caught:
        fitted(case, PURE)
    assert len(caught.value.links.strong) == case["strong"]
    assert len(caught.value.links.weak) == case["weak"]


def test_the_error_names_who_never_lost() -> None:
    case = golden_case("oracle/batch", "all_losses_player")
    names = ["Keeper", "Ada", "Bo", "Cy", "Di"]
    with pytest.raises(NoMaximumError, match="best fit requires a prior: Di only lost"):
        fit(history_of(case["matches"]), PURE, names=names)


def test_a_fit_that_is_not_reached_is_an_error() -> None:
    history = history_of([(1, 0, 30, 2), (2, 1, 9, 1)])
    with pytest.raises(RuleError, match=r"not converge in 1 round \(gradient 2\.6\)\. Raise max_iterations"):
        fit(history, OracleConfig(max_iterations=1))


@pytest.mark.usefixtures("solver")
def test_only_draws_leave_davidsons_model_without_a_limit() -> None:
    with pytest.raises(RuleError, match="Every game was drawn"):
        fit(history_of([(1, 0, 0, 0, 5), (2, 1, 0, 0, 3)]), DAVIDSON)


@pytest.mark.usefixtures("solver")
def test_two_to_one_is_a_strength_of_two() -> None:
    """One pair, 200 wins and 100 losses: s = 2, and a variance of 1/(300 * 2/9)."""
    found = fit(history_of([(1, 0, 200, 100)]), PURE)
    assert exp(found.log_strengths[1]) == pytest.approx(2, rel=1e-10)
    assert found.rating(1) == pytest.approx(200 / 3)
    assert found.standard_error(1) == pytest.approx((300 * 2 / 9) ** -0.5)
    assert found.win_probability(1, 0) == pytest.approx(2 / 3)


@pytest.mark.usefixtures("solver")
def test_davidson_tells_wins_draws_and_losses_apart() -> None:
    """One pair, 60 : 20 : 20. s = 3, and nu sqrt(3) : 3 as 20 : 60."""
    found = fit(history_of([(1, 0, 60, 20, 20)]), DAVIDSON)
    assert exp(found.log_strengths[1]) == pytest.approx(3)
    assert found.nu == pytest.approx(3**0.5 / 3)
    assert found.probabilities(1, 0) == pytest.approx((0.6, 0.2, 0.2))
    assert found.probabilities(0, 1) == pytest.approx((0.2, 0.2, 0.6))
    without = fit(history_of([(1, 0, 60, 20)]), DAVIDSON)
    assert without.nu is None
    assert without.probabilities(1, 0) == pytest.approx((0.75, 0, 0.25))


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("config", [OracleConfig(use_draws=False), OracleConfig(draws=Draws.IGNORE)])
def test_draws_that_do_not_count_change_no_fit(config: OracleConfig) -> None:
    with_draws = fit(history_of([(1, 0, 4, 2, 9), (2, 1, 0, 0, 5)]), config, players=3)
    without = fit(history_of([(1, 0, 4, 2)]), players=3)
    assert with_draws.log_strengths == pytest.approx(without.log_strengths, abs=1e-12)
    assert with_draws.standard_errors()[2] is None


@pytest.mark.usefixtures("solver")
def test_whoever_has_no_game_stays_at_50_and_unrated() -> None:
    found = fit(history_of([(1, 0, 9, 1), (2, 1, 3, 3), (3, 4, 0, 0)]), players=6)
    assert found.ratings()[3:] == [50, 50, 50]
    assert [found.is_rated(player) for player in range(6)] == [True, True, True, False, False, False]
    assert found.standard_errors()[3:] == [None, None, None]
    with pytest.raises(NotFoundError, match="Player 5 has no game"):
        found.interval(5)
    with pytest.raises(NotFoundError, match="There is no player 6"):
        found.rating(6)


@pytest.mark.usefixtures("solver")
def test_the_keeper_may_have_any_number() -> None:
    first = fit(history_of([(1, 0, 9, 1), (2, 1, 3, 5)]))
    last = fit(history_of([(1, 2, 9, 1), (0, 1, 3, 5)]), keeper=2)
    assert last.log_strengths == pytest.approx(first.log_strengths[::-1], abs=1e-9)
    assert last.log_strengths[2] == 0


def test_nobody_is_nobody() -> None:
    found = fit(MatchHistory(), players=3)
    assert found.ratings() == [50, 50, 50]
    assert found.iterations == 0


def test_ratings_that_depend_on_the_prior_alone_are_far_from_sure() -> None:
    case = golden_case("oracle/batch", "keeper_never_plays")
    found = fitted(case)
    assert found.standard_error(1) > 1.5
    assert found.interval(1).high - found.interval(1).low > 80


@examples(fixtures=True)
@given(case=played(), sd=st.sampled_from([0.5, 1.5, 4.0]), draws=st.sampled_from(Draws))
def test_all_ways_of_solving_agree(
    monkeypatch: pytest.MonkeyPatch, case: tuple[int, list[tuple[int, ...]]], sd: float, draws: Draws
) -> None:
    players, matches = case
    config = OracleConfig(prior_sd=sd, draws=draws)
    if draws is Draws.DAVIDSON and not any(match[2] + match[3] for match in matches):
        config = OracleConfig(prior_sd=sd)
    fits = []
    for way in ("plain", "dense", "gradients"):
        choose(way, monkeypatch)
        fits.append(fit(history_of(matches), config, players=players))
    for other in fits[1:]:
        assert other.log_strengths == pytest.approx(fits[0].log_strengths, abs=1e-8)
        assert other.log_likelihood == pytest.approx(fits[0].log_likelihood, abs=1e-8)
        errors = [[nan if error is None else error for error in one.standard_errors()] for one in (other, fits[0])]
        assert errors[0] == pytest.approx(errors[1], abs=1e-8, nan_ok=True)


@given(played(), st.randoms(use_true_random=False))
def test_neither_the_order_of_the_matches_nor_who_stands_first_matters(
    case: tuple[int, list[tuple[int, ...]]], random: Any
) -> None:
    players, matches = case
    other = [
        (second, first, losses, wins, draws) if random.random() < 0.5 else (first, second, wins, losses, draws)
        for first, second, wins, losses, draws in matches
    ]
    random.shuffle(other)
    found = fit(history_of(other), players=players)
    assert found.log_strengths == pytest.approx(fit(history_of(matches), players=players).log_strengths, abs=1e-8)


@given(played())
def test_at_the_top_everybody_scored_what_was_expected_but_for_the_prior(
    case: tuple[int, list[tuple[int, ...]]],
) -> None:
    """The gradient, written out: points - expected - theta/sd^2 = 0, theta not yet relative to the Keeper."""
    players, matches = case
    found = fit(history_of(matches), players=players)
    rest = [0.0] * players
    for first, second, wins, losses, draws in matches:
        games = wins + losses + draws
        excess = wins + draws / 2 - games * found.win_probability(first, second)
        rest[first] += excess
        rest[second] -= excess
    keepers = rest[0] * 1.5**2
    rated = [player for player in range(players) if found.is_rated(player)]
    for player in rated:
        assert rest[player] * 1.5**2 == pytest.approx(found.log_strengths[player] + keepers, abs=1e-6)


@given(played())
def test_one_more_win_never_costs(case: tuple[int, list[tuple[int, ...]]]) -> None:
    players, matches = case
    before = fit(history_of(matches), players=players)
    after = fit(history_of([*matches, (1, 0, 1, 0, 0)]), players=players)
    assert after.log_strengths[1] > before.log_strengths[1]


class TestHistory:
    def test_columns_are_the_matches_added_one_by_one(self) -> None:
        matches = [(1, 0, 3, 2, 1), (2, 5, 0, 4, 0)]
        added, columns = history_of(matches), MatchHistory.of_columns(*zip(*matches, strict=True))
        assert list(added) == list(columns) == [Match(*match) for match in matches]
        assert len(added) == 2
        assert added.players == columns.players == 6

    @pytest.mark.parametrize(
        ("match", "sentence"),
        [
            ((1, 1, 3, 0), "Player 1 cannot play against themselves"),
            ((1, -2, 3, 0), "There is no player -2"),
            ((1, 0, -3, 0), "number of wins is -3"),
            ((1, 0, 1, 0.5), "number of losses is 0.5"),
        ],
    )
    def test_a_match_that_cannot_be_is_refused(self, match: tuple[Any, ...], sentence: str) -> None:
        history = MatchHistory()
        with pytest.raises(InputError, match=sentence):
            history.add(*match)
        assert len(history) == 0

    @pytest.mark.parametrize(
        ("columns", "sentence"),
        [
            (([1, 2], [0, 2], [1, 1], [0, 0], [0, 0]), "Row 2 is a match against oneself"),
            (([1, 2], [0, 1], [1, 1], [0, -1], [0, 0]), "Row 2 has a negative number"),
            (([1], [0], [1], [0]), "five columns of the same length"),
            (([1], [0], [1], [0, 0], [0]), "five columns of the same length"),
        ],
    )
    def test_columns_that_cannot_be_are_refused(self, columns: tuple[list[int], ...], sentence: str) -> None:
        with pytest.raises(InputError, match=sentence):
            MatchHistory.of_columns(*columns)

    def test_no_columns_are_no_matches(self) -> None:
        assert MatchHistory.of_columns([], [], [], [], []).players == 0


def test_ten_to_one_among_newcomers_is_drawn_toward_the_middle() -> None:
    """The prior: with few games nobody is taken to be as good as a clean sweep would make them."""
    found = fit(history_of([(1, 0, 10, 1)]))
    assert log(2) < found.log_strengths[1] < log(10)
    assert rating_of(found.log_strengths[1]) == found.rating(1)
