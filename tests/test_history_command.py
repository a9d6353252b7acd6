"""`crosstable history`: a history that is larger than Discord takes, loaded by the operator."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.clubs import FOLD_VERSION

GAMES = "rating_hi,rating_lo,score_hi,score_lo\n" + "1800,1675,420,400\n" * 300 + "1800,0,420,400\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the database of a club 501 in it."""
    monkeypatch.chdir(tmp_path)
    assert main(["migrate"]) == 0
    with closing(sqlite3.connect(tmp_path / "crosstable.db")) as database:
        columns = "id, default_list, self_report, fold_version, created_at"
        values = f"501, 'uschess-regular', 'everyone', {FOLD_VERSION}, '2026-01-01 00:00:00'"
        database.execute(f"INSERT INTO club ({columns}) VALUES ({values})")
        database.commit()
    return tmp_path


def club_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "crosstable.db")) as database:
        ((club_id,),) = database.execute("SELECT id FROM club LIMIT 1").fetchall()
    return int(club_id)


def test_the_operator_loads_a_file_for_a_club(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club_id = club_of(folder)
    (folder / "games.csv.gz").write_bytes(gzip.compress(GAMES.encode()))
    capsys.readouterr()
    assert main(["history", str(club_id), "games.csv.gz", "--origin", "the published games"]) == 0
    printed = capsys.readouterr().out
    assert "Games read: 301, left out: 1 unrated.\n" in printed
    assert f"Club {club_id} is ranked against 300 games: /qursh table shows them.\n" in printed
    with closing(sqlite3.connect(folder / "crosstable.db")) as database:
        stored = database.execute("SELECT origin, loaded_by FROM history WHERE club_id = ?", (club_id,)).fetchall()
    assert stored == [("the published games", 0)]


def test_what_cannot_be_loaded_is_one_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club_id = str(club_of(folder))
    (folder / "empty.csv").write_text("")
    for arguments, sentence in (
        ((club_id, "none.csv"), "none.csv cannot be read (No such file or directory): give the path of a CSV"),
        ((club_id, "empty.csv"), "The file is empty"),
        (("77", "empty.csv"), "No club 77 has stored anything yet"),
    ):
        capsys.readouterr()
        assert main(["history", *arguments]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert sentence in said
