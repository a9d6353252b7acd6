"""The calculator of seed 001, and how far its formulas are from FIDE's tables (spec/fide.md, section 2)."""

from math import inf

import pytest
from fide_factories import STANDARD, games_against, own_event, player

from core.rating.fide.periods import event_change
from core.rating.fide.rules import SIMPLIFIED_2017, Reason, edition_for, edition_named
from core.rating.fide.state import (
    change_beyond_table,
    expected_beyond_table,
    performance_beyond_table,
    simplified_hundredths,
    simplified_performance,
)
from core.rating.fide.system import rate_event


def test_the_expected_score_is_the_formula_of_the_readme() -> None:
    """10^(400/400) = 10: 10/11 and 1/11."""
    assert simplified_hundredths(0) == 50
    assert simplified_hundredths(400) == pytest.approx(100 * 10 / 11, abs=1e-12)
    assert simplified_hundredths(-400) == pytest.approx(100 / 11, abs=1e-12)


def test_the_widest_gap_to_the_table_is_where_the_specification_has_it() -> None:
    within = {difference: abs(expected_beyond_table(difference)) for difference in range(401)}
    assert max(within, key=within.__getitem__) == 392
    assert within[392] == pytest.approx(1.48, abs=0.005)
    overall = {difference: abs(expected_beyond_table(difference)) for difference in range(1001)}
    assert max(overall, key=overall.__getitem__) == 560
    assert overall[560] == pytest.approx(1.83, abs=0.005)


def test_the_performance_is_the_formula_of_the_readme() -> None:
    """Three of four is 3 to 1: 400 log10 3 = 190.85, where the table has 193."""
    assert simplified_performance([1500, 1600, 1500, 1600], 3) == pytest.approx(1550 + 190.8485, abs=1e-4)
    assert performance_beyond_table([1500, 1600, 1500, 1600], 3) == pytest.approx(190.8485 - 193, abs=1e-4)
    assert simplified_performance([1500], 1) == inf
    assert simplified_performance([1500], 0) == -inf


def test_rules_by_that_name_use_the_formula_and_limit_nothing() -> None:
    opponents, scores = [1500, 1400, 900], [1.0, 0.5, 1.0]
    change = event_change(1500, games_against(opponents, scores), SIMPLIFIED_2017, STANDARD)
    expected = sum(1 / (1 + 10 ** ((opponent - 1500) / 400)) for opponent in opponents)
    assert change.expected == pytest.approx(100 * expected, abs=1e-9)
    assert change.above == pytest.approx(100 * (2.5 - expected), abs=1e-9)


def test_the_performance_of_an_event_by_these_rules_is_the_formula() -> None:
    """1 to 2 is 400 log10 0.5 = -120.41; a clean score has none, and takes the table's 800."""
    event = own_event((1500, 1600, 1700), results=(1, 0, 0))
    outcome = rate_event(event, STANDARD, {"me": player(1600)}, "simplified-2017")["me"]
    assert outcome.performance == pytest.approx(1600 - 120.4120, abs=1e-4)
    assert outcome.steps[-1].reason is Reason.PERFORMANCE_SIMPLIFIED
    clean = rate_event(own_event((1500,), results=(1,)), STANDARD, {"me": player(1600)}, "simplified-2017")["me"]
    assert clean.performance == 2300


def test_how_far_a_change_is_off_is_said() -> None:
    opponents, scores = [1500, 1400, 1200], [1.0, 0.5, 1.0]
    games = games_against(opponents, scores)
    ours = event_change(1500, games, edition_for(edition_named("fide-2024-03-01").since), STANDARD)
    theirs = event_change(1500, games, SIMPLIFIED_2017, STANDARD)
    assert change_beyond_table(1500, opponents, 20) == pytest.approx(20 * (theirs.above - ours.above) / 100, abs=1e-9)


def test_it_is_no_official_edition() -> None:
    assert SIMPLIFIED_2017.since is None
    assert edition_named("simplified-2017") is SIMPLIFIED_2017
