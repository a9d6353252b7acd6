"""The top ten of a year or season, day by day, for its animation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import Read, read
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.services.ratings.club_year import Stretch, main_list, may_be_named, stretch_of
from bot.services.ratings.leaderboard import BoardQuery
from bot.services.ratings.past_board import lines_on
from bot.store.people import profiles
from bot.store.ratings import periods
from core.errors import NotFoundError
from core.lists import RatingList

TOP = 10
MOST_STEPS = 12


class RaceDay(NamedTuple):
    """A day's top ten: players and displayed ratings."""

    day: date
    lines: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Race:
    """A list's top ten over a period. days: at equal distances. names: of everybody who is in it."""

    stretch: Stretch
    rating_list: RatingList
    days: Sequence[RaceDay]
    names: Mapping[int, str]


async def year_race(services: Services, actor: Actor, in_year: int | None, season_id: int | None) -> Race:
    """Return the race of a year (default: this one) or a season; raise NotFoundError if nobody was rated in it."""
    await bring_up_to_date(services, actor.club_id)
    return await _year_race(services, actor, in_year, season_id)


@read()
def _year_race(look: Read, in_year: int | None, season_id: int | None) -> Race:
    connection, club = look.connection, look.club
    stretch = stretch_of(connection, club, in_year, season_id, look.today)
    last = min(stretch.last, look.today)
    events = periods.events(connection, club.id, stretch.first, last)
    if not events:
        raise NotFoundError(f"Nobody played in {stretch.name}. Choose another year or season.")
    which = stretch.rating_list or main_list(club, events.values())
    found = {day: lines_on(look, BoardQuery(which, on=day)) for day in _days(stretch.first, last)}
    ids = sorted({line.player.id for lines in found.values() for line in lines})
    people = {one.id: one for one in profiles.of(connection, club.id, ids).values() if may_be_named(one, stretch)}
    days = [
        RaceDay(day, [(one.player.id, one.displayed) for one in lines if one.active and one.player.id in people][:TOP])
        for day, lines in found.items()
    ]
    named = {player_id for one in days for player_id, _ in one.lines}
    if not named:
        raise NotFoundError(f"Nobody who may be named had a {which.label} rating in {stretch.name}.")
    return Race(stretch, which, days, {player_id: people[player_id].name for player_id in named})


def _days(first: date, last: date) -> list[date]:
    """Return the day before the first, and days at equal distances."""
    before = first - timedelta(days=1)
    length = (last - before).days
    steps = min(MOST_STEPS, length)
    return [before + timedelta(days=length * at // steps) for at in range(steps + 1)]
