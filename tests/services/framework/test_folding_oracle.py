"""Oracle in the fold: matches move both sides, a calibration everybody; any order ends where the right one does."""

from datetime import UTC, datetime, time, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.services.club.settings.own_lists import found_list
from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import write_for_club
from bot.services.matches.match import MatchSubmission, record_match
from bot.services.ratings.oracle.calibrate import PoolChange, change_pool, store_calibration, undo_calibration
from bot.services.ratings.oracle.pools import ParsedSide
from bot.store.database.tables import player, standing
from core.errors import InputError
from core.lists import OwnList, RatingList
from core.rating.oracle.config import BareScores, Rebalancing
from core.rating.systems import system_of
from tests.conftest import TODAY, person, rows
from tests.services.framework.folding_checks import CLUB, derived, wipe
from tests.services.framework.test_folding_lists import few_examples

POOL, SECOND_POOL = RatingList.ORACLE, RatingList("oracle:Second")
NAMES = ("Dana", "Eli", "Fay", "Keeper")
TESS = person("Tess")


class Match(NamedTuple):
    first: str
    second: str
    results: str
    in_order: bool


class Calibration(NamedTuple):
    pool: RatingList = POOL


MATCHES = st.builds(
    lambda pair, results, in_order: Match(*pair, results, in_order),
    st.permutations(NAMES).map(lambda names: names[:2]),
    st.text("WLD", min_size=1, max_size=6),
    st.booleans(),
)
FACTS = st.lists(
    st.tuples(st.integers(0, 8), st.one_of(MATCHES, MATCHES, st.just(Calibration()))), min_size=2, max_size=9
)
FIRST_OF_ALL = (9, Match("Dana", "Keeper", "WLW", False))
"""A calibration takes at least one match, which is never undone."""


def td(interaction: int) -> Actor:
    return Actor(CLUB, TESS, interaction, manager=True)


def side(name: str) -> ParsedSide:
    return ParsedSide(f"<@{person(name).user_id}>", person(name))


def on_day(services: Services, days_ago: int) -> Services:
    day = TODAY - timedelta(days_ago)
    return Services(services.database, lambda: datetime.combine(day, time(12), UTC))


SETTINGS: list[dict[str, Any]] = [{}, {"rebalancing": Rebalancing.ALL, "bare_scores": BareScores.WINS_FIRST}]
"""The club's own way, and that of the seed's program."""


async def name_keeper(services: Services, values: dict[str, Any] | None = None) -> None:
    await change_pool(services, td(1), POOL, PoolChange(values or {}, keeper=side("Keeper")))


async def tell(services: Services, index: int, days_ago: int, fact: Match | Calibration) -> int:
    actor, day = td(100 + index), TODAY - timedelta(days_ago)
    if isinstance(fact, Calibration):
        return (await store_calibration(on_day(services, days_ago), actor, fact.pool)).list_fact_id or 0
    counts = {"wins": fact.results.count("W"), "losses": fact.results.count("L"), "draws": fact.results.count("D")}
    results = tuple({"W": 1.0, "L": 0.0, "D": 0.5}[letter] for letter in fact.results)
    written = MatchSubmission(
        side(fact.second), member=side(fact.first), day=day, **({"results": results} if fact.in_order else counts)
    )
    return (await record_match(services, actor, written)).event_id


async def take_back(services: Services, index: int, fact: Match | Calibration, fact_id: int) -> None:
    undo = undo_calibration if isinstance(fact, Calibration) else undo_event
    await undo(services, td(1000 + index), fact_id)


@pytest.mark.sampled(2)
@given(told=FACTS, values=st.sampled_from(SETTINGS), data=st.data())
@few_examples
async def test_any_order_of_matches_and_calibrations_gives_the_same(
    services: Services, told: list[tuple[int, Match | Calibration]], values: dict[str, Any], data: st.DataObject
) -> None:
    indices = range(len(told))
    undone = data.draw(st.sets(st.sampled_from(indices), max_size=len(told) - 1))
    # Among facts of one day the order of reporting counts: only whole days are shuffled.
    shuffled = data.draw(st.permutations(sorted({days for days, _ in told})))
    order = [index for day in shuffled for index in indices if told[index][0] == day]

    await wipe(services.database)
    await name_keeper(services, values)
    await tell(services, 99, *FIRST_OF_ALL)
    stored = {index: await tell(services, index, *told[index]) for index in order}
    for index in data.draw(st.permutations(sorted(undone))):
        await take_back(services, index, told[index][1], stored[index])
    result = await derived(services.database)

    await wipe(services.database)
    await name_keeper(services, values)
    await tell(services, 99, *FIRST_OF_ALL)
    for index in sorted(set(indices) - undone, key=lambda index: (-told[index][0], index)):
        await tell(services, index, *told[index])
    assert result == await derived(services.database)
    await wipe(services.database)


