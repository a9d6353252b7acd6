"""/me: a member's own page, and what its buttons do."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event, player
from tests.conftest import SimulatedClub, card_of, rows
from tests.flows import claim_player, edit_player, report_for


async def me(club: SimulatedClub) -> Any:
    return await club.dana.slash(club.channel, "me")


def labels(answer: Any) -> list[str]:
    return [part["label"] for row in answer.response.components for part in row["components"] if "label" in part]


async def report(club: SimulatedClub, name: str) -> None:
    first = {"opponents": "W1500", "rating": 1400.0, "games": 60, "date": "2026-11-14"}
    told = first if name == "Autumn" else {"opponents": "L1500"}
    await club.dana.slash(club.channel, "rating update", event=name, **told)


async def test_a_newcomer_is_told_how_to_begin_and_nothing_is_stored(club: SimulatedClub) -> None:
    page = await me(club)
    assert page.ephemeral
    assert "You are not a player of this club yet. Report a first event with `/rating update`." in card_of(page)
    assert labels(page) == ["Edit profile", "Notifications", "Claim a player", "Report an event"]
    assert await rows(club.services.database, select(player.c.id)) == []


async def test_the_page_shows_who_one_is_and_what_others_see(club: SimulatedClub) -> None:
    await edit_player(club.dana, club.channel, born="2012-05-30", federation="usa", uschess_id="12345678", state="wv")
    page = await me(club)
    assert card_of(page).splitlines()[:3] == [
        "### Dana",
        "Federation **USA** · State **WV**",
        "US Chess **12345678 \\(not confirmed\\)** · Born **2012**",
    ]
    assert "**Challenges** others may challenge you" in card_of(page)
    assert labels(page)[3:] == ["My data", "Forget me"]


async def test_an_edit_shows_the_page_as_it_is_then(club: SimulatedClub) -> None:
    await report(club, "Autumn")
    page = await me(club)
    form = await club.dana.click(page.response, label="Edit profile")
    answer = await club.dana.submit_modal(form, {"federation": "ger"})
    assert card_of(answer) == "Federation: none → **GER**"
    asked = [one for one in club.env.http_requests if one.path.endswith(f"/messages/{page.response.id}")]
    assert "Federation **GER**" in str(asked[-1].json)


@pytest.mark.both_databases
async def test_the_menu_undoes_one_of_ones_own_reports(club: SimulatedClub) -> None:
    for name in ("Autumn", "Winter"):
        await report(club, name)
    await report_for(club.td, club.channel, club.dana, opponents="D1500", event="A director's")
    page = await me(club)
    (menu,) = [part for row in page.response.components for part in row["components"] if "options" in part]
    assert [one["label"].partition(" of ")[0] for one in menu["options"]] == ["Winter", "Autumn"]
    undone = await club.dana.select(page.response, [menu["options"][1]["value"]], custom_id="me-undo")
    assert "Undone" in undone.followups[0].embeds[0].title
    voided = await rows(club.services.database, select(event.c.name).where(event.c.voided))
    assert [one.name for one in voided] == ["Autumn"]


async def test_the_menu_undoes_nobody_elses_report(club: SimulatedClub) -> None:
    await report(club, "Autumn")
    page = await me(club)
    await club.eli.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=60, event="Eli's")
    refused = await press_menu(club, page.response, "2")
    assert "Only the reporter or a tournament director (TD) can undo this event" in refused.followups[0].content
    assert [row.voided for row in await rows(club.services.database, select(event.c.voided))] == [False, False]


async def press_menu(club: SimulatedClub, message: Any, value: str) -> Any:
    for row in message._message.components:
        for part in row["components"]:
            if "options" in part:
                part["options"].append({"label": "forged", "value": value})
    return await club.dana.select(message, [value], custom_id="me-undo")


async def test_a_claim_waits_where_everybody_sees_it(club: SimulatedClub) -> None:
    table = b"name,rating,games\nDana Wright,1500,30\n"
    preview = await club.td.slash(club.channel, "td import", file=("r.csv", table))
    await club.td.click(preview.response, label="Store it")
    claimed = await claim_player(club.dana, club.channel, "Dana Wright")
    assert not claimed.ephemeral
    assert f"<@{club.dana.id}> claims to be **Dana Wright**" in card_of(claimed)
    assert labels(claimed) == ["Confirm (TD)", "Dispute"]
