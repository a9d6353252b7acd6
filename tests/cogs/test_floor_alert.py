"""Directors alerted by a norm to assign a minimum rating, and the one press that does it.

"However, any organization may occasionally be alerted by a norm to assign a minimum rating" (USCF, "Lifetime Title
System", May 1998). 2 of 4 against 2060: at 2000 4 x .415 = 1.66 are expected, and 0.34 above them is a norm of 2000;
at 2100 it is 2.23. Rated 1700 after 200 games, that is far above.
"""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import audit, entered_rating
from tests.conftest import SimulatedClub, details, full_text, rows
from tests.flows import on_page, set_floor, set_settings
from tests.said_scenes import alerted

pytestmark = pytest.mark.usefixtures("trusting")

LABEL = "Floor 1800 for Dana (TD)"


def text_of(answer: Any) -> str:
    text: str = answer.response.embeds[0].description
    return text


async def card(club: SimulatedClub) -> str:
    return text_of(await details(club.eli, club.channel, "rating show", player=club.dana))


@pytest.mark.both_databases
async def test_a_directors_press_sets_the_floor_and_can_be_undone(club: SimulatedClub, make_bot: Any) -> None:
    await set_settings(club, td_role=club.td_role)
    answer = await alerted(club)
    before = await card(club)
    assert "Lifetime norm **2000**" in await full_text(answer)
    (alert,) = answer.followups
    assert alert.content == f"<@&{club.td_role.id}>"
    assert alert.embeds[0].title == "A minimum rating may be due"
    assert "a norm of **2000** at a rating of 17" in alert.embeds[0].description
    assert "floor **1800**" in alert.embeds[0].description

    refused = await club.dana.click(alert, label=LABEL)
    assert "Only a tournament director (TD) can set a floor" in refused.followups[0].content
    assert await card(club) == before

    await club.env.restart_bot(make_bot())
    pressed = await club.td.click(alert, label=LABEL)
    said = pressed.followups[0].embeds[0]
    assert said.title == "Rating set"
    assert "→ 1800" in said.description
    assert "alerted by a norm of 2000" in said.description
    assert "floor 1800" in (await card(club)).lower()
    again = await club.td.click(alert, label=LABEL)
    assert "Dana already has a floor of 1800" in again.followups[0].content
    assert len([row for row in await rows(club.services.database, select(entered_rating)) if row.floor == 1800]) == 1

    await club.td.click(pressed.followups[0], label="Undo")
    assert await card(club) == before
    actions = [row.action for row in await rows(club.services.database, select(audit).order_by(audit.c.id))]
    assert actions[-2:] == ["set-rating", "undo-rating"]


async def test_a_section_from_a_file_alerts_too(club: SimulatedClub) -> None:
    """Two points of four against 2100s, who end near 2078 and 2105: 2000 is expected to score 1.6, 2100 2.1."""
    lines = ["number,name,rating,games,1,2,3,4", "1,Ada Blank,1700,200,W2,W3,L4,L5"]
    for number in range(2, 6):
        cells = ["", "", "", ""]
        cells[number - 2] = "L1" if number < 4 else "W1"
        lines.append(f"{number},Player {number},2100,200,{','.join(cells)}")
    shown = await club.td.slash(club.channel, "td import", file=("e.csv", "\n".join(lines).encode()), name="Open")
    posted = await club.td.click(shown.response, label="Store it")
    alerts = [message for message in posted.followups if message.embeds]
    assert [message.embeds[0].title for message in alerts] == ["A minimum rating may be due"]
    pressed = await club.td.click(alerts[0], label="Floor 1800 for Ada Blank (TD)")
    assert "→ 1800" in pressed.followups[0].embeds[0].description


async def test_an_ordinary_norm_alerts_nobody(club: SimulatedClub) -> None:
    """Barry Bishop's norm of 1700 at 1830; and a norm far above a rating that has such a floor already."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1830.0, games=200, date="2026-01-01")
    answer = await club.dana.slash(club.channel, "rating update", opponents="1720 1750 1800 1770 1600", score="3")
    assert "Lifetime norm **1700**" in await full_text(answer)
    assert answer.followups == []
    known = {"player": club.eli, "rating": 1800.0, "games": 200, "date": "2026-01-01"}
    await set_floor(club, await club.td.slash(club.channel, "td rating", **known), floor="1800")
    answer = await club.eli.slash(club.channel, "rating update", opponents="2160 2160 2160 2160", score="2")
    assert "Lifetime norm **2100**" in await full_text(answer)
    (alert,) = answer.followups  # 1900 is above the floor of 1800
    assert "floor **1900**" in alert.embeds[0].description


async def test_an_event_that_was_undone_sets_no_floor(club: SimulatedClub) -> None:
    (alert,) = (await alerted(club)).followups
    await on_page(club.td, club.channel, club.dana, "Undo last report")
    pressed = await club.td.click(alert, label=LABEL)
    assert "has been undone" in pressed.followups[0].content


async def test_an_estimate_alerts_nobody(club: SimulatedClub) -> None:
    answer = await club.dana.slash(
        club.channel, "rating estimate", opponents="2060 2060 2060 2060", score="2", rating=1700.0, games=200
    )
    assert answer.followups == []
