"""Head to head: every game between two, in every system, and what the next one lets expect."""

from typing import Any
from unittest import mock

import pytest

from tests.conftest import SimulatedClub, card_of, said
from tests.flows import head_to_head, hide_player, oracle_match, report_for, set_pool, void

BOTH = b"""number,name,rating,games,1,2
1,Ada Able,1400,40,W2,D2
2,Bo Best,1600,40,L1,D1
"""


async def rated(club: SimulatedClub) -> None:
    """Let Ada beat Bo once and draw once, 200 points below: 0.24 expected of each game."""
    looked = await club.td.slash(club.channel, "td import", file=("e.csv", BOTH), name="Open", date="2026-11-20")
    await club.td.click(looked.response, label="Store it")


def words(answer: Any) -> str:
    (attached,) = answer.response.attachments
    return str(attached.description)


@pytest.mark.both_databases
async def test_score_expected_latest_and_the_greatest_upset(club: SimulatedClub) -> None:
    """1/(1+10^(200/400)) is 0.2403, for two games 0.5; the ratings afterwards say what the next one lets expect."""
    await rated(club)
    text = words(await head_to_head(club, club.eli, "Ada Able", "Bo Best"))
    assert "1½ to ½; 1 win for Ada Able, 1 draw, 0 for Bo Best; 2 games in 2026; 0.5 expected" in text
    assert text.endswith("Biggest win: Ada at 1400 against 1600 · 20 Nov 2026.")


async def test_matches_of_a_pool_count_beside_and_a_list_is_chosen_alone(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1600.0, games=30, date="2026-01-01")
    await report_for(club.td, club.channel, club.dana, opponents="W@Eli", rating=1500.0, games=30, date="2026-11-20")
    await set_pool(club, keeper="Keeper")
    await oracle_match(club.td, club.channel, f"{club.dana.mention}, {club.eli.mention}", wins=3, losses=1)
    every = await head_to_head(club, club.dana, "Dana", "Eli")
    assert "4 to 1" in words(every)
    assert every.response.embeds[0].description == "US Chess Regular 1 – 0 · Oracle 3 – 1"
    pool = await head_to_head(club, club.dana, "Dana", "Eli", label="On this list", list="oracle")
    assert "3 to 1" in words(pool)


async def test_two_who_never_met_have_what_the_first_game_lets_expect(club: SimulatedClub) -> None:
    """1500 against 1900: 1/(1+10) is 9%."""
    for member, rating in ((club.dana, 1500.0), (club.eli, 1900.0)):
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=30)
    text = words(await head_to_head(club, club.dana, "Dana", "Eli"))
    assert "No games yet. Expected in the first one by US Chess Regular; next game: 9% for Dana." in text


async def test_compare_below_a_card_says_so_without_a_list_in_common(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30)
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30, list="uschess-quick")
    card = await club.dana.slash(club.channel, "rating show", player="Eli", list="uschess-quick")
    sentence = await said(club.dana.click(card.response, label="Compare"))
    assert sentence == "Dana and Eli have not played each other, and no list rates both."


async def test_a_hidden_opponent_is_not_there(club: SimulatedClub) -> None:
    await rated(club)
    await hide_player(club.td, club.channel, player="Bo Best")
    refused = head_to_head(club, club.eli, "Ada Able", "Bo Best")
    assert "no such player" in await said(refused)


async def test_a_voided_game_is_none(club: SimulatedClub) -> None:
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=30, date="2026-01-01")
    await club.dana.slash(club.channel, "rating update", opponents="W@Eli", date="2026-11-01")
    assert "1 to 0" in words(await head_to_head(club, club.dana, "Dana", "Eli"))
    await void(club, "1", "twice")
    assert "No games yet" in words(await head_to_head(club, club.dana, "Dana", "Eli"))


async def test_in_words_where_nothing_can_be_drawn(club: SimulatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    await rated(club)
    monkeypatch.setattr("bot.ui.pictures.rendering.draw", mock.Mock(side_effect=OSError("no fonts")))
    text = card_of(await head_to_head(club, club.eli, "Ada Able", "Bo Best"))
    club.forgive()
    assert text.splitlines()[:3] == [
        "### Ada Able – Bo Best",
        "# 1½ – ½",
        "1 win, 1 draw, 0 lost · 2 games in 2026 · 0.5 expected",
    ]
    assert "`½-½` Open · 20 Nov 2026" in text
