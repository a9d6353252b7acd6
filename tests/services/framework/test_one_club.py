"""A transaction of one club finds and changes that club's rows alone, whatever ids it is asked for."""

import pytest
from sqlalchemy import select

from bot.services.framework.context import Actor, Services
from bot.store.database.tables import player
from bot.store.events import facts
from bot.store.people import profiles
from tests.conftest import now, person
from tests.services.framework.folding_checks import report

ONE, OTHER = 500, 501


async def test_only_its_own_rows_are_found_and_changed(services: Services) -> None:
    database, of_event = services.database, {}
    for club in (ONE, OTHER):
        actor = Actor(club, person("Dana"), club, frozenset(), False)
        of_event[club] = await report(services, actor, "W1500 D1600", now().date())
    for club, event_id in of_event.items():
        tables = await database.read(lambda c: facts.crosstables(c, of_event.values()), club=club)
        assert tables.keys() == {event_id}
    everybody = select(player.c.id, player.c.club_id, player.c.name).order_by(player.c.club_id)
    people = await database.read(lambda c: c.execute(everybody).all(), club=None)
    for one in people:
        await database.write(lambda c, one=one: profiles.change(c, one.id, {"name": "Ann"}), club=ONE)  # type: ignore[misc]
    names = await database.read(lambda c: c.execute(everybody).all(), club=None)
    assert [(row.club_id, row.name) for row in names] == [(ONE, "Ann"), (OTHER, "Dana")]


async def test_a_transaction_over_several_clubs_has_no_club_to_name(services: Services) -> None:
    with pytest.raises(LookupError, match="several clubs"):
        await services.database.read(lambda connection: facts.crosstables(connection, [1]), club=None)
