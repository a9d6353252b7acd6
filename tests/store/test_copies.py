"""The file of a club is copied before its tables change."""

import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.__main__ import main
from bot.store import migrate
from tests.store.released import write_file


@pytest.fixture
def old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file as the version of 0004 left it, to which the program's settings point."""
    monkeypatch.chdir(tmp_path)
    return write_file("0004", tmp_path / "crosstable.db")


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def copies(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if "before" in path.name)


def test_a_copy_as_it_was_is_kept_for_its_owner_alone(old_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = dump(old_file)
    assert main(["migrate"]) == 0
    copy = Path(f"{old_file}.before-{migrate.head()}")
    assert capsys.readouterr().out.startswith(f"The database as it was is kept in {copy.name}.\n")
    assert copies(old_file.parent) == [copy.name]
    assert dump(copy) == before
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    copy.unlink()
    assert main(["migrate"]) == 0
    assert copies(old_file.parent) == []  # for nothing was to be changed


def test_no_copy_is_kept_when_none_is_wanted(old_file: Path) -> None:
    assert main(["migrate", "--no-copy"]) == 0
    assert copies(old_file.parent) == []


def test_a_new_file_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["migrate"]) == 0
    assert copies(tmp_path) == []


def test_without_room_for_a_copy_nothing_is_changed(
    old_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = dump(old_file)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(total=10, used=5, free=5))
    assert main(["migrate"]) == 74
    complaint = capsys.readouterr().err
    assert "5 are free): make room for it, or add --no-copy to go on without." in complaint
    assert complaint.count("\n") == 1
    assert dump(old_file) == before
    assert copies(old_file.parent) == []


def test_a_copy_that_cannot_be_written_is_told_in_one_sentence(
    old_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = dump(old_file)
    (old_file.parent / f"{old_file.name}.before-{migrate.head()}").mkdir()
    assert main(["migrate"]) == 74
    complaint = capsys.readouterr().err
    assert "cannot be kept" in complaint
    assert complaint.count("\n") == 1
    assert dump(old_file) == before
