"""What works where Crosstable is no club's."""

from typing import Any

import pytest

from bot.store.database.transactions import Database
from bot.ui.framework.server import OUTSIDE
from tests.conftest import SimulatedClub

EVERYWHERE, HERE = {"rating", "norms", "qursh"}, [0]


class Asked:
    """Which clubs the database has been asked about."""

    def __init__(self) -> None:
        self.clubs: list[int | None] = []


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    found = Asked()
    for name in ("read", "write", "try_out"):
        original = getattr(Database, name)

        async def watched(database: Database, work: Any, *, original: Any = original, club: int | None) -> Any:
            found.clubs.append(club)
            return await original(database, work, club=club)

        monkeypatch.setattr(Database, name, watched)
    return found


async def ask(club: SimulatedClub, command: str, *, of_user: bool = True, **options: Any) -> list[Any]:
    """Use a command on the server as somebody who has the bot for themselves."""
    from simcord import interactions

    backend = club.env.backend
    name, *words = command.split()
    root = backend.find_command(name, club.guild.id, type=1)
    leaf, nesting = interactions.walk_to_subcommand(root, words)
    built, _ = interactions.build_options(club.dana, command, leaf, options, channel_id=club.channel.id)
    data = {"id": root["id"], "name": name, "type": 1, "options": interactions.nest_options(root, nesting, built)}
    _, payload = interactions.base_payload(
        backend, type=2, channel_id=club.channel.id, guild_id=club.guild.id, user_id=club.dana.id, data=data
    )
    owner = {"1": str(club.dana.id)} if of_user else {"0": str(club.guild.id), "1": str(club.dana.id)}
    payload["authorizing_integration_owners"] = owner
    sent = len(club.env.http_requests)
    backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle()
    return [request for request in club.env.http_requests[sent:] if request.json]


def is_private(answers: list[Any]) -> bool:
    """Return whether only the member who asked sees the first answer."""
    first = answers[0].json
    return bool((first.get("data") or {}).get("flags", 0) & 64)


def words(answers: list[Any]) -> str:
    return " ".join(str(answer.json) for answer in answers)


CALCULATORS: dict[str, dict[str, Any]] = {
    "rating estimate": {"opponents": "W1500 L1600", "rating": 1500.0, "games": 60},
    "qursh margin": {"rating": 1800.0, "opponent": 1675.0, "margin": 20},
}
OTHERS: dict[str, dict[str, Any]] = {
    "rating update": {"opponents": "W1500", "rating": 1500.0, "games": 60},
    "rating show": {},
    "rating undo": {},
    "qursh rank": {},
}


async def test_discord_is_told_where_each_command_is(club: SimulatedClub) -> None:
    for command in club.env.bot.tree.get_commands():
        sent = command.to_dict(club.env.bot.tree)
        everywhere = command.name in EVERYWHERE
        assert sent["integration_types"] == ([0, 1] if everywhere else HERE), command.name
        if everywhere:
            assert sent["contexts"] == [0, 1, 2]


@pytest.mark.parametrize("command", CALCULATORS)
async def test_calculators_answer_whoever_asks_alone_and_ask_no_club(
    club: SimulatedClub, asked: Asked, command: str
) -> None:
    await club.env.settle()
    asked.clubs.clear()
    answers = await ask(club, command, **CALCULATORS[command])
    assert is_private(answers)
    assert "embeds" in words(answers)
    assert OUTSIDE not in words(answers)
    assert {one for one in asked.clubs if one is not None} == set()


@pytest.mark.parametrize("command", OTHERS)
async def test_everything_else_says_that_it_belongs_to_a_club(club: SimulatedClub, asked: Asked, command: str) -> None:
    await club.env.settle()
    asked.clubs.clear()
    answers = await ask(club, command, **OTHERS[command])
    assert OUTSIDE in words(answers)
    assert {one for one in asked.clubs if one is not None} == set()


async def test_members_are_no_opponents_there(club: SimulatedClub) -> None:
    answers = await ask(club, "rating estimate", opponents="W@Eli", rating=1500.0, games=60)
    assert "embeds': [{" not in words(answers)
    assert is_private(answers)


async def test_in_a_server_with_the_bot_the_club_itself_is_asked(club: SimulatedClub, asked: Asked) -> None:
    await club.env.settle()
    asked.clubs.clear()
    answers = await ask(club, "rating update", of_user=False, **OTHERS["rating update"])
    assert OUTSIDE not in words(answers)
    assert not is_private(answers)
    assert club.guild.id in asked.clubs


@pytest.mark.parametrize("command", CALCULATORS)
async def test_they_work_in_private_messages_too(club: SimulatedClub, command: str) -> None:
    alone = club.env.create_user("alone")
    answer = await alone.slash(command, **CALCULATORS[command])
    assert answer.response.ephemeral
    assert answer.response.embeds
    assert answer.followups == []


async def test_further_pages_are_opened_and_turned_there(club: SimulatedClub) -> None:
    alone = club.env.create_user("alone")
    answer = await alone.slash("rating estimate", **CALCULATORS["rating estimate"])
    opened = await alone.click(answer.response, label="Calculation")
    assert opened.response.ephemeral
    assert "calculation" in str(opened.response.embeds[0].to_dict()).lower()


async def test_how_rare_a_score_is_without_a_club_is_a_range(club: SimulatedClub) -> None:
    """3 of 4 by 1700, all 81 results written out: 1 of 8.39 without draws, 1 of 30.3 if three of five are drawn."""
    options = {"opponents": "1464 2032 1811 1877", "score": "3", "rating": 1700.0, "games": 40}
    assert "(this or more in 1 of 8 to 30 such events)" in words(await ask(club, "rating estimate", **options))
