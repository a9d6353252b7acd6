"""The commands in other languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from discord import Locale

from bot.ui.wording.locales import LANGUAGES, read_language
from tests.conftest import SimulatedClub
from tools.write_commands import translated_commands

MENUS = ("Challenge", "Import this file", "Rating", "Report a result")
FILES = sorted(set(LANGUAGES.values()))


def nodes(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield payload
    for option in payload.get("options") or []:
        yield from nodes(option)


@pytest.mark.parametrize("language", FILES)
async def test_language_has_no_leftovers(club: SimulatedClub, language: str) -> None:
    found = [node for root in await translated_commands(club.env.bot.tree) for node in nodes(root)]
    tables = read_language(language)
    assert set(tables["names"]) <= {node["name"] for node in found}
    assert set(tables["descriptions"]) <= {node["description"] for node in found if node.get("description")}


@pytest.mark.parametrize("locale", LANGUAGES, ids=str)
async def test_every_description_and_context_menu_is_translated(club: SimulatedClub, locale: Locale) -> None:
    every = [node for root in await translated_commands(club.env.bot.tree) for node in nodes(root)]
    missing = [
        node["description"]
        for node in every
        if node.get("description") and locale.value not in node.get("description_localizations", {})
    ]
    assert missing == []
    assert {node["name"] for node in every if locale.value in node.get("name_localizations", {})} == set(MENUS)


async def test_commands_and_options_are_called_what_answers_call_them(club: SimulatedClub) -> None:
    every = [node for root in await translated_commands(club.env.bot.tree) for node in nodes(root)]
    assert {"rating", "update", "opponents", "td"} <= {node["name"] for node in every}
    assert not any(node.get("name_localizations") for node in every if node["name"] not in MENUS)


async def test_choices_stay_english(club: SimulatedClub) -> None:
    found = [node for root in await translated_commands(club.env.bot.tree) for node in nodes(root)]
    choices = [choice for node in found for choice in node.get("choices") or []]
    assert choices
    assert not any(choice.get("name_localizations") for choice in choices)


@pytest.mark.parametrize("language", FILES)
def test_translated_context_menus_are_what_discord_takes(language: str) -> None:
    names = read_language(language)["names"]
    assert tuple(names) == MENUS
    assert len(set(names.values())) == len(MENUS)
    assert all(0 < len(name) <= 32 for name in names.values())


@pytest.mark.parametrize("language", FILES)
def test_translated_descriptions_are_what_discord_takes(language: str) -> None:
    assert all(0 < len(text) <= 100 for text in read_language(language)["descriptions"].values())
