"""A pool's settings: its Keeper and the figures of its calculations. What is stored is folded again by them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from bot.services.context import Actor, Services
from bot.services.fold.changes import RatingChange
from bot.services.oracle.pools import ParsedSide, config_of, ensure_side
from bot.services.settings_undo import POOL_CHANGED, difference
from bot.services.transaction import Done, Write, read_as_director, write_once
from bot.services.upkeep.due_matches import count_due
from bot.services.upkeep.refold import refold
from bot.store import clubs
from bot.store.database import Connection
from bot.store.people import players
from bot.store.rows import AuditEntry, Club, Player
from core.errors import InputError
from core.lists import RatingList
from core.oracle.config import DEFAULT, OracleConfig
from core.oracle.kinds import PlayerKind

OFF_THE_FOLD = frozenset({"keeper_name"})
"""Settings that no stored rating rests on."""


@dataclass(frozen=True, slots=True)
class PoolChange:
    """What a director wrote. values: by the setting's name; usual: whether all others go back to the usual ones.

    keeper: who it is; a name that is new is added.
    """

    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    keeper: ParsedSide | None = None
    usual: bool = False

    @property
    def writes(self) -> bool:
        return bool(self.values) or self.keeper is not None or self.usual


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """A pool with its settings. keeper: None where nobody is.

    pools: those that the club has opened. changes: ratings that are others by a change of the settings.
    """

    pool: RatingList
    config: OracleConfig
    keeper: Player | None
    pools: tuple[RatingList, ...]
    changes: tuple[RatingChange, ...] = ()
    people: Mapping[int, Player] = field(default_factory=lambda: MappingProxyType({}))


async def pool_settings(services: Services, actor: Actor, pool: RatingList, change: PoolChange) -> PoolSettings:
    """Return a pool's settings, after a change where one is asked for; directors only."""

    def work(write: Write) -> Done[PoolSettings]:
        club = write.club
        count_due(write)
        is_open = pool is RatingList.ORACLE or pool in club.house_rules.oracle_pools
        if not is_open and change.keeper is None:
            raise InputError("A new pool is measured by a Keeper of its own: add keeper.")
        before = club.house_rules.oracle_for(pool)
        after = replace(DEFAULT if change.usual else before, **change.values)
        if change.usual and change.keeper is None:
            after = replace(after, keeper_player=before.keeper_player, keeper_name=before.keeper_name)
        if change.keeper is not None:
            keeper = ensure_keeper(write, change.keeper)
            after = replace(after, keeper_player=keeper.id, keeper_name=keeper.name)
        changed, moved = set_config(write, pool, after)
        people = players.by_ids(write.connection, club.id, {one.player_id for one in moved})
        report = replace(_settings(write.connection, changed.club, pool), changes=moved, people=people)
        written = {name: str(value) for name, value in change.values.items()}
        details = {"list": pool.value, "values": written, **difference(club, changed.club)}
        return Done(report, after.keeper_player or club.id, details)

    def again(write: Write, entry: AuditEntry) -> PoolSettings:
        return _settings(write.connection, write.club, pool)

    what = "see or change a pool's settings"
    if not change.writes:
        return await read_as_director(services, actor, what, lambda connection, club: _settings(connection, club, pool))
    return await write_once(services, actor, POOL_CHANGED, work, again=again, director_to=what)


def ensure_keeper(write: Write, written: ParsedSide) -> Player:
    """Return the player who is to be the Keeper, added where the name is new."""
    connection, club = write.connection, write.club
    if written.member is None and not written.text.startswith(("#", "<")):
        known = players.by_folded_names(connection, club.id, [written.text.casefold()])
        if not known:
            return players.add_unlinked(connection, club.id, written.text, write.now, kind=PlayerKind.AI_KEEPER.value)
    return ensure_side(write, written, None)


def set_config(write: Write, pool: RatingList, config: OracleConfig) -> tuple[Write, tuple[RatingChange, ...]]:
    """Store a pool's settings, and fold it again where its ratings rest on them; go on with the write returned."""
    before = write.club.house_rules.oracle_for(pool)
    rules = write.club.house_rules.with_oracle(pool, config)
    clubs.change(write.connection, write.club.id, {"house_rules": rules.to_json()})
    changed = replace(write, club=clubs.find(write.connection, write.club.id))
    same = {name: getattr(before, name) for name in OFF_THE_FOLD}
    if replace(config, **same) == before:
        return changed, ()
    done = refold(changed, (pool,))
    return changed, tuple(change for change in done.changes if change.day is None)


def _settings(connection: Connection, club: Club, pool: RatingList) -> PoolSettings:
    config = config_of(club, pool)
    known = {} if config.keeper_player is None else players.by_ids(connection, club.id, [config.keeper_player])
    keeper = known.get(config.keeper_player or 0)
    return PoolSettings(pool, config, keeper, (RatingList.ORACLE, *club.house_rules.oracle_pools))
