"""A correction on which much rests: whole lists are calculated before the lock, with the rows that short steps give."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.corrections.correct import Asked as AskedCorrection
from bot.services.events.corrections.correct import correct_event, preview_correction
from bot.services.framework import whole_clubs
from bot.services.framework.context import Services
from bot.services.framework.recalculation import lists, whole
from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import journal, norm, standing, title
from bot.store.database.transactions import Connection
from tests.bench.club import actor_of
from tests.bench.correction import BOTH, edit_of_first
from tests.bench.databases import CLUB
from tests.bench.drawn_club import fill_club
from tests.conftest import rows


async def stored(services: Services) -> list[list[Any]]:
    tables = (
        select(journal.c.list, journal.c.player_id, journal.c.date, journal.c.seq, journal.c.after, journal.c.state),
        select(standing.c.list, standing.c.player_id, standing.c.rating, standing.c.games, standing.c.state),
        select(norm.c.event_id, norm.c.list, norm.c.player_id, norm.c.level),
        select(title.c.player_id, title.c.list, title.c.level, title.c.date),
    )
    return [sorted(map(repr, await rows(services.database, query))) for query in tables]


@pytest.fixture
async def drawn(services: Services) -> Services:
    await fill_club(services, CLUB, 12, 8, BOTH)
    return services


@pytest.fixture
def where_calculated(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return for each calculation of whole lists whether it was under the lock."""
    seen, calculate = list[bool](), whole.whole_lists

    def calculated(connection: Connection, *arguments: Any, **named: Any) -> Any:
        seen.append(bool(connection.get_execution_options()["writes"]))
        return calculate(connection, *arguments, **named)

    for module in (lists, whole_clubs):
        monkeypatch.setattr(module, "whole_lists", calculated)
    return seen


async def corrected(services: Services) -> Sequence[Any]:
    first, edit = await services.database.read(edit_of_first, club=CLUB)
    report = await correct_event(services, actor_of(CLUB), first, [edit], "a wrong result")
    assert report.moves is not None
    return [report.moves.past, sorted(report.moves.recalculated)]


async def test_a_long_correction_is_calculated_before_the_lock(
    drawn: Services, where_calculated: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "LONG", 5)
    before = await stored(drawn)
    await corrected(drawn)
    assert where_calculated == [False]
    assert await stored(drawn) != before
    assert await verify_club(drawn, CLUB) == []


async def test_its_preview_is_calculated_before_the_lock_too(
    drawn: Services, where_calculated: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "LONG", 5)
    before = await stored(drawn)
    first, edit = await drawn.database.read(edit_of_first, club=CLUB)
    report = await preview_correction(drawn, actor_of(CLUB), AskedCorrection(first, "a wrong result", (edit,)))
    assert report.moves is not None
    assert report.moves.recalculated
    assert where_calculated == [False]
    assert await stored(drawn) == before


async def test_what_was_calculated_before_another_write_is_calculated_again(
    drawn: Services, where_calculated: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "LONG", 5)
    monkeypatch.setattr(whole_clubs.Recalculation, "holds", lambda *_: False)
    await corrected(drawn)
    assert where_calculated == [False, True]
    assert await verify_club(drawn, CLUB) == []


async def test_a_long_correction_gives_what_short_steps_give(
    drawn: Services, where_calculated: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = await corrected(drawn)
    by_steps = await stored(drawn)
    await corrected(drawn)  # back to what was
    assert where_calculated == []
    assert await stored(drawn) != by_steps
    monkeypatch.setattr(lists, "LONG", 5)
    assert await corrected(drawn) == told
    assert where_calculated == [False]
    assert await stored(drawn) == by_steps
