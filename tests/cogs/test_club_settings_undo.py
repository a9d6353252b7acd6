"""What /td settings changed is taken back by the button under it."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.club.settings.change import undo_settings
from bot.store.database.tables import audit
from core.errors import NotFoundError
from tests.conftest import SimulatedClub, details, rows
from tests.flows import fill_in, set_pool, set_settings


async def change(club: SimulatedClub, **options: Any) -> Any:
    return await set_settings(club, **options)


async def settings(club: SimulatedClub) -> list[str]:
    seen = await change(club)
    labels = [part.get("label") for row in seen.response.components for part in row["components"]]
    assert "Undo" not in labels  # nothing was changed, and there is nothing to take back
    return str(seen.response.embeds[0].description).splitlines()


async def undo(club: SimulatedClub, answer: Any) -> Any:
    return await club.td.click(answer.response, label="Undo")


@pytest.mark.both_databases
async def test_every_setting_of_a_change_is_what_it_was(club: SimulatedClub) -> None:
    before = await settings(club)
    answer = await change(club, confirm_results="director", confirm_hours=5, confirm_minutes=20)
    assert await settings(club) != before
    undone = await undo(club, answer)
    assert undone.response.embeds[0].description.splitlines() == before == await settings(club)
    noted = await rows(club.services.database, select(audit.c.action, audit.c.details).order_by(audit.c.at, audit.c.id))
    assert [row.action for row in noted] == ["settings", "undo-settings"]
    assert noted[0].details["before"] == noted[1].details["after"]
    assert noted[0].details["after"] == {"confirm_results": "director", "confirm_hours": 5, "confirm_minutes": 20}


async def test_only_what_the_change_was_about_goes_back(club: SimulatedClub) -> None:
    first = await change(club, time_zone="Asia/Tokyo")
    await change(club, confirm_hours=5)
    await set_pool(club, keeper="Keeper")
    await undo(club, first)
    now = await settings(club)
    assert "**Time zone** UTC, 12:00 there" in now
    assert "**Results** confirmed by the opponent, or after 5 h" in now
    pool = await set_pool(club)
    assert "Keeper" in pool.response.embeds[0].description


async def test_a_change_that_was_changed_again_stays(club: SimulatedClub) -> None:
    first = await change(club, time_zone="Asia/Tokyo")
    await change(club, time_zone="Europe/Paris")
    (refused,) = (await undo(club, first)).followups
    assert refused.content == "The setting has been changed again. Change it with /td settings."
    assert "**Time zone** Europe/Paris, 13:00 there" in await settings(club)


async def test_a_change_goes_back_once(club: SimulatedClub) -> None:
    answer = await change(club, time_zone="Asia/Tokyo")
    ((changed,),) = await rows(club.services.database, select(audit.c.interaction_id))
    await settings(club)
    await undo(club, answer)
    with pytest.raises(NotFoundError, match=r"The change has already been undone\."):
        await undo_settings(club.services, replace(club.actor(club.td), manager=True), changed)


@pytest.mark.usefixtures("trusting")
async def test_titles_follow_the_rules_back(club: SimulatedClub) -> None:
    """Seed 002: 3 of 5 makes a lifetime norm of 1700; by the informal calculator's rules there is none."""
    await set_settings(club, lifetime_titles="on")
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=30, date="2026-01-01")
    await club.dana.slash(club.channel, "rating update", opponents="1720 1750 1800 1770 1600", score="3")

    async def code() -> str:
        shown = await details(club.dana, club.channel, "rating show")
        return str(shown.response.embeds[0].description.splitlines()[0])[-2:]

    assert await code() == "B2"
    answer = await change(club, list="uschess-regular", rules="informal-2020")
    assert await code() == "B0"
    await undo(club, answer)
    assert await code() == "B2"


@pytest.mark.parametrize("page", ["oracle", "qursh", "own-lists", "results"])
async def test_a_form_without_a_change_offers_no_undo(club: SimulatedClub, page: str) -> None:
    """The page of each kind of settings is opened, its form is sent as it is."""
    lists = await club.td.slash(club.channel, "td settings", page="own-lists")
    await fill_in(club.td, await club.td.click(lists.response, label="New list"), name="Darts")
    shown = await club.td.slash(club.channel, "td settings", page=page)
    if page == "own-lists":
        shown = await club.td.select(shown.response, ["elo:Darts"], custom_id="own-list")
    labels = {"oracle": "Set scoring", "qursh": "Change settings", "own-lists": "Change"}
    form = await club.td.click(shown.response, label=labels[page]) if page in labels else shown
    answer = await fill_in(club.td, form)
    assert "undo-settings" not in str(answer.response.components)
