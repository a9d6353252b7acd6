"""Histories: how games are counted, stored and summed up; the real sample where it is at hand."""

import zlib
from functools import cache
from typing import Any

import pytest
from golden_cases import golden
from hypothesis import given
from hypothesis import strategies as st
from qursh_factories import LOADED, SAMPLES, fast, histories, history_of, margins_of

from core.errors import InputError
from core.formats.scrabble.game_history import read_game_history
from core.qursh.cells import BINS, CELLS, cell_of
from core.qursh.curve import ORIGIN
from core.qursh.history import SHIPPED, History, Skipped, Source, Tally, build
from core.qursh.margins import Margins
from core.qursh.quantile import quantile
from core.qursh.stored import from_bytes, to_bytes
from core.qursh.tables import distribution, summaries, summary_of

GAMES = SAMPLES / "qursh" / "games_sample.csv.gz"
needs_sample = pytest.mark.skipif(not GAMES.exists(), reason="the real games are not at hand")


@cache
def sample() -> History:
    return read_game_history(GAMES.read_bytes(), "the sample", LOADED).history


@needs_sample
@pytest.mark.parametrize("case", golden("qursh/sample_cells"))
def test_a_cell_of_the_sample_has_the_measured_figures(case: dict[str, Any]) -> None:
    group, bin_number = case["group"], case["bin"]
    margins = sample().pooled[bin_number] if group < 0 else sample().cells[cell_of(group, bin_number)]
    assert margins.games == case["games"]
    assert margins.mean == pytest.approx(case["mean"], abs=0.006)
    assert margins.deviation == pytest.approx(case["deviation"], abs=0.006)
    # Given to one decimal. In the lowest bin games of equals are cut in halves, which moves the line between two games.
    limit = 0.51 if bin_number == 0 else 0.051
    for step, margin in enumerate(case["margins"]):
        assert margins.at(5 * step) == pytest.approx(margin, abs=limit)


@needs_sample
@pytest.mark.parametrize(
    "case",
    [case for case in golden("qursh/quantiles") if case.values[0]["kind"] == "sample"],  # type: ignore[index]
)
def test_a_game_is_placed_in_the_sample_as_measured(case: dict[str, Any]) -> None:
    found = quantile(sample(), *case["ratings"], *case["points"])
    assert found.source is Source.CELL
    assert found.first == pytest.approx(case["exact"], abs=0.005)
    assert [found.first_tenths / 10, found.second_tenths / 10] == case["whole"]


@needs_sample
def test_the_whole_sample_is_used_and_small_when_stored() -> None:
    assert (sample().read, sample().used, sample().skipped) == (17_996, 17_996, ())
    assert sum(table.source is Source.CELL for table in sample().tables) == 7
    assert len(to_bytes(sample())) < 20_000


def test_a_game_counts_for_the_higher_rated_player_whoever_stands_first() -> None:
    one, other = Tally(), Tally()
    one.add(1800, 1675, 20)
    other.add(1675, 1800, -20)
    assert one.cells() == other.cells()
    assert one.cells()[cell_of(2, 2)].counts() == {20: 2}


def test_a_game_of_equals_counts_half_either_way_round() -> None:
    tally = Tally()
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
    assert {table.source for table in (*SHIPPED.tables, *SHIPPED.pooled_tables)} == {Source.PARAMETRIC}
    rows = summaries(SHIPPED)
    assert len(rows) == CELLS
    assert (rows[cell_of(2, 2)].mean, rows[cell_of(2, 2)].deviation) == (pytest.approx(20.5), 102.9)
    # The greater the difference, the greater the margin that is expected, in every group.
    for start in range(0, CELLS, len(BINS)):
        means = [row.mean for row in rows[start : start + len(BINS)]]
        assert means == sorted(means)


def test_a_thin_cell_has_its_own_count_and_the_figures_that_place_its_games() -> None:
    history = history_of({cell_of(0, 1): [5] * 150, cell_of(2, 1): [15] * 450})
    row = summary_of(history, 0, 1)
    assert (row.games, row.source, row.mean) == (150, Source.POOLED, 12.5)
    assert summary_of(history, None, 1).games == 600
    assert len(summaries(history, grouped=False)) == len(BINS)


@fast
@given(histories())
def test_a_stored_history_reads_back_unchanged(history: History) -> None:
    assert from_bytes(to_bytes(history)) == history


def test_bytes_that_are_no_history_are_refused_in_a_sentence() -> None:
    good = to_bytes(history_of({3: range(300)}))
    raw = zlib.decompress(good[1:])
    for bad in (b"", b"\x02" + good[1:], good[:1], good[:-4], good[:1] + zlib.compress(raw[:-8])):
        with pytest.raises(InputError, match="load its file again"):
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
