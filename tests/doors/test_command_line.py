"""The command line: `crosstable init`, wrong arguments, what ends with which code."""

import stat
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.doors.table import DOORS
from bot.settings import Settings


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_init_asks_for_the_token_and_writes_every_setting_for_its_owner_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("getpass.getpass", lambda _question: " a.b.c ")
    assert main(["init"]) == 0
    path = folder / ".env"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text("utf-8")
    for name, field in Settings.model_fields.items():
        assert f"{name.upper()}=" in text
        assert f"# {field.description}\n" in text
    assert [line for line in text.splitlines() if line and not line.startswith("#")] == ["DISCORD_TOKEN=a.b.c"]
    said = capsys.readouterr()
    assert "a.b.c" not in said.out + said.err
    assert Settings(_env_file=path).discord_token is not None

    everything = folder / "uncommented"
    everything.write_text("".join(f"{line[2:]}\n" for line in text.splitlines() if "=" in line.split(" ")[-1]), "utf-8")
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    assert Settings(_env_file=everything).model_dump() == defaults


def test_init_never_writes_over_settings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("DISCORD_TOKEN=x\n")
    assert main(["init"]) == 1
    assert ".env is there already" in capsys.readouterr().err
    assert (folder / ".env").read_text() == "DISCORD_TOKEN=x\n"


@pytest.mark.parametrize("arguments", [["nonsense"], ["run", "--nonsense"], ["history", "x", "y"]])
def test_wrong_arguments_end_with_64(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 64
    assert "crosstable" in capsys.readouterr().err


def test_an_error_that_nobody_expected_ends_with_70(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    def broken(_path: Path) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.doors.init.write_settings", lambda: broken(Path()))
    assert main(["init"]) == 70
    assert "ZeroDivisionError" in caplog.text


def test_help_says_of_every_command_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    said = capsys.readouterr().out
    for door in DOORS:
        assert door.name in said
        assert door.says.split(",")[0] in said
