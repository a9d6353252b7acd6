"""A pool as a table in the seed's columns: export, and import as starting ratings."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from bot.services.events.listing import ExportedFile
from bot.services.events.newcomers import remove_newcomers
from bot.services.framework.actions import player_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation.lists import ListChange, RatingChange
from bot.services.framework.transaction import Write, check_director, preview, read_for, use_case
from bot.services.framework.waiting import Waiting
from bot.services.framework.whole_clubs import bring_up_to_date, count_due
from bot.services.ratings.oracle.calibrate import set_config
from bot.services.ratings.oracle.pools import in_pool, roster
from bot.store.club import clubs
from bot.store.club.audit_log import Subject
from bot.store.database.rows import Club, EnteredRatingFact, FactPosition, NewEnteredRating, Player
from bot.store.database.transactions import Connection
from bot.store.events import corrections, unconfirmed
from bot.store.people import oracle, players
from bot.store.people.newcomers import STAYED
from bot.store.ratings import standings
from core.errors import InputError, NotFoundError
from core.event.entered_rating import EnteredRecord
from core.event.event_file import Remark
from core.event.similarity import written_like
from core.files.oracle_csv import OracleTable, read_oracle_csv, write_oracle_csv
from core.lists import RatingList
from core.rating.oracle.config import OracleConfig, PlayerKind
from core.rating.oracle.formula import SCALE, rating_of
from core.rating.oracle.state import PlayerState, ResultTally
from core.rating.oracle.system import RosterLine
from core.rating.systems import is_pool
from core.words import name_key

# Undo an imported table.


IMPORTED = player_action("import-pool", "imported a pool's table", Subject.NOTHING, shown_by="/leaderboard")

CHANGES_KEPT = 50


@dataclass(frozen=True, slots=True)
class RosterUndone:
    """An undone table. entered_ratings: number of removed ratings.

    different, changes: number and first of changed ratings. keeper_gone: whether the pool lost its Keeper.
    """

    pool: RatingList
    entered_ratings: int
    keeper_gone: bool
    different: int
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


@use_case(
    player_action(
        "undo-import-pool",
        "undid the import of a pool's table",
        Subject.NOTHING,
        shown_by="/leaderboard",
    ),
    director_to="undo an imported table",
)
def undo_roster(write: Write, import_id: int) -> RosterUndone:
    count_due(write)
    taken_in = write.entry(import_id)
    if taken_in is None or taken_in.action != IMPORTED.name or "first" not in taken_in.details:
        raise NotFoundError("That table cannot be undone with this button. Correct ratings with /td rating.")
    keeper_id = taken_in.subject_id or 0
    report, stayed = _undo(write, keeper_id, taken_in.details)
    write.note(keeper_id, {STAYED: stayed})
    return report


def _undo(write: Write, keeper_id: int, data: Mapping[str, Any]) -> tuple[RosterUndone, list[int]]:
    connection, club = write.connection, write.club
    pool = RatingList(data["list"])
    found = corrections.of_seqs(connection, club.id, pool, data["first"], data["last"])
    config = club.house_rules.oracle_for(pool)
    keeper_goes = (
        data["keeper_was"] is not None
        and config.keeper_player == keeper_id
        and not oracle.has_played_since(connection, club.id, pool, keeper_id, data["last"])
    )
    if not found and not keeper_goes:
        raise NotFoundError("That import has already been undone and no longer counts.")
    before = _ratings(connection, club, pool)
    for fact in found:
        corrections.void_entered_rating(connection, fact.entered_rating_id)
    removed = [fact.ref for fact in found]
    if removed:
        write.recalculate({pool: ListChange(removed=removed)})
    if keeper_goes:
        set_config(write, pool, replace(config, keeper_player=None, keeper_name=data["keeper_was"]))
    after = _ratings(connection, club, pool)
    different = [
        RatingChange(player_id, pool, None, None, before.get(player_id), after.get(player_id))
        for player_id in sorted(before.keys() | after.keys())
        if before.get(player_id) != after.get(player_id)
    ]
    shown = tuple(different[:CHANGES_KEPT])
    people = players.by_ids(connection, club.id, {change.player_id for change in shown})
    newcomers = remove_newcomers(write, data["added"])
    stayed = [one for one in data["added"] if one not in newcomers]
    return RosterUndone(pool, len(found), keeper_goes, len(different), shown, people), stayed


def _ratings(connection: Connection, club: Club, pool: RatingList) -> dict[int, float]:
    return {rating.player_id: rating.rating for rating in oracle.ratings(connection, club.id, pool)}


REASON = "came with an imported table"
MOST_PLAYERS = 10_000
NEAREST_TO_THE_ENDS = 1e-9
"""A starting rating's least distance from the ends of the scale."""

LARGEST_TABLE = 1_000_000

IMPORT, EXPORT = "import a table", "export a table"

_NOT_WAITING = "That table has already been imported, or the preview has expired. Upload it again."


