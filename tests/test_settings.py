"""Settings: .env.example is complete and true, and everything in it is read."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from bot.connect.client import Service
from bot.settings import Settings, Shards

ROOT = Path(__file__).parent.parent

OTHERS: dict[str, tuple[str, Any]] = {
    "discord_token": ("a.b.c", SecretStr("a.b.c")),
    "discord_token_file": ("token", Path("token")),
    "database_url_file": ("url", Path("url")),
    "log_format": ("json", "json"),
    "health_port": ("8080", 8080),
    "health_host": ("0.0.0.0", "0.0.0.0"),
    "start_patience": ("5", 5.0),
    "database_url": (
        "postgresql://club:pw@db/club",
        SecretStr("postgresql://club:pw@db/club"),
    ),
    "database_pool": ("20", 20),
    "backup_dir": ("/srv/backups", Path("/srv/backups")),
    "backup_keep": ("30", 30),
    "practice_database": ("elsewhere/other.db", Path("elsewhere/other.db")),
    "practice_port": ("0", 0),
    "practice_browser": ("false", False),
    "font_dirs": ("/srv/fonts, more", (Path("/srv/fonts"), Path("more"))),
    "log_level": ("WARNING", "WARNING"),
    "operator": ("The Friday Club", "The Friday Club"),
    "source_url": ("https://example.org/code", "https://example.org/code"),
    "support_url": ("https://example.org/help", "https://example.org/help"),
    "privacy_url": ("https://example.org/privacy", "https://example.org/privacy"),
    "terms_url": ("https://example.org/terms", "https://example.org/terms"),
    "site_folder": ("/srv/www", Path("/srv/www")),
    "site_port": ("8081", 8081),
    "site_host": ("0.0.0.0", "0.0.0.0"),
    "site_url": ("https://example.org/ratings", "https://example.org/ratings"),
    "connect": ("USCHESS, lichess", (Service.USCHESS, Service.LICHESS)),
    "uschess_api": ("https://example.org/api/v2", "https://example.org/api/v2"),
    "uschess_api_key": ("k", SecretStr("k")),
    "lichess_api": ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/"),
    "chesscom_api": ("https://example.org/pub", "https://example.org/pub"),
    "fide_list": ("https://example.org/list.zip", "https://example.org/list.zip"),
    "shards": ("0-2, 5/16", Shards((0, 1, 2, 5), 16)),
}
"""For every setting a value that is not its default, as it is written and as it is read."""


def written_settings(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


EXAMPLE = written_settings(ROOT / ".env.example")


SECRETS = {"token": "discord_token", "url": "database_url"}
"""The content of the files of secrets in the folder of each test."""

ENV_FILE = Settings.model_config["env_file"]


@pytest.fixture(autouse=True)
def _env_file_of_an_empty_folder(
    no_settings_from_outside: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(Settings.model_config, "env_file", ENV_FILE)
    monkeypatch.chdir(tmp_path)
    for name in ("token", "url"):
        (tmp_path / name).write_text(f"{OTHERS[SECRETS[name]][0]}\n", encoding="utf-8")


def defaults() -> dict[str, Any]:
    return {name: field.default for name, field in Settings.model_fields.items()}


def test_the_example_names_every_setting_and_no_other() -> None:
    assert list(EXAMPLE) == [name.upper() for name in Settings.model_fields]


def test_the_example_as_a_whole_is_the_defaults() -> None:
    assert Settings(_env_file=ROOT / ".env.example").model_dump() == defaults()


@pytest.mark.parametrize("name", Settings.model_fields)
def test_the_example_gives_each_default(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name.upper(), EXAMPLE[name.upper()])

    assert getattr(Settings(), name) == defaults()[name]


def test_every_setting_says_what_it_is_for() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


@pytest.mark.parametrize("name", Settings.model_fields)
def test_each_setting_is_read_from_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = defaults()
    written, expected[name] = OTHERS[name]
    monkeypatch.setenv(name.upper(), written)
    if (secret := name.removesuffix("_file")) != name:
        expected[secret] = OTHERS[secret][1]

    assert Settings().model_dump() == expected


def test_all_settings_are_read_from_the_env_file(tmp_path: Path) -> None:
    lines = [f"{name.upper()}={written}\n" for name, (written, _) in OTHERS.items()]
    (tmp_path / ".env").write_text("".join(lines), encoding="utf-8")

    assert Settings().model_dump() == {name: read for name, (_, read) in OTHERS.items()}


def test_the_environment_goes_before_the_env_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PRACTICE_PORT=1111\nLOG_LEVEL=ERROR\n", encoding="utf-8")
    monkeypatch.setenv("PRACTICE_PORT", "2222")

    settings = Settings()

    assert (settings.practice_port, settings.log_level) == (2222, "ERROR")


@pytest.mark.parametrize("name", Settings.model_fields)
def test_an_empty_value_means_unset(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name.upper(), "")

    assert getattr(Settings(), name) == defaults()[name]


def test_a_file_of_a_secret_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "nowhere")

    with pytest.raises(ValidationError, match="DISCORD_TOKEN_FILE cannot be read: No such file"):
        Settings()


def test_a_blank_token_is_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "  ")

    assert Settings().discord_token is None


def test_other_names_in_the_env_file_are_left_to_others(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("COMPOSE_PROJECT_NAME=crosstable\n", encoding="utf-8")

    assert Settings().model_dump() == defaults()


def test_the_token_does_not_show_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")

    settings = Settings()

    assert "very-secret" not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_the_databases_password_does_not_show_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://club:very-secret@db/club")

    settings = Settings()

    assert "very-secret" not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_settings_do_not_change_while_the_bot_runs() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().practice_port = 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://club"),
        ("DATABASE_URL", "club"),
        ("DATABASE_POOL", "0"),
        ("DATABASE_POOL", "51"),
        ("PRACTICE_PORT", "65536"),
        ("PRACTICE_PORT", "-1"),
        ("PRACTICE_BROWSER", "perhaps"),
        ("LOG_LEVEL", "LOUD"),
        ("BACKUP_KEEP", "0"),
        ("SHARDS", "0,1"),
        ("SHARDS", "3-1/4"),
        ("SHARDS", "2/2"),
        ("SOURCE_URL", "http://example.org"),
        ("SUPPORT_URL", "discord.gg/abc"),
        ("PRIVACY_URL", "https://a b"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_name(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError) as caught:
        Settings()

    assert [problem["loc"] for problem in caught.value.errors()] == [(name.lower(),)]
