"""One look tells what two looks do: what stands behind a day, the highest rating so far, who asks and has asked."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from folding_checks import CLUB, event, report

from bot.services.context import Actor, Services
from bot.services.events.record import record_own_event
from bot.services.events.report import stored_report
from bot.services.events.void import undo_event
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.seasons.begin import NewSeason, begin_season
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import journals, standings
from bot.store.events import facts, seasons, unconfirmed
from bot.store.kept import audits
from bot.store.people import claims, players
from core.crosstable import TimeControl
from core.formats.typed.newcomers import Age
from core.lists import RatingList
from tests.conftest import TODAY, person

LISTS = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
NAMES = ("Dana", "Eli", "Fay", "Gus")
DUAL = {"time_control": TimeControl(45, 5)}
DAYS = [TODAY - timedelta(days) for days in (0, 1, 2, 9, 10, 31, 400)]


def by(name: str, interaction_id: int, *, manager: bool = False) -> Actor:
    return Actor(CLUB, person(name), interaction_id, manager=manager)


@pytest.fixture
async def played(services: Services) -> Services:
    """Return a club of four: events on two lists and many days, one of them taken back, and a season that has ended."""
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


def known(connection: Connection) -> Sequence[int]:
    found = [players.by_user(connection, CLUB, person(name).user_id) for name in NAMES]
    return [one.id for one in found if one is not None]


@pytest.mark.both_databases
async def test_what_stands_behind_a_day_is_the_events_from_it_on_and_the_boards_that_have_it(played: Services) -> None:
    def look(connection: Connection) -> list[bool]:
        boards = []
        for day in DAYS:
            kept = any(seasons.ended_since(connection, CLUB, one, day) for one in RatingList)
            for player_id in known(connection):
                told = unconfirmed.behind(connection, CLUB, player_id, day)
                assert sorted(told.moving) == sorted(unconfirmed.moving_from(connection, CLUB, player_id, day))
                assert told.boards is kept
            boards.append(kept)
        assert unconfirmed.behind(connection, CLUB + 1, 1, DAYS[-1]) == ([], False)
        return boards

    assert await played.database.read(look, club=CLUB) == [day <= DAYS[3] for day in DAYS]


@pytest.mark.both_databases
async def test_a_standing_comes_with_the_highest_rating_before_a_place(played: Services) -> None:
    def look(connection: Connection) -> set[float | None]:
        seen = set()
        for player_id in known(connection):
            for moved in LISTS:
                for day in [*DAYS, DAYS[-1] - timedelta(1)]:
                    end = facts.end_of(day)
                    standing, highest = standings.find_with_highest(connection, CLUB, moved, player_id, end)
                    assert standing == standings.find(connection, CLUB, moved, player_id)
                    expected = journals.highest_before(connection, player_id, moved, end)
                    assert highest == (None if standing is None else expected)
                    seen.add(highest)
        return seen

    assert len(await played.database.read(look, club=CLUB)) > 6


@pytest.mark.both_databases
async def test_who_asks_is_found_with_what_their_interaction_has_done(played: Services) -> None:
    def look(connection: Connection) -> None:
        for number in range(24):
            entry = audits.by_interaction(connection, CLUB, 100 + number)
            assert entry is not None
            # Twice: by whoever did it, and by somebody else, whose interaction it is not.
            for name in NAMES:
                user = person(name).user_id
                told: Any = players.who_asks(connection, CLUB, user, 100 + number)
                assert told[1] == entry
                assert told[0].id == players.ensure(connection, CLUB, user, name, played.now(), told[0]).id
            assert players.who_asks(connection, CLUB, person("Dana").user_id, 7)[1] is None  # type: ignore[index]
        assert players.who_asks(connection, CLUB, person("Nobody").user_id, 100) is None
        assert players.who_asks(connection, CLUB + 1, person("Dana").user_id, 100) is None

    await played.database.read(look, club=CLUB)


@pytest.mark.both_databases
async def test_whoever_has_no_namesake_is_nobodys_of_the_name(services: Services) -> None:
    def work(connection: Connection) -> None:
        clubs.lock_club(connection, CLUB, services.now())
        clubs.lock_club(connection, CLUB + 1, services.now())

        def ensured(name: str, called: str | None = None) -> bool | None:
            user = person(name).user_id
            found = players.ensure(connection, CLUB, user, called or name, services.now())
            named = claims.nobodys_named(connection, CLUB, found.name.casefold())
            assert found.has_namesake is not False or not named
            return found.has_namesake

        assert ensured("Dana") is None  # new: nobody has looked
        assert ensured("Dana") is False
        players.add_unlinked(connection, CLUB, "DANA", services.now())
        assert ensured("Dana") is True
        assert ensured("Dana", "Dan") is None  # called otherwise from now on
        assert ensured("Dana", "Dan") is False
        players.ensure(connection, CLUB, person("Eli").user_id, "Dan", services.now())
        assert ensured("Dana", "Dan") is False  # a member is somebody
        players.add_unlinked(connection, CLUB + 1, "Dan", services.now())

    await services.database.write(work, club=None)


@pytest.mark.both_databases
async def test_a_report_behind_a_kept_board_corrects_it_and_one_after_it_leaves_it(played: Services) -> None:
    async def corrected() -> bool:
        found = await played.database.read(lambda connection: seasons.of_club(connection, CLUB), club=CLUB)
        return found[0].corrected is not None

    assert not await corrected()
    # Nothing of the player stands behind either of them: only the board does.
    member = replace(by("New", 200), manager=True)
    await report(played, member, "W1500 W1500", DAYS[2])
    assert not await corrected()
    late = replace(by("Newer", 201), manager=True)
    event_id = await report(played, late, "W1500 W1500", DAYS[3])
    assert await corrected()
    await undo_event(played, replace(late, interaction_id=202), event_id)
    assert not await corrected()


@pytest.mark.both_databases
async def test_a_peak_is_told_alike_at_once_and_later_also_where_an_age_makes_all_before_another(
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
