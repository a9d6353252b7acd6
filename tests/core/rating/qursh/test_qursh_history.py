"""Histories: how games are counted, stored and summed up; thousands of drawn ones against numpy."""

import gzip
import zlib
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from qursh_factories import LOADED, fast, histories, history_of, margins_of

from core.errors import InputError
from core.files.scrabble.game_history import read_game_history
from core.rating.qursh.cells import BINS, CELLS, cell_of
from core.rating.qursh.history import (
    ORIGIN,
    SHIPPED,
    CellCounter,
    History,
    Margins,
    QuantileSource,
    Skipped,
    build,
    distribution,
    from_bytes,
    summaries,
    summary_of,
    to_bytes,
)
from core.rating.qursh.ranking import quantile

DRAWN = 18_000
CELL_NAMES = [(group, number) for group in (0, 1, 2, None) for number in range(len(BINS))]


@cache
def games() -> list[tuple[int, int, int, int]]:
    """Draw two ratings and two scores a game."""
    chance, drawn = Random(538), []
    for _ in range(DRAWN):
        middle = chance.gauss(1350, 320)
        one, other = sorted((min(2200, max(200, round(chance.gauss(middle, 130)))) for _ in "ab"), reverse=True)
        drawn.append((one, other, *(round(chance.gauss(255 + 0.1 * rating, 60)) for rating in (one, other))))
    return drawn


@cache
def sample() -> History:
    lines = ["rating_hi,rating_lo,score_hi,score_lo", *(",".join(map(str, game)) for game in games())]
    return read_game_history(gzip.compress("\n".join(lines).encode()), "drawn", LOADED).history


def margins_by_hand(group: int | None, bin_number: int) -> tuple[list[int], list[int]]:
    """Return the margins of unequal players by the edges as QURSH has them."""
    unequal, equal = [], []
    for one, other, points, others_points in games():
        where = (one > 1000) + (one > 1500), sum(one - other > edge for edge in (50, 100, 150, 200, 300))
        if where == (where[0] if group is None else group, bin_number):
            (equal if one == other else unequal).append(points - others_points)
    return unequal, equal


@pytest.mark.parametrize(("group", "bin_number"), CELL_NAMES)
def test_a_cell_has_the_figures_that_numpy_finds(group: int | None, bin_number: int) -> None:
    """A game of equals counts half either way round; the games stand at the mid-ranks, Hazen's positions."""
    margins = sample().pooled[bin_number] if group is None else sample().cells[cell_of(group, bin_number)]
    unequal, equal = margins_by_hand(group, bin_number)
    both_ways = np.array([*unequal, *unequal, *equal, *(-margin for margin in equal)])
    assert margins.games == len(unequal) + len(equal) > 0
    assert margins.mean == pytest.approx(both_ways.mean())
    assert margins.deviation == pytest.approx(both_ways.std())
    if bin_number > 0:
        assert not equal
        for percent in range(0, 101, 5):
            assert margins.at(percent) == pytest.approx(np.percentile(unequal, percent, method="hazen"))


@pytest.mark.parametrize(("first", "second"), [((1800, 420), (1675, 400)), ((1675, 390), (1800, 400))])
def test_a_game_is_placed_by_how_many_of_its_cell_are_below(first: tuple[int, int], second: tuple[int, int]) -> None:
    found = quantile(sample(), first[0], second[0], first[1], second[1])
    unequal, _ = margins_by_hand(2, 2)
    higher, lower = max(first, second), min(first, second)
    margin = higher[1] - lower[1]
    below = sum(one < margin for one in unequal) + sum(one == margin for one in unequal) / 2
    place = 100 * below / len(unequal)
    assert len(unequal) >= 1000
    assert found.source is QuantileSource.CELL
    assert found.first == pytest.approx(place if first == higher else 100 - place)


def test_every_game_is_used_and_a_history_small_when_stored() -> None:
    assert (sample().read, sample().used, sample().skipped) == (DRAWN, DRAWN, ())
    full = sum(len(margins_by_hand(group, number)[0]) >= 1000 for group, number in CELL_NAMES if group is not None)
    assert sum(table.source is QuantileSource.CELL for table in sample().tables) == full > 3
    assert len(to_bytes(sample())) < 20_000


