"""A club's list at a glance: how ratings are spread, where somebody stands, who improved most, how much is played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.services.context import Actor, Services
from bot.services.players.leaderboard import leaderboard
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import improved, spread, standings
from bot.store.derived.spread import Level
from bot.store.people import players, profiles
from bot.store.rows import Player
from core.errors import NotFoundError
from core.lists import RatingList
from core.words import counted

LEAST_PLAYERS, IMPROVED_NAMED, MONTHS = 10, 5, 12


@dataclass(frozen=True, slots=True)
class Improved:
    """By how many displayed points a player rose within a year, and where to."""

    player: Player
    gain: int
    rating: int


@dataclass(frozen=True, slots=True)
class Month:
    """What was played in a month. first: its first day."""

    first: date
    events: int
    games: int


@dataclass(frozen=True, slots=True)
class ClubChart:
    """A list of a club.

    levels: of active players with an established rating, lowest first. own: whoever asks, as displayed; None where
    they are unrated. improved: the most first. months: the last twelve, oldest first.
    """

    rating_list: RatingList
    levels: Sequence[Level]
    own: int | None
    improved: Sequence[Improved]
    months: Sequence[Month]
    today: date

    @property
    def players(self) -> int:
        return sum(level.players for level in self.levels)

    @property
    def percent_below(self) -> int | None:
        """Return how many of a hundred players stand below whoever asks, rounded down."""
        if self.own is None:
            return None
        return 100 * sum(level.players for level in self.levels if level.displayed < self.own) // self.players

    @property
    def median(self) -> float:
        """Return the rating in the middle, or the mean of the two there."""
        ratings = [level.displayed for level in self.levels for _ in range(level.players)]
        middle = len(ratings) // 2
        return ratings[middle] if len(ratings) % 2 else (ratings[middle - 1] + ratings[middle]) / 2


async def club_chart(services: Services, actor: Actor, rating_list: RatingList | None) -> ClubChart:
    """Return a list at a glance; raise NotFoundError for one with fewer than ten players to be spread."""
    board = await leaderboard(
        services, actor, rating_list
    )  # marks who has become inactive, and brings pools up to date
    which = board.query.rating_list

    def work(connection: Connection) -> ClubChart:
        club = clubs.find(connection, actor.club_id)
        today = services.today(club)
        levels = spread.spread(connection, club.id, which)
        active = sum(level.players for level in levels)
        if active < LEAST_PLAYERS:
            raise NotFoundError(
                f"{which.label} has {counted(active, 'active player')} with an established rating: "
                f"a chart takes {LEAST_PLAYERS}."
            )
        me = players.by_user(connection, club.id, actor.member.user_id)
        own = None if me is None else standings.find(connection, club.id, which, me.id)
        return ClubChart(
            rating_list=which,
            levels=levels,
            own=None if own is None else own.displayed,
            improved=_improved(connection, club.id, which, today),
            months=_months(connection, club.id, which, today),
            today=today,
        )

    return await services.database.read(work, club=actor.club_id)


def _improved(connection: Connection, club_id: int, rating_list: RatingList, today: date) -> list[Improved]:
    """Return who rose most within a year; hidden players are passed over."""
    since = _months_before(today, MONTHS)
    found = improved.most_gained(connection, club_id, rating_list, since, 10 * IMPROVED_NAMED)
    people = profiles.of(connection, club_id, [one.player_id for one in found])
    return [
        Improved(people[one.player_id].player, one.points, one.rating)
        for one in found
        if one.points > 0 and not people[one.player_id].hidden
    ][:IMPROVED_NAMED]


def _months(connection: Connection, club_id: int, rating_list: RatingList, today: date) -> list[Month]:
    first = _months_before(today, MONTHS - 1).replace(day=1)
    events, games = dict[date, int](), dict[date, int]()
    for one in spread.played_since(connection, club_id, rating_list, first):
        month = one.day.replace(day=1)
        events[month] = events.get(month, 0) + 1
        games[month] = games.get(month, 0) + one.games
    firsts = [_months_before(today, back).replace(day=1) for back in reversed(range(MONTHS))]
    return [Month(month, events.get(month, 0), games.get(month, 0)) for month in firsts]


def _months_before(day: date, months: int) -> date:
    """Return the same day so many months ago; the first where that month is shorter."""
    number = 12 * day.year + day.month - 1 - months
    return date(number // 12, number % 12 + 1, min(day.day, 28))
