"""Official ratings of US Chess, asked from a stand-in: one member, a month's comparison, and what goes wrong."""

import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.context import Services
from bot.store.database.tables import audit, entered_rating, federation_entry, player
from bot.store.database.transactions import Database
from bot.ui.buttons.official import compare_monthly
from tests.cogs.test_player_import import ratings, taken_in
from tests.conftest import SimulatedClub, rows, said
from tests.connect.standin import Fault, StandIn, running_stand_in, services_that_ask
from tests.flows import edit_player, fill_in, set_settings

NORA = "30000002"


@pytest.fixture
async def stand_in() -> AsyncIterator[StandIn]:
    async with running_stand_in() as running:
        yield running


@pytest.fixture
async def services(database: Database, clock: Callable[[], datetime], stand_in: StandIn) -> AsyncIterator[Services]:
    async with services_that_ask(stand_in, database, clock) as services:
        yield services


def words(answer: Any) -> str:
    return str(answer.response.embeds[0].description).replace("\\", "").replace("\u00a0", " ")


def labels(answer: Any) -> list[str]:
    return [one["label"] for row in answer.response.components for one in row["components"] if "label" in one]


async def nora(club: SimulatedClub, stand_in: StandIn, official: int = 1512, **more: Any) -> None:
    """Let the club have Nora Quill at 1510, and US Chess at this rating."""
    stand_in.add_member(NORA, "Nora Quill", 1520, quick=1402, floor=1300, supplements={"2026-11-01": official}, **more)
    await taken_in(club, f"name,id,rating,games\nNora Quill,{NORA},1510,30\n")


async def looked_up(club: SimulatedClub) -> Any:
    page = await club.td.slash(club.channel, "td player", player="Nora Quill")
    return await club.td.click(page.response, label="Look up at US Chess")


