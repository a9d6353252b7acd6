"""`crosstable backup` and `crosstable restore` as an operator types them, and the backup that the bot makes itself."""

import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.services.backup.make import DailyBackups
from bot.services.backup.retention import Retention
from bot.services.context import Services
from bot.store.backups import companion, postgresql
from bot.store.clubs import FOLD_VERSION
from bot.store.database import Database
from bot.store.errors import DatabaseError
from tests.conftest import SharedServer, now


@pytest.fixture
def folder(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a database of one club, to which the program's settings point."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "crosstable.db"
    path.write_bytes(sqlite_template.read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO club (id, default_list, self_report, created_at, fold_version)"
            " VALUES (500, 'uschess-regular', 'everyone', '2026-01-01 00:00:00', ?)",
            (FOLD_VERSION,),
        )
    return tmp_path


def clubs(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        (found,) = database.execute("SELECT count(*) FROM club").fetchone()
        return int(found)


def test_a_backup_is_made_and_put_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 0
    assert capsys.readouterr().out.endswith(" bytes, 1 club.\n")
    assert main(["restore", "copy.db"]) == 1
    assert capsys.readouterr().err == "crosstable.db is not empty (1 club): add --replace to move it aside.\n"
    assert main(["restore", "copy.db", "--replace"]) == 0
    said = capsys.readouterr().out.splitlines()
    aside = said[0].removeprefix("What was there is now ").removesuffix(".")
    assert clubs(Path(aside)) == clubs(Path("crosstable.db")) == 1
    assert said[1].endswith("is the database now: 1 club.")
    assert said[-1] == "All that is stored is what the facts give."
    assert main(["check"]) == 0


def test_what_sqlite_left_of_a_lost_file_is_no_part_of_the_one_that_is_put_back(folder: Path) -> None:
    assert main(["backup", "copy.db"]) == 0
    with closing(sqlite3.connect("crosstable.db")) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("UPDATE club SET default_list = 'elo'")
        database.commit()
        left = Path("crosstable.db-wal").read_bytes()
    Path("crosstable.db").unlink()
    Path("crosstable.db-wal").write_bytes(left)
    assert main(["restore", "copy.db"]) == 0
    with closing(sqlite3.connect("crosstable.db")) as database:
        assert database.execute("SELECT default_list FROM club").fetchone() == ("uschess-regular",)


def test_backups_in_a_folder_go_by_the_calendar(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "all").mkdir()
    (folder / "all" / "of-mine.db").write_text("no backup")
    assert main(["backup", "all/first.db"]) == 0
    assert main(["backup", "all", "--keep", "1d"]) == 0
    assert "all/first.db is kept no longer." in capsys.readouterr().out
    left = sorted(path.name for path in (folder / "all").iterdir())
    assert len(left) == 3
    assert "of-mine.db" in left


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["backup", "copy.db", "--keep", "all"], 64, "write such as 7d,4w,6m"),
        (["backup", "none/copy.db"], 1, "make it first"),
        (["backup", "crosstable.db"], 1, "is there already"),
        (["restore", "none.db"], 1, "name the file that `backup` made"),
        (["restore", "crosstable.db"], 1, "put it beside"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    folder: Path, arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir() if "crosstable.db" not in path.name) == []


def test_a_backup_goes_into_a_database_of_its_kind_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.db"]) == 0
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@localhost:1/none")
    assert main(["restore", "copy.db"]) == 1
    assert "copy.db is of SQLite, DATABASE_URL names PostgreSQL" in capsys.readouterr().err


async def test_the_bot_makes_one_a_day(folder: Path) -> None:
    at: list[datetime] = [now()]
    database = Database("sqlite:///crosstable.db")
    services = Services(database, lambda: at[0])
    daily = DailyBackups(folder / "daily", Retention.read("2d"))
    made = []
    for hours in range(0, 24 * 4, 6):
        at[0] = now() + timedelta(hours=hours)
        made.append((await daily.make(services)) is not None)
    await database.close()
    assert made == [True, False, False, False] * 4
    assert len(companion.in_folder(folder / "daily")) == 2


@pytest.mark.postgres
def test_an_older_pg_dump_says_what_to_install(
    shared_server: SharedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DatabaseError, match=r"pg_dump is of PostgreSQL 9 and the server of \d+: install"):
        postgresql.back_up(shared_server.url, tmp_path / "copy.dump")
    old.unlink()
    with pytest.raises(DatabaseError, match="pg_dump is not there: install"):
        postgresql.back_up(shared_server.url, tmp_path / "copy.dump")
    assert list(tmp_path.iterdir()) == []


def test_no_other_user_sees_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def run(arguments: list[str], env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        secret = Path(env["PGPASSFILE"])
        ran.append((arguments, secret.read_text(), secret.stat().st_mode & 0o777, secret))
        return subprocess.CompletedProcess(arguments, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    postgresql._run("pg_dump", "postgresql://club:a%3Ab%5Cc@db.example/club?sslmode=require", "--file=x")
    ((arguments, written, mode, secret),) = ran
    assert arguments == ["pg_dump", "--dbname=user=club dbname=club host=db.example sslmode=require", "--file=x"]
    assert written == "*:*:*:*:a\\:b\\\\c\n"
    assert mode == 0o600
    assert not secret.exists()
    assert "PGPASSFILE" not in os.environ
