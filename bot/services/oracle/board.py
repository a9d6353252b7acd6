"""A pool's leaderboard, and all about one of its players."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from bot.services.context import Actor, Services
from bot.services.oracle.pools import PoolPlayer, config_of, in_pool, roster
from bot.services.someone import Someone, find_someone
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.people import players
from bot.store.rows import Club, Player
from core.errors import NotFoundError
from core.lists import RatingList
from core.oracle.config import OracleConfig
from core.oracle.matches import ResultTally, counted_matches
from core.oracle.reports import PoolLine, PoolPlayerDetails, details, leaderboard, superiority_by_errors
from core.oracle.scale import win_probability

MATCHES_LOOKED_AT, RIVALS_SHOWN = 200, 8


@dataclass(frozen=True, slots=True)
class PoolBoard:
    """A pool's players by rank.

    sure: whether only those who are surely stronger stand above somebody. me: the asking member's own player.
    inactive: how many are left out, for they have not played for a year.
    """

    pool: RatingList
    lines: tuple[PoolLine, ...]
    sure: bool
    inactive: int
    me: int | None


class Rival(NamedTuple):
    """What a player scored against another; chance: of beating them now."""

    player: Player
    tally: ResultTally
    chance: float


@dataclass(frozen=True, slots=True)
class PoolCard:
    """All about one player of a pool.

    rivals: those met most often in the latest matches. calibrated: the day of the last batch.
    """

    pool: RatingList
    one: PoolPlayer
    details: PoolPlayerDetails
    rivals: Sequence[Rival]

    @property
    def calibrated(self) -> date | None:
        return self.one.state.calibrated


async def pool_board(
    services: Services, actor: Actor, pool: RatingList, *, everyone: bool = False, sure: bool = False
) -> PoolBoard:
    """Return a pool's leaderboard, the Keeper on it."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolBoard:
        club = clubs.find(connection, actor.club_id)
        config = config_of(club, pool)
        found = roster(connection, club, pool, services.today(club))
        kept = [one for one in found if one.active or everyone]
        lines = leaderboard(
            (one.line(config) for one in kept), config, superiority=superiority_by_errors if sure else None
        )
        own = players.by_user(connection, club.id, actor.member.user_id)
        return PoolBoard(pool, lines, sure, len(found) - len(kept), None if own is None else own.id)

    return await services.database.read(work, club=actor.club_id)


async def pool_card(services: Services, actor: Actor, pool: RatingList, who: Someone | None) -> PoolCard:
    """Return all about a player of a pool; raise NotFoundError for one without a game there."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolCard:
        club = clubs.find(connection, actor.club_id)
        config, player = config_of(club, pool), _rated(connection, club, actor, who)
        one = in_pool(connection, club, pool, player)
        if not one.state.is_rated:
            raise NotFoundError(f"{player.name} has no {pool.label} rating yet: report a match with /oracle match.")
        tallies = _tallies(connection, club.id, pool, player.id, config)
        most = sorted(tallies, key=lambda key: (-sum(tallies[key]), key))[:RIVALS_SHOWN]
        people = players.by_ids(connection, club.id, most)
        own = one.state.log_strength
        rivals = [
            Rival(people[key], tallies[key], win_probability(own - _strength(connection, club, pool, people[key])))
            for key in most
            if key in people
        ]
        return PoolCard(pool, one, details(one.line(config), config), rivals)

    return await services.database.read(work, club=actor.club_id)


def _rated(connection: Connection, club: Club, actor: Actor, who: Someone | None) -> Player:
    found = find_someone(connection, club.id, who or actor.member)
    if found is None:
        are = "You are" if who is None else f"{who.name} is"
        raise NotFoundError(f"{are} no player of this club yet: report a match with /oracle match.")
    return found


def _strength(connection: Connection, club: Club, pool: RatingList, player: Player) -> float:
    return in_pool(connection, club, pool, player).state.log_strength


def _tallies(
    connection: Connection, club_id: int, pool: RatingList, player_id: int, config: OracleConfig
) -> dict[int, ResultTally]:
    """Return what a player scored against everybody they met in the latest matches, by player id."""
    events = facts.events_of(connection, club_id, player_id, MATCHES_LOOKED_AT, pool)
    tallies: dict[int, ResultTally] = defaultdict(lambda: ResultTally(0, 0, 0))
    for crosstable in facts.crosstables(connection, [event.id for event in events]).values():
        for match in counted_matches(crosstable, config):
            tally = match.tally
            if tally is None or player_id not in (match.first.player, match.second.player):
                continue
            other = match.second.player
            if player_id == other:
                other, tally = match.first.player, ResultTally(tally.losses, tally.wins, tally.draws)
            if isinstance(other, int):
                sums = (sum(counts) for counts in zip(tallies[other], tally, strict=True))
                tallies[other] = ResultTally(*sums)
    return dict(tallies)
