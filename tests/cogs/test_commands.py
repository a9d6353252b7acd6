"""One walk over all commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.ui.buttons.help import TOPICS, Topic
from tests.conftest import SimulatedClub, said
from tests.flows import show_td
from tools.write_commands import command_size, translated_commands

ROOT = Path(__file__).parents[2]

MENTION = re.compile(r"(?<=[ `\"'(])/(?=[a-z]{3})([a-z]+(?: [a-z]+){0,2})")
"""A command in a text: a slash behind a blank, a quote or a bracket, and its words, with what else follows them."""

DIRECTORS_ONLY = {
    "td settings",
    "td audit",
    "td player",
    "td export",
    "td setup",
    "td import",
    "td void",
    "td correct",
    "td queue",
    "td evening",
    "td rating",
    "td publish",
    "td season",
}


def leaves(club: SimulatedClub) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in club.env.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


async def test_names_are_unique_lower_case_and_described(club: SimulatedClub) -> None:
    names = [command.qualified_name for command in leaves(club)]
    assert sorted(names) == sorted(set(names))
    assert set(names) == {
        "rating update", "rating estimate", "rating show", "td rating",
        "rating history", "rating compare",
        "rating undo", "td import", "events", "td void", "td correct", "norms", "leaderboard",
        "yearbook",
        "td settings", "td setup", "td audit", "td export", "td queue",
        "td player",
        "about", "help", "me",
        "td evening",

        "qursh rank", "qursh margin",
        "match",
        "td publish", "td season", "season", "challenge",
    }  # fmt: skip
    for command in leaves(club):
        assert re.fullmatch(r"[a-z ]+", command.qualified_name)
        assert 10 <= len(command.description) <= 100
        assert command.description != "…"
        for option in command.parameters:
            assert re.fullmatch(r"[a-z_]{1,31}[2-5]?", option.display_name)
            assert option.description not in ("…", ""), (command.qualified_name, option.name)


async def test_every_command_uses_at_most_60_percent_of_discords_size(club: SimulatedClub) -> None:
    sizes = {root["name"]: command_size(root) for root in await translated_commands(club.env.bot.tree)}
    assert {name: size for name, size in sizes.items() if size > 0.6 * 8000} == {}


def test_size_of_a_command_counts_the_longest_language_of_each_field() -> None:
    choice = {"name": "all", "name_localizations": None, "value": 12}
    option = {"name": "list", "name_localizations": {"de": "liste"}, "description": "List", "choices": [choice]}
    command = {"name": "rank", "description": "Rank", "description_localizations": {"de": "Reihe", "fr": "Classer"}}
    assert command_size(option) == 5 + 4 + 3 + 2
    assert command_size({**command, "options": [option]}) == 4 + 7 + 14


async def test_directors_commands_are_hidden_by_default_and_say_so(club: SimulatedClub) -> None:
    for command in leaves(club):
        for_directors = command.qualified_name in DIRECTORS_ONLY and not command.qualified_name.startswith("td ")
        assert command.description.startswith("TD: ") == for_directors, command.qualified_name
    # Discord hides whole root commands only: the others are guarded in code alone.
    hidden = {root.name for root in club.env.bot.tree.get_commands() if root.default_permissions is not None}
    assert hidden == {"td"}


async def test_every_command_for_directors_refuses_a_member_in_code(club: SimulatedClub) -> None:
    await show_td(club, club.dana)
    options: dict[str, dict[str, Any]] = {
        "td void": {"event": "1", "reason": "asked"},
        "td correct": {"event": "1", "reason": "asked"},
        "td rating": {"player": club.dana, "rating": 1500.0, "games": 1},
        "td export": {"what": "event"},
        "td evening": {"name": "Friday"},
        "season start": {"name": "Autumn"},
        "td player": {"player": "Eli"},
        "td publish": {"what": "oracle"},
        "td season": {"action": "start", "name": "Autumn"},
        "td import": {"file": ("event.csv", b"number,name,1\n1,Ada,W2\n2,Bo,L1\n")},
    }
    for player in (club.eli, club.add("Fay")):
        await club.td.slash(club.channel, "td rating", player=player, rating=1500.0, games=1)
    for name in DIRECTORS_ONLY:
        assert "Only a tournament director (TD)" in await said(
            club.dana.slash(club.channel, name, **options.get(name, {}))
        )


async def test_the_options_are_those_of_the_design(club: SimulatedClub) -> None:
    options = {
        command.qualified_name: [option.display_name for option in command.parameters] for command in leaves(club)
    }
    assert options["rating update"] == ["opponents", "score", "list", "date", "event", "rating", "games", "rules"]
    assert options["rating estimate"] == ["opponents", "score", "target", "list", "rating", "games", "rules"]
    assert options["rating show"] == ["player", "list"]
    assert options["rating history"] == ["player", "list", "since"]
    assert options["rating compare"] == ["players", "list"]
    assert options["td correct"] == ["event", "change", "reason"]
    assert options["td void"] == ["event", "reason"]
    assert options["td rating"] == ["player", "rating", "list", "games", "date", "reason"]
    assert options["rating undo"] == []
    assert options["td import"] == ["file", "list", "date", "name", "file2"]
    assert options["td evening"] == ["name", "method", "list", "rounds", "starts"]
    assert options["events"] == ["event"]
    assert options["td player"] == ["player"]
    assert options["me"] == []
    assert options["match"] == ["opponent", "wins", "losses", "draws", "list"]
    assert options["td publish"] == ["what"]
    assert options["norms"] == ["player", "event"]
    assert options["leaderboard"] == ["list", "order", "date"]
    assert options["td export"] == ["what"]
    assert options["td settings"] == ["page"]
    assert options["qursh rank"] == ["file", "event"]
    assert options["qursh margin"] == ["rating", "opponent", "margin"]
    assert options["challenge"] == ["player", "list", "games", "note"]
    assert options["td season"] == ["action", "name", "list", "starts", "ends"]
    assert options["season"] == ["season"]
    assert options["yearbook"] == ["year"]
    assert options["help"] == ["topic"]


HEALTH_PAGES = ("live", "ready", "metrics")
"""Paths with a slash that are not commands: those of HEALTH_PORT."""


async def test_every_sentence_names_only_commands_that_exist(club: SimulatedClub) -> None:
    """Errors and cards say which command helps, each in its own place: one that is renamed is renamed there too."""
    tree = list(club.env.bot.tree.walk_commands())
    names = {command.qualified_name for command in tree if not isinstance(command, app_commands.Group)}
    groups = {command.qualified_name for command in tree} - names
    written = [*(path for folder in ("bot", "cogs", "core") for path in (ROOT / folder).rglob("*.py"))]
    written += [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    named = set()
    for path in written:
        for mentioned in MENTION.findall(path.read_text(encoding="utf-8")):
            words = mentioned.split()
            if words[0] in HEALTH_PAGES:
                continue
            found = {" ".join(words[:length]) for length in (1, 2, 3)} & names
            assert found or mentioned in groups, f"{path.relative_to(ROOT)}: /{mentioned}"
            named |= found
    assert len(named) > 15


async def test_every_command_has_a_help_topic(club: SimulatedClub) -> None:
    text = " ".join(topic.text for topic in TOPICS.values())
    named = {command.qualified_name for command in leaves(club)} - {"help", "about"}
    assert {name for name in named if not re.search(rf"`/{name}(?![a-z])", text)} == set()


@pytest.mark.parametrize("topic", TOPICS.values(), ids=lambda topic: topic.key)
def test_help_fits_one_phone_screen(topic: Topic) -> None:
    assert len(f"{topic.title} {topic.text}".split()) <= 120
