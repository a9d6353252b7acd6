"""/td publish of a list of Oracle."""

from dataclasses import replace
from typing import Any

import pytest
from oracle_club import FIRST_POOL, match, name_keeper, ratings, refused, three_matches
from sqlalchemy import select

from bot.services.framework.context import Actor
from bot.services.ratings.oracle.calibrate import store_calibration, undo_calibration
from bot.store.database.tables import list_fact
from core.errors import NotFoundError
from tests.conftest import SimulatedClub, details, lines_of, rows, said, text_of, twice
from tests.flows import set_pool


async def calibrate(club: SimulatedClub, what: str = "oracle") -> Any:
    return await club.td.slash(club.channel, "td publish", what=what)


async def facts(club: SimulatedClub) -> list[tuple[str, bool]]:
    return [tuple(row) for row in await rows(club.services.database, select(list_fact.c.list, list_fact.c.voided))]


@pytest.mark.both_databases
async def test_the_batch_is_shown_beside_match_by_match_and_stored_at_a_click(club: SimulatedClub) -> None:
    """vectors/oracle.json, guide_test3: mean_score_anchor 63.55 and 51.40; map_gauss_1.5 66.23 and 48.32."""
    await three_matches(club)
    before = await ratings(club)

    looked = await calibrate(club)

    assert looked.response.ephemeral
    lines = lines_of(text_of(looked))
    assert ["Dana", "63.5", "66.2", "+2.7"] in lines
    assert ["Eli", "51.4", "48.3", "-3.1"] in lines
    assert await ratings(club) == before
    assert await facts(club) == []

    stored = await club.td.click(looked.response, label="Store it")

    assert not stored.response.ephemeral
    assert ["Dana", "63.5", "66.2", "+2.7"] in lines_of(text_of(stored))
    found = await ratings(club)
    assert {name: round(rating, 4) for name, rating in found.items()} == {
        "Keeper": 50.0, "Dana": 66.2321, "Eli": 48.3187,
    }  # fmt: skip
    assert await facts(club) == [("oracle", False)]
    shown = text_of(await details(club.dana, club.channel, "rating show", list="oracle"))
    assert "Calibrated on 2026-11-21" in shown
    assert "2026-11-21 calibration: 63.55 → **66.23** (+2.69)" in shown
    assert "Calibrated on 2026-11-21" in text_of(await details(club.dana, club.channel, "rating show", list="oracle"))

    undone = await club.td.click(stored.response, label="Undo")

    assert "no longer counts" in undone.followups[0].embeds[0].description
    assert await ratings(club) == before
    assert await facts(club) == [("oracle", True)]
    ((fact_id,),) = await rows(club.services.database, select(list_fact.c.id))
    with pytest.raises(NotFoundError, match="That calibration has already been undone"):
        await undo_calibration(club.services, replace(club.actor(club.td), manager=True), fact_id)


@pytest.mark.long
@pytest.mark.both_databases
async def test_of_two_confirmations_of_one_look_one_counts(club: SimulatedClub) -> None:
    await three_matches(club)
    looked, also = await calibrate(club), await calibrate(club)
    stored = await club.td.click(looked.response, label="Store it")
    for answer in (looked, also):
        assert "has been calibrated in the meantime" in refused(await club.td.click(answer.response, label="Store it"))
    assert await facts(club) == [("oracle", False)]
    await club.td.click(stored.response, label="Undo")
    await club.td.click(also.response, label="Store it")
    assert sorted(await facts(club)) == [("oracle", False), ("oracle", True)]


async def test_a_second_delivery_changes_nothing(club: SimulatedClub) -> None:
    await three_matches(club)
    td = club.actor(club.td)
    storing, undoing = (Actor(td.club_id, td.member, number, manager=True) for number in (4711, 4712))
    stored = await twice(lambda: store_calibration(club.services, storing, FIRST_POOL, 1))
    undone = await twice(lambda: undo_calibration(club.services, undoing, stored.list_fact_id or 0))
    assert len(undone.changes) == 2


@pytest.mark.long
async def test_games_of_unknown_results_are_told_of(club: SimulatedClub) -> None:
    await three_matches(club)
    assert "no match is stored" not in text_of(await calibrate(club))
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=60.0, games=30, list="oracle")
    assert "1 player has earlier games that are not stored as matches" in text_of(await calibrate(club))


@pytest.mark.long
async def test_pure_maximum_likelihood_is_the_seeds_own_batch(club: SimulatedClub) -> None:
    """vectors/oracle.json, guide_test3, mle: 66.7375 and 48.2625."""
    await three_matches(club)
    await set_pool(club, prior_sd="none")
    await club.td.click((await calibrate(club)).response, label="Store it")
    found = await ratings(club)
    assert round(found["Dana"], 4) == 66.7375
    assert round(found["Eli"], 4) == 48.2625


async def test_where_there_is_no_best_fit_the_sentence_names_who(club: SimulatedClub) -> None:
    await name_keeper(club, prior_sd="none")
    await match(club, "Keeper", wins=5, losses=0)
    sentence = await said(calibrate(club))
    assert sentence.startswith("The best fit requires a prior: Dana only won; Keeper only lost.")


async def test_a_pool_without_matches_is_refused(club: SimulatedClub) -> None:
    assert await said(calibrate(club)) == "There are no matches to calibrate from. Report some first."


@pytest.mark.long
async def test_matches_after_it_go_on_from_there_and_late_ones_are_in_it(club: SimulatedClub) -> None:
    await three_matches(club)
    await club.td.click((await calibrate(club)).response, label="Store it")
    calibrated = await ratings(club)
    await match(club, "Eli", wins=1, losses=0)
    assert (await ratings(club))["Dana"] > calibrated["Dana"]

    await match(club, "Keeper", wins=20, losses=0, date="2026-11-01")
    ((batch,),) = [[line[2] for line in lines_of(text_of(await calibrate(club))) if line[:1] == ["Dana"]]]
    assert float(batch) > 66.2


async def test_a_pool_that_never_met_the_keeper_has_one_interval_before_and_after(club: SimulatedClub) -> None:
    """Dana beats Eli 12-8. By hand the standard error of ln s is 1.083 for the match and 1.084 calibrated.

    ln s is 0.1895, then 0.1938 (strengths 1.2086 and 1.2138): 1.96 errors to both sides are 12.6 to 91.0.
    """
    sides = f"{club.dana.mention}, {club.eli.mention}"
    await club.td.slash(club.channel, "match", opponent=sides, wins="12", losses=8, list="oracle")

    async def details() -> str:
        shown = await club.dana.slash(club.channel, "rating show", list="oracle")
        opened = await club.dana.click(shown.response, label="Details")
        return str(opened.response.embeds[0].description)

    assert "With a chance of 95% between **13–91**" in await details()
    looked = await calibrate(club)
    await club.td.click(looked.response, label="Store it")
    calibrated = await details()
    assert "Calibrated on 2026-11-21" in calibrated
    assert "With a chance of 95% between **13–91**" in calibrated
