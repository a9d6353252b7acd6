""" "The system can be expanded to look at ... smaller rating differences or to break the > 300 bins": other bins."""

import json
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qursh_factories import LOADED, fast, ratings

from core.errors import InputError
from core.files.typed.rules import SUGGESTED, parse_bins
from core.rating.qursh.cells import BINS, FINEST_GRID, GROUPS, SEED_GRID, Grid, finer_grid
from core.rating.qursh.history import (
    SHIPPED,
    CellCounter,
    Margins,
    QuantileSource,
    build,
    curves,
    from_bytes,
    pooled_curves,
    to_bytes,
    with_grid,
)
from tests.core.golden_cases import cases

games = st.lists(st.tuples(ratings, ratings, st.integers(-300, 300)), max_size=60)
more = st.sets(st.sampled_from(FINEST_GRID.edges), max_size=10)


def tallied(played: list[tuple[float, float, int]], grid: Grid) -> tuple[Margins, ...]:
    tally = CellCounter(grid)
    for game in played:
        tally.add(*game)
    return tally.cells()


def of_kind(kind: str) -> Any:
    return next(case for case in cases("qursh/seed") if case["kind"] == kind)


def test_the_announcement_s_own_bins_and_groups_are_there_by_name() -> None:
    assert list(BINS) == of_kind("bins")["names"]
    assert list(GROUPS) == of_kind("groups")["names"]


@fast
@given(games, more)
def test_fine_bins_add_up_to_any_coarser_ones(played: list[tuple[float, float, int]], edges: set[int]) -> None:
    grid = finer_grid(edges) if len({*edges, *SEED_GRID.edges}) < 16 else SEED_GRID
    kept = build(tallied(played, FINEST_GRID), "drawn", LOADED, kept=FINEST_GRID)
    assert with_grid(kept, grid).cells == tallied(played, grid)
    assert with_grid(with_grid(kept, grid), SEED_GRID) == kept
    assert with_grid(kept, grid).used == len(played)


def test_finer_bins_make_thin_cells_of_full_ones() -> None:
    """1,000 games of differences from 1 to 50: one full cell, or two of 500."""
    played = [(1800.0, 1800.0 - 1 - number % 50, number % 80 - 40) for number in range(1000)]
    kept = build(tallied(played, FINEST_GRID), "drawn", LOADED, kept=FINEST_GRID)
    assert [kept.table(2, 0).source] == [QuantileSource.CELL]
    finer = with_grid(kept, finer_grid([25]))
    assert [finer.table(2, number).source for number in (0, 1)] == [QuantileSource.THIN, QuantileSource.THIN]
    assert [finer.table(2, number).games for number in (0, 1)] == [500, 500]


def test_curves_still_grow_where_bins_are_cut() -> None:
    grid = finer_grid([25, 75, 400, 500, 600, 700, 800])
    for of_all in (*zip(*[iter(curves(grid))] * grid.bins, strict=True), pooled_curves(grid)):
        means = [curve.mean for curve in of_all]
        assert means[:-6] == sorted(means[:-6])
        assert means[-6:] == sorted(means[-6:])
    above = curves(SEED_GRID)[SEED_GRID.cell_of(2, 5)]
    assert (above.mean, above.stdev) == (77.0, 108.0)  # spec/qursh.md, section 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("25 70", "Bins cannot end at 70"),
        ("", "Write the upper ends of more bins"),
        ("-25", "Write the upper ends of more bins"),
        ("25 75 125 175 225 250 275 325 350 375 400", "The edges give 17 bins. Write at most 10 more edges"),
    ],
)
def test_what_makes_no_bins_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        parse_bins(text)


def test_everything_that_is_offered_makes_bins() -> None:
    for text in SUGGESTED:
        assert set(SEED_GRID.edges) <= set(parse_bins(text).edges)
    assert parse_bins("As announced") == SEED_GRID
    assert parse_bins("400, 500").names[-3:] == ("301-400", "401-500", "above 500")


def before_finer_bins() -> bytes:
    """Return a history of one game as the first version stored it."""
    about = {"origin": "old", "loaded": "2026-11-01", "read": 1, "skipped": {}}
    text = json.dumps(about).encode()
    parts = [struct.pack("<I", len(text)), text]
    for cell in range(18):
        parts.append(struct.pack("<I", 0) if cell != 14 else struct.pack("<IiI", 1, 20, 2))
    return b"\x01" + zlib.compress(b"".join(parts))


def test_a_history_of_an_earlier_version_has_no_finer_bins() -> None:
    old = from_bytes(before_finer_bins())
    assert (old.origin, old.used, old.cells[14].counts()) == ("old", 1, {20: 2})
    assert from_bytes(to_bytes(old)) == old
    with pytest.raises(InputError, match="A director can import it again"):
        with_grid(old, finer_grid([400]))
    assert with_grid(SHIPPED, finer_grid([400])).used == 0
