"""The commands in other languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import Locale

from bot.ui.wording.locales import LANGUAGES, read_language
from tests.conftest import SimulatedClub
from tools.write_commands import translated_commands

NAME = re.compile(r"[-_'\w]{1,32}")
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
async def test_every_name_and_description_is_translated(club: SimulatedClub, locale: Locale) -> None:
    missing = [
        node[key]
        for root in await translated_commands(club.env.bot.tree)
        for node in nodes(root)
        for key in ("name", "description")
        if node.get(key) and locale.value not in node.get(f"{key}_localizations", {})
    ]
    assert missing == []


async def test_choices_stay_english(club: SimulatedClub) -> None:
    found = [node for root in await translated_commands(club.env.bot.tree) for node in nodes(root)]
    choices = [choice for node in found for choice in node.get("choices") or []]
    assert choices
    assert not any(choice.get("name_localizations") for choice in choices)


@pytest.mark.parametrize("locale", LANGUAGES, ids=str)
async def test_translated_names_are_what_discord_takes(club: SimulatedClub, locale: Locale) -> None:
    def name(node: dict[str, Any]) -> str:
        return (node.get("name_localizations") or {}).get(locale.value, node["name"])

    roots = await translated_commands(club.env.bot.tree)
    for siblings in [roots, *(node["options"] for root in roots for node in nodes(root) if node.get("options"))]:
        names = [name(node) for node in siblings if node.get("type", 1) not in (2, 3) or node not in roots]
        assert len(names) == len(set(names)), names
        assert all(NAME.fullmatch(one) and one == one.lower() for one in names), names


@pytest.mark.parametrize("language", FILES)
def test_translated_descriptions_are_what_discord_takes(language: str) -> None:
    assert all(0 < len(text) <= 100 for text in read_language(language)["descriptions"].values())
