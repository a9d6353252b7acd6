"""`crosstable practice` serves the calculators beside the practice club, or says how to build them."""

import signal
import urllib.request
from pathlib import Path

import pytest

from tests.practice.processes import running

QUIET = {"PRACTICE_PORT": "0", "PRACTICE_BROWSER": "false"}


@pytest.mark.long
def test_calculators_are_served_once_they_are_built(tmp_path: Path) -> None:
    with running(tmp_path, "-m", "bot", "practice", **QUIET) as process:
        process.wait_for("Calculators in the browser: run `make site` first")
        assert process.end(signal.SIGINT).code == 0
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("the calculators", encoding="utf-8")
    with running(tmp_path, "-m", "bot", "practice", **QUIET) as process:
        url = process.wait_for(r"Calculators in the browser: (http://127\.0\.0\.1:\d+/)")[1]
        with urllib.request.urlopen(url) as answer:
            assert answer.read() == b"the calculators"
        assert process.end(signal.SIGINT).code == 0