@pytest.mark.both_databases
async def test_a_look_up_is_shown_entered_and_undone(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    looked = await looked_up(club)
    for part in (
        "Nora Quill", f"US Chess {NORA} · active", "Member until 2027-08",
        "**US Chess Regular**\n`1512` official of November 2026\n`1520` on the profile\n`1300` floor",
        "**US Chess Quick**\n`1402` official of November 2026",
    ):  # fmt: skip
        assert part in words(looked)
    assert await ratings(club, "uschess-regular") == {"Nora Quill": (1510, 30)}
    listed = await club.td.click(looked.response, label="Official ratings")
    assert "`    1512 1510` Nora Quill" in words(listed)
    entered = await club.td.click(listed.response, label="Accept")
    assert "1 rating of 1 player · November 2026" in words(entered)
    assert await ratings(club, "uschess-regular") == {"Nora Quill": (1512, 30)}
    (reason,) = await rows(
        club.services.database, select(entered_rating.c.reason).where(entered_rating.c.rating == 1512)
    )
    assert reason.reason == "official rating of November 2026, from US Chess' ratings API"
    card = await club.dana.slash(club.channel, "rating show", player="Nora Quill")
    assert "**Official** US Chess Regular 1512 (November 2026)" in str(card.response.embeds[0].description)
    undone = await club.td.click(entered.response, label="Undo")
    assert "Ratings that no longer count: 1" in str(undone.followups[-1].embeds[0].description)
    assert await ratings(club, "uschess-regular") == {"Nora Quill": (1510, 30)}


async def test_the_latest_rating_is_that_after_the_newest_section(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in, played={"2026-11-07": 1531, "2026-11-14": 1527, "2026-10-03": 1509, "2024-01-06": 1444})
    text = words(await looked_up(club))
    assert "`1512` official of November 2026\n`1527` latest, 2026-11-14\n`1300` floor" in text
    assert "**US Chess Quick**\n`1402` official of November 2026\n`1402` on the profile" in text
    assert stand_in.asked[-1] == f"/uschess/members/{NORA}/sections?OnOrAfterDate=2025-11-20&Offset=0&Size=100"


async def test_a_look_up_needs_no_sections(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    del stand_in.played[NORA]
    assert "`1512` official of November 2026\n`1520` on the profile" in words(await looked_up(club))
    club.forgive()  # the log tells the operator


@pytest.mark.both_databases
async def test_the_end_of_the_membership_is_kept_and_undone(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    await fill_member(club, "2026-12")
    await looked_up(club)
    entered = await club.td.click((await opened(club)).response, label="Accept")
    assert await expiries(club) == ["2027-08"]
    await club.td.click(entered.response, label="Undo")
    assert await expiries(club) == ["2026-12"]

    entered = await club.td.click((await opened(club)).response, label="Accept")
    await fill_member(club, "2028-01")
    await club.td.click(entered.response, label="Undo")
    assert await expiries(club) == ["2028-01"], "entered after the ratings"


async def fill_member(club: SimulatedClub, expires: str) -> None:
    page = await club.td.slash(club.channel, "td player", player="Nora Quill")
    form = await club.td.click(page.response, label="Edit ids")
    await fill_in(club.td, form, uschess=f"{NORA} {expires}")


async def expiries(club: SimulatedClub) -> list[str | None]:
    return [row.expires for row in await rows(club.services.database, select(player.c.expires))]


async def test_members_look_themselves_up_and_enter_nothing(club: SimulatedClub, stand_in: StandIn) -> None:
    stand_in.add_member("30000007", "Dana Dee", 1400, games=3)
    await club.dana.slash(club.channel, "rating update", opponents="W1500")
    me = await club.dana.slash(club.channel, "me")
    assert "Look me up at US Chess" not in labels(me)

    await edit_player(club.dana, club.channel, uschess="30000007")
    me = await club.dana.slash(club.channel, "me")
    looked = await club.dana.click(me.response, label="Look me up at US Chess")
    assert "**US Chess Regular**\n`1400` official of November 2026, after 3 games" in words(looked)
    assert labels(looked) == []
    kept = await rows(club.services.database, select(federation_entry.c.number))
    assert kept == [], "an id that no director confirmed"


async def test_what_goes_wrong_is_said_and_changes_nothing(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    stand_in.fault = Fault.HTML
    page = await club.td.slash(club.channel, "td player", player="Nora Quill")
    told = await said(club.td.click(page.response, label="Look up at US Chess"))
    assert "This version cannot read the answers of US Chess" in told
    assert await rows(club.services.database, select(federation_entry.c.number)) == []
    club.forgive()  # the log tells the operator


async def test_figures_that_moved_since_they_were_shown(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    await looked_up(club)
    first = await opened(club)
    stand_in.add_member(NORA, "Nora Quill", 1520, supplements={"2026-11-01": 1533})
    await looked_up(club)
    assert "changed since this was shown" in await said(club.td.click(first.response, label="Accept"))
    assert await ratings(club, "uschess-regular") == {"Nora Quill": (1510, 30)}


async def test_a_rating_entered_later_counts(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    await club.td.slash(club.channel, "td rating", player="Nora Quill", rating=1527.0, date="2026-11-14")
    await looked_up(club)
    listed = await opened(club)
    told = "`    1512 1510` Nora Quill · not entered: the rating entered here on 2026-11-14 is later and counts."
    assert told in words(listed)
    assert not any(label.startswith("Accept") for label in labels(listed))


async def eighty(club: SimulatedClub, stand_in: StandIn) -> None:
    """Let the club have 80 members, of whom 23 differ from US Chess by two points."""
    table = ["name,id,rating,games"]
    for number in range(80):
        member = f"3100{number:04}"
        name = f"Member {chr(65 + number // 26)}{chr(97 + number % 26)}"
        table.append(f"{name},{member},{1200 + 5 * number},40")
        stand_in.add_member(member, name, 1200 + 5 * number + (2 if number < 23 else 0))
    await taken_in(club, "\n".join(table))


async def opened(club: SimulatedClub) -> Any:
    queue = await club.td.slash(club.channel, "td queue")
    return await club.td.click(queue.response, label="Official ratings")


@pytest.mark.both_databases
async def test_a_month_of_eighty_members_takes_three_presses(
    club: SimulatedClub, stand_in: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    await eighty(club, stand_in)
    listed = await opened(club)  # the first press
    assert "US Chess was not asked about 80 members this month: press **Ask US Chess**." in words(listed)
    with caplog.at_level(logging.INFO, "bot"):
        asked = await club.td.click(listed.response, label="Ask US Chess")  # the second
    assert "Different from the club's: 23 · the same: 57 · 80 players" in words(asked)
    assert "### Official ratings · November 2026\n" in words(asked)
    assert "`official here`\n`    1202 1200` Member Aa\n`    1207 1205` Member Ab\n" in words(asked)
    assert "US Chess was asked about 80 members." in words(asked)
    assert f"official ratings: club={club.guild.id} asked=80 unknown=0" in caplog.text
    assert len(stand_in.asked) == 80
    assert stand_in.most_at_once == 1
    skipped = await club.td.select(asked.response, [asked_value(asked, "Skip Member Ab")])
    assert "`    1207 1205` ~~Member Ab~~ skipped" in words(skipped)
    accepted = await club.td.click(skipped.response, label="Accept all 22")  # the third
    assert "22 ratings of 22 players · November 2026" in words(accepted)
    now = await ratings(club, "uschess-regular")
    assert (now["Member Aa"], now["Member Ab"], now["Member Ac"]) == ((1202, 40), (1205, 40), (1212, 40))
    done = await rows(club.services.database, select(audit.c.action).where(audit.c.action == "accept-official"))
    assert len(done) == 1
    undone = await club.td.click(accepted.response, label="Undo")
    assert "Ratings that no longer count: 22" in str(undone.followups[-1].embeds[0].description)
    assert (await ratings(club, "uschess-regular"))["Member Aa"] == (1200, 40)


def asked_value(answer: Any, label: str) -> str:
    (select_menu,) = [one for row in answer.response.components for one in row["components"] if "options" in one]
    return next(str(one["value"]) for one in select_menu["options"] if one["label"] == label)


async def test_asking_goes_on_where_it_stopped(club: SimulatedClub, stand_in: StandIn) -> None:
    await eighty(club, stand_in)
    listed = await opened(club)
    stand_in.members.pop("31000079")
    del stand_in.supplements["31000079"]
    answer, stand_in.fault = stand_in.found, Fault.TOO_MANY
    stand_in.failing = 0

    def found(request: Any) -> Any:
        stand_in.failing = 1 if len(stand_in.asked) == 30 else 0
        return answer(request)

    stand_in.found = found  # type: ignore[method-assign]
    asked = await club.td.click(listed.response, label="Ask US Chess")
    assert (
        "US Chess was asked about 30 members. "
        "⚠️ US Chess asks us to wait. Try again in 1 minute. Not asked yet: 50 members." in (words(asked))
    )
    stand_in.fault = None
    await club.services.connections.close()
    object.__setattr__(club.services, "connections", stand_in.connections())  # as after the minute
    asked = await club.td.click(asked.response, label="Ask US Chess")
    assert "US Chess was asked about 50 members. US Chess does not know 1 number." in words(asked)
    await club.services.connections.close()


async def test_a_club_stops_at_its_share(
    club: SimulatedClub, stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.connect.client.MOST_OF_A_CLUB", 30)
    await eighty(club, stand_in)
    asked = await club.td.click((await opened(club)).response, label="Ask US Chess")
    told = "US Chess was asked about 30 members. ⚠️ This club asked other services 30 times today. Try again tomorrow."
    assert f"{told} Not asked yet: 50 members." in words(asked)
    assert len(stand_in.asked) == 30


async def test_the_monthly_job_asks_only_for_clubs_that_want_it(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    await compare_monthly(club.services, club.env.bot)
    assert stand_in.asked == []
    await set_settings(club, official=True, td_channel=club.channel)
    await compare_monthly(club.services, club.env.bot)
    assert len(stand_in.asked) == 1
    told = club.channel.history()[-1]
    assert told.content == "Official ratings of US Chess that differ from the club's: 1."
    accepted = await club.td.click((await club.td.click(told, label="Official ratings")).response, label="Accept")
    assert "1 rating of 1 player" in words(accepted)
    await compare_monthly(club.services, club.env.bot)
    assert len(stand_in.asked) == 1, "once a month"


async def test_without_the_operator_there_is_no_button(club: SimulatedClub, stand_in: StandIn) -> None:
    await nora(club, stand_in)
    object.__setattr__(club.services, "connections", type(club.services.connections)())
    page = await club.td.slash(club.channel, "td player", player="Nora Quill")
    assert "Look up at US Chess" not in labels(page)
    assert "Official ratings" not in labels(await club.td.slash(club.channel, "td queue"))
    assert stand_in.asked == []
