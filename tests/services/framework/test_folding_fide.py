"""FIDE's lists in the fold."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.people.merge import merge_players, undo_merge
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import journal, list_fact, player, standing
from core.lists import RatingList
from tests.conftest import person, rows
from tests.services.framework.folding_checks import CLUB, derived, report, wipe
from tests.services.framework.test_folding_lists import (
    DANA,
    ELI,
    EnteredRatings,
    Reports,
    check_any_order,
    few_examples,
    tell,
)

STANDARD, RAPID = RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID

LONG_AGO = st.integers(0, 150)
OWN_EVENTS = st.tuples(
    st.sampled_from([DANA, ELI]),
    st.sampled_from(
        ["W1500 L1600 D1550", "W1700 W1650 W1720 D1800 D1750", "L1500", "D1450 D1460 D1470 L1420 W1999", "W2400"]
    ),
    st.sampled_from([{"rating_list": STANDARD}, {"rating_list": RAPID}]),
)
SECTIONS = st.tuples(st.just("both"), st.sampled_from([1.0, 0.5, 0.0]), st.just({"lists": (STANDARD,)}))
ENTERED_RATINGS = st.lists(
    st.tuples(st.sampled_from([DANA, ELI]), st.integers(0, 150), st.sampled_from([STANDARD, RAPID])),
    max_size=2,
    unique_by=lambda entered: (entered[0], entered[2]),
)


@pytest.mark.sampled(2)
@given(
    reports=st.lists(st.tuples(LONG_AGO, st.one_of(OWN_EVENTS, SECTIONS)), min_size=2, max_size=8),
    entered_ratings=ENTERED_RATINGS,
    data=st.data(),
)
@few_examples
async def test_any_order_of_reports_and_undos_ends_where_reporting_in_order_does(
    services: Services, reports: Reports, entered_ratings: EnteredRatings, data: st.DataObject
) -> None:
    await check_any_order(services, reports, entered_ratings, data)


async def standings(services: Services) -> dict[tuple[str, str], int]:
    query = select(player.c.name, standing.c.list, standing.c.shown).join(player, player.c.id == standing.c.player_id)
    return {(row.name, row.list): row.shown for row in await rows(services.database, query)}


async def test_an_event_waits_for_the_list_of_the_next_month(services: Services) -> None:
    """Five wins against 1500s from 1500: K 20 (50 games), 5 × 20 × 0.5 = +50, on the list of 1 November."""
    own = Actor(CLUB, person(DANA), 1)
    await report(services, own, "W1500 W1500 W1500 W1500 W1500", date(2026, 11, 20), rating=1500, games=50,
                 rating_list=STANDARD)  # fmt: skip
    assert await standings(services) == {(DANA, STANDARD.value): 1500}

    await report(services, Actor(CLUB, person(DANA), 2), "D1500", date(2026, 10, 28), rating=1500, games=50,
                 rating_list=STANDARD)  # fmt: skip
    assert await standings(services) == {(DANA, STANDARD.value): 1500}


async def test_every_month_with_an_event_has_its_list_once(services: Services) -> None:
    for number, day in enumerate([date(2026, 9, 10), date(2026, 7, 28), date(2026, 9, 1)]):
        options = {"rating": 1500, "games": 50} if number == 0 else {}
        await tell_at(services, number, "W1500 W1500", day, **options)
    days = [row.date for row in await rows(services.database, select(list_fact.c.date).order_by(list_fact.c.date))]
    assert days == [date(2026, month, 1) for month in (8, 10)]


async def tell_at(services: Services, number: int, opponents: str, day: date, **options: object) -> int:
    return await report(
        services, Actor(CLUB, person(DANA), 10 + number), opponents, day, rating_list=STANDARD, **options
    )


async def test_a_late_report_moves_the_list_of_its_own_month_and_what_followed(services: Services) -> None:
    """September: 5 × 20 × 0.5 = +50 on 1 October. Then in July, at 1500: +50 on 1 August, so that in September
    1550 against 1500s expects 0.57 a game: 5 × 20 × 0.43 = +43 on 1 October, 1593.
    """
    five = "W1500 W1500 W1500 W1500 W1500"
    await set_at(services, date(2026, 1, 1))
    await tell_at(services, 1, five, date(2026, 9, 10))
    assert await standings(services) == {(DANA, STANDARD.value): 1550}
    july = await tell_at(services, 2, five, date(2026, 7, 20))
    assert await standings(services) == {(DANA, STANDARD.value): 1593}

    await undo_event(services, Actor(CLUB, person("Tess"), 99, manager=True), july)
    assert await standings(services) == {(DANA, STANDARD.value): 1550}


async def set_at(services: Services, day: date, rating: float = 1500.0) -> None:
    written = SetRatingRequest(person(DANA), rating, 50, STANDARD, day=day)
    await set_rating(services, Actor(CLUB, person("Tess"), 5, manager=True), written)


async def test_an_unrated_player_collects_games_until_there_are_five(services: Services) -> None:
    """Three games, then two: Ra = (7500 + 3600) / 7 = 1585.7, W + 1 = 3.5 of 7, p .50: 1586 on 1 November."""
    await report(services, Actor(CLUB, person(ELI), 1), "W1500 L1500 D1500", date(2026, 9, 10), rating_list=STANDARD)
    assert await standings(services) == {}
    await report(services, Actor(CLUB, person(ELI), 2), "W1500 L1500", date(2026, 10, 10), rating_list=STANDARD)
    assert await standings(services) == {(ELI, STANDARD.value): 1586}
    entries = await rows(services.database, select(journal.c.after, journal.c.list_fact_id).order_by(journal.c.date))
    assert [row.after for row in entries] == [None, None, 1586]
    await wipe(services.database)
    assert not any((await derived(services.database)).values())


async def test_rapid_begins_from_the_standard_rating(services: Services) -> None:
    """No rapid rating, standard 1500: it counts as rated, two wins against 1500: K 20 is that of a newcomer, 40."""
    await set_at(services, date(2026, 1, 1))
    await tell(services, 7, 60, (DANA, "W1500 W1500", {"rating_list": RAPID}))
    assert await standings(services) == {(DANA, STANDARD.value): 1500, (DANA, RAPID.value): 1540}


async def test_merged_players_have_one_fide_rating_until_the_undo(services: Services) -> None:
    """Eli's 1400 of October comes along, and with it one of two against 1500s, D −100: 20 × (1 − .72) = +5.6: 1406.

    The undo gives back exactly what was.
    """
    await set_at(services, date(2026, 1, 1))
    await tell_at(services, 1, "W1500 W1500 D1500 D1500 L1500", date(2026, 9, 10))
    await report(
        services, Actor(CLUB, person(ELI), 2), "W1500 L1500", date(2026, 10, 10), rating=1400, games=50,
        rating_list=STANDARD,
    )  # fmt: skip
    before, ids = await derived(services.database), await player_ids(services)
    tess = Actor(CLUB, person("Tess"), 50, manager=True)

    merged = await merge_players(services, tess, ids[DANA], ids[ELI], "one person")

    assert await standings(services) == {(DANA, STANDARD.value): 1406}
    await undo_merge(services, Actor(CLUB, person("Tess"), 51, manager=True), merged.merge_id)
    assert await derived(services.database) == before


async def player_ids(services: Services) -> dict[str, int]:
    return {row.name: row.id for row in await rows(services.database, select(player.c.name, player.c.id))}


async def test_a_list_stays_for_those_whom_only_later_events_reach(services: Services) -> None:
    """Eli's first rating of 1 November does not hang on what Dana reports late, though both met on 21 November."""
    both = ("both", 1.0, {"lists": (STANDARD,)})
    eli = (ELI, "W1700 W1650 W1720 D1800 D1750", {"rating_list": STANDARD})
    dana = (DANA, "W1500 L1600 D1550", {"rating_list": STANDARD})
    for index, (days, fact) in enumerate([(0, both), (23, eli), (23, dana)]):
        await tell(services, index, days, fact)
    late = await derived(services.database)
    assert (await standings(services))[ELI, STANDARD.value] == 1904
    await wipe(services.database)
    for index, (days, fact) in enumerate([(23, eli), (23, dana), (0, both)]):
        await tell(services, index, days, fact)
    assert late == await derived(services.database)


async def test_a_list_is_for_those_who_have_played_for_it_alone(services: Services) -> None:
    """Dana's 1300 of 12 October is below 1400, but what unrates her is the list of her games, not that of November.

    A late report of October, which that list would count, is taken back, and leaves her as she was.
    """
    both = ("both", 1.0, {"lists": (STANDARD,)})
    await set_at(services, date(2026, 10, 12), 1300.0)
    await tell(services, 0, 5, both)
    before = await derived(services.database)
    assert await standings(services) == {(DANA, STANDARD.value): 1300}

    late = await tell(services, 1, 40, both)
    assert await standings(services) == {}
    await undo_event(services, Actor(CLUB, person("Tess"), 99, manager=True), late)

    assert await derived(services.database) == before
