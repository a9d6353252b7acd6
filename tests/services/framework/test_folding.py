"""The fold: whatever the order of reports and undos, the ratings are those of the facts in date order."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.event import listens_for

from bot.services.events.record import record_own_event
from bot.services.events.report import EventReport
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.ratings.rating_card import player_card
from bot.services.ratings.set_rating import SetRatingRequest, set_rating, undo_last
from bot.store.database.tables import journal, norm, standing, title
from bot.store.database.transactions import Connection, Database
from bot.store.ratings import standings
from core.errors import NotFoundError, RatingError, RuleError
from core.event.crosstable import EventKind
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import TODAY, Actors, person, rows
from tests.depth import examples


def event(opponents: str, day: date = TODAY, **options: object) -> EventSubmission:
    return EventSubmission(parse_opponents(opponents), day=day, **options)


async def derived(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Return everything derived, without keys that only count up."""
    left_out = {"id", "event_id", "entered_rating_id", "player_id", "seq", "swept_on"}
    found = {}
    for table in (journal, standing, norm, title):
        columns = [column for column in table.columns if column.name not in left_out]
        lines = [tuple(row) for row in await rows(database, select(*columns))]
        found[table.name] = sorted(lines, key=repr)
    return found


async def wipe(database: Database) -> None:
    from bot.store.database.tables import metadata

    def work(connection: Connection) -> None:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())

    await database.write(work, club=500)


async def test_fifty_updates_at_once_end_at_plus_fifty(services: Services, actor: Actors) -> None:
    """With the default transactions, 50 concurrent updates of one player left +2, without an error."""
    await set_rating(services, actor("Tess", manager=True), SetRatingRequest(actor().member, 1500, 30))
    await asyncio.gather(*(record_own_event(services, actor(), event("D1500"), twice=True) for _ in range(50)))
    card = await player_card(services, actor(), None, None)
    assert card.standing.games == 30 + 50
    games = await rows(services.database, select(journal.c.games_after).order_by(journal.c.seq))
    assert [after for (after,) in games] == list(range(30, 81))


@pytest.mark.long
async def test_fifty_newcomers_at_once_in_a_new_club_all_arrive(services: Services, actor: Actors) -> None:
    names = [f"Player {number:02}" for number in range(50)]
    await asyncio.gather(*(record_own_event(services, actor(name), event("D1500", games=0)) for name in names))
    assert len(await rows(services.database, select(standing))) == 50


async def test_the_same_interaction_at_once_is_stored_once(services: Services, actor: Actors) -> None:
    same = actor(interaction=4711)
    asked = (record_own_event(services, same, event("D1500", games=0)) for _ in range(8))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers].count(EventReport) == 1
    assert [type(answer) for answer in answers].count(AlreadyDoneError) == 7
    assert len(await rows(services.database, select(journal))) == 1


async def test_a_failed_command_leaves_nothing(services: Services, actor: Actors) -> None:
    with pytest.raises(RatingError):
        await record_own_event(services, actor(), event("W@Nobody", games=0))
    assert not any((await derived(services.database)).values())


async def test_an_undo_delivered_twice_is_done_once(services: Services, actor: Actors) -> None:
    await record_own_event(services, actor(), event("D1500", games=0))
    await record_own_event(services, actor(), event("D1600"))
    undo = actor(interaction=4712)
    await undo_last(services, undo, None)
    with pytest.raises(AlreadyDoneError, match="carried out already"):
        await undo_last(services, undo, None)
    assert (await player_card(services, actor(), None, None)).standing.games == 1


async def test_an_entered_rating_delivered_twice_is_stored_once(services: Services, actor: Actors) -> None:
    director = actor("Tess", manager=True, interaction=4713)
    written = SetRatingRequest(actor().member, 1500, 30)
    await set_rating(services, director, written)
    with pytest.raises(AlreadyDoneError):
        await set_rating(services, director, written)
    assert len(await rows(services.database, select(journal))) == 1


async def test_undoing_everything_leaves_no_rating(services: Services, actor: Actors) -> None:
    for opponents in ("D1500", "W1400 L1600"):
        await record_own_event(services, actor(), event(opponents, games=0 if opponents == "D1500" else None))
    await undo_last(services, actor(), None)
    await undo_last(services, actor(), None)
    assert not any((await derived(services.database)).values())
    with pytest.raises(NotFoundError):
        await undo_last(services, actor(), None)


async def test_an_undo_that_breaks_a_later_rule_is_refused(services: Services, actor: Actors) -> None:
    """A match is rated only for established players: the event that made Dana one cannot go first."""
    first = await record_own_event(services, actor(), event("D1500 D1500", TODAY - timedelta(5), rating=1500, games=24))
    await record_own_event(services, actor(), event("D1500 W1500", kind=EventKind.MATCH))
    before = await derived(services.database)
    with pytest.raises(RuleError, match=r"Undo them first\. \(A match is rated only between"):
        await undo_event(services, actor(), first.event_id or 0)
    assert await derived(services.database) == before


