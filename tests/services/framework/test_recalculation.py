"""A club is recalculated in memory beside whoever writes, and one short transaction stores what differs."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from bot.services.club.settings.change import change_settings
from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation import whole
from bot.services.framework.whole_clubs import recalculate_club, recalculate_outdated, verify_club
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.club import clubs
from bot.store.database import club_rows
from bot.store.database.tables import audit, club, journal, norm, standing, title
from bot.store.database.transactions import Connection, Database, taking_turns
from core.errors import RuleError
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from tests.conftest import TODAY, Actors, person, rows
from tests.services.framework.folding_checks import CLUB, derived, report
from tests.soak.operations import OPERATIONS
from tests.soak.walk import walk_at_random

DERIVED = (norm, title, journal, standing)
NEIGHBOUR = 501
MAIN = RatingList.USCHESS_REGULAR
GROUPS = len(whole.groups_of(ClubRules().all_lists))


async def fill(services: Services, club_id: int = CLUB) -> None:
    """Let two play: one with an entered rating and a norm, one who waits for a FIDE list."""
    tess = Actor(club_id, person("Tess"), 10 * club_id, manager=True)
    await set_rating(
        services,
        tess,
        SetRatingRequest(person("Dana"), 1500.0, 30, RatingList.USCHESS_REGULAR, day=TODAY - timedelta(60)),
    )
    for number, moved in enumerate((RatingList.USCHESS_REGULAR, RatingList.FIDE_STANDARD), start=1):
        actor = Actor(club_id, person(("Dana", "Eli")[number - 1]), 10 * club_id + 2 * number)
        await report(services, actor, "W1900 W1800 W1850 D1900", TODAY - timedelta(40), rating_list=moved)


async def spoil(database: Database) -> None:
    """Leave wrong rows, lacking rows and rows too many on every table."""

    def work(connection: Connection) -> None:
        connection.execute(update(club).values(fold_version=1))
        connection.execute(update(journal).values(performance=1.0, state={}))
        connection.execute(update(standing).values(rating=standing.c.rating + 1, shown=1))
        connection.execute(delete(norm))
        connection.execute(delete(standing).where(standing.c.list == RatingList.FIDE_STANDARD.value))
        (first,) = connection.execute(select(standing.c.player_id).limit(1)).one()
        row = {"player_id": first, "list": "uschess-blitz", "club_id": CLUB, "date": TODAY, "seq": 1}
        connection.execute(title.insert(), {**row, "scheme": "uschess", "level": 1})
        connection.execute(journal.insert(), {**row, "games_before": 0, "games_after": 0, "state": {}})

    await database.write(work, club=CLUB)


async def versions(database: Database) -> list[int]:
    return [row.fold_version for row in await rows(database, select(club.c.fold_version).order_by(club.c.id))]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [1, 2])
async def test_from_nothing_it_gives_what_the_folds_of_a_random_walk_have_stored(database: Database, seed: int) -> None:
    walk = await walk_at_random(database, seed, 60, OPERATIONS)
    stored = await everything(database)
    assert len(stored["journal"]) > 10

    def forget(connection: Connection) -> None:
        for table in DERIVED:
            connection.execute(delete(table))

    await database.write(forget, club=CLUB)
    await recalculate_club(walk.services, CLUB)
    assert without_activity(await everything(database)) == without_activity(stored)


async def everything(database: Database) -> dict[str, Any]:
    return await database.read(
        lambda connection: {name: club_rows.read(connection, name, CLUB, list(RatingList)) for name in club_rows.KEYS},
        club=CLUB,
    )


def without_activity(found: dict[str, Any]) -> dict[str, Any]:
    return {name: {key: row | {"active": None} for key, row in table.items()} for name, table in found.items()}


async def test_wrong_rows_are_put_right_and_nobody_elses_are_touched(services: Services) -> None:
    await fill(services)
    right = await derived(services.database)
    assert right["norm"]
    await spoil(services.database)
    assert await derived(services.database) != right
    await fill(services, NEIGHBOUR)
    before = await rows(services.database, select(journal.c.id).where(journal.c.club_id == NEIGHBOUR))
    await recalculate_club(services, CLUB)
    assert await verify_club(services, CLUB) == await verify_club(services, NEIGHBOUR) == []
    assert await rows(services.database, select(journal.c.id).where(journal.c.club_id == NEIGHBOUR)) == before


async def test_what_is_right_already_is_not_written_again(services: Services) -> None:
    await fill(services)

    def look(connection: Connection) -> list[whole.Calculated]:
        return whole.in_turn(connection, [whole.Step(clubs.find(connection, CLUB), (MAIN,), {})], TODAY)

    found = await services.database.read(look, club=CLUB)
    assert set(found[0].different) == set(club_rows.KEYS)
    assert not any(found[0].different.values())


async def test_a_report_between_calculation_and_storing_starts_it_again(
    services: Services, actor: Actors, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(services)
    await spoil(services.database)
    looked = counted(monkeypatch)
    calculate = whole.calculate

    def interrupted(connection: Connection, *more: Any) -> Any:
        if not looked:
            driver: Any = connection.connection.dbapi_connection
            driver.run_async(lambda _: report(services, actor("Dana"), "W1900", TODAY - timedelta(50)))
        return calculate(connection, *more)

    monkeypatch.setattr(whole, "calculate", interrupted)
    await recalculate_club(services, CLUB)
    assert looked == [False] * 2 * GROUPS
    assert await verify_club(services, CLUB) == []
    assert len(await rows(services.database, select(journal).where(journal.c.event_id.is_not(None)))) == 3
    assert await versions(services.database) == [clubs.FOLD_VERSION]


async def test_without_a_report_between_it_calculates_once(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(services)
    await spoil(services.database)
    looked = counted(monkeypatch)
    await recalculate_club(services, CLUB)
    assert looked == [False] * GROUPS


def counted(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that grows with every calculation."""
    looked: list[bool] = []
    real = whole.calculate

    def calculate(connection: Connection, *more: Any) -> Any:
        looked.append(bool(connection.get_execution_options()["writes"]))
        return real(connection, *more)

    monkeypatch.setattr(whole, "calculate", calculate)
    return looked


