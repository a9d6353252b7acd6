"""A transaction of one club finds and changes that club's rows alone, whatever its statements say."""

import pytest
from folding_checks import report
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.services.context import Actor, Services
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.tables import event_list, player
from tests.conftest import now, person

ONE, OTHER = 500, 501


def count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(player)).scalar_one())


async def test_only_its_own_rows_are_found_and_changed(services: Services) -> None:
    database, of_event = services.database, {}
    for club in (ONE, OTHER):
        actor = Actor(club, person("Dana"), club, frozenset(), False)
        of_event[club] = await report(services, actor, "W1500 D1600", now().date())
    for club, found in ((ONE, {of_event[ONE]}), (OTHER, {of_event[OTHER]}), (None, set(of_event.values()))):
        tables = await database.read(lambda c: facts.crosstables(c, of_event.values()), club=club)
        assert tables.keys() == found
        assert await database.read(count, club=club) == len(found)
    await database.write(lambda c: c.execute(update(player).values(name="Ann")).close(), club=ONE)
    names = await database.read(lambda c: c.execute(select(player.c.name).order_by(player.c.club_id)).all(), club=None)
    assert names == [("Ann",), ("Dana",)]


async def test_a_new_row_is_the_transactions_clubs(services: Services) -> None:
    event_id = await report(services, Actor(ONE, person("Dana"), 1, frozenset(), False), "W1500", now().date())
    new = insert(event_list).values(event_id=event_id, list="fide-rapid")
    with pytest.raises(IntegrityError, match="club_id"):
        await services.database.write(lambda connection: connection.execute(new).close(), club=None)
    await services.database.write(lambda connection: connection.execute(new).close(), club=ONE)
    clubs = select(event_list.c.club_id).where(event_list.c.event_id == event_id).distinct()
    assert await services.database.read(lambda connection: connection.execute(clubs).scalars().all(), club=None) == [
        ONE
    ]
