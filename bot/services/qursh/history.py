"""The history that a club ranks its Scrabble events against: load one, go back to the shipped one, look at it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from bot.services.context import Actor, Services
from bot.services.transaction import Done, Write, check_director, write_once
from bot.store.database import Connection
from bot.store.kept import histories
from bot.store.kept.histories import StoredHistory
from bot.store.rows import AuditEntry, Club
from core.errors import InputError
from core.event_file import Remark
from core.formats.scrabble.game_history import read_game_history
from core.qursh.history import SHIPPED, History
from core.qursh.stored import from_bytes, to_bytes
from core.qursh.tables import CellSummary, summaries

MOST_BYTES = 64 * 1024 * 1024
"""Of an upload, which is held in memory; the full published history, packed, has about half of it."""

LOAD, RESET = "load-history", "reset-history"
LOAD_IT = "load a history"
"""What only directors may, as the end of a sentence."""

_KEPT = 8

Progress = Callable[[int, int], None]
"""Takes how many of how many bytes have been read."""

_parsed = lru_cache(maxsize=_KEPT)(from_bytes)
"""Histories by their bytes: the same ones need not be read again for each ranking, and none is ever out of date."""


@dataclass(frozen=True, slots=True)
class HistoryInUse:
    """The table in use, with who loaded it; None for the shipped one. When stands in the history.

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
    check_size(len(data))
    today = services.today(await may_load(services, actor))
    read = await asyncio.to_thread(read_game_history, data, origin, today, progress)
    packed = await asyncio.to_thread(to_bytes, read.history)

    def work(write: Write) -> Done[StoredHistory | None]:
        stored = StoredHistory(origin, packed, actor.member.user_id, write.now)
        histories.replace(write.connection, write.club.id, stored, actor.interaction_id)
        return Done(stored, write.club.id, {"origin": origin, "games": read.history.used})

    def again(write: Write, entry: AuditEntry) -> StoredHistory | None:
        return histories.find(write.connection, write.club.id)

    stored = await write_once(services, actor, LOAD, work, again=again, director_to=LOAD_IT)
    return LoadReport(await asyncio.to_thread(_in_use, stored), read.remarks)


async def reset_history(services: Services, actor: Actor) -> HistoryInUse:
    """Rank by the shipped table again; directors only."""

    def work(write: Write) -> Done[None]:
        if not histories.remove(write.connection, write.club.id):
            raise InputError("The shipped table is in use already: /qursh history load takes another one.")
        return Done(None, write.club.id)

    def again(write: Write, entry: AuditEntry) -> None:
        """The shipped table is in use."""

    await write_once(services, actor, RESET, work, again=again, director_to="take the history away")
    return _in_use(None)


async def history_in_use(services: Services, actor: Actor) -> HistoryInUse:
    """Return the table that a club ranks by."""
    stored = await services.database.read(
        lambda connection: histories.find(connection, actor.club_id), club=actor.club_id
    )
    return await asyncio.to_thread(_in_use, stored)


def history_of(connection: Connection, club_id: int) -> History:
    """Return the history that a club ranks by."""
    stored = histories.find(connection, club_id)
    return SHIPPED if stored is None else _parsed(stored.data)


def _in_use(stored: StoredHistory | None) -> HistoryInUse:
    history = SHIPPED if stored is None else _parsed(stored.data)
    return HistoryInUse(
        history=history,
        loaded_by=None if stored is None else stored.loaded_by,
        cells=summaries(history),
        pooled=summaries(history, grouped=False),
    )