async def test_killed_in_the_middle_it_changes_nothing_and_is_tried_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(services)
    await spoil(services.database)
    before = await derived(services.database)
    real: Callable[..., None] = club_rows.store

    def cut_off(connection: Connection, name: str, *more: Any) -> None:
        if name == "norm":
            raise ZeroDivisionError
        real(connection, name, *more)

    with monkeypatch.context() as patched:
        patched.setattr(club_rows, "store", cut_off)
        assert await recalculate_outdated(services) == 0
    assert await derived(services.database) == before
    assert await versions(services.database) == [1]
    assert await recalculate_outdated(services) == 1
    assert await verify_club(services, CLUB) == []


OTHER_RULES = {"rules": ("uschess-regular", "informal-2020")}
"""Rules by which Dana's games are rated otherwise."""


async def test_a_club_is_recalculated_by_new_rules_in_a_read_only_transaction(
    services: Services, actor: Actors, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(services)
    before = await derived(services.database)
    looked = counted(monkeypatch)
    await change_settings(services, actor("Tess", manager=True), OTHER_RULES)
    assert set(looked) == {False}
    assert await derived(services.database) != before
    assert await verify_club(services, CLUB) == []
    notes = [row.action for row in await rows(services.database, select(audit.c.action).order_by(audit.c.id))]
    assert notes.count("settings") == 1


async def test_rules_that_the_facts_are_against_are_refused_and_not_stored(
    services: Services, actor: Actors, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(services)
    before = await derived(services.database)

    def against(*_: Any) -> None:
        raise RuleError("What is stored is against these rules.")

    monkeypatch.setattr(whole, "calculate", against)
    with pytest.raises(RuleError, match="against these rules"):
        await change_settings(services, actor("Tess", manager=True), OTHER_RULES)
    assert await derived(services.database) == before
    ((rules,),) = await rows(services.database, select(club.c.house_rules))
    assert "400" not in str(rules)


async def test_other_clubs_write_while_one_is_looked_at_and_its_own_members_wait(database: Database) -> None:
    done: list[str] = []

    def look(connection: Connection) -> int:
        others = (number for number in range(100_000) if "neighbour" not in done)
        for _ in taking_turns(connection, others, at_once=1):
            pass
        done.append("looked")
        return 7

    async def note(name: str, club_id: int) -> None:
        await database.write(lambda connection: done.append(name), club=club_id)

    async def both() -> None:
        found = await database.look_and_write(look, lambda _, found: done.append(f"stored {found}"), club=CLUB)
        assert found is None

    recalculating = asyncio.create_task(both())
    await asyncio.sleep(0)
    await asyncio.gather(recalculating, note("own", CLUB), note("neighbour", NEIGHBOUR))
    assert done == ["neighbour", "looked", "stored 7", "own"]
