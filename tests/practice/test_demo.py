"""The practice club's demo data is stored once, however often the practice club starts."""

from sqlalchemy import func, select

from bot.practice.demo import MEMBERS, fill
from bot.services.framework.context import Services
from bot.store.database.tables import audit
from tests.conftest import person, rows


async def test_a_second_start_stores_nothing_and_shows_the_same(services: Services) -> None:
    members = {demo.name: person(demo.name) for demo in MEMBERS}
    first = await fill(services, 700, 1, members)
    stored = await rows(services.database, select(func.count()).select_from(audit))
    second = await fill(services, 700, 1, members)
    assert await rows(services.database, select(func.count()).select_from(audit)) == stored
    assert (second.event.event_id, second.section) == (first.event.event_id, first.section)
