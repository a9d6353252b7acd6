"""A pool's matches rated by Oracle, Elo and Glicko-2 beside each other; nothing of it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.oracle.pools import config_of
from bot.services.oracle.predict import crosstables_of
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store import clubs
from bot.store.database import Connection
from bot.store.people import players
from bot.store.rows import Player
from core.club_rules import ClubRules
from core.compared_systems import ComparedSystems, compare_systems
from core.errors import NotFoundError
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class PoolComparison:
    """What the three systems make of a pool's matches; people: by id. rules: by which the pool is rated."""

    pool: RatingList
    compared: ComparedSystems
    people: Mapping[int, Player]
    rules: ClubRules


async def pool_comparison(services: Services, actor: Actor, pool: RatingList) -> PoolComparison:
    """Return a pool's players and forecasts by the three systems; raise NotFoundError for a pool without a match."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolComparison:
        club = clubs.find(connection, actor.club_id)
        config_of(club, pool)
        compared = compare_systems(crosstables_of(connection, club, pool), pool, club.house_rules)
        if not compared.matches:
            raise NotFoundError(f"No match counts in {pool.label} yet: report one with /oracle match.")
        people = players.by_ids(connection, club.id, {one.player for one in compared.players})
        return PoolComparison(pool, compared, people, club.house_rules)

    return await services.database.read(work, club=actor.club_id)
