"""/td rating: from which day a first rating counts; /rating update: events of several days."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import entered_rating, event
from tests.conftest import SimulatedClub, rows, said


async def days(club: SimulatedClub) -> list[str]:
    query = select(entered_rating.c.date).where(entered_rating.c.voided.is_(False)).order_by(entered_rating.c.seq)
    return [row.date.isoformat() for row in await rows(club.services.database, query)]


async def set_rating(club: SimulatedClub, player: Any, rating: int, **options: Any) -> str:
    answer = await club.td.slash(club.channel, "td rating", player=player, rating=rating, games=40, **options)
    return str(answer.response.embeds[0].description)


@pytest.mark.both_databases
async def test_a_first_rating_counts_for_a_report_of_last_weekend(club: SimulatedClub) -> None:
    for member, rating in ((club.dana, 1470), (club.eli, 1500)):
        text = await set_rating(club, member, rating)
        assert "from 2026-05-22 on." in text
    answer = await club.dana.slash(club.channel, "rating update", opponents="W@Eli", date="2026-11-14")
    assert answer.response.embeds


async def test_the_next_rating_counts_from_today(club: SimulatedClub) -> None:
    await set_rating(club, club.dana, 1470)
    await set_rating(club, club.dana, 1500)
    assert await days(club) == ["2026-05-22", "2026-11-21"]


async def test_a_first_rating_of_an_opponent_counts_from_today(club: SimulatedClub) -> None:
    """Bo was unrated in a stored event, which a rating from the beginning would change."""
    table = b"white,black,result\nAda Blank,Bo Cart,1-0\n"
    looked = await club.td.slash(club.channel, "td import", file=("g.csv", table), list="uschess-regular", name="G")
    await club.td.click(looked.response, label="Store it")
    await club.td.slash(club.channel, "td rating", player="Bo Cart", rating=1500, games=40)
    assert await days(club) == [club.services.today(None).isoformat()]


async def test_a_day_that_is_given_counts(club: SimulatedClub) -> None:
    await set_rating(club, club.dana, 1470, date="2026-11-01")
    assert await days(club) == ["2026-11-01"]


async def test_a_weekend_is_reported_with_its_days(club: SimulatedClub) -> None:
    await set_rating(club, club.dana, 1470)
    await club.dana.slash(club.channel, "rating update", opponents="W1500 L1600", date="Nov 13-15")
    (stored,) = await rows(club.services.database, select(event.c.began, event.c.date))
    assert (stored.began.isoformat(), stored.date.isoformat()) == ("2026-11-13", "2026-11-15")


async def test_a_range_that_ends_before_it_begins_is_refused(club: SimulatedClub) -> None:
    await set_rating(club, club.dana, 1470)
    refused = await said(club.dana.slash(club.channel, "rating update", opponents="W1500", date="Nov 15-13"))
    assert "ends before it begins. Write the first day, then the last day." in refused


async def test_an_evening_starts_soon(club: SimulatedClub) -> None:
    answer = await club.td.slash(club.channel, "td evening", name="Friday", method="swiss", starts="tomorrow 7pm")
    assert "is not a time" not in (answer.response.content or "")
    assert answer.response.embeds
