"""/about: the version, who runs the instance, and its links."""

import logging
from importlib.metadata import version
from typing import Any

import pytest

from bot.app import CrosstableBot
from bot.services.framework.context import Services
from bot.settings import About
from tests.conftest import SimulatedClub


def links(answer: Any) -> dict[str, str]:
    return {part["label"]: part["url"] for row in answer.response.components for part in row["components"]}


async def test_about_shows_the_version_and_no_links_when_nothing_is_set(club: SimulatedClub) -> None:
    answer = await club.dana.slash(club.channel, "about")
    assert answer.ephemeral
    [card] = answer.response.embeds
    assert card.title == f"Crosstable {version('crosstable')}"
    assert "The operator has not entered a name." in card.description
    assert not answer.response.components


async def test_about_shows_the_operator_and_the_links_that_are_set(club: SimulatedClub, services: Services) -> None:
    about = About("The *Friday* Club", "https://example.org/code", None, "https://example.org/privacy")
    await club.env.restart_bot(CrosstableBot(services, shard_count=1, about=about))
    answer = await club.dana.slash(club.channel, "about")
    assert "Run by The \\*Friday\\* Club." in answer.response.embeds[0].description
    assert links(answer) == {"Source code": "https://example.org/code", "Privacy": "https://example.org/privacy"}


async def test_the_start_logs_the_invite_link(
    club: SimulatedClub, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bot.app"):
        await club.env.restart_bot(CrosstableBot(services, shard_count=1))
    [line] = [record.getMessage() for record in caplog.records if "invite link" in record.getMessage()]
    assert f"client_id={club.env.bot.application_id}" in line
    assert "scope=bot+applications.commands" in line
    assert "permissions=52224" in line
