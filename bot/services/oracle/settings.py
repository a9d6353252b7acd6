"""A pool's settings: its Keeper and the figures of its calculations. What is stored is folded again by them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from bot.services.fold.changes import RatingChange
from bot.services.oracle.pools import ParsedSide, config_of, ensure_side
from bot.services.setting_kinds import Choice, Figure, Number, Setting, Switch
from bot.services.settings_undo import POOL_CHANGED, difference
from bot.services.transaction import Read, Write, read, use_case
from bot.services.upkeep.due_matches import count_due
from bot.services.upkeep.refold import refold, refold_by_other_rules
from bot.store import clubs
from bot.store.database import Connection
from bot.store.people import players
from bot.store.rows import Club, Player
from core.errors import InputError
from core.lists import RatingList
from core.oracle.config import DEFAULT, BareScores, Draws, OracleConfig, Rebalancing
from core.oracle.kinds import PlayerKind

OFF_THE_FOLD = frozenset({"keeper_name"})
"""Settings that no stored rating rests on."""

WHAT = "see or change a pool's settings"

_DRAWS = {
    Draws.HALF: "half a win for each",
    Draws.IGNORE: "nothing: they do not count",
    Draws.DAVIDSON: "half a win, and fitted for predictions (Davidson)",
}
_BARE_SCORES = {
    BareScores.MEAN: "every game counts the mean score",
    BareScores.WINS_FIRST: "wins first, then losses, then draws: the seed's program",
}
_REBALANCING = {
    Rebalancing.ANCHOR: "the opponent alone takes the whole change",
    Rebalancing.ALL: "everybody: all strengths are divided by the Keeper's",
}

# Name, page, kind; the option of the command; the words of the card.
POOL_SETTINGS = (
    Setting("a_max", "pool", Figure(), "Update multiplier of a newcomer; usually 1.3", "multiplier of a newcomer"),
    Setting("a_min", "pool", Figure(), "Update multiplier of a veteran; usually 1.08, steadier with 1.02",
            "of a veteran"),
    Setting("a_decay_rate", "pool", Figure(), "Games from the one to the other; usually 150", "games between them"),
    Setting("provisional_games", "pool", Number(0, 10_000), "Games until a rating is established; usually 20",
            "games until a rating is established"),
    Setting("use_draws", "pool", Switch(), "Whether draws count at all"),
    Setting("draws", "pool", Choice(_DRAWS), "What a draw is"),
    Setting("prior_sd", "pool", Figure(none=True),
            "Of log strengths in a calibration; usually 1.5, or none for pure maximum likelihood",
            "of the log strengths in a calibration"),
    Setting("convergence_threshold", "pool", Figure(), "The last step of a calibration; usually 0.000001",
            "where a calibration ends"),
    Setting("max_iterations", "pool", Number(1, 100_000), "Rounds that a calibration may take; usually 1000",
            "rounds it may take"),
    Setting("bare_scores", "pool", Choice(_BARE_SCORES), "How a score without the order of play is played out"),
    Setting("rebalancing", "pool", Choice(_REBALANCING), "Who moves when somebody meets the Keeper, who stays at 50"),
    Setting("initial_confidence", "pool", Figure(),
            "Of a newcomer, in tables; no rating rests on it; usually 100", "of a newcomer, in tables"),
)  # fmt: skip
"""A pool's settings in the order of the command and of the card."""


@dataclass(frozen=True, slots=True)
class PoolChange:
    """What a director wrote. values: by the setting's name; usual: whether all others go back to the usual ones.

    keeper: who it is; a name that is new is added.
    """

    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    keeper: ParsedSide | None = None
    usual: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.values and self.keeper is None and not self.usual


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


@read(director_to=WHAT)
def pool_settings(read: Read, pool: RatingList) -> PoolSettings:
    """Return a pool's settings."""
    return _settings(read.connection, read.club, pool)


@use_case(POOL_CHANGED, director_to=WHAT)
def change_pool(write: Write, pool: RatingList, change: PoolChange) -> PoolSettings:
    """Change a pool's settings, and return them with what the change moved."""
    club = write.club
    due = count_due(write)
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
    changed, moved = set_config(write, pool, after, no_fact_changed=not due.lists)
    people = players.by_ids(write.connection, club.id, {one.player_id for one in moved})
    written = {name: str(value) for name, value in change.values.items()}
    write.note(
        after.keeper_player or club.id, {"list": pool.value, "values": written, **difference(club, changed.club)}
    )
    return replace(_settings(write.connection, changed.club, pool), changes=moved, people=people)


def checked_pool(written: Mapping[str, Any]) -> OracleConfig:
    """Return a pool's settings of a file; raise InputError that names the one that is not allowed."""
    for setting in POOL_SETTINGS:
        if setting.name in written:
            setting.check(written[setting.name])
    if not isinstance(written.get("keeper_name", ""), str) or not isinstance(written.get("keeper_player"), int | None):
        raise ValueError(written)
    return OracleConfig.from_json(written)


def ensure_keeper(write: Write, written: ParsedSide) -> Player:
    """Return the player who is to be the Keeper, added where the name is new."""
    connection, club = write.connection, write.club
    if written.member is None and not written.text.startswith(("#", "<")):
        known = players.named(connection, club.id, written.text, 1)
        if not known:
            return players.add_unlinked(connection, club.id, written.text, write.now, kind=PlayerKind.AI_KEEPER.value)
    return ensure_side(write, written, None)


def set_config(
    write: Write, pool: RatingList, config: OracleConfig, *, no_fact_changed: bool = False
) -> tuple[Write, tuple[RatingChange, ...]]:
    """Store a pool's settings, and fold it again where its ratings rest on them; go on with the write returned.

    no_fact_changed: whether this transaction has changed no fact before.
    """
    before = write.club.house_rules.oracle_for(pool)
    rules = write.club.house_rules.with_oracle(pool, config)
    clubs.change(write.connection, write.club.id, {"house_rules": rules.to_json()})
    changed = replace(write, club=clubs.find(write.connection, write.club.id))
    same = {name: getattr(before, name) for name in OFF_THE_FOLD}
    if replace(config, **same) == before:
        return changed, ()
    done = (refold_by_other_rules if no_fact_changed else refold)(changed, (pool,))
    return changed, tuple(change for change in done.changes if change.day is None)


def _settings(connection: Connection, club: Club, pool: RatingList) -> PoolSettings:
    config = config_of(club, pool)
    known = {} if config.keeper_player is None else players.by_ids(connection, club.id, [config.keeper_player])
    keeper = known.get(config.keeper_player or 0)
    return PoolSettings(pool, config, keeper, (RatingList.ORACLE, *club.house_rules.oracle_pools))