@pytest.mark.sampled(2)
@given(
    told=st.lists(st.tuples(st.integers(0, 8), MATCHES), min_size=1, max_size=6),
    values=st.sampled_from(SETTINGS),
    data=st.data(),
)
@few_examples
async def test_a_keeper_who_is_named_late_ends_where_one_named_early_does(
    services: Services, told: list[tuple[int, Match]], values: dict[str, Any], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(told)))
    results = []
    for named_at in (0, at):
        await wipe(services.database)
        for index, fact in enumerate(told):
            if index == named_at:
                await name_keeper(services, values)
            await tell(services, index, *fact)
        if named_at == len(told):
            await name_keeper(services, values)
        results.append(await derived(services.database))
    assert results[0] == results[1]
    await wipe(services.database)


async def ratings(services: Services) -> dict[tuple[str, str], float]:
    query = select(player.c.name, standing.c.list, standing.c.rating).join(player, player.c.id == standing.c.player_id)
    return {(row.name, row.list): row.rating for row in await rows(services.database, query)}


async def test_whose_only_match_is_taken_back_leaves_an_earlier_calibration_too(services: Services) -> None:
    await name_keeper(services)
    await tell(services, 0, *FIRST_OF_ALL)
    before = await derived(services.database)
    match = await tell(services, 1, 5, Match("Eli", "Fay", "WW", False))
    calibration = await tell(services, 2, 3, Calibration())
    assert {name for name, _ in await ratings(services)} == {"Dana", "Keeper", "Eli", "Fay"}

    await undo_event(services, td(50), match)

    assert not [line for line in (await derived(services.database))["journal"] if "Eli" in line or "Fay" in line]
    await undo_calibration(services, td(51), calibration)
    assert await derived(services.database) == before


async def test_late_newcomers_are_in_a_later_calibration(services: Services) -> None:
    await name_keeper(services)
    await tell(services, 0, *FIRST_OF_ALL)
    await tell(services, 1, 3, Calibration())
    await tell(services, 2, 5, Match("Eli", "Keeper", "WWW", False))
    late = await ratings(services)

    await wipe(services.database)
    await name_keeper(services)
    await tell(services, 0, *FIRST_OF_ALL)
    await tell(services, 2, 5, Match("Eli", "Keeper", "WWW", False))
    await tell(services, 1, 3, Calibration())
    assert await ratings(services) == late


async def test_a_keeper_without_games_is_not_in_a_calibration(
    services: Services,
) -> None:
    await name_keeper(services)
    await tell(services, 1, 5, Match("Eli", "Fay", "WWL", False))
    await tell(services, 2, 3, Calibration())
    await tell(services, 3, 1, Match("Dana", "Keeper", "W", False))
    before = await derived(services.database)

    await write_for_club(services, CLUB, lambda write: write.recalculate_fully([POOL]))
    assert await derived(services.database) == before


async def test_a_calibration_whose_only_match_is_taken_back_moves_nobody(services: Services) -> None:
    await name_keeper(services)
    match = await tell(services, 1, 5, Match("Eli", "Fay", "WWL", False))
    await tell(services, 2, 3, Calibration())
    await undo_event(services, td(50), match)
    assert await ratings(services) == {}
    await tell(services, 3, 1, Match("Dana", "Keeper", "W", False))
    assert (await ratings(services))["Dana", POOL] == pytest.approx(100 * 1.3 / 2.3, rel=1e-12)


async def test_a_calibration_before_any_match_is_refused_despite_later_facts(services: Services) -> None:
    await name_keeper(services)
    await tell(services, 1, 5, Match("Eli", "Fay", "WWL", False))
    await tell(services, 2, 3, Calibration())
    with pytest.raises(InputError, match="no matches to calibrate from"):
        await tell(services, 3, 7, Calibration())


async def test_pools_have_nothing_to_do_with_each_other(services: Services) -> None:
    await name_keeper(services)
    await found_list(services, td(20), RatingList.ORACLE, "Second", OwnList())
    await change_pool(services, td(2), SECOND_POOL, PoolChange(keeper=side("Eli")))
    await tell(services, 0, *FIRST_OF_ALL)
    before = await ratings(services)
    await record_match(services, td(3), MatchSubmission(side("Eli"), wins=5, member=side("Dana"), pool=SECOND_POOL))
    after = await ratings(services)
    assert {key: after[key] for key in before} == before
    assert after["Eli", SECOND_POOL] == 50.0
    assert after["Dana", SECOND_POOL] > 50.0


async def test_every_standing_keeps_the_state_that_the_keepers_last_one_measures(services: Services) -> None:
    await name_keeper(services, SETTINGS[1])
    told = [
        (8, Match("Dana", "Keeper", "WLW", False)),
        (6, Match("Eli", "Keeper", "LL", False)),
        (4, Match("Fay", "Dana", "WD", False)),
        (2, Match("Eli", "Keeper", "WWWL", False)),
    ]
    ids = [await tell(services, index, days, match) for index, (days, match) in enumerate(told)]
    await take_back(services, 0, told[0][1], ids[0])  # all that is behind is worked out again
    system = system_of(POOL)
    found = await rows(services.database, select(standing.c.state, standing.c.rating))
    states = [(system.load(row.state), row.rating) for row in found]
    (keeper,) = (state for state, _ in states if state.is_keeper)
    assert keeper.raw != 0
    for state, rating in states:
        assert state == system.measured(state, keeper)
        assert rating == system.rank(state).rating  # type: ignore[union-attr]
    assert len(states) == 4
