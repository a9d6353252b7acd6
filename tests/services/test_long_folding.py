"""Long folds through the services: to the last bit what a plain transaction gives."""

import itertools
import random
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from folding_checks import event
from sqlalchemy import select

from bot.services.context import Services
from bot.services.events.amend import Amendment, amend_event
from bot.services.events.record import record_own_event
from bot.services.events.void import undo_event
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.transaction import write_for_club
from bot.services.upkeep.refold import refold
from bot.store.database import Connection, Database
from bot.store.derived import board_orders
from bot.store.derived.board_orders import Gains
from bot.store.sqlite import long_folds, long_work
from bot.store.tables import journal, metadata, standing
from core.crosstable import TimeControl
from core.errors import RatingError
from core.lists import RatingList
from tests.conftest import TODAY, Actors, now, person, rows
from tests.services.independent_boards import boards_that_differ

PEOPLE = ("Dana", "Eli", "Fay")
LISTS = (None, RatingList.USCHESS_QUICK, RatingList.FIDE_STANDARD)
DUAL = TimeControl(30, 5)


async def live(services: Services, seed: int, operations: int) -> list[str]:
    """Let a club report, correct and undo at random; return what became of each operation."""
    draw, actor, apply_list_fact = random.Random(seed), Actors(), []
    events: list[int] = []
    for name, rating_list in itertools.product(PEOPLE, LISTS):
        opening = SetRatingRequest(person(name), 1500, 20, rating_list, day=FIRST)
        await set_rating(services, actor("Tess", manager=True), opening)
    for _ in range(operations):
        name, day = draw.choice(PEOPLE), FIRST + timedelta(days=draw.randrange(300))
        what, key = draw.choice("rrrruas"), draw.choice(events) if events else 0
        try:
            if what == "u":
                await undo_event(services, actor("Tess", manager=True), key)
            elif what == "a":
                moved = Amendment(reason="later", day=day, name=f"Open {day}")
                await amend_event(services, actor("Tess", manager=True), key, moved)
            elif what == "s":
                opening = SetRatingRequest(person(name), draw.randrange(900, 2400), None, draw.choice(LISTS), day=day)
                await set_rating(services, actor("Tess", manager=True), opening)
            else:
                games = [f"{draw.choice('WDL')}{draw.randrange(900, 2400)}" for _ in range(4)]
                options: dict[str, Any] = {"rating_list": draw.choice(LISTS)}
                if options["rating_list"] is None:
                    options["time_control"] = draw.choice((None, DUAL))
                written = event(" ".join(games), day, **options)
                events.append((await record_own_event(services, actor(name), written)).event_id or 0)
            apply_list_fact.append(what)
        except RatingError as error:
            apply_list_fact.append(error.message)
    return apply_list_fact


OPERATIONS = 16
FIRST = TODAY - timedelta(days=400)


async def contents(database: Database) -> dict[str, list[str]]:
    """Return every row of every table; a journal row's id is given anew and says nothing."""
    found = {}
    for table in metadata.sorted_tables:
        columns = [column for column in table.columns if table is not journal or column.name != "id"]
        found[table.name] = sorted(map(repr, await rows(database, select(*columns))))
    return found


@pytest.fixture
def new(tmp_path: Path, sqlite_template: Path) -> Callable[[str], Services]:
    def make(name: str) -> Services:
        shutil.copy(sqlite_template, tmp_path / name)
        return Services(Database(f"sqlite+aiosqlite:///{tmp_path / name}"), now)

    return make


@pytest.fixture
def always_long(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Return what makes every fold a long one from then on, and returns the clubs for which there was one."""

    def switch() -> list[int]:
        folded: list[int] = []
        plain = long_folds.LongFolds.fold

        async def fold(self: long_folds.LongFolds, work: Callable[[Connection], Any], club: int) -> Any:
            folded.append(club)
            return await plain(self, work, club)

        monkeypatch.setattr(long_folds.LongFolds, "fold", fold)
        monkeypatch.setattr(long_work, "MOST_UNDER_LOCK", -1)
        monkeypatch.setattr(long_folds, "ROOM_FOR_OTHERS", 0)
        return folded

    return switch


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(3))
async def test_a_history_is_stored_to_the_last_bit_as_without_copies(
    new: Callable[[str], Services], always_long: Callable[[], list[int]], seed: int
) -> None:
    plain, long = new("plain.db"), new("long.db")

    async def all_of_it(services: Services) -> tuple[Any, ...]:
        apply_list_fact = await live(services, seed, OPERATIONS)
        step_by_step = await contents(services.database)
        await write_for_club(services, Actors().club_id, refold)
        at_once = await contents(services.database)
        await services.database.close()
        return apply_list_fact, step_by_step, at_once

    expected = await all_of_it(plain)
    folded = always_long()
    assert await all_of_it(long) == expected
    assert len(folded) > OPERATIONS
    assert len(expected[-1]["journal"]) > OPERATIONS


async def test_a_gain_that_moves_into_this_month_behind_a_standing_that_stays_is_on_the_board(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "MOST_UNDER_LOCK", -1)
    actor, month = Actors(), TODAY.replace(day=1)
    director = actor("Tess", manager=True)
    await set_rating(services, director, SetRatingRequest(person("Dana"), 1500, 30, day=TODAY - timedelta(90)))
    await record_own_event(services, actor("Dana"), event("W1500 W1600", TODAY))
    earlier = await record_own_event(services, actor("Dana"), event("W1500", month - timedelta(1)))

    def gain(connection: Connection) -> int | None:
        assert boards_that_differ(connection, 500, [TODAY, month - timedelta(1)]) == []
        found = board_orders.page(connection, 500, Gains(RatingList.USCHESS_REGULAR, month), 0, 10)
        return sum(one.figure for one in found if isinstance(one.figure, int))

    standings = await rows(services.database, select(standing))
    gained = await services.database.read(gain, club=500)
    await amend_event(
        services, actor("Tess", manager=True), earlier.event_id or 0, Amendment(reason="later", day=month, name="Open")
    )
    assert await rows(services.database, select(standing)) == standings
    assert (await services.database.read(gain, club=500) or 0) > (gained or 0) > 0
