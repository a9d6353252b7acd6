"""Many rows at once are stored as one by one.

On PostgreSQL many go by COPY, whose text has signs of its own, and a few as JSON, which has others.
"""

from datetime import date
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.services.context import Actor, Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.store.database import Connection
from bot.store.prepared import _FEW, Prepared
from bot.store.tables import entrant
from core.formats.typed.opponents import parse_opponents
from tests.conftest import person
from tests.depth import examples

CLUB, FIRST = 500, 100
ADD = Prepared(insert(entrant))

# SQLite and PostgreSQL take every character but NUL, and no half of one.
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=3)
numbers = st.floats(allow_nan=False, allow_infinity=False)
lines = st.fixed_dictionaries(
    {
        "name": st.none() | texts | st.sampled_from(["\\N", "\\.", "a\tb\nc\rd\\", "", "\\"]),
        "rating": st.none() | numbers,
        "rated": st.booleans(),
        "score": st.none() | numbers,
        "elsewhere": st.none() | st.lists(st.dictionaries(texts, texts | numbers, max_size=2), min_size=1, max_size=2),
        "title": st.none() | texts,
    }
)


def rows_of(connection: Connection, event_id: int) -> list[Any]:
    mine = (entrant.c.event_id == event_id) & (entrant.c.number >= FIRST)
    rows = connection.execute(select(entrant).where(mine).order_by(entrant.c.number)).all()
    connection.execute(delete(entrant).where(mine))
    return list(rows)


async def event_of(services: Services) -> int:
    written = EventSubmission(parse_opponents("W1500 L1600"), games=0, day=date(2026, 11, 20))
    stored = await record_own_event(services, Actor(CLUB, person("Dana"), 1, manager=True), written)
    assert stored.event_id is not None
    return stored.event_id


@examples(0.4, fixtures=True)
@given(told=st.lists(lines, min_size=2, max_size=8))
@example(told=[dict.fromkeys(("name", "rating", "score", "elsewhere", "title")) | {"rated": False}] * 2)
async def test_rows_are_the_same_one_by_one_and_all_at_once(services: Services, told: list[dict[str, Any]]) -> None:
    event_id = await event_of(services)
    rows = [{"event_id": event_id, "number": FIRST + at, **line} for at, line in enumerate(told)]

    many = rows + [{"event_id": event_id, "number": FIRST + 50 + at, **told[0]} for at in range(_FEW)]

    def work(connection: Connection) -> tuple[list[Any], list[Any], list[Any]]:
        ADD.run(connection, *rows)
        at_once = rows_of(connection, event_id)
        ADD.run(connection, *many)
        among_many = rows_of(connection, event_id)
        for row in rows:
            connection.execute(insert(entrant), {**row, "club_id": CLUB})
        return at_once, among_many, rows_of(connection, event_id)

    at_once, among_many, one_by_one = await services.database.write(work, club=CLUB)
    assert at_once == one_by_one == among_many[: len(rows)]
    assert len(among_many) == len(many)
    assert [(row.club_id, row.name, row.rating, row.elsewhere) for row in at_once] == [
        (CLUB, line["name"], line["rating"], line["elsewhere"]) for line in told
    ]


async def test_rows_that_cannot_be_are_refused_all_of_them(services: Services) -> None:
    event_id = await event_of(services)
    rows = [{"event_id": event_id, "number": number, "rated": False} for number in (FIRST, FIRST + 1, FIRST)]
    with pytest.raises(IntegrityError):
        await services.database.write(lambda connection: ADD.run(connection, *rows), club=CLUB)
    assert await services.database.write(lambda connection: rows_of(connection, event_id), club=CLUB) == []
