"""A club's own games beside those of a file."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qursh_factories import division, divisions, fast, histories, history_of, ratings

from core.errors import InputError
from core.rating.qursh.cells import POOLED, SEED_GRID, cell_of, finer_grid, group_of
from core.rating.qursh.history import (
    SHIPPED,
    History,
    StoredGame,
    cell_names,
    find_cell,
    tally_of,
    with_grid,
    with_own_games,
)
from core.rating.qursh.ranking import MARGINS, Division, compare, pair_table, quantile, rank_event
from tests.core.golden_cases import cases

SINCE = date(2006, 3, 1)


def test_own_games_are_counted_as_a_ranking_scores_them() -> None:
    """Unrated players and forfeits do not count; an event with spreads instead of scores does not at all."""
    played = [
        StoredGame(1, 1800, 1675, 420, 400),
        StoredGame(1, 1675, 1800, 390, 400),
        StoredGame(1, None, 1800, 390, 400),
        StoredGame(1, 1800, 0, 390, 400),
        StoredGame(1, 1800, 1675, 100, 0),
        StoredGame(2, 1800, 1675, 20, -20),
        StoredGame(2, 1800, 1675, 10, -10),
    ]
    history = with_own_games(SHIPPED, tally_of(played), "NASPA (estimate)", SINCE)
    assert history.cells[cell_of(2, 2)].counts() == {20: 2, 10: 2}
    assert history.used == 2
    assert history.own is not None
    assert history.own.games == 2


@fast
@given(histories(), st.lists(st.tuples(ratings, ratings, st.integers(300, 500), st.integers(300, 500)), max_size=40))
def test_own_games_add_to_each_cell_what_a_file_with_them_would_have(
    history: History, games: list[tuple[float, float, int, int]]
) -> None:
    tally = tally_of([StoredGame(1, *game) for game in games])
    both = with_own_games(history, tally, "list", SINCE)
    assert both.used == history.used + len(games)
    for cell, margins in enumerate(both.cells):
        mine = sum(
            SEED_GRID.cell_of(group_of(max(one, other)), SEED_GRID.bin_of(abs(one - other))) == cell
            for one, other, _, _ in games
        )
        assert margins.games == history.cells[cell].games + mine


def test_a_history_of_six_bins_takes_own_games_in_these() -> None:
    old = history_of({cell_of(2, 2): [5] * 3})
    both = with_own_games(old, tally_of([StoredGame(1, 1800, 1675, 420, 400)]), "list", SINCE)
    assert both.cells[cell_of(2, 2)].counts() == {5: 6, 20: 2}


def test_200_points_lower_and_by_how_much() -> None:
    """'I am expected to win, but by how much? This system would calculate that value.'"""
    (case,) = [case for case in cases("qursh/seed") if case["kind"] == "pair"]
    table = pair_table(SHIPPED, *case["ratings"])
    assert table.even == pytest.approx(case["even"], abs=0.01)
    one_deviation_less = dict(table.margins)[5]
    assert one_deviation_less == pytest.approx(case["even"] - 1.6449 * case["deviation"], abs=0.1)


@fast
@given(histories(), ratings, ratings)
def test_a_greater_margin_is_never_worth_less(history: History, one: float, other: float) -> None:
    higher, lower = max(one, other), min(one, other)
    table = pair_table(history, higher, lower)
    tenths = [game.first_tenths for game in table.games]
    assert tenths == sorted(tenths)
    assert [game.margin for game in table.games] == list(MARGINS)
    margins = [margin for _, margin in table.margins]
    assert margins == sorted(margins)
    assert quantile(history, higher, lower, 400, 400).first_tenths == tenths[MARGINS.index(0)]


@fast
@given(histories(), divisions())
def test_one_group_beside_three_are_the_two_rankings(history: History, played: Division) -> None:
    try:
        three, one = (rank_event([played], history, grouped=grouped) for grouped in (True, False))
    except InputError:
        return
    found = compare(three, one)
    assert {line.three.player.number for line in found.lines} == {row.player.number for row in three.rows}
    for line in found.lines:
        assert line.three.player == line.one.player
        assert line.gain == (line.one.hundredths or 0) - (line.three.hundredths or 0)
    gains = [line.gain for line in found.lines]
    assert gains == sorted(gains, reverse=True)
    assert sum(group.players for group in found.groups) == len(three.rows)
    assert sum(group.higher for group in found.groups) == sum(gain > 0 for gain in gains)


def test_experts_are_penalized_by_a_single_group_where_they_blow_out() -> None:
    """'Expert-level players were penalized when a single group was used', for the others' margins are smaller."""
    history = history_of({cell_of(2, 2): range(-140, 180), cell_of(1, 2): [10] * 600})
    found = compare(
        *(
            rank_event([division([1800, 1675], [(1, 1, 2, 405, 400)])], history, grouped=grouped)
            for grouped in (True, False)
        )
    )
    (expert, other) = sorted(found.lines, key=lambda line: line.three.player.number)
    assert expert.gain < 0 < other.gain
    assert [(group.name, group.higher, group.players) for group in found.groups] == [("above 1500", 1, 2)]


def test_every_cell_is_found_by_its_name() -> None:
    history = with_grid(SHIPPED, finer_grid([400]))
    names = cell_names(history.grid)
    assert len(names) == len(set(names)) == 4 * 7
    assert {find_cell(history, name.upper()) for name in names} == {
        (group, number) for group in (0, 1, 2, None) for number in range(7)
    }
    assert find_cell(history, f"{POOLED}, above 400") == (None, 6)
    for wrong in ("", "above 1500", "above 1500, 0-49", "above 1700, 0-50"):
        with pytest.raises(InputError, match="no such cell"):
            find_cell(history, wrong)
