"""`crosstable import --kind history` as an operator types it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.clubs import FOLD_VERSION

HISTORY = Path(__file__).parents[1] / "docs" / "seeds" / "history.csv"


@pytest.fixture
def folder(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a database of one club, to which the program's settings point."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "crosstable.db"
    path.write_bytes(sqlite_template.read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO club (id, default_list, self_report, created_at, fold_version)"
            " VALUES (500, 'naspa', 'everyone', '2026-01-01 00:00:00', ?)",
            (FOLD_VERSION,),
        )
    return tmp_path


def stored(folder: Path) -> list[int]:
    with closing(sqlite3.connect(folder / "crosstable.db")) as database:
        return [row[0] for row in database.execute("SELECT club_id FROM history")]


def test_a_history_is_loaded_for_a_club(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "--kind", "history", "--club", "500", str(HISTORY)]) == 0
    said = capsys.readouterr().out
    assert "Games read: 250." in said
    assert "Club 500 is ranked against 250 games: /qursh table shows them." in said
    assert stored(folder) == [500]


def test_a_history_without_its_club_or_its_games_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "--kind", "history", str(HISTORY)]) != 0
    assert "Whose history is it? Add --club ID." in capsys.readouterr().err
    empty = folder / "empty.csv"
    empty.write_text("no games")
    assert main(["import", "--kind", "history", "--club", "500", str(empty)]) != 0
    assert "Traceback" not in capsys.readouterr().err
    assert stored(folder) == []
