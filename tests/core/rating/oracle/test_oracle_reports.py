"""Leaderboards, details and comparisons, and the texts that the seed's program prints."""

from math import log
from typing import Any

import pytest
from oracle_factories import pool_of
from seeds_pool import Order, Pool, Rebalance, SeedConfig
from seeds_texts import details_text, leaderboard_text

from core.rating.oracle.batch import fit
from core.rating.oracle.config import OracleConfig, PlayerKind, kind_of_code
from core.rating.oracle.match_history import MatchHistory
from core.rating.oracle.reports import compare, details, leaderboard, superiority_by_errors, win_matrix
from core.rating.oracle.system import RosterLine
from tests.core.golden_cases import golden_case

STALE, FRESH = "    44 ", "    46 "
"""AggroBot's rating as the seed's program keeps it without refreshing, and that of its strength, 0.864022."""


def line(name: str, log_strength: float, **more: Any) -> RosterLine:
    return RosterLine(len(name), name, log_strength=log_strength, **more)


def seeds_pool(sequence: str) -> Pool:
    """Return the pool that a golden sequence of registrations and matches makes."""
    pool = Pool(SeedConfig(order=Order.WINS_FIRST, rebalance=Rebalance.ALL))
    for row in sequence.splitlines():
        word, *rest = row.split()
        if word == "REG":
            pool.register(rest[1], kind_of_code(int(rest[0])))
        elif word == "M":
            pool.record(*map(int, rest))
    return pool


def test_the_seeds_texts_match_except_for_a_stale_rating() -> None:
    case = golden_case("oracle/seed_texts", "report")
    pool = seeds_pool(case["sequence"])
    roster = pool.roster()
    text = leaderboard_text(roster) + details_text(roster[1], pool.config) + details_text(roster[3], pool.config)
    assert case["text"].count(STALE) == 1
    assert text == case["text"].replace(STALE, FRESH)


def test_wide_names_keep_the_columns_in_line() -> None:
    wide = leaderboard_text([line("日本", 0.0), line("plain", 0.0)]).splitlines()
    assert wide[4].startswith("日本" + " " * 16 + " Human")
    assert wide[5].startswith("plain" + " " * 15 + " Human")


def test_a_leaderboard_goes_by_strength_then_games_then_name() -> None:
    lines = [line("b", 0.5, games=9), line("a", 0.5, games=9), line("c", 0.5, games=30), line("top", 2.0)]
    board = leaderboard(lines)
    assert [row.player.name for row in board] == ["top", "c", "a", "b"]
    assert [row.rank for row in board] == [1, 2, 2, 2]
    assert [row.provisional for row in board] == [True, False, True, True]
    assert board[0].interval is None
    assert board[0].share is None


def test_ranks_are_shared_where_nobody_is_surely_ahead() -> None:
    lines = [line("a", 2.0, standard_error=0.1), line("b", 1.9, standard_error=0.1), line("c", 0.0, standard_error=0.1)]
    assert [row.rank for row in leaderboard(lines)] == [1, 2, 3]
    shared = leaderboard(lines, superiority=superiority_by_errors)
    assert [row.rank for row in shared] == [1, 1, 3]
    assert shared[0].interval is not None


def test_the_batchs_own_superiority_may_decide() -> None:
    history = MatchHistory()
    for match in ((1, 0, 60, 40), (2, 0, 55, 45), (3, 0, 10, 90)):
        history.add(*match)
    found = fit(history)
    lines = [line(str(player), found.log_strengths[player], is_keeper=player == 0) for player in range(4)]
    board = leaderboard(lines, superiority=lambda one, other: found.superiority(int(one.name), int(other.name)))
    assert [(row.player.name, row.rank) for row in board] == [("1", 1), ("2", 1), ("0", 3), ("3", 4)]


def test_a_win_rate_counts_half_for_a_draw() -> None:
    (row,) = leaderboard([line("a", 0.0, games=10, wins=4, losses=4, draws=2)])
    assert row.share == 0.5


def test_details_have_all_that_the_seed_prints_and_more() -> None:
    one = line("a", log(3), games=20, wins=12, losses=6, draws=2, standard_error=0.5, kind=PlayerKind.AI_DEFENSIVE)
    found = details(one)
    assert (found.rating, found.strength, found.win_probability) == pytest.approx((75, 3, 0.75))
    assert (found.displayed, found.tier, found.share) == (75, "Expert", 0.65)
    assert found.multiplier == pytest.approx(1.08 + 0.22 * 2.718281828459045 ** (-20 / 150))
    assert found.interval is not None
    assert found.interval.low < 75 < found.interval.high
    # 1.0986 of 0.5 is 2.197 standard errors: Phi is 0.98599.
    assert found.above_keeper == pytest.approx(0.98599, abs=1e-5)
    assert found.record_interval.low < 0.65 < found.record_interval.high
    assert not found.provisional


def test_details_of_an_idle_player() -> None:
    found = details(line("a", 0.0))
    assert (found.share, found.interval, found.above_keeper) == (None, None, None)
    assert found.record_interval == (0, 1)
    assert found.provisional


def test_both_methods_side_by_side_as_in_the_guides_third_test() -> None:
    """The batch's figures are golden: 66.74 and 48.26 of the guide's three matches."""
    case = golden_case("oracle/batch", "guide_test3")
    history = MatchHistory()
    for match in case["matches"]:
        history.add(*match)
    pool, found = pool_of(3, case["matches"]), fit(history, OracleConfig(prior_sd=None))
    rows = compare(
        {number: pool.log_strength(number) for number in (0, 1, 2)}, dict(enumerate(found.log_strengths[:3]))
    )
    assert [row.player for row in rows] == [1, 0, 2]
    assert [row.batch for row in rows] == pytest.approx([case["mle"]["rating"][number] for number in (1, 0, 2)])
    assert all(row.difference == row.batch - row.incremental for row in rows)
    assert rows[1].difference == 0
    pool.take_over(found.log_strengths, found.standard_errors())
    assert pool.rating(1) == pytest.approx(case["mle"]["rating"][1])


def test_a_group_has_a_matrix_of_chances() -> None:
    matrix = win_matrix([0.0, log(3), -log(3)])
    assert matrix[1][0] == matrix[0][2] == pytest.approx(0.75)
    assert matrix[1][2] == pytest.approx(0.9)
    assert [matrix[number][number] for number in range(3)] == [0.5] * 3
