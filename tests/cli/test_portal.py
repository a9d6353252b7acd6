"""`crosstable run --set-up` on a terminal: the bot's page in Discord, with a stand-in for Discord's API."""

import base64
import io
import sys
from collections.abc import Callable
from typing import Any

import discord
import pytest
from PIL import Image

from bot.__main__ import main
from bot.cli import portal
from bot.cli.portal import DESCRIPTION, ICON, TAGS

NEW_APP: dict[str, Any] = {
    "id": "1234567890",
    "name": "Club Ratings",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "0" * 64,
    "owner": {"id": "5", "username": "operator", "discriminator": "0", "avatar": None},
    "integration_types_config": {
        "0": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
        "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
    },
}
"""As Discord makes it."""

BOT = {"id": "1234567890", "username": "Club Ratings", "discriminator": "0", "avatar": None, "bot": True}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Portal:
    """Discord's two requests about an application; simcord refuses both."""

    def __init__(self) -> None:
        self.app, self.bot = dict(NEW_APP), dict(BOT)
        self.written: list[tuple[str, dict[str, Any]]] = []
        self.started: list[bool] = []
        self.refuses: Exception | None = None

    async def request(self, _http: Any, route: Any, **more: Any) -> dict[str, Any]:
        subject = self.bot if route.path == "/users/@me" else self.app
        if route.method == "PATCH":
            if self.refuses is not None:
                raise self.refuses
            self.written.append((route.path, more["json"]))
            subject.update({name: "kept" if name in ("icon", "avatar") else new for name, new in more["json"].items()})
        return subject


@pytest.fixture
def discords(monkeypatch: pytest.MonkeyPatch) -> Portal:
    made = Portal()

    async def request(http: Any, route: Any, **more: Any) -> dict[str, Any]:
        return await made.request(http, route, **more)

    async def run(_settings: Any, *, set_up: bool) -> None:
        made.started.append(set_up)

    monkeypatch.setattr(discord.http.HTTPClient, "request", request)
    monkeypatch.setattr("bot.cli.run.run", run)
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    return made


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return what puts somebody at the terminal who types."""
    return lambda typed: monkeypatch.setattr(sys, "stdin", Terminal(typed))


def picture_of(written: str) -> tuple[int, int]:
    data = base64.b64decode(written.removeprefix("data:image/png;base64,"))
    assert data == ICON.read_bytes()
    return Image.open(io.BytesIO(data)).size


@pytest.mark.parametrize("typed", ["\n", "y\n", "Yes\n"])
def test_what_is_empty_is_written_after_a_yes(
    discords: Portal, answers: Callable[[str], None], typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(typed)
    assert main(["run", "--set-up"]) == 0
    (path, app), (bot_path, bot) = discords.written
    assert (path, bot_path) == ("/applications/@me", "/users/@me")
    assert picture_of(app.pop("icon")) == picture_of(bot.pop("avatar")) == (512, 512)
    assert app == {
        "description": DESCRIPTION,
        "tags": ["chess", "scrabble", "ratings", "tournaments", "clubs"],
        "integration_types_config": {
            # 52224: the permissions of the invite link in README.md
            "0": {"oauth2_install_params": {"permissions": 52224, "scopes": ["bot", "applications.commands"]}},
            "1": {"oauth2_install_params": {"permissions": 0, "scopes": ["applications.commands"]}},
        },
    }
    assert discords.started == [True]
    said = capsys.readouterr().out
    assert "Written." in said
    assert said.splitlines()[-6:] == [
        "Only the portal changes the rest: https://discord.com/developers/applications/1234567890",
        '  General Information, Name: now "Club Ratings"',
        "  General Information, Terms of Service URL: empty; enter the address where you publish docs/TERMS.md",
        "  General Information, Privacy Policy URL: empty; enter the address where you publish docs/PRIVACY.md",
        "  Bot, Public Bot: on; turn it off if only you may invite the bot",
        "  Bot, Token: reset it if somebody else has seen it, and put the new one into DISCORD_TOKEN",
    ]


@pytest.mark.parametrize("typed", ["n\n", "what?\n", ""])
def test_nothing_is_written_without_a_yes(discords: Portal, answers: Callable[[str], None], typed: str) -> None:
    answers(typed)
    assert main(["run", "--set-up"]) == 0
    assert discords.written == []
    assert discords.started == [True]


def test_what_is_filled_in_stays_and_nothing_is_asked(
    discords: Portal,
    answers: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers("\n")
    main(["run", "--set-up"])
    written = list(discords.written)
    discords.app |= {"terms_of_service_url": "https://club.example/t", "privacy_policy_url": "https://club.example/p"}
    discords.app["integration_types_config"]["0"] = {"oauth2_install_params": {"scopes": ["bot"], "permissions": "8"}}
    capsys.readouterr()
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("asked again"))
    assert main(["run", "--set-up"]) == 0
    assert discords.written == written
    assert capsys.readouterr().out == ""


def test_an_own_description_is_kept_and_only_the_rest_is_offered(
    discords: Portal, answers: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    discords.app |= {"description": "Our own words", "icon": "kept"}
    answers("\n")
    main(["run", "--set-up"])
    assert set(discords.written[0][1]) == {"tags", "integration_types_config"}
    assert "description" not in capsys.readouterr().out


@pytest.mark.parametrize("command", [["run", "--set-up"], ["run"], []])
def test_an_image_or_a_service_is_not_asked_and_does_not_wait(
    discords: Portal, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))  # no terminal
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("waited"))
    assert main(command) == 0
    monkeypatch.setattr(sys, "stdin", None)  # a service may have none
    assert main(command) == 0
    assert discords.written == []
    assert len(discords.started) == 2


@pytest.mark.parametrize("command", [["run"], []])
def test_only_run_with_set_up_asks(
    discords: Portal, answers: Callable[[str], None], command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers("\n")
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("asked"))
    assert main(command) == 0
    assert discords.written == []


class Response:
    status, reason = 400, "Bad Request"


def test_a_refusal_is_said_and_the_bot_starts(
    discords: Portal, answers: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    answers("\n")
    refused: Any = Response()
    discords.refuses = discord.HTTPException(refused, {"code": 50035, "message": "You are changing it too fast"})
    assert main(["run", "--set-up"]) == 0
    said = capsys.readouterr().out
    assert "Discord did not take all of it" in said
    assert "changing it too fast" in said
    assert discords.started == [True]


def test_without_discord_the_start_says_so_itself(
    discords: Portal,
    answers: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers("\n")

    async def refuse(*_: Any, **__: Any) -> None:
        raise OSError("no network")

    monkeypatch.setattr(discord.http.HTTPClient, "request", refuse)
    assert main(["run", "--set-up"]) == 0
    assert capsys.readouterr().out == ""
    assert discords.started == [True]


def test_the_texts_fit_into_discords_fields() -> None:
    assert len(DESCRIPTION) <= 400
    assert len(TAGS) <= 5
    assert all(len(tag) <= 20 for tag in TAGS)
    assert portal.ICON.stat().st_size < 20_000
