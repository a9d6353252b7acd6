"""`crosstable` with a database of an unreleased version: 78, one sentence, and `repair` mends it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.doors.table import parse
from bot.settings import Settings
from tests.store.released import write_file

SENTENCE = "this file was made by an unreleased version; run `crosstable repair`."


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


@pytest.fixture
def early_0004(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file as the first 0004 made it, before columns were added to that revision."""
    monkeypatch.chdir(tmp_path)
    path = write_file("0004", tmp_path / "crosstable.db")
    change(path, "ALTER TABLE entrant DROP COLUMN class", "ALTER TABLE club DROP COLUMN fide_files")
    return path


@pytest.mark.long
def test_every_command_names_what_is_missing_and_repair_adds_it(
    early_0004: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    for command in ("check", "migrate", "run"):
        assert main([command]) == 78, command
        assert capsys.readouterr().err == f"club.fide_files is missing: {SENTENCE}\n"
    assert main(["repair"]) == 0
    said = capsys.readouterr().out
    assert "The database as it was is kept in crosstable.db.before-repair.\n" in said
    assert "Added: club.fide_files, entrant.class.\n" in said
    for command in ("check", "migrate", "verify"):
        assert main([command]) == 0, command
    assert capsys.readouterr().err == ""
    assert main(["repair"]) == 0
    assert "Nothing was missing.\n" in capsys.readouterr().out


def test_what_repair_cannot_add_is_left_with_a_sentence(early_0004: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(early_0004, "ALTER TABLE player DROP COLUMN name")
    assert main(["repair"]) == 78
    complaint = capsys.readouterr().err
    assert complaint.startswith("player.name is missing, and `crosstable repair` only adds: restore a backup, ")
    assert complaint.count("\n") == 1
    with closing(sqlite3.connect(early_0004)) as left:
        assert left.execute("SELECT version_num FROM alembic_version").fetchall() == [("0004",)]
        assert "fide_files" not in [row[1] for row in left.execute("PRAGMA table_info(club)")]


def test_a_practice_club_of_an_unreleased_version_is_begun_anew(
    early_0004: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRACTICE_DATABASE", str(early_0004))
    monkeypatch.setenv("PRACTICE_PORT", "0")
    assert main(["practice"]) == 78
    assert "`crosstable practice --fresh` begins anew." in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--set-up", "run"], ["run", "--set-up"], ["--set-up", "run", "--set-up"]])
def test_set_up_may_stand_before_the_command_or_after_it(arguments: list[str]) -> None:
    assert parse(arguments).set_up
    assert not parse(["run"]).set_up


@pytest.mark.parametrize("arguments", [["--fresh", "practice"], ["practice", "--fresh"]])
def test_fresh_may_stand_before_the_command_or_after_it(arguments: list[str]) -> None:
    assert parse(arguments).fresh
    assert not parse(["practice"]).fresh


def test_help_lists_every_setting_for_programs_that_were_installed_without_their_files(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    for name, field in Settings.model_fields.items():
        assert f"{name.upper()} " in said
        assert str(field.description) in said


def test_a_wrong_setting_is_told_with_where_the_settings_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRACTICE_PORT", "70000")
    assert main(["practice"]) == 78
    complaint = capsys.readouterr().err
    assert complaint.startswith("PRACTICE_PORT is not right (")
    assert complaint.endswith("`crosstable --help` lists the settings.\n")
