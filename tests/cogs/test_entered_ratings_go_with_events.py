"""A starting rating that came with an event goes with it, on whatever list it stands."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import entered_rating, event, list_fact, player, standing
from tests.conftest import SimulatedClub, rows
from tests.flows import correct, import_event, report, void

FILE = b"number,name,rating,games,1\n1,Ann,1800,30,W2\n2,Bob,1700,30,L1\n"


async def import_file(club: SimulatedClub, data: bytes = FILE, **options: Any) -> int:
    preview = await import_event(club.td, club.channel, ("event.csv", data), **options)
    await club.td.click(preview.response, label="Store it")
    return max(row.id for row in await rows(club.services.database, select(event.c.id)))


async def rated(club: SimulatedClub) -> set[tuple[str, str]]:
    query = select(player.c.name, standing.c.list).join(player, player.c.id == standing.c.player_id)
    assert await verify_club(club.services, club.guild.id) == []
    return {(row.name, row.list) for row in await rows(club.services.database, query)}


@pytest.mark.long
@pytest.mark.parametrize("control", ["45+5", "90+30", "15+5"])
@pytest.mark.both_databases
async def test_a_voided_file_leaves_nobody_on_any_list(club: SimulatedClub, control: str) -> None:
    key = await import_file(club, time_control=control)
    assert await rated(club)
    await void(club, key)
    assert await rated(club) == set()


@pytest.mark.parametrize("control", ["45+5", "15+5"])
async def test_a_file_whose_time_control_is_amended_leaves_nobody_either(club: SimulatedClub, control: str) -> None:
    key = await import_file(club, time_control="90+30")
    await correct(club, key, f"time control {control}")
    await void(club, key)
    assert await rated(club) == set()


async def test_an_own_report_whose_time_control_was_amended_is_undone_whole(club: SimulatedClub) -> None:
    options = {"rating": 1500.0, "games": 30, "time_control": "90+30"}
    await report(club.dana, club.channel, opponents="W1400 D1500", **options)
    await correct(club, 1, "time control 15+5")
    await club.dana.slash(club.channel, "rating undo")
    assert await rated(club) == set()


async def test_a_rating_on_which_a_later_event_built_goes_with_that_one(club: SimulatedClub) -> None:
    first = await import_file(club, name="First", time_control="90+30", date="2026-11-01")
    second = await import_file(
        club, FILE.replace(b"W2", b"D2").replace(b"L1", b"D1"), name="Second", time_control="90+30", date="2026-11-08"
    )
    await void(club, first)
    assert len(await rated(club)) == 2
    await void(club, second)
    assert await rated(club) == set()


@pytest.mark.parametrize("day", ["2026-11-02", "2026-11-15"])
async def test_a_starting_rating_moves_to_another_day_with_its_event(club: SimulatedClub, day: str) -> None:
    """Behind its event it would rate an unrated player first: 31 games stand for 30 and one more."""
    key = await import_file(club, time_control="90+30", date="2026-11-10")
    await correct(club, key, f"date {day}")
    assert {row.date.isoformat() for row in await rows(club.services.database, select(entered_rating.c.date))} == {day}
    assert {row.games for row in await rows(club.services.database, select(standing.c.games))} == {31}
    await void(club, key)
    assert await rated(club) == set()


async def test_monthly_lists_exist_only_where_somebody_played(club: SimulatedClub) -> None:
    options = {"opponents": "W1500 D1500 L1500", "rating": 1500.0, "games": 30, "list": "fide-standard"}

    async def lists() -> list[str]:
        query = select(list_fact.c.date).where(list_fact.c.voided.is_(False)).order_by(list_fact.c.date)
        return [row.date.isoformat() for row in await rows(club.services.database, query)]

    await club.dana.slash(club.channel, "rating update", date="1960-05-10", **options)
    assert await lists() == ["1960-06-01"]
    await correct(club, 1, "date 2026-09-10")
    assert await lists() == ["2026-10-01"]
    await club.dana.slash(club.channel, "rating undo")
    assert await lists() == []
    assert await rated(club) == set()
