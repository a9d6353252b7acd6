"""Calibrate a pool from all its matches, after a preview, with undo."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from bot.services.framework.actions import list_action
from bot.services.framework.recalculation.lists import ListChange, RatingChange
from bot.services.framework.recalculation.states import states_at
from bot.services.framework.setting_kinds import POOL_CHANGED, Choice, Figure, Number, Setting, Switch, difference
from bot.services.framework.transaction import Read, Write, preview, read, use_case
from bot.services.framework.whole_clubs import count_due
from bot.services.ratings.oracle.pools import ParsedSide, ensure_side
from bot.store.club import clubs
from bot.store.database.rows import Club, FactKind, FactPosition, FactRef, ListFact, ListFactKind, Player
from bot.store.database.transactions import Connection
from bot.store.events import list_facts
from bot.store.people import oracle, players
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.rating.oracle.config import DEFAULT, BareScores, Draws, OracleConfig, PlayerKind, Rebalancing
from core.rating.oracle.reports import Comparison, compare
from core.rating.oracle.state import PlayerState
from core.rating.systems import is_pool

CALIBRATE = "calibrate a pool"


@dataclass(frozen=True, slots=True)
class CalibrationLine:
    """A player before and after; the Keeper stays."""

    player: Player
    compared: Comparison


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """A calibration, strongest first.

    place: in the facts, or the next one. unknown: players with games that are not stored as matches. list_fact_id:
    None for a preview.
    """

    pool: RatingList
    place: FactPosition
    lines: tuple[CalibrationLine, ...]
    unknown: int
    list_fact_id: int | None = None


@dataclass(frozen=True, slots=True)
class UndoneCalibration:
    """An undone calibration and its changes."""

    pool: RatingList
    day: date
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


@preview(director_to=CALIBRATE)
def preview_calibration(write: Write, pool: RatingList) -> CalibrationReport:
    return replace(_calibrate(write, pool), list_fact_id=None)


@use_case(list_action("calibrate", "stored the calibration of"), director_to=CALIBRATE)
def store_calibration(
    write: Write, pool: RatingList, looked_at: int | None = None, looked_on: date | None = None
) -> CalibrationReport:
    """Calibrate a pool as of today; directors only.

    looked_at: the previewed position, so that two clicks count once. looked_on: the day of the preview.
    """
    if looked_at is not None and oracle.is_calibrated_since(write.connection, write.club.id, pool, looked_at):
        raise InputError("This pool has been calibrated in the meantime. Preview again with /td publish.")
    if looked_on is not None and looked_on != write.today:
        raise InputError("That preview is of another day's ratings. Preview again with /td publish.")
    report = _calibrate(write, pool)
    write.note(report.list_fact_id or 0, {"list": pool.value})
    return report


@read(director_to=CALIBRATE)
def stored_calibration(look: Read, list_fact_id: int) -> CalibrationReport:
    connection, club = look.connection, look.club
    found = list_facts.find(connection, club.id, list_fact_id)
    if found is None or found[0].kind is not ListFactKind.CALIBRATION:
        raise NotFoundError("That calibration has already been undone. Start again with /td publish.")
    return _report(connection, club, *found)


@use_case(
    list_action("undo-calibration", "undid the calibration of"),
    director_to="undo a calibration",
)
def undo_calibration(write: Write, list_fact_id: int) -> UndoneCalibration:
    connection, club = write.connection, write.club
    found = list_facts.find(connection, club.id, list_fact_id)
    if found is None or found[0].kind is not ListFactKind.CALIBRATION:
        raise NotFoundError("That calibration has already been undone. The ratings are again those of each match.")
    fact, pool = found
    list_facts.void(connection, list_fact_id)
    moved = list_facts.players_before(connection, club.id, pool, fact.place)
    removed = FactRef(fact.place, FactKind.CALIBRATION, list_fact_id, moved)
    different = write.recalculate({pool: ListChange(removed=(removed,))}).changes
    people = players.by_ids(connection, club.id, {change.player_id for change in different})
    report = UndoneCalibration(pool, fact.place.date, different, people)
    write.note(list_fact_id)
    return report


def _calibrate(write: Write, pool: RatingList) -> CalibrationReport:
    connection, club, place = write.connection, write.club, write.place()
    count_due(write)
    known = list_facts.players_before(connection, club.id, pool, place)
    new = ListFact(place, 0, ListFactKind.CALIBRATION, place.date, known)
    user_id, interaction_id = write.actor.member.user_id, write.actor.interaction_id
    fact = list_facts.add(connection, club.id, pool, new, user_id, interaction_id, write.now)
    write.recalculate({pool: ListChange(added=(fact,))})
    report = _report(connection, club, fact, pool)
    if not report.lines:
        raise InputError("There are no matches to calibrate from. Report some first.")
    return report


def _report(connection: Connection, club: Club, fact: ListFact, pool: RatingList) -> CalibrationReport:
    known = list_facts.players_before(connection, club.id, pool, fact.place)
    stored = oracle.states_at(connection, pool, fact.place, known)
    after: dict[Hashable, float] = {key: PlayerState.from_json(data).log_strength for key, data in stored.items()}
    states: dict[int, PlayerState] = states_at(connection, club, pool, stored, fact.place)
    before: dict[Hashable, float] = {key: state.log_strength for key, state in states.items()}
    people, lines = players.by_ids(connection, club.id, stored), []
    for line in compare(before, after):
        assert isinstance(line.player, int)
        lines.append(CalibrationLine(people[line.player], line))
    unknown = sum(state.entered > 0 for state in states.values())
    return CalibrationReport(pool, fact.place, tuple(lines), unknown, fact.list_fact_id)


# A pool's settings and its Keeper.


OFF_THE_FOLD = frozenset({"keeper_name"})
"""Settings without effect on ratings."""

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
    Rebalancing.ANCHOR: "only the opponent's rating changes",
    Rebalancing.ALL: "everybody: all strengths are divided by the Keeper's",
}

# Name, page, kind; texts of the card; texts of the form.
POOL_SETTINGS = (
    Setting("a_max", "pool", Figure(), "multiplier of a newcomer", "a_max; usually 1.3"),
    Setting("a_min", "pool", Figure(), "multiplier of a veteran", "a_min; usually 1.08, steadier with 1.02"),
    Setting("a_decay_rate", "pool", Figure(), "games from newcomer to veteran", "a_decay_rate; usually 150"),
    Setting("provisional_games", "pool", Number(0, 10_000),
            "games until a rating is established", "provisional_games; usually 20"),
    Setting("use_draws", "pool", Switch(), "count draws"),
    Setting("draws", "pool", Choice(_DRAWS), "what a draw is"),
    Setting("prior_sd", "pool", Figure(none=True),
            "spread of strengths in a calibration", "prior_sd; usually 1.5; none: pure maximum likelihood"),
    Setting("convergence_threshold", "pool", Figure(),
            "step at which a calibration ends", "convergence_threshold; usually 0.000001"),
    Setting("max_iterations", "pool", Number(1, 100_000),
            "most rounds of a calibration", "max_iterations; usually 1000"),
    Setting("bare_scores", "pool", Choice(_BARE_SCORES), "scores without the order of play"),
    Setting("rebalancing", "pool", Choice(_REBALANCING),
            "whose rating changes against the Keeper", "The Keeper stays at 50"),
    Setting("initial_confidence", "pool", Figure(),
            "confidence of a newcomer, in tables", "initial_confidence; no rating rests on it; usually 100"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PoolChange:
    """A director's input. values: by setting; usual: reset all others. keeper: added if the name is new."""

    values: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    keeper: ParsedSide | None = None
    usual: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.values and self.keeper is None and not self.usual


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """A pool's settings. keeper: or None. pools: the club's. changes: of ratings."""

    pool: RatingList
    config: OracleConfig
    keeper: Player | None
    pools: tuple[RatingList, ...]
    changes: tuple[RatingChange, ...] = ()
    people: Mapping[int, Player] = field(default_factory=lambda: MappingProxyType({}))


