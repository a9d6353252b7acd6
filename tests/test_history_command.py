"""`crosstable import --kind history` as an operator types it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main

HISTORY = Path(__file__).parents[1] / "tests" / "seeds" / "history.csv"


def stored(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "crosstable.db")) as database:
        return [row[0] for row in database.execute("SELECT club_id FROM history")]


def test_a_history_is_loaded_for_a_club(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "--kind", "history", "--club", "500", str(HISTORY)]) == 0
    said = capsys.readouterr().out
    assert "Games read: 250." in said
    assert "Club 500 is now ranked against 250 games, as the menu of /qursh rank shows." in said
    assert stored(folder) == [500]


def test_a_history_without_its_club_or_its_games_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "--kind", "history", str(HISTORY)]) != 0
    assert "The club of the history is missing. Add --club ID." in capsys.readouterr().err
    empty = folder / "empty.csv"
    empty.write_text("no games")
    assert main(["import", "--kind", "history", "--club", "500", str(empty)]) != 0
    assert "Traceback" not in capsys.readouterr().err
    assert stored(folder) == []
