"""The history that a club ranks its Scrabble events against: load one, go back to the shipped one, look at it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.store import clubs
from bot.store.database import Connection
from bot.store.kept import audits, histories
from bot.store.kept.histories import StoredHistory
from core.errors import InputError
from core.event_file import Remark
from core.formats.scrabble.game_history import read_game_history
from core.qursh.history import SHIPPED, History
from core.qursh.stored import from_bytes, to_bytes
from core.qursh.tables import CellSummary, summaries

MOST_BYTES = 64 * 1024 * 1024
"""Of an upload, which is held in memory; the full published history, packed, has about half of it."""

LOAD, RESET = "load-history", "reset-history"
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


async def may_load(services: Services, actor: Actor) -> None:
    """Raise NotAllowedError for anybody but a director, before a large file is downloaded."""
    club = await services.database.read(lambda connection: clubs.find(connection, actor.club_id), club=actor.club_id)
    require_director(club, actor, "load a history")


async def load_history(
    services: Services, actor: Actor, data: bytes, origin: str, progress: Progress | None = None
) -> LoadReport:
    """Read a file of games and rank by it from now on; directors only.

    It is read in a thread, for that takes seconds, and put in the place of the one before in one transaction.
    """
    check_size(len(data))
    await may_load(services, actor)
    read = await asyncio.to_thread(read_game_history, data, origin, services.today(), progress)
    packed = await asyncio.to_thread(to_bytes, read.history)

    def work(connection: Connection) -> StoredHistory | None:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "load a history")
        if audits.by_interaction(connection, club.id, actor.interaction_id) is not None:
            return histories.find(connection, club.id)
        stored = StoredHistory(origin, packed, actor.member.user_id, services.now())
        histories.replace(connection, club.id, stored, actor.interaction_id)
        note(connection, services, actor, LOAD, club.id, {"origin": origin, "games": read.history.used})
        return stored

    stored = await services.database.write(work, club=actor.club_id)
    return LoadReport(await asyncio.to_thread(_in_use, stored), read.remarks)


async def reset_history(services: Services, actor: Actor) -> HistoryInUse:
    """Rank by the shipped table again; directors only."""

    def work(connection: Connection) -> None:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "take the history away")
        if audits.by_interaction(connection, club.id, actor.interaction_id) is not None:
            return
        if not histories.remove(connection, club.id):
            raise InputError("The shipped table is in use already: /qursh history load takes another one.")
        note(connection, services, actor, RESET, club.id)

    await services.database.write(work, club=actor.club_id)
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
