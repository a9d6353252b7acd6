"""A large roster, on both databases."""

import random
from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import func, select

from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.framework.whole_clubs import verify_everywhere
from bot.services.people.roster.export import export_roster
from bot.services.people.roster.report import RosterOptions, Standing
from bot.services.people.roster.take_in import confirm, preview_roster, undo_roster
from bot.store.database.tables import entered_rating, journal, player, standing
from core.event.entered_rating import EnteredRating
from core.files.roster.table import RosterLine, write_roster
from core.lists import RatingList
from core.rating.systems import is_pool
from tests.conftest import Actors, rows

LISTS = [RatingList.USCHESS_REGULAR]
PEOPLE = 205


def large_roster() -> bytes:
    draw = random.Random(15)
    lines = []
    for number in range(PEOPLE):
        # Names that are alike in nothing: similar ones would be asked about.
        name = "".join(draw.choices("bcdfghjklmnpqrstvwxz", k=8)).title() + f" {number:b}"
        details = {"uschess_id": f"{10_000_000 + number}", "federation": draw.choice(["USA", "CAN"])}
        ratings = {moved: EnteredRating(float(draw.randint(900, 2100)), draw.randint(1, 200)) for moved in LISTS}
        lines.append(RosterLine(number + 2, name, None, details, None, draw.randint(1950, 2010), ratings))
    return write_roster(lines, LISTS)


async def is_as_from_scratch(services: Services) -> bool:
    return all([club.is_good async for club in verify_everywhere(services)])


@pytest.mark.sampled(2)
async def test_a_large_roster_comes_in_whole_and_goes_whole(services: Services, actor: Actors) -> None:
    def director(interaction: int | None = None) -> Actor:
        return actor("Tess", manager=True, interaction=interaction)

    table = large_roster()
    looked = await preview_roster(services, director(), table, RosterOptions())
    assert looked.counts == {Standing.NEW: PEOPLE}
    stored = await confirm(services, director(77_000), looked.pending_id or 0, looked.digest)
    assert (stored.counts, stored.people) == ({Standing.NEW: PEOPLE}, ())
    with pytest.raises(AlreadyDoneError):
        await confirm(services, director(77_000), looked.pending_id or 0, looked.digest)
    assert await is_as_from_scratch(services)

    written = await export_roster(services, director())
    same = await preview_roster(services, director(), written.data, RosterOptions())
    assert same.counts == {Standing.SAME: PEOPLE}

    undone = await undo_roster(services, director(77_001), stored.import_id)
    assert (undone.removed, undone.stayed, undone.entered_ratings) == (PEOPLE, 0, PEOPLE * len(LISTS))
    with pytest.raises(AlreadyDoneError):
        await undo_roster(services, director(77_001), stored.import_id)
    for table_of_it in (player, entered_rating, standing, journal):
        assert await rows(services.database, select(func.count()).select_from(table_of_it)) == [(0,)]
    assert await is_as_from_scratch(services)


async def test_every_list_and_every_detail_comes_back(services: Services, actor: Actors) -> None:
    def director(club: int) -> Actor:
        return replace(actor("Tess", manager=True), club_id=club)

    async def take_in(club: int, table: bytes) -> None:
        looked = await preview_roster(services, director(club), table, RosterOptions())
        await confirm(services, director(club), looked.pending_id or 0, looked.digest)

    ratings = {
        moved: EnteredRating(61.25 if is_pool(moved) else 1650.0, 30, 1700.0 if moved in PEAKS else None)
        for moved in RatingList
    }
    ratings[RatingList.USCHESS_REGULAR] = EnteredRating(1650.25, 30, 1700.0, 1600.0)
    details = {"uschess_id": "10000001", "fide_id": "90000001", "naspa_id": "AA000123", "federation": "NOR"}
    ada = RosterLine(
        2, "Ada Quill", "123456789012345678", {**details, "sex": "w", "title": "WIM"}, date(1990, 1, 2), None, ratings
    )
    bo = RosterLine(3, "Bo Cart", None, {}, None, 2012, {})
    table = write_roster([ada, bo], list(RatingList))
    await take_in(1, table)
    assert (await export_roster(services, director(1))).data == table
    looked = await preview_roster(services, director(1), table, RosterOptions())
    assert looked.counts == {Standing.SAME: 2}


PEAKS = {
    *(RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ),
    *(RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ),
}
"""Lists whose ratings have a peak."""
