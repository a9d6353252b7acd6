"""One person under every way of writing the name."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import player
from tests.conftest import SimulatedClub, card_of, full_text, rows
from tests.file_answers import part_of

ROSTER = "Name,Rating,Games\nDana Wright,1580,44\nHana Ito,1640,33\nŁukasz Żółw,1999,150\nSeán O'Neill,1822,61\n"


def sentence(answer: Any) -> str:
    return " ".join(str(message.content) for message in (answer.response, *answer.followups) if message is not None)


async def names(club: SimulatedClub) -> list[str]:
    return sorted(row.name for row in await rows(club.services.database, select(player.c.name)))


async def roster(club: SimulatedClub, text: str = ROSTER) -> Any:
    looked = await club.td.slash(club.channel, "td import", file=("roster.csv", text.encode()))
    if looked.response is None or "Store it" not in str(looked.response.components):
        return looked
    return await club.td.click(looked.response, label="Store it")


async def looked_at(club: SimulatedClub, *called: str) -> str:
    lines = [f'{at},"{name}",{"W" if at == 1 else "L"}{3 - at}' for at, name in enumerate(called, start=1)]
    file = ("event.csv", "\n".join(["number,name,1", *lines]).encode())
    return card_of(await club.td.slash(club.channel, "td import", file=file))


@pytest.mark.parametrize(
    "called",
    [("Wright, Dana", "ITO, HANA"), ("Wright Dana", "Ito Hana"), ("Lukasz Zolw", "ONEILL SEAN")],
)
async def test_a_file_means_the_same_person_whatever_the_order_and_the_accents(
    club: SimulatedClub, called: tuple[str, str]
) -> None:
    await roster(club)
    assert "2 players, all known here" in await looked_at(club, *called)


async def test_two_people_of_a_file_with_the_same_words_are_not_one(club: SimulatedClub) -> None:
    await roster(club, "Name,Rating,Games\nChen Wei,1580,44\n")
    card = await looked_at(club, "Chen Wei", "Wei Chen")
    assert "1 new player, 1 known here · **1 name to settle**" in card


async def test_a_letter_otherwise_is_asked_about(club: SimulatedClub) -> None:
    await roster(club)
    assert "**2 names to settle**" in await looked_at(club, "Ito Kana", "Wrigth, Dana")


async def test_names_are_stored_with_the_first_name_first(club: SimulatedClub) -> None:
    await roster(club, 'Name,Rating,Games\n"Smith, John",1580,44\n')
    assert await names(club) == ["John Smith"]
    again = await roster(club, 'Name,Rating,Games\n"SMITH, JOHN",1580,44\n')
    assert await names(club) == ["John Smith"], card_of(again)


async def test_one_person_twice_in_a_roster_is_stored_once(club: SimulatedClub) -> None:
    looked = await roster(club, 'Name,Rating,Games\n"Smith, John",1580,44\nJohn Smith,1600,12\n')
    assert await names(club) == ["John Smith"], card_of(looked)


@pytest.mark.parametrize("name", ["Wright", "dana", "oneill", "lukasz", "Hanna Ito", "Ito Kana", "wrigth"])
async def test_a_write_shows_the_whole_name_first(club: SimulatedClub, name: str) -> None:
    await roster(club)
    answer = await club.td.slash(club.channel, "td rating", player=name, rating=1700.0, games=30)
    meant = {"wrigth": "Dana Wright"}
    is_taken = name in ("Wright", "dana", "oneill", "lukasz")  # one player's word, or a member's name
    if not is_taken:
        assert f"Did you mean {meant.get(name, 'Hana Ito')} (#" in sentence(answer)
    board = card_of(await club.td.slash(club.channel, "leaderboard"))
    assert ("1700" in board) == is_taken


async def test_two_matches_are_asked(club: SimulatedClub) -> None:
    await roster(club, "Name,Rating,Games\nAnna Smith,1500,30\nJohn Smith,1580,44\nSmith Carl,1600,20\n")
    for command in ("td rating", "rating show"):
        more = {"rating": 1700.0, "games": 30} if command == "td rating" else {}
        answer = sentence(await club.td.slash(club.channel, command, player="Smith", **more))
        assert all(name in answer for name in ("Anna Smith (#", "John Smith (#", "Smith Carl (#"))


@pytest.mark.parametrize("name", ["wright", "WRIGHT DANA", "Wright, Dana", "oneill", "lukasz zolw"])
async def test_to_look_a_part_of_the_name_is_enough(club: SimulatedClub, name: str) -> None:
    await roster(club)
    (card,) = (await club.eli.slash(club.channel, "rating show", player=name)).response.attachments
    meant = {"oneill": "Seán O'Neill", "lukasz zolw": "Łukasz Żółw"}
    assert meant.get(name, "Dana Wright") in card.description


async def test_somebody_of_the_roster_is_asked_who_they_are(club: SimulatedClub) -> None:
    await roster(club, "Name,US Chess Regular,Games\nDana,1470,25\nFrank Ober,1610,60\n")
    asked = await club.dana.slash(club.channel, "rating update", opponents="W1500 D1600 L1700", rating=1470.0, games=25)
    assert "Dana" in card_of(asked)
    assert part_of(asked.response, "claim:") is not None
    assert (await names(club)).count("Dana") == 1


async def test_somebody_of_the_roster_without_a_rating_is_asked_too(club: SimulatedClub) -> None:
    await roster(club, "Name,US Chess Id\nDana,12345678\n")
    asked = await club.dana.slash(club.channel, "rating update", opponents="W1500 D1600 L1700", rating=1470.0, games=25)
    assert part_of(asked.response, "claim:") is not None


@pytest.mark.parametrize(
    "opponents",
    [
        "WHana Ito D@Dana Wright",
        "Hana Ito w, Dana Wright d",
        "beat hana ito, drew with Wright Dana",
        "+Hana Ito =1700",
        "WHana Ito 1500L",
    ],
)
async def test_opponents_of_several_words_need_no_quotes(club: SimulatedClub, opponents: str) -> None:
    await roster(club)
    answer = await club.eli.slash(club.channel, "rating update", opponents=opponents, rating=1500.0, games=30)
    assert "Hana Ito" in await full_text(answer)
    assert " of 2 scored" in await full_text(answer)


@pytest.mark.parametrize("opponents", ["WHanna Ito D1500", "W1500 beat Wrigth", "Kana Ito w, 1500 d"])
async def test_an_opponent_who_is_nobody_is_asked_about(club: SimulatedClub, opponents: str) -> None:
    await roster(club)
    answer = await club.eli.slash(club.channel, "rating update", opponents=opponents, rating=1500.0, games=30)
    assert f"Did you mean {'Dana Wright' if 'Wrigth' in opponents else 'Hana Ito'} (#" in sentence(answer)


async def test_a_forecast_takes_a_name_of_several_words(club: SimulatedClub) -> None:
    await roster(club)
    answer = await club.eli.slash(club.channel, "rating estimate", opponents="hana ito", rating=1500.0, games=30)
    assert "Hana Ito" in await full_text(answer)