@dataclass(frozen=True, slots=True)
class ImportedLine:
    """A table's player in the club. before: the exact pool rating until now."""

    line: RosterLine
    player: Player
    is_new: bool
    before: float | None

    @property
    def rating(self) -> float:
        return max(NEAREST_TO_THE_ENDS, min(SCALE - NEAREST_TO_THE_ENDS, rating_of(self.line.log_strength)))


class Replaced(NamedTuple):
    """A player's record before and after the import."""

    player: Player
    before: ResultTally
    after: ResultTally


@dataclass(frozen=True, slots=True)
class RosterImport:
    """The effect of a table.

    becomes_keeper: whether its Keeper becomes the pool's. replaced: records replaced by the table's. waiting:
    players with an earlier waiting match. pending_id, digest: of a preview. import_id: of a stored import.
    """

    pool: RatingList
    lines: tuple[ImportedLine, ...]
    keeper: Player
    becomes_keeper: bool
    remarks: Sequence[Remark]
    pending_id: int | None = None
    digest: str = ""
    replaced: tuple[Replaced, ...] = ()
    import_id: int = 0
    waiting: tuple[Player, ...] = ()

    @property
    def new(self) -> list[ImportedLine]:
        return [one for one in self.lines if one.is_new]


async def export_pool(services: Services, actor: Actor, pool: RatingList, *, like_seed: bool = False) -> ExportedFile:
    """Return a pool's players as CSV, strongest first; directors only.

    like_seed: only the seed's seven columns. Players with only waiting matches have no games in it.
    """
    await check_director(services, actor, EXPORT)
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> ExportedFile:
        club = clubs.find(connection, actor.club_id)
        config = club.house_rules.oracle_for(pool)
        found = roster(connection, club, pool, services.today(club))
        idle = set(unconfirmed.players_waiting(connection, club.id, pool)) - {one.player.id for one in found}
        people = players.by_ids(connection, club.id, idle)
        found += [in_pool(connection, club, pool, people[player_id]) for player_id in sorted(idle)]
        if not found:
            raise NotFoundError(f"Nobody has an {pool.label} rating yet. Report a match with /match.")
        lines = sorted((one.line(config) for one in found), key=lambda line: (-line.log_strength, line.player_id))
        remarks = []
        if config.keeper_player is None:
            remarks.append("The table has no Keeper, so it cannot be imported. A TD names one with /td settings.")
        name = f"{pool.slug}-{services.today(club).isoformat()}.csv"
        return ExportedFile(name, write_oracle_csv(lines, like_seed=like_seed).encode(), tuple(remarks))

    return await read_for(services, actor, work)


@dataclass(frozen=True, slots=True)
class _Read:
    data: bytes
    config: OracleConfig
    table: OracleTable

    def by(self, config: OracleConfig) -> OracleTable:
        return self.table if config == self.config else read_oracle_csv(self.data, config)


@dataclass(frozen=True, slots=True)
class InPool:
    """The pool that a waiting table is for."""

    pool: RatingList


UPLOADED = Waiting("pool", InPool, IMPORT, _NOT_WAITING)


async def _read(data: bytes, club: Club, pool: RatingList) -> _Read:
    config = club.house_rules.oracle_for(pool)
    return _Read(data, config, await asyncio.to_thread(read_oracle_csv, data, config))


async def preview_roster(services: Services, actor: Actor, pool: RatingList, data: bytes) -> RosterImport:
    """Return a table's effect, by a rolled-back import, and store the file."""
    if len(data) > LARGEST_TABLE:
        raise InputError("The table has more than 1 MB. Upload it in parts, each with the Keeper.")
    if not is_pool(pool):
        raise InputError(f'"{pool.label}" is not an Oracle list. Choose one of Oracle\'s, for example Oracle.')
    read = await _read(data, await check_director(services, actor, IMPORT), pool)
    report = await _preview(services, actor, pool, read)
    pending_id, digest = await UPLOADED.keep(services, actor, data, InPool(pool))
    return replace(report, pending_id=pending_id, digest=digest)


@preview(director_to=IMPORT)
def _preview(write: Write, pool: RatingList, read: _Read) -> RosterImport:
    return _store(write, pool, read)[0]


async def change_pool(services: Services, actor: Actor, pending_id: int, digest: str, pool: RatingList) -> RosterImport:
    found = await UPLOADED.change(services, actor, pending_id, digest, lambda _: InPool(pool))
    read = await _read(found.data, await check_director(services, actor, IMPORT), pool)
    report = await _preview(services, actor, pool, read)
    return replace(report, pending_id=pending_id, digest=digest)


async def confirm_roster(services: Services, actor: Actor, pending_id: int, digest: str | None = None) -> RosterImport:
    """Import a previewed table; directors only. digest: of the preview, None for any."""
    known = await check_director(services, actor, IMPORT)
    found = await UPLOADED.peek(services, actor, pending_id, digest)
    read = None if found is None else await _read(found.data, known, found.options.pool)
    return await _take_in(services, actor, pending_id, digest, read)


