"""`crosstable backup` and `crosstable restore` as an operator types them, and the backup that the bot makes itself."""

import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.services.club.backup import DailyBackups, back_up
from bot.services.framework.context import Services
from bot.store.club import backups, pg_backups
from bot.store.database.errors import DatabaseError
from bot.store.database.transactions import Database
from tests.conftest import SharedServer, now


def clubs(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        (found,) = database.execute("SELECT count(*) FROM club").fetchone()
        return int(found)


def backup(folder: str) -> Path:
    Path(folder).mkdir(exist_ok=True)
    assert main(["backup", folder]) == 0
    return backups.in_folder(Path(folder))[-1]


def test_a_backup_is_made_and_restored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = str(backup("all"))
    assert capsys.readouterr().out.endswith(" bytes.\n")
    assert main(["restore", copy]) == 1
    assert capsys.readouterr().err == "crosstable.db is not empty (1 club). Add --replace to move it aside.\n"
    assert main(["restore", copy, "--replace"]) == 0
    said = capsys.readouterr().out.splitlines()
    aside = said[0].removeprefix("The previous data was moved to ").removesuffix(".")
    assert clubs(Path(aside)) == clubs(Path("crosstable.db")) == 1
    assert said[1] == f"Restored {copy}: 1 club."
    assert said[-1] == "All restored ratings were recalculated without a difference."
    assert main(["check"]) == 0


def test_what_sqlite_left_of_a_lost_file_is_no_part_of_the_restored_one(folder: Path) -> None:
    copy = backup("all")
    with closing(sqlite3.connect("crosstable.db")) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("UPDATE club SET default_list = 'elo'")
        database.commit()
        left = Path("crosstable.db-wal").read_bytes()
    Path("crosstable.db").unlink()
    Path("crosstable.db-wal").write_bytes(left)
    assert main(["restore", str(copy)]) == 0
    with closing(sqlite3.connect("crosstable.db")) as database:
        assert database.execute("SELECT default_list FROM club").fetchone() == ("uschess-regular",)


def test_the_newest_backups_of_a_folder_stay(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = folder / "all"
    kept.mkdir()
    (kept / "of-mine.db").write_text("no backup")
    old = [kept / f"crosstable-2026010{day}-030000.db" for day in range(1, 4)]
    for path in old:
        path.touch()
        backups.checksum_of(path).touch()
    assert main(["backup", "all", "--keep", "2"]) == 0
    assert f"Deleted {Path('all') / old[0].name}." in capsys.readouterr().out
    left = backups.in_folder(kept)
    assert (left[0], len(left)) == (old[2], 2)
    assert len(list(kept.iterdir())) == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["backup", "none"], "Name a new file in an existing folder"),
        (["restore", "none.db"], "Name a file that `backup` made"),
        (["restore", "crosstable.db"], "Name a file that `backup` made"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    folder: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir() if "crosstable.db" not in path.name) == []


def test_a_backup_of_another_kind_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = str(backup("all"))
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@localhost:1/none")
    assert main(["restore", copy]) == 1
    said = capsys.readouterr().err
    assert "is a backup of SQLite" in said
    assert said.count("\n") == 1


def test_a_server_that_does_not_answer_is_one_error() -> None:
    with pytest.raises(DatabaseError, match="Check DATABASE_URL"):
        pg_backups.usage("postgresql://nobody@localhost:1/none")


async def test_the_bot_makes_one_a_day(folder: Path) -> None:
    at: list[datetime] = [now()]
    database = Database("sqlite:///crosstable.db")
    services = Services(database, lambda: at[0])
    daily = DailyBackups(folder / "daily", 2)
    made = []
    for hours in range(0, 24 * 4, 6):
        at[0] = now() + timedelta(hours=hours)
        made.append((await daily.make(services)) is not None)
    await database.close()
    assert made == [True, False, False, False] * 4
    assert len(backups.in_folder(folder / "daily")) == 2


async def test_a_second_backup_never_takes_the_place_of_the_first(folder: Path) -> None:
    services = Services(Database("sqlite:///crosstable.db"), now)
    path, _ = await back_up(services, folder)
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match="already exists"):
        await back_up(services, folder)
    await services.database.close()
    assert path.read_bytes() == before


@pytest.mark.postgres
def test_a_missing_or_failing_pg_dump_leaves_nothing(
    shared_server: SharedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DatabaseError, match="pg_dump is not installed"):
        pg_backups.back_up(shared_server.url, tmp_path / "copy.dump")
    failing = tmp_path / "pg_dump"
    failing.write_text("#!/bin/sh\necho 'server version mismatch' >&2\nexit 1\n")
    failing.chmod(0o755)
    with pytest.raises(DatabaseError, match="server version mismatch"):
        pg_backups.back_up(shared_server.url, tmp_path / "copy.dump")
    assert list(tmp_path.iterdir()) == [failing]


def test_no_other_user_sees_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def run(arguments: list[str], env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append((arguments, env["PGPASSWORD"]))
        return subprocess.CompletedProcess(arguments, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    pg_backups._run("pg_dump", "postgresql://club:a%3Ab%5Cc@db.example/club?sslmode=require", "--file=x")
    arguments = ["pg_dump", "--dbname=user=club dbname=club host=db.example sslmode=require", "--file=x"]
    assert ran == [(arguments, "a:b\\c")]
    assert "PGPASSWORD" not in os.environ
