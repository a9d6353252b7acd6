"""The rules of a list in the settings."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.club.settings.change import change_settings, settings_page
from bot.store.database.tables import player, standing
from bot.ui.buttons.settings import fields
from core.errors import InputError
from core.lists import RatingList
from tests.conftest import SimulatedClub, details, full_text, rows
from tests.flows import set_settings


async def settings(club: SimulatedClub, **options: Any) -> Any:
    return await set_settings(club, **options)


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

    chosen = await settings(club, list="elo", rules="elo-10")
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


async def test_a_club_rates_as_the_informal_calculator_of_2020(club: SimulatedClub) -> None:
    """The README of seed 000 prints 1505.4203; by the rules of 2026 it makes 1510.27 (std-seed0-current)."""
    event = {"opponents": "974 951 2471 1585", "score": "3", "rating": 1470.0, "games": 25}
    await club.dana.slash(club.channel, "rating update", **event)
    before = await rating_of_dana(club, RatingList.USCHESS_REGULAR)
    chosen = await settings(club, list="uschess-regular", rules="informal-2020")
    after = await rating_of_dana(club, RatingList.USCHESS_REGULAR)
    assert (round(before, 2), round(after, 4)) == (1510.27, 1505.4203)
    assert rules_field(chosen) == "US Chess Regular: informal calculator (2020)"
    answer = await club.eli.slash(club.channel, "rating update", **event)
    assert "1470 → 1505" in answer.response.embeds[0].description
    assert "informal calculator (2020)" in answer.response.embeds[0].footer.text


async def test_a_club_rates_by_the_fide_formulas_of_2017(club: SimulatedClub) -> None:
    """Seed 001's K 20 and logistic formula: 0.75 expected at 400 log10 3 = 190.85 points, so 1800 gains 5.00."""
    event = {"list": "fide-standard", "opponents": "W1609", "rating": 1800.0, "games": 50}
    chosen = await settings(club, list="fide-standard", rules="simplified-2017")
    assert "calculator of 2017" in rules_field(chosen)
    answer = await club.dana.slash(club.channel, "rating estimate", **event)
    assert "K **20** × +0.2498 = **+5.00**" in await full_text(answer)
    assert answer.response.embeds[0].footer.text.startswith("FIDE as in the calculator of 2017")


async def test_the_form_of_rules_offers_both_calculators_in_one_menu(club: SimulatedClub) -> None:
    """A menu of Discord takes 25 options at most."""
    page = await settings_page(club.services, replace(club.actor(club.td), manager=True))
    menu: Any = next(label.component for label in fields("rules", page.club) if label.component.custom_id == "rules")
    offered = {option.label for option in menu.options}
    assert len(menu.options) <= 25
    assert "US Chess Quick: informal calculator (2020)" in offered
    assert "FIDE Blitz: FIDE as in the calculator of 2017 (logistic formula)" in offered


async def test_rules_of_another_list_are_refused(club: SimulatedClub) -> None:
    actor = replace(club.actor(club.td), manager=True)
    with pytest.raises(InputError, match="Pick one from the menu"):
        await change_settings(club.services, actor, {"rules": ("elo", "naspa-club")})


async def test_a_glicko_2_answer_has_deviations_and_a_calculation(club: SimulatedClub) -> None:
    options = {"list": "glicko-2", "rating": 1500.0, "games": 12}
    answer = await club.dana.slash(club.channel, "rating update", opponents="W1400 L1550 L1700", **options)
    text = answer.response.embeds[0].description
    assert "Deviation " in text
    assert "volatility 0.0" in text
    shown = await club.dana.click(answer.response, label="Calculation")
    assert "Glicko-2 2013, step 1" in await full_text(shown)
    card = await details(club.dana, club.channel, "rating show", list="glicko-2")
    assert "with a chance of 95% between" in card.response.embeds[0].description
