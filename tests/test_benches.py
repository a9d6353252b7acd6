"""Benches run to their end. No time is looked at."""

import subprocess
import sys

import pytest

from tests.bench.__main__ import BENCHMARKS
from tests.practice.processes import ROOT


@pytest.mark.long
@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_bench_runs_to_its_end(name: str) -> None:
    if name == "section":
        pytest.importorskip("pandas", reason="only `make bench` installs it")
    asked = [sys.executable, "-m", "tests.bench", name, "--quick"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "figure" in done.stdout
