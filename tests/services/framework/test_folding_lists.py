"""The fold of several lists."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import player, standing
from core.event.crosstable import TimeControl
from core.lists import RatingList
from core.rating.uschess.system import LISTS as USCHESS_LISTS
from tests.conftest import TODAY, person, rows
from tests.depth import examples
from tests.services.framework.folding_checks import BOTH, CLUB, derived, record_section, report, wipe

Reports = list[tuple[int, tuple[str, Any, dict[str, Any]]]]
EnteredRatings = list[tuple[str, int, RatingList]]
"""Facts with the days that they are ago; ratings that a TD sets."""

DANA, ELI = "Dana", "Eli"
DUAL = TimeControl(30, 5)
TESS = Actor(CLUB, person("Tess"), 1, manager=True)

OWN_EVENTS = st.tuples(
    st.sampled_from([DANA, ELI]),
    st.sampled_from(["W1500 L1600 D1550", "W1700 W1650 W1720 D1800", "L1300", "D1450 D1460 D1470 L1400", "W1900"]),
    st.sampled_from([{"time_control": DUAL}, *({"rating_list": rating_list} for rating_list in USCHESS_LISTS)]),
)
# Both play in one section, each the other's opponent; a stranger of 1600 is in it too.
SECTIONS = st.tuples(
    st.just("both"),
    st.sampled_from([1.0, 0.5, 0.0]),
    st.sampled_from([{"control": DUAL, "lists": BOTH}, {"lists": BOTH[:1]}, {"lists": BOTH[1:]}]),
)
DAYS_AGO = st.integers(0, 20)
FACTS = st.lists(st.tuples(DAYS_AGO, st.one_of(OWN_EVENTS, SECTIONS)), min_size=2, max_size=8)
# Ratings that a TD sets: whose, how long ago, on which list. One may come after events that were first without it.
ENTERED_RATINGS = st.lists(
    st.tuples(st.sampled_from([DANA, ELI]), st.integers(0, 30), st.sampled_from(BOTH)),
    max_size=2,
    unique_by=lambda entered: (entered[0], entered[2]),
)


async def tell(services: Services, index: int, days_ago: int, fact: tuple[str, Any, dict[str, Any]]) -> int:
    who, what, options = fact
    day = TODAY - timedelta(days_ago)
    if who == "both":
        games = [(1, 1, 2, what), (2, 1, 3, 0.5), (3, 2, 3, 1.0)]
        section = partial(
            record_section, services=services, names=[DANA, ELI], games=games, strangers=[1600.0], day=day, **options
        )
        event_id, _ = await services.database.write(lambda connection: section(connection), club=CLUB)
        return event_id
    return await report(services, Actor(CLUB, person(who), 100 + 2 * index), what, day, **options)


async def open_ratings(services: Services, entered_ratings: EnteredRatings) -> None:
    for index, (who, days_ago, rating_list) in enumerate(entered_ratings):
        day = TODAY - timedelta(days_ago)
        written = SetRatingRequest(person(who), 1500.0 + 40 * index, 20, rating_list, day=day)
        await set_rating(services, Actor(CLUB, TESS.member, 10 + index, manager=True), written)


few_examples = examples(0.4, fixtures=True)


async def check_any_order(
    services: Services, reports: Reports, entered_ratings: EnteredRatings, data: st.DataObject
) -> None:
    """Fail unless shuffled reports and undos end."""
    indices = range(len(reports))
    undone = data.draw(st.sets(st.sampled_from(indices), max_size=len(reports) - 1))
    # Among events of one day the order of reporting counts: only whole days are shuffled.
    shuffled = data.draw(st.permutations(sorted({days for days, _ in reports})))
    order = [index for day in shuffled for index in indices if reports[index][0] == day]

    await wipe(services.database)
    await open_ratings(services, entered_ratings)
    events = {index: await tell(services, index, *reports[index]) for index in order}
    for index in data.draw(st.permutations(sorted(undone))):
        await undo_event(services, Actor(CLUB, TESS.member, 1000 + index, manager=True), events[index])
    result = await derived(services.database)

    await wipe(services.database)
    await open_ratings(services, entered_ratings)
    for index in sorted(set(indices) - undone, key=lambda index: (-reports[index][0], index)):
        await tell(services, index, *reports[index])
    assert result == await derived(services.database)
    await wipe(services.database)


@pytest.mark.sampled(2)
@given(
    reports=st.lists(st.tuples(DAYS_AGO, OWN_EVENTS), min_size=2, max_size=8),
    entered_ratings=ENTERED_RATINGS,
    data=st.data(),
)
@few_examples
async def test_any_order_of_reports_and_undos_gives_the_same_ratings(
    services: Services, reports: Reports, entered_ratings: EnteredRatings, data: st.DataObject
) -> None:
    await check_any_order(services, reports, entered_ratings, data)


@pytest.mark.sampled(2)
@given(reports=FACTS, entered_ratings=ENTERED_RATINGS, data=st.data())
@few_examples
async def test_sections_that_two_players_share_are_no_exception(
    services: Services, reports: Reports, entered_ratings: EnteredRatings, data: st.DataObject
) -> None:
    await check_any_order(services, reports, entered_ratings, data)


async def test_who_is_reached_only_by_a_section_keeps_what_they_played_before_it(services: Services) -> None:
    """By place: Dana's event, Eli's, and a section of both. Without Dana's, Eli's own three games still count.

    Eli: 3 games and 2 of the section. The undo must leave what reporting the other two alone does.
    """
    dana = ("Dana", "W1500 L1600 D1550", {"rating_list": BOTH[0]})
    eli = ("Eli", "W1500 L1600 D1550", {"rating_list": BOTH[0]})
    section = ("both", 1.0, {"lists": BOTH[:1]})
    first = await tell(services, 0, 3, dana)
    await tell(services, 1, 2, eli)
    await tell(services, 2, 1, section)
    await undo_event(services, Actor(CLUB, TESS.member, 1000, manager=True), first)
    undone = await derived(services.database)
    query = select(standing.c.games, player.c.name).join(player, player.c.id == standing.c.player_id)
    games = {row.name: row.games for row in await rows(services.database, query)}
    assert games == {"Dana": 2, "Eli": 5}
    await wipe(services.database)
    await tell(services, 1, 2, eli)
    await tell(services, 2, 1, section)
    assert await derived(services.database) == undone


@pytest.mark.sampled(2)
@given(reports=FACTS)
@few_examples
async def test_undoing_everything_leaves_nothing(services: Services, reports: Reports) -> None:
    await wipe(services.database)
    events = [await tell(services, index, *told) for index, told in enumerate(reports)]
    for index, event_id in enumerate(events):
        await undo_event(services, Actor(CLUB, TESS.member, 1000 + index, manager=True), event_id)
    assert not any((await derived(services.database)).values())
    await wipe(services.database)