@read(director_to=WHAT)
def pool_settings(read: Read, pool: RatingList) -> PoolSettings:
    _check_is_pool(pool)
    return _settings(read.connection, read.club, pool)


def _check_is_pool(pool: RatingList) -> None:
    if not is_pool(pool):
        raise InputError(f"{pool.label} is not an Oracle list. Choose one with /td settings, page Oracle.")


@use_case(POOL_CHANGED, director_to=WHAT)
def change_pool(write: Write, pool: RatingList, change: PoolChange) -> PoolSettings:
    _check_is_pool(pool)
    club = write.club
    count_due(write)
    before = club.house_rules.oracle_for(pool)
    after = replace(DEFAULT if change.usual else before, **change.values)
    if change.usual and change.keeper is None:
        after = replace(after, keeper_player=before.keeper_player, keeper_name=before.keeper_name)
    if change.keeper is not None:
        keeper = ensure_keeper(write, change.keeper)
        after = replace(after, keeper_player=keeper.id, keeper_name=keeper.name)
    if after == before:
        return _settings(write.connection, club, pool)
    changed, moved = set_config(write, pool, after)
    people = players.by_ids(write.connection, club.id, {one.player_id for one in moved})
    written = {name: str(value) for name, value in change.values.items()}
    write.note(
        after.keeper_player or club.id, {"list": pool.value, "values": written, **difference(club, changed.club)}
    )
    return replace(_settings(write.connection, changed.club, pool), changes=moved, people=people)


