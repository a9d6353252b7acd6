"""Benches run to their end: two of them had stopped for some landings, and nobody saw it. No time is looked at."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.__main__ import BENCHMARKS
from tests.practice.processes import ROOT

WITH_OTHERS = {"calculator", "oracle", "section"}
"""Those that compare with packages which only `make bench` installs."""


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in BENCHMARKS if name not in WITH_OTHERS])
def test_a_bench_runs_to_its_end(name: str, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    asked = [sys.executable, "-m", "tests.bench", name, "--quick", "--json", str(figures)]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(figures.read_text(encoding="utf-8"))
