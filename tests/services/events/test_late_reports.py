"""Reports of earlier days: the boards of seasons that ended, and what was the highest rating so far."""

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from bot.services.events.record import record_own_event
from bot.services.events.report import stored_report
from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.ratings.seasons import NewSeason, begin_season
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.ratings import seasons
from core.event.crosstable import TimeControl
from core.files.typed.persons import Age
from core.lists import RatingList
from tests.conftest import TODAY, person
from tests.services.framework.folding_checks import CLUB, event, report

LISTS = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
NAMES = ("Dana", "Eli", "Fay", "Gus")
DUAL = {"time_control": TimeControl(45, 5)}
DAYS = [TODAY - timedelta(days) for days in (0, 1, 2, 9, 10, 31, 400)]


def by(name: str, interaction_id: int, *, manager: bool = False) -> Actor:
    return Actor(CLUB, person(name), interaction_id, manager=manager)


@pytest.fixture
async def played(services: Services) -> Services:
    draw, events = random.Random(7), list[int]()
    for number, name in enumerate(NAMES[:3]):
        asked = SetRatingRequest(person(name), 1500.0 + 20 * number, 40, day=DAYS[-1])
        await set_rating(services, by("Tess", 10 + number, manager=True), asked)
    for number in range(24):
        name, day = draw.choice(NAMES), draw.choice(DAYS[:-1])
        lists: dict[str, Any] = draw.choice(({"rating_list": LISTS[0]}, {"rating_list": LISTS[1]}, DUAL))
        written = draw.choice(("W1500 W1600 L1700", "L1500 L1400", "W1900 W1900"))
        events.append(await report(services, by(name, 100 + number), written, day, **lists))
    await undo_event(services, by("Tess", 30, manager=True), events[5])
    season = NewSeason("Autumn", DAYS[3], DAYS[5], LISTS[0], minimum=1)  # ends at once, for its last day is over
    await begin_season(services, by("Tess", 31, manager=True), season)
    return services


@pytest.mark.both_databases
async def test_only_a_report_before_a_final_board_corrects_it(played: Services) -> None:
    async def corrected() -> bool:
        found = await played.database.read(lambda connection: seasons.of_club(connection, CLUB), club=CLUB)
        return found[0].corrected is not None

    assert not await corrected()
    # No event of the player follows either of them: only the leaderboard does.
    member = replace(by("New", 200), manager=True)
    await report(played, member, "W1500 W1500", DAYS[2])
    assert not await corrected()
    late = replace(by("Newer", 201), manager=True)
    event_id = await report(played, late, "W1500 W1500", DAYS[3])
    assert await corrected()
    await undo_event(played, replace(late, interaction_id=202), event_id)
    assert not await corrected()


@pytest.mark.both_databases
async def test_a_peak_is_announced_the_same_at_once_and_later(
    services: Services,
) -> None:
    """A child begins lower than an adult: what was the highest so far is so no more once the age is told."""
    told = []
    for number, results in enumerate(("W700 W800 W1100", "W700 W800 D1500", "W700 W800 L1500", "W1480 W1500 W1500")):
        name = f"Child {number}"
        await report(services, by(name, 300 + 10 * number), "L1500", DAYS[6])
        await report(services, by(name, 301 + 10 * number), "W1500 L1450 " * 12 + "D1500 D1500", DAYS[5])
        late = replace(by(name, 302 + 10 * number), manager=True)
        written = event(results, DAYS[0], age=Age(date(2016, 1, 1), adult=False))
        at_once = await record_own_event(services, late, written)
        again = await stored_report(services, late, at_once.event_id or 0, None)
        assert at_once.lists[0].is_peak is again.lists[0].is_peak
        told.append(again.lists[0].is_peak)
    assert told == [True, True, False, True]
