"""Add details below a report."""

from sqlalchemy import select

from bot.store.database.tables import entered_rating, event
from tests.conftest import SimulatedClub, rows
from tests.flows import fill_in


async def test_details_replace_the_report_in_its_place_of_the_day(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30, date="2026-01-01")
    first = await club.dana.slash(club.channel, "rating update", opponents="W1500", event="Morning")
    await club.dana.slash(club.channel, "rating update", opponents="L1700 W1400 D1450", event="Evening")
    form = await club.dana.click(first.response, label="Add details")
    await fill_in(club.dana, form, time_control="90+30")
    counts = select(event.c.name).where(event.c.voided.is_(False)).order_by(event.c.seq)
    assert [row.name for row in await rows(club.services.database, counts)] == ["Morning", "Evening"]


async def test_the_starting_rating_of_a_report_is_stored_again_with_it(club: SimulatedClub) -> None:
    told = await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1480.0, games=40)
    form = await club.dana.click(told.response, label="Add details")
    again = await fill_in(club.dana, form, time_control="90+30")
    found = await rows(
        club.services.database, select(entered_rating.c.rating, entered_rating.c.voided).order_by(entered_rating.c.id)
    )
    assert [tuple(row) for row in found] == [(1480.0, True), (1480.0, False)]
    await club.dana.click(again.response, label="Undo")
    assert await rows(club.services.database, select(event.c.id).where(event.c.voided.is_(False))) == []
