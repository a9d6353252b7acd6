"""What was stored before reports had a standing counts as it did; a match that waits is not confirmed."""

import pytest
from sqlalchemy import select

from bot.services.context import Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.oracle.match import MatchSubmission, record_match
from bot.services.oracle.pools import ParsedSide
from bot.store import migrate
from bot.store.tables import event, opening
from core.formats.typed.opponents import parse_opponents
from tests.conftest import Actors, person, rows

pytestmark = pytest.mark.plain_tables


async def test_old_reports_are_confirmed_and_matches_that_wait_are_not(services: Services, actor: Actors) -> None:
    written = EventSubmission(parse_opponents("W1400 D1500"), rating=1450.0, games=30)
    await record_own_event(services, actor(), written)
    eli = person("Eli")
    await record_match(services, actor(), MatchSubmission(ParsedSide("Eli", eli), wins=3))
    assert [row.standing for row in await rows(services.database, standings)] == ["reported", "reported"]

    await migrate.downgrade(services.database, "0006")
    await migrate.upgrade(services.database)

    assert [row.standing for row in await rows(services.database, standings)] == ["confirmed", "reported"]
    assert [row.confirmed for row in await rows(services.database, select(opening.c.confirmed))] == [True]


standings = select(event.c.standing).order_by(event.c.id)