def test_a_game_counts_for_the_higher_rated_player_whoever_stands_first() -> None:
    one, other = CellCounter(), CellCounter()
    one.add(1800, 1675, 20)
    other.add(1675, 1800, -20)
    assert one.cells() == other.cells()
    assert one.cells()[cell_of(2, 2)].counts() == {20: 2}


def test_a_game_of_equals_counts_half_either_way_round() -> None:
    tally = CellCounter()
    tally.add(1200, 1200, 30)
    tally.add(1200, 1200, 0)
    margins = tally.cells()[cell_of(1, 0)]
    assert margins.counts() == {-30: 1, 0: 2, 30: 1}
    assert (margins.games, margins.mean) == (2, 0)


def test_figures_of_a_cell_are_those_of_its_games() -> None:
    margins = margins_of([10, 20, 20, 50])
    assert margins.mean == 25
    # Squares of -15, -5, -5 and 25 are 900 together, 225 on average.
    assert margins.deviation == 15
    assert [margins.at(percent) for percent in (0, 12.5, 25, 50, 87.5, 100)] == [10, 10, 15, 20, 50, 50]


def test_what_was_left_out_is_told_by_reason() -> None:
    history = build(
        [Margins()] * CELLS, "nothing", LOADED, 9, {Skipped.TWICE: 2, Skipped.UNRATED: 7, Skipped.TOO_OLD: 0}
    )
    assert history.skipped == ((Skipped.UNRATED, 7), (Skipped.TWICE, 2))
    assert (history.read, history.used) == (9, 0)


def test_what_is_shipped_is_curves_alone() -> None:
    assert SHIPPED.used == 0
    assert SHIPPED.origin == ORIGIN
    assert {table.source for table in (*SHIPPED.tables, *SHIPPED.pooled_tables)} == {QuantileSource.PARAMETRIC}
    rows = summaries(SHIPPED)
    assert len(rows) == CELLS
    assert (rows[cell_of(2, 2)].mean, rows[cell_of(2, 2)].deviation) == (pytest.approx(20.5), 102.9)
    # The greater the difference, the greater the margin that is expected, in every group.
    for start in range(0, CELLS, len(BINS)):
        means = [row.mean for row in rows[start : start + len(BINS)]]
        assert means == sorted(means)


def test_a_thin_cell_has_its_own_count_and_figures() -> None:
    history = history_of({cell_of(0, 1): [5] * 150, cell_of(2, 1): [15] * 450})
    row = summary_of(history, 0, 1)
    assert (row.games, row.source, row.mean) == (150, QuantileSource.POOLED, 12.5)
    assert summary_of(history, None, 1).games == 600
    assert len(summaries(history, grouped=False)) == len(BINS)


@fast
@given(histories())
def test_a_stored_history_reads_back_unchanged(history: History) -> None:
    assert from_bytes(to_bytes(history)) == history


def test_bytes_that_are_no_history_are_refused_in_a_sentence() -> None:
    good = to_bytes(history_of({3: range(300)}))
    raw = zlib.decompress(good[1:])
    for bad in (b"", b"\x03" + good[1:], good[:1], good[:-4], good[:1] + zlib.compress(raw[:-8])):
        with pytest.raises(InputError, match="Load its file again"):
            from_bytes(bad)


@fast
@given(histories(), st.sampled_from([None, 0, 1, 2]), st.integers(0, 5), st.integers(-400, 400), st.integers(5, 60))
def test_a_picture_has_every_game_in_a_column(
    history: History, group: int | None, bin_number: int, margin: int, width: int
) -> None:
    found = distribution(history, group, bin_number, margin, width)
    total = sum(column.share for column in found.columns)
    counted = history.table(group, bin_number).margins is not None
    # Three deviations to each side have 99.73 % of a normal curve.
    assert total == pytest.approx(1) if counted else 0.997 < total <= 1
    assert all(column.low % width == 0 and column.high - column.low == width for column in found.columns)
    if found.place is None:
        assert not any(column.low <= margin < column.high for column in found.columns)
    else:
        assert found.columns[found.place].low <= margin < found.columns[found.place].high
