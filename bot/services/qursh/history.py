"""The history that a club ranks its Scrabble events against: load one, go back to the shipped one, look at it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from bot.services.context import Actor, Services
from bot.services.transaction import ClubWrite, Read, Write, check_director, club_job, read, use_case
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived.scored_games import scored_games
from bot.store.kept import histories
from bot.store.kept.histories import OPERATOR, StoredHistory
from bot.store.rows import Club, FactPosition
from core.errors import InputError, NotFoundError
from core.event_file import Remark
from core.qursh.cells import Grid
from core.qursh.history import SHIPPED, History, with_grid, with_own_games
from core.qursh.own_games import tally_of
from core.qursh.settings import QurshRules
from core.qursh.stored import from_bytes, to_bytes
from core.qursh.tables import CellSummary, summaries

MOST_BYTES = 64 * 1024 * 1024
"""Of an upload, which is held in memory; the full published history, packed, has about half of it."""

LOAD, RESET = "load-history", "reset-history"
LOAD_IT = "load a history"
"""What only directors may, as the end of a sentence."""

MOST_OWN_GAMES = 100_000
"""Of a club's own games, so many of the latest."""

_KEPT = 8

Progress = Callable[[int, int], None]
"""Takes how many of how many bytes have been read."""


@lru_cache(maxsize=_KEPT)
def _parsed(data: bytes, grid: Grid) -> History:
    """Return a history by its bytes: it need not be read again for each ranking, and is never out of date."""
    return with_grid(from_bytes(data), grid)


@dataclass(frozen=True, slots=True)
class HistoryInUse:
    """The table in use, with who loaded it: OPERATOR for the operator, None for nobody. When stands in the history.

    cells: by group and bin; pooled: of all ratings together.
    """

    history: History
    loaded_by: int | None
    cells: tuple[CellSummary, ...]
    pooled: tuple[CellSummary, ...]


@dataclass(frozen=True, slots=True)
class LoadReport:
    """A history as it was loaded; remarks name the first lines that could not be read."""

    in_use: HistoryInUse
    remarks: tuple[Remark, ...]


def check_size(size: int) -> None:
    """Raise InputError for a file that is too large to be read, before it is downloaded."""
    if size > MOST_BYTES:
        raise InputError(
            "The file has more than 64 MiB: keep the columns for scores, ratings and dates, pack the CSV with gzip; "
            "Discord itself takes 10 MiB an attachment in most servers."
        )


async def may_load(services: Services, actor: Actor) -> Club:
    """Raise NotAllowedError for anybody but a director, before a large file is downloaded; return the club."""
    return await check_director(services, actor, LOAD_IT)


async def load_history(
    services: Services, actor: Actor, data: bytes, origin: str, progress: Progress | None = None
) -> LoadReport:
    """Read a file of games and rank by it from now on; directors only.

    It is read in a thread, for that takes seconds, and put in the place of the one before in one transaction.
    """
    from core.formats.scrabble.game_history import read_game_history

    check_size(len(data))
    today = services.today(await may_load(services, actor))
    read = await asyncio.to_thread(read_game_history, data, origin, today, progress)
    packed = await asyncio.to_thread(to_bytes, read.history)

    await _load(services, actor, origin, packed, read.history.used)
    return LoadReport(await history_in_use(services, actor.club_id), read.remarks)


@use_case(LOAD, director_to=LOAD_IT)
def _load(write: Write, origin: str, packed: bytes, games: int) -> None:
    stored = StoredHistory(origin, packed, write.actor.member.user_id, write.now)
    histories.replace(write.connection, write.club.id, stored, write.actor.interaction_id)
    write.note(write.club.id, {"origin": origin, "games": games})


async def load_for_club(services: Services, club_id: int, data: bytes, origin: str) -> LoadReport:
    """Read a file of games as the operator, larger than Discord takes, and rank a club's events by it."""
    from core.formats.scrabble.game_history import read_game_history

    club = await services.database.read(lambda connection: _require(connection, club_id), club=club_id)
    read = await asyncio.to_thread(read_game_history, data, origin, services.today(club))
    packed = await asyncio.to_thread(to_bytes, read.history)

    await _load_as_operator(services, club_id, origin, packed)
    return LoadReport(await history_in_use(services, club_id), read.remarks)


@club_job
def _load_as_operator(write: ClubWrite, origin: str, packed: bytes) -> None:
    stored = StoredHistory(origin, packed, OPERATOR, write.now)
    histories.replace(write.connection, write.club.id, stored, None)


def _require(connection: Connection, club_id: int) -> Club:
    if not clubs.exists(connection, club_id):
        raise NotFoundError(f"No club {club_id} has stored anything yet: give the id of the Discord server.")
    return clubs.find(connection, club_id)


@use_case(RESET, director_to="take the history away")
def reset_history(write: Write) -> HistoryInUse:
    """Rank by the shipped table again; directors only."""
    if not histories.remove(write.connection, write.club.id):
        raise InputError("The shipped table is in use already: /qursh history load takes another one.")
    write.note(write.club.id)
    return in_use(write.connection, write.club.id)


@read()
def bins_in_use(look: Read) -> Grid:
    """Return the bins that a club ranks by."""
    return look.club.house_rules.qursh.grid


async def history_in_use(services: Services, club_id: int) -> HistoryInUse:
    """Return the table that a club ranks by."""
    return await services.database.read(lambda connection: in_use(connection, club_id), club=club_id)


def history_of(connection: Connection, club_id: int, before: FactPosition | None = None) -> History:
    """Return the history that a club ranks by.

    before: where an event stands that is ranked: of the club's own games only the earlier ones place it.
    """
    rules = clubs.find(connection, club_id).house_rules.qursh
    return _history(connection, club_id, histories.find(connection, club_id), rules, before)


def in_use(connection: Connection, club_id: int, rules: QurshRules | None = None) -> HistoryInUse:
    """Return the table that a club ranks by, or would by other rules; raise InputError where these cannot be."""
    stored = histories.find(connection, club_id)
    rules = clubs.find(connection, club_id).house_rules.qursh if rules is None else rules
    history = _history(connection, club_id, stored, rules)
    return HistoryInUse(
        history=history,
        loaded_by=None if stored is None else stored.loaded_by,
        cells=summaries(history),
        pooled=summaries(history, grouped=False),
    )


def _history(
    connection: Connection,
    club_id: int,
    stored: StoredHistory | None,
    rules: QurshRules,
    before: FactPosition | None = None,
) -> History:
    history = with_grid(SHIPPED, rules.grid) if stored is None else _parsed(stored.data, rules.grid)
    if rules.own_list is None:
        return history
    games = scored_games(connection, club_id, rules.own_list, rules.own_since, MOST_OWN_GAMES, before)
    return with_own_games(history, tally_of(games), rules.own_list.label, rules.own_since)