@use_case(IMPORTED, director_to=IMPORT)
def _take_in(write: Write, pending_id: int, digest: str | None, read: _Read | None) -> RosterImport:
    pool = UPLOADED.take(write, pending_id, digest).options.pool
    assert read is not None  # its number is never reused
    config = write.club.house_rules.oracle_for(pool)
    report, places = _store(write, pool, read)
    details = {
        "list": pool.value,
        "first": places.start,
        "last": places.stop - 1,
        "keeper_was": config.keeper_name if config.keeper_player is None else None,
        "added": [one.player.id for one in report.lines if one.is_new],
    }
    write.note(report.keeper.id, details)
    return replace(report, import_id=write.actor.interaction_id)


def _store(write: Write, pool: RatingList, read: _Read) -> tuple[RosterImport, range]:
    count_due(write)
    connection, club = write.connection, write.club
    config = club.house_rules.oracle_for(pool)
    table = read.by(config)
    if len(table.players) > MOST_PLAYERS:
        raise InputError(f"The table has more than {MOST_PLAYERS} players. Upload it in parts, each with the Keeper.")
    lines = _matched(write, pool, table)
    before = _records(connection, club, pool)
    keeper = next(one.player for one in lines if one.line.is_keeper)
    becomes_keeper = config.keeper_player is None
    if becomes_keeper:
        named = replace(config, keeper_player=keeper.id, keeper_name=keeper.name)
        write, _ = set_config(write, pool, named)
    waiting = set(unconfirmed.players_waiting(connection, club.id, pool))
    rated = [one for one in lines if _gives_rating(one, waiting)]
    places = clubs.reserve_positions(connection, club.id, len(rated)) if rated else range(0)
    added: list[EnteredRatingFact] = []
    for one, seq in zip(rated, places, strict=True):
        new = NewEnteredRating(
            club_id=club.id,
            player_id=one.player.id,
            rating_list=pool,
            place=FactPosition(write.today, seq),
            rating=one.rating,
            games=one.line.games,
            peak=None,
            floor=None,
            reason=REASON,
            reported_by=write.actor.member.user_id,
            interaction_id=None,
            at=write.now,
            record=_record(one.line),
        )
        added.append(corrections.add_entered_rating(connection, new))
    write.recalculate({pool: ListChange(added=added)})
    after = _records(connection, club, pool)
    replaced = tuple(
        Replaced(one.player, before[one.player.id], after[one.player.id])
        for one in rated
        if sum(before.get(one.player.id, ())) and before[one.player.id] != after[one.player.id]
    )
    waits = tuple(one.player for one in rated if one.player.id in waiting)
    report = RosterImport(pool, tuple(lines), keeper, becomes_keeper, table.remarks, replaced=replaced, waiting=waits)
    return report, places


def _gives_rating(one: ImportedLine, waiting: Collection[int]) -> bool:
    if one.line.games or one.line.log_strength:
        return True
    return not one.line.is_keeper and one.before is None and one.player.id not in waiting


def _record(line: RosterLine) -> EnteredRecord:
    return EnteredRecord(line.wins, line.losses, line.draws, line.confidence, line.standard_error)


def _records(connection: Connection, club: Club, pool: RatingList) -> dict[int, ResultTally]:
    states = {one.player.id: PlayerState.from_json(one.state) for one in oracle.everybody(connection, club.id, pool)}
    return {player_id: ResultTally(state.wins, state.losses, state.draws) for player_id, state in states.items()}


def _matched(write: Write, pool: RatingList, table: OracleTable) -> list[ImportedLine]:
    connection, club = write.connection, write.club
    keeper_id = club.house_rules.oracle_for(pool).keeper_player
    known = players.by_folded_names(connection, club.id, {name_key(line.name) for line in table.players})
    taken: dict[int, str] = {}
    matched = []
    for line in table.players:
        found = known.get(name_key(line.name), [])
        named = written_like(line.name, found, attrgetter("name")) or found
        if line.is_keeper and keeper_id is not None:
            named = list(players.by_ids(connection, club.id, [keeper_id]).values())
        if len(named) > 1:
            raise InputError(f"{len(named)} players of this club are called {line.name}. Write another name.")
        player = named[0] if named else _added(write, line)
        if player.id in taken:
            raise InputError(
                f"{taken[player.id]} and {line.name} are both {player.name} in this club. Rename one of them "
                "in the file."
            )
        taken[player.id] = line.name
        standing = standings.find(connection, club.id, pool, player.id)
        matched.append(ImportedLine(line, player, not named, None if standing is None else standing.rating))
    return matched


def _added(write: Write, line: RosterLine) -> Player:
    kind = PlayerKind.AI_KEEPER if line.is_keeper else line.kind
    player = players.add_unlinked(write.connection, write.club.id, line.name, write.now)
    oracle.set_kind(write.connection, player.id, None if kind is PlayerKind.HUMAN else kind.value)
    return player