@pytest.mark.parametrize("on", [RatingList.USCHESS_REGULAR, RatingList.ELO])  # which knows its peak, and which does not
async def test_a_late_peak_is_above_all_ratings_before_its_day(
    services: Services, actor: Actors, on: RatingList
) -> None:
    first = SetRatingRequest(actor().member, 1500, 30, rating_list=on, day=ago(60))
    await set_rating(services, actor("Tess", manager=True), first)
    told = []
    for days, opponents in ((50, "W1900"), (40, "L1500 L1500 L1500"), (30, "W1450"), (45, "W1500"), (5, "W2100 W2100")):
        report = await record_own_event(services, actor(), event(opponents, ago(days), rating_list=on))
        before = await rows(services.database, select(journal.c.after).where(journal.c.date < ago(days)))
        assert isinstance(report, EventReport)
        assert report.outcome.after is not None
        assert report.lists[0].is_peak == (report.outcome.after.rating > max(after for (after,) in before))
        told.append(report.lists[0].is_peak)
    assert told == [True, False, False, True, True]


def ago(days: int) -> date:
    return TODAY - timedelta(days)


async def test_an_opponents_rating_is_the_one_of_the_events_day(services: Services, actor: Actors) -> None:
    director = actor("Tess", manager=True)
    eli = person("Eli")
    for days, rating in ((20, 1400.0), (10, 1600.0)):
        entered = SetRatingRequest(eli, rating, 20, day=TODAY - timedelta(days))
        await set_rating(services, replace(director, interaction_id=9000 + days), entered)
    report = await record_own_event(services, actor(), event("D@Eli", TODAY - timedelta(15), games=0))
    assert report.outcome.after.rating == 1400
    with pytest.raises(RatingError, match=r"Eli had no US Chess Regular rating on 2026-10-22"):
        await record_own_event(services, actor("Fay"), event("D@Eli", TODAY - timedelta(30), games=0))


REPORTS = st.lists(
    st.tuples(
        st.integers(0, 20),  # days ago
        st.sampled_from(["W1500 L1600 D1550", "W1700 W1650 W1720 D1800", "L1300", "D1450 D1460 D1470 L1400", "W1900"]),
    ),
    min_size=2,
    max_size=7,
)


@pytest.mark.sampled(2)
@given(reports=REPORTS, data=st.data())
@examples(0.4, fixtures=True)
async def test_any_order_of_reports_and_undos_ends_where_reporting_in_order_does(
    services: Services, reports: list[tuple[int, str]], data: st.DataObject
) -> None:
    """Ratings are a fold of the facts that count, in date order, and of nothing else."""
    days = [TODAY - timedelta(ago) for ago, _ in reports]
    undone = data.draw(st.sets(st.integers(0, len(reports) - 1), max_size=len(reports) - 1))
    kept = [index for index in range(len(reports)) if index not in undone]
    # Among events of one day the order of reporting counts: only whole days are shuffled.
    shuffled = data.draw(st.permutations(sorted(set(days))))
    order = [index for day in shuffled for index in range(len(reports)) if days[index] == day]

    async def start() -> None:
        await wipe(services.database)
        entered = SetRatingRequest(Member(1, "Dana"), 1500, 20, day=TODAY - timedelta(100))
        await set_rating(services, Actor(500, Member(2, "Tess"), 1, manager=True), entered)

    async def report(index: int) -> int:
        written = event(reports[index][1], days[index])
        stored = await record_own_event(services, Actor(500, Member(1, "Dana"), 10 + index), written, twice=True)
        return stored.event_id or 0

    await start()
    events = {index: await report(index) for index in order}
    for index in data.draw(st.permutations(sorted(undone))):
        await undo_event(services, Actor(500, Member(1, "Dana"), 100 + index), events[index])
    shuffled_result = await derived(services.database)

    await start()
    for index in sorted(kept, key=lambda index: (days[index], order.index(index))):
        await report(index)
    assert shuffled_result == await derived(services.database)
    await wipe(services.database)


async def test_a_players_peak_is_found_without_reading_the_whole_list(services: Services, actor: Actors) -> None:
    """Along the club's index SQLite read the list once for each player: 200 s for an undo in a large club."""
    if not services.database.is_sqlite:
        pytest.skip("the plan is SQLite's own")
    await set_rating(services, actor("Tess", manager=True), SetRatingRequest(actor().member, 1500, 30))

    def plan(connection: Connection) -> str:
        asked: list[tuple[str, Any]] = []

        @listens_for(connection, "before_cursor_execute")
        def remember(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            asked.append((statement, parameters))

        ((dana,),) = connection.execute(select(standing.c.player_id)).all()
        found = standings.of_players(connection, 500, RatingList.USCHESS_REGULAR, [dana])[dana]
        standings.put_many(connection, 500, RatingList.USCHESS_REGULAR, [(found, found)])
        statement, parameters = next(one for one in asked if "SET peak" in one[0])
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
        return "\n".join(row[3] for row in rows if "journal" in row[3])

    assert "(player_id=? AND list=?)" in await services.database.write(plan, club=500)
