"""/td settings time_zone: the club's days and months are those of its place. It is 21 November 2026, 12:00 UTC."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Services
from bot.services.ratings.fide.lists import publish_everywhere
from bot.store.database.tables import audit, event, list_fact
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import SimulatedClub, rows, said
from tests.flows import set_settings

AUCKLAND = "Pacific/Auckland"
"""There it is 01:00 of the 22nd."""


async def move(club: SimulatedClub, place: str = AUCKLAND) -> Any:
    return await set_settings(club, time_zone=place)


async def days(club: SimulatedClub) -> list[date]:
    return [row.date for row in await rows(club.services.database, select(event.c.date).order_by(event.c.id))]


@pytest.mark.both_databases
async def test_today_is_the_clubs_and_what_is_stored_keeps_its_date(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", games=0)
    refusal = await said(club.eli.slash(club.channel, "rating update", opponents="W1500", games=0, date="2026-11-22"))
    assert refusal == "2026-11-22 is in the future. Write a day up to today, 2026-11-21."
    card = await move(club)
    assert "**Time zone** Pacific/Auckland, 01:00 there" in card.response.embeds[0].description
    await club.eli.slash(club.channel, "rating update", opponents="W1500", games=0, date="2026-11-22")
    await club.eli.slash(club.channel, "rating update", opponents="W1600")
    assert await days(club) == [date(2026, 11, 21), date(2026, 11, 22), date(2026, 11, 22)]
    evening = await club.td.slash(club.channel, "td evening", name="Friday")
    assert "2026-11-22" in evening.response.embeds[0].footer.text
    (noted,) = await rows(club.services.database, select(audit.c.details).where(audit.c.action == "settings"))
    assert noted.details == {"before": {"time_zone": "UTC"}, "after": {"time_zone": AUCKLAND}}


async def test_the_clock_of_one_server_is_not_anothers(club: SimulatedClub) -> None:
    await move(club)
    other = club.other_server()
    await other.dana.slash(other.channel, "rating update", opponents="W1500", games=0)
    assert await days(club) == [date(2026, 11, 21)]


async def test_days_are_suggested_as_the_club_has_them(club: SimulatedClub) -> None:
    async def first(name: str) -> str:
        choices = await club.dana.autocomplete(club.channel, name, "date", "")
        return str(choices[0]["value"])

    assert await first("rating update") == "2026-11-21"
    await move(club)
    assert await first("rating update") == "2026-11-22"


async def test_a_file_without_a_date_is_of_the_clubs_day(club: SimulatedClub) -> None:
    await move(club)
    table = b"number,name,rating,games,1\n1,Ada Blank,1500,30,W2\n2,Bob Blank,1400,20,L1\n"
    preview = await club.td.slash(club.channel, "td import", file=("e.csv", table))
    await club.td.click(preview.response, label="Store it")
    assert await days(club) == [date(2026, 11, 22)]


async def test_a_place_without_a_clock_is_refused(club: SimulatedClub) -> None:
    assert "Pick one from the list, for example Europe/Berlin" in await said(move(club, "Mars/Olympus"))
    assert await rows(club.services.database, select(audit.c.id)) == []


async def lists(club: SimulatedClub) -> list[tuple[int, date]]:
    query = select(list_fact.c.club_id, list_fact.c.date).where(list_fact.c.voided.is_(False))
    return [(row.club_id, row.date) for row in await rows(club.services.database, query)]


@pytest.mark.both_databases
async def test_a_month_begins_where_the_club_is_and_does_not_end_when_it_moves(club: SimulatedClub) -> None:
    """On 30 November, 12:00 UTC, it is December in Auckland and not yet in London."""
    await move(club)
    other = club.other_server()
    later = Services(club.services.database, lambda: datetime(2026, 11, 30, 12, tzinfo=UTC))
    for one in (club, other):
        played = EventSubmission(
            parse_opponents("W1500 W1500"), rating=1500.0, games=50, rating_list=RatingList.FIDE_STANDARD
        )
        await record_own_event(club.services, one.actor(one.dana), replace(played, day=date(2026, 11, 7)))
    assert await publish_everywhere(later) == 1
    assert await lists(club) == [(club.guild.id, date(2026, 12, 1))]
    assert await publish_everywhere(later) == 0
    await move(club, "America/New_York")
    again = replace(played, opponents=parse_opponents("L1500"), rating=None, games=None, day=date(2026, 11, 8))
    await record_own_event(later, club.actor(club.dana), again)
    assert await lists(club) == [(club.guild.id, date(2026, 12, 1))]
