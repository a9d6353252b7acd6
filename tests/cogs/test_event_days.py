"""An event of several days is dated on its last round's day, and its rounds keep theirs."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, rows
from tests.flows import export_event, open_evening, report_results

WEEK, HOUR = 7 * 24 * 60 * 60, 60 * 60


async def play(evening: PairedEvening) -> None:
    results = (f"{min(board)} beat {max(board)}" for board in await evening.opponents())
    await report_results(evening.club, evening.club.td, results="; ".join(results))
    await evening.direct("Close round")


async def days(club: SimulatedClub) -> list[tuple[Any, Any, Any]]:
    query = select(event.c.began, event.c.date, event.c.days).where(event.c.voided.is_(False))
    return [(row.began, row.date, row.days) for row in await rows(club.services.database, query)]


async def trf_lines(club: SimulatedClub) -> dict[str, str]:
    (stored,) = await rows(club.services.database, select(event.c.id))
    answer = await export_event(club.td, club.channel, str(stored.id), "trf", arbiter="Sage, Flo")
    (file,) = answer.response.attachments
    lines = (await file.read()).decode().splitlines()
    return {line[:3]: line[4:].strip() for line in lines if line[:3] in ("042", "052", "132")}


@pytest.mark.both_databases
async def test_a_round_a_week_ends_on_the_day_of_the_last(club: SimulatedClub, clock: Clock) -> None:
    """Rounds are paired a week ahead; what counts is when they are played."""
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=3)
    first = clock().date()
    await evening.begin()
    for played in range(1, 4):
        await play(evening)
        if played < 3:
            await evening.begin()
            clock.move(WEEK)
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    last = first + timedelta(days=14)
    assert f"{last.day} {last:%B %Y}" in str(closed.response.embeds[0].description)
    dates = [(first + timedelta(days=7 * week)).isoformat() for week in range(3)]
    assert await days(club) == [(first, last, dates)]
    assert await trf_lines(club) == {
        "042": f"{first:%Y/%m/%d}",
        "052": f"{last:%Y/%m/%d}",
        "132": "  ".join(f"{first + timedelta(days=7 * week):%y/%m/%d}" for week in range(3)),
    }


async def test_an_evening_that_ends_after_midnight_is_of_its_day(club: SimulatedClub, clock: Clock) -> None:
    clock.move((23 - clock().hour) * HOUR)
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    first = clock().date()
    await evening.begin()
    clock.move(2 * HOUR)
    await play(evening)
    await club.td.click(await evening.panel(), label="Close (TD)")
    assert await days(club) == [(None, first, None)]


async def test_an_evening_that_is_entered_later_keeps_the_planned_day(club: SimulatedClub, clock: Clock) -> None:
    planned = clock().date() + timedelta(days=2)
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1, starts=f"{planned} 19:00")
    clock.move(5 * 24 * HOUR)
    await evening.begin()
    await play(evening)
    await club.td.click(await evening.panel(), label="Close (TD)")
    assert await days(club) == [(None, planned, None)]


async def test_typed_rounds_of_two_weeks_are_dated_too(club: SimulatedClub, clock: Clock) -> None:
    card = (await open_evening(club)).response
    first = clock().date()
    for name in ("Ann", "Bo"):
        await club.add(name).click(card, label="Join")
    await report_results(club, club.td, results="Ann beat Bo")
    clock.move(WEEK)
    await report_results(club, club.td, results="round 2: Bo beat Ann")
    await club.td.click(card, label="Close (TD)")
    last = first + timedelta(days=7)
    assert await days(club) == [(first, last, [first.isoformat(), last.isoformat()])]


TRF = """\
012 Club Open
042 2026/10/02
052 2026/10/09
132                                                                                        26/10/02  26/10/09
001    1 m    Alfa, Anna                        2000 ITA      800000 1990/01/01  1.5    1     2 w 1     2 b =
001    2 m    Bravo, Bert                       1900 ITA      800001 1990/01/01  0.5    2     1 b 0     1 w =
"""


async def test_the_days_of_a_files_rounds_are_in_its_export(club: SimulatedClub) -> None:
    looked = await club.td.slash(club.channel, "td import", file=("e.trf", TRF.encode()))
    await club.td.click(looked.response, label="Store it")
    assert await trf_lines(club) == {"042": "2026/10/02", "052": "2026/10/09", "132": "26/10/02  26/10/09"}
