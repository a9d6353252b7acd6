"""Autocomplete: what is offered while an option is typed."""

import pytest

from tests.conftest import SimulatedClub
from tests.flows import events_of


@pytest.fixture
async def players(club: SimulatedClub) -> SimulatedClub:
    for name, rating in (("Mara Lindqvist", 1755.0), ("Martin", 1600.0), ("Élodie", 1500.0)):
        await club.td.slash(club.channel, "td rating", player=club.add(name), rating=rating, games=30)
    return club


async def offered(club: SimulatedClub, typed: str, **filled: object) -> list[str]:
    choices = await club.dana.autocomplete(club.channel, "rating update", "opponents", typed, **filled)
    return [choice["name"] for choice in choices]


@pytest.mark.both_databases
async def test_players_are_offered_for_the_word_at_the_end(players: SimulatedClub) -> None:
    assert await offered(players, "974 @mar") == ['974 @"Mara Lindqvist" (1755)', "974 @Martin (1600)"]
    assert await offered(players, "974 W@lind") == ['974 W@"Mara Lindqvist" (1755)']
    assert await offered(players, "éLO") == ["@Élodie (1500)"]
    assert len(await offered(players, "")) == 3
    assert await offered(players, "974 95") == []
    assert await offered(players, "nobody") == []


async def test_an_offered_value_names_the_player_exactly(players: SimulatedClub) -> None:
    choices = await players.dana.autocomplete(players.channel, "rating update", "opponents", "974 mar")
    answer = await players.dana.slash(
        players.channel, "rating update", opponents=choices[0]["value"], score="1", games=0
    )
    assert "1755" in answer.response.embeds[0].description


async def test_what_is_offered_can_be_typed_on(players: SimulatedClub) -> None:
    """Discord puts the suggestion's name into the option when somebody goes on typing behind it."""
    name = (await offered(players, "W974 L@mara"))[0]
    answer = await players.dana.slash(players.channel, "rating update", opponents=f"{name} D1600", games=0)
    assert "1755" in answer.response.embeds[0].description


async def test_another_clubs_players_are_not_offered(players: SimulatedClub) -> None:
    assert await offered(players.other_server(), "mar") == []


@pytest.mark.both_databases
async def test_wildcards_are_taken_as_letters(players: SimulatedClub) -> None:
    assert await offered(players, "%") == []
    assert await offered(players, "_") == []


async def test_a_list_that_is_too_long_for_a_choice_offers_nothing(players: SimulatedClub) -> None:
    assert await offered(players, "1500 " * 30 + "mar") == []


async def test_scores_are_offered_from_the_opponents(players: SimulatedClub) -> None:
    choices = await players.dana.autocomplete(players.channel, "rating update", "score", "", opponents="974 951")
    assert [choice["name"] for choice in choices] == ["0 of 2", "½ of 2", "1 of 2", "1½ of 2", "2 of 2"]
    assert [choice["value"] for choice in choices] == ["0", "0.5", "1", "1.5", "2"]
    assert await players.dana.autocomplete(players.channel, "rating update", "score", "1") == []


async def test_days_are_offered_from_today_backward(players: SimulatedClub) -> None:
    choices = await players.dana.autocomplete(players.channel, "rating update", "date", "")
    assert [choice["value"] for choice in choices][:3] == ["2026-11-21", "2026-11-20", "2026-11-15"]
    saturdays = await players.dana.autocomplete(players.channel, "rating update", "date", "saturday")
    assert {choice["name"].split("(")[1] for choice in saturdays} == {"Saturday)"}


async def test_in_a_direct_message_nothing_is_offered(players: SimulatedClub) -> None:
    user = players.env.create_user("loner")
    assert await user.autocomplete("rating estimate", "opponents", "mar") == []


async def test_an_event_without_a_name_has_the_same_name_everywhere(club: SimulatedClub) -> None:
    written = {"opponents": "1500", "score": "1", "rating": 1500.0, "games": 10, "date": "2026-11-20"}
    answer = await club.dana.slash(club.channel, "rating update", **written)
    called = "Event of 2026-11-20"
    assert f"\n{called} · **1 of 1**" in answer.response.embeds[0].description
    listed = await events_of(club.dana, club.channel)
    assert f"` {called} · Dana's report" in listed.response.embeds[0].description
    for command in ("events", "norms"):
        for typed in ("", "Event of", "event of 2026-11", "2026-11-20"):
            offered = await club.dana.autocomplete(club.channel, command, "event", typed)
            assert [choice["name"] for choice in offered] == [called], (command, typed)
    assert await club.dana.autocomplete(club.channel, "events", "event", "Event of 2025") == []


async def test_list_offers_the_clubs_lists_first_and_the_others_when_typed(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=9, list="elo")

    async def offered(typed: str) -> list[str]:
        return [one["name"] for one in await club.dana.autocomplete(club.channel, "leaderboard", "list", typed)]

    assert await offered("") == ["US Chess Regular", "Elo"]
    assert await offered("rap") == ["FIDE Rapid"]


async def test_list_that_is_none_is_refused_by_what_was_typed(club: SimulatedClub) -> None:
    refused = await club.dana.slash(club.channel, "leaderboard", list="Checkers")
    assert '"Checkers" is not a rating list. Pick one from the list.' in refused.response.content