def checked_pool(written: Mapping[str, Any]) -> OracleConfig:
    """Return a file's pool settings; raise InputError naming an invalid one."""
    for setting in POOL_SETTINGS:
        if setting.name in written:
            setting.check(written[setting.name])
    if not isinstance(written.get("keeper_name", ""), str) or not isinstance(written.get("keeper_player"), int | None):
        raise ValueError(written)
    return OracleConfig.from_json(written)


def ensure_keeper(write: Write, written: ParsedSide, *, is_new: bool = False) -> Player:
    """Return the player who becomes a pool's Keeper, adding a new name. is_new: although somebody has the name."""
    connection, club = write.connection, write.club
    if not written.is_known:
        known = players.named(connection, club.id, written.text, 1)
        if is_new or not known:
            return players.add_unlinked(connection, club.id, written.text, write.now, kind=PlayerKind.AI_KEEPER.value)
    return ensure_side(write, written, None)


def set_config(write: Write, pool: RatingList, config: OracleConfig) -> tuple[Write, tuple[RatingChange, ...]]:
    """Store a pool's settings and recalculate; continue with the returned write."""
    before = write.club.house_rules.oracle_for(pool)
    rules = write.club.house_rules.with_oracle(pool, config)
    clubs.change(write.connection, write.club.id, {"house_rules": rules.to_json()})
    changed = replace(write, club=clubs.find(write.connection, write.club.id))
    same = {name: getattr(before, name) for name in OFF_THE_FOLD}
    if replace(config, **same) == before:
        return changed, ()
    done = changed.recalculate_fully((pool,))
    return changed, tuple(change for change in done.changes if change.day is None)


def _settings(connection: Connection, club: Club, pool: RatingList) -> PoolSettings:
    config = club.house_rules.oracle_for(pool)
    known = {} if config.keeper_player is None else players.by_ids(connection, club.id, [config.keeper_player])
    keeper = known.get(config.keeper_player or 0)
    rules = club.house_rules
    pools = tuple(one for one in rules.pools if not one.is_own or one in rules.own_lists)
    return PoolSettings(pool, config, keeper, pools)
