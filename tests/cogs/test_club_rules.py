"""/club settings with system and rules: the edition that rates a list's events where none is named."""

from typing import Any

from sqlalchemy import select

from bot.store.tables import player, standing
from core.lists import RatingList
from tests.conftest import SimulatedClub, details, full_text, rows, said


async def settings(club: SimulatedClub, **options: Any) -> Any:
    return await club.td.slash(club.channel, "club settings", **options)


async def rating_of_dana(club: SimulatedClub, rating_list: RatingList = RatingList.ELO) -> float:
    query = select(standing.c.rating).join(player, standing.c.player_id == player.c.id)
    ((rating,),) = await rows(club.services.database, query.where(standing.c.list == rating_list.value))
    return float(rating)


def rules_field(answer: Any) -> str:
    lines = answer.response.embeds[0].description.splitlines()
    return next((line.removeprefix("**Rules** ") for line in lines if line.startswith("**Rules** ")), "")


async def test_a_club_chooses_elos_k_and_its_events_are_rated_again(club: SimulatedClub) -> None:
    """One win against 1500 from 1500 is half of K."""
    options = {"list": "elo", "rating": 1500.0, "games": 20}
    answer = await club.dana.slash(club.channel, "rating update", opponents="W1500", **options)
    assert "1500 → 1516" in answer.response.embeds[0].description
    assert "Elo, K 32" in answer.response.embeds[0].footer.text
    assert await rating_of_dana(club) == 1516

    chosen = await settings(club, list="elo", rules="Elo, K 10")
    assert rules_field(chosen) == "Elo, K 10"
    assert await rating_of_dana(club) == 1505

    back = await settings(club, list="elo", rules="standard")
    assert rules_field(back) == ""
    assert await rating_of_dana(club) == 1516


async def test_an_event_that_names_its_rules_keeps_them(club: SimulatedClub) -> None:
    options = {"list": "elo", "rating": 1500.0, "games": 20, "rules": "elo-20"}
    await club.dana.slash(club.channel, "rating update", opponents="W1500", **options)
    await settings(club, list="elo", rules="elo-10")
    assert await rating_of_dana(club) == 1510


async def test_a_scrabble_club_takes_naspas_rules_for_local_clubs(club: SimulatedClub) -> None:
    options = {"list": "naspa", "rating": 1500.0, "games": 200}
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500 W1500", **options)
    whole = await rating_of_dana(club, RatingList.NASPA)
    await settings(club, list="naspa", rules="naspa-club")
    third = await rating_of_dana(club, RatingList.NASPA)
    # 20 points x 1.5 wins above expectation, of which what is above 5 a game counts twice; or a third of the 30.
    assert (whole, third) == (1500 + (30 - 15) * 2 + 15, 1510)


async def test_what_cannot_be_chosen_is_refused_with_what_can(club: SimulatedClub) -> None:
    assert "give both system and rules" in await said(settings(club, rules="elo-10"))
    assert "give both system and rules" in await said(settings(club, list="elo"))
    assert "choose Elo, K 32, Elo, K 20, Elo, K 10, or standard" in await said(
        settings(club, list="elo", rules="naspa-club")
    )
    assert "has no rules to choose" in await said(settings(club, list="fide-rapid", rules="elo-10"))


async def test_a_glicko_2_answer_has_deviations_and_a_calculation(club: SimulatedClub) -> None:
    options = {"list": "glicko-2", "rating": 1500.0, "games": 12}
    answer = await club.dana.slash(club.channel, "rating update", opponents="W1400 L1550 L1700", **options)
    text = answer.response.embeds[0].description
    assert "Deviation " in text
    assert "volatility 0.0" in text
    shown = await club.dana.click(answer.response, label="Calculation")
    assert "Glicko-2 2013, step 1" in await full_text(shown)
    card = await details(club.dana, club.channel, "rating show", list="glicko-2")
    assert "with a chance of 95 % between" in card.response.embeds[0].description
