"""A section that is being played."""

from datetime import date
from functools import partial
from typing import Any

import pytest

from bot.services.events.report import stored_report
from bot.services.framework.context import Actor, Services
from bot.services.ratings.forecast import LiveSection, live_section_in
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.club import clubs
from bot.store.people import players
from bot.ui.cards.evening_chances import prospect_lines, prospects_by_list, turn_lines
from core.errors import RuleError
from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.tournament.odds.open_event import Method, Schedule
from tests.conftest import TODAY, person
from tests.services.framework.folding_checks import CLUB, record_section

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
RATINGS = {"Ann": 1600.0, "Ben": 1600.0, "Cleo": 1600.0, "Dan": 1600.0, "Eve": 1600.0}
REGULAR = RatingList.USCHESS_REGULAR
GAMES = ((1, 1, 2, 1.0), (2, 1, 3, 0.5), (1, 3, 4, 0.0), (2, 4, 5, 1.0))


async def entered(
    services: Services, ratings: dict[str, float], *, rating_list: RatingList = REGULAR
) -> dict[str, int]:
    """Enter ratings after 100 games, and return everybody's id."""
    for index, (name, rating) in enumerate(ratings.items()):
        tess = Actor(CLUB, person("Tess"), 7_000 + index, manager=True)
        await set_rating(services, tess, SetRatingRequest(person(name), rating, 100, rating_list=rating_list, day=DAY))

    def ids(connection: Any) -> dict[str, int]:
        clubs.lock_club(connection, CLUB, services.now())
        return {name: players.ensure(connection, CLUB, person(name).user_id, name, services.now()).id for name in NAMES}

    return await services.database.write(ids, club=CLUB)


DAY = date(2026, 1, 5)


def schedule_of(ids: dict[str, int], games: tuple[Any, ...], rounds: int, **more: Any) -> Schedule:
    entrants = tuple(Entrant(number, player=ids[name], rated=True) for number, name in enumerate(NAMES, start=1))
    crosstable = Crosstable(TODAY, entrants, tuple(Game(*game) for game in games))
    return Schedule(crosstable, **{"method": Method.SWISS, "rounds": rounds, "paired": 2, **more})


async def section_of(services: Services, ids: dict[str, int], *args: Any, **more: Any) -> LiveSection:
    def look(connection: Any) -> LiveSection:
        return live_section_in(connection, clubs.find(connection, CLUB), schedule_of(ids, *args, **more), (REGULAR,))

    return await services.database.read(look, club=CLUB)


async def test_it_says_what_the_next_rounds_must_bring(services: Services) -> None:
    """Ann has 1½ of 2 against players of 1600, who are about that still: see the sums in test_core_prospects."""
    ids = await entered(services, RATINGS)
    section = await section_of(services, ids, GAMES, 4)
    found = prospects_by_list(section, 1)
    text = "\n".join(prospect_lines(section, 1, found))
    assert "The 4th Category norm is safe whatever happens." in text
    assert "from the last 2 rounds earns the 2nd Category norm." in text
    assert "Opponents not paired yet are assumed to be rated 15" in text
    last = await section_of(services, ids, (*GAMES, (3, 1, 4, 1.0)), 4, paired=4, boards=((5, 1),))
    after = prospects_by_list(last, 1)
    text = "\n".join(prospect_lines(last, 1, after))
    assert "A win in round 4 earns the 2nd Category norm." in text
    assert "taken as rated" not in text
    lost = await section_of(services, ids, (*GAMES, (3, 1, 4, 0.0)), 4, paired=4, boards=((5, 1),))
    gone = turn_lines(found, prospects_by_list(lost, 1))
    assert gone == ["The 2nd Category norm is out of reach now."]
    assert turn_lines(found, found) == []


async def test_what_it_would_bring_now_is_what_the_event_brings(services: Services) -> None:
    ids = await entered(services, RATINGS)
    section = await section_of(services, ids, GAMES, 2)
    named = [(rnd, first, second, score) for rnd, first, second, score in GAMES]
    event_id, known = await services.database.write(
        lambda connection: partial(record_section, connection, services)(NAMES, named), club=CLUB
    )
    assert known == ids
    for name in NAMES:
        tess = Actor(CLUB, person("Tess"), 1, manager=True)
        stored = await stored_report(services, tess, event_id, ids[name])
        assert section.outcomes[REGULAR][ids[name]].after == stored.outcome.after
        assert section.now[REGULAR][NAMES.index(name) + 1] == stored.outcome.after.rating
    assert section.odds(1).runs == 1


async def test_chances_and_the_rating_to_expect(services: Services) -> None:
    ids = await entered(services, RATINGS)
    section = await section_of(services, ids, GAMES, 3)
    odds = section.odds(seed=1, runs=500)
    assert section.odds(seed=1, runs=500) == odds
    assert sum(finish.share for finish in odds.finishes.values()) == pytest.approx(1)
    finish = odds.finishes[1]
    expected = section.expected_rating(finish, REGULAR)
    after = [section.finish_of(1, REGULAR, live=False).rating_after(points) for points in (0.0, 1.0)]
    assert after[0] < expected < after[1]


async def test_draws_of_the_club_tell_how_often_it_draws(services: Services) -> None:
    """50 games of prior with 12½ draws, and 2 draws of 3 games."""
    ids = await entered(services, RATINGS)
    assert (await section_of(services, ids, GAMES, 3)).draws == 0.25
    games = [(1, 1, 2, 0.5), (2, 1, 3, 0.5), (3, 2, 3, 1.0)]
    await services.database.write(
        lambda connection: partial(record_section, connection, services)(NAMES, games, day=DAY), club=CLUB
    )
    assert (await section_of(services, ids, GAMES, 3)).draws == 14.5 / 53


async def test_nobody_rated_has_no_odds(services: Services) -> None:
    ids = await entered(services, {})
    section = await section_of(services, ids, (), 3, paired=0)
    with pytest.raises(RuleError, match="Nobody in this event has a rating yet"):
        section.odds(1)
    assert prospects_by_list(section, 1) == {REGULAR: ()}
