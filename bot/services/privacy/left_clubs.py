"""Servers that the bot has left: kept for thirty days, so that who invites it again finds everything, then erased."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from bot.services.context import Services
from bot.services.each_club import in_each_club
from bot.services.transaction import ClubWrite, write_for_club
from bot.services.typed_text import KEPT_FOR
from bot.store import clubs
from bot.store.database import Connection
from bot.store.kept import forgotten, imports, kept_forms, traces

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""How long a club is kept after the bot has left its server."""

MOST_GONE = 0.2
"""When more of the clubs than this seem to be gone at a start, something else is wrong."""


async def note_club(services: Services, club_id: int, *, is_there: bool) -> None:
    """Note that the bot has left a server, or is there again; one that has stored nothing needs no note."""
    known = await services.database.read(lambda connection: clubs.when_left(connection, club_id), club=club_id)
    if club_id not in known or is_there == (known[club_id] is None):
        return

    def note(write: ClubWrite) -> None:
        clubs.change(write.connection, club_id, {"left_at": None if is_there else write.now})

    await write_for_club(services, club_id, note)


async def note_clubs(services: Services, there: Collection[int], is_mine: Callable[[int], bool]) -> None:
    """Note which servers the bot has left or come back to while it was not told.

    is_mine: whether a server, by its id, is one of those that this process would be told of.
    """
    every = await services.database.read(clubs.when_left, club=None)
    mine = {club_id: left for club_id, left in every.items() if is_mine(club_id)}
    back = [club_id for club_id, left in mine.items() if left is not None and club_id in there]
    gone = [club_id for club_id, left in mine.items() if left is None and club_id not in there]
    if len(gone) > max(1, MOST_GONE * len(mine)):
        log.warning("%d of %d clubs seem to be gone at once: none is noted as left", len(gone), len(mine))
        gone = []
    await in_each_club("noting who came back", back, lambda club: note_club(services, club, is_there=True))
    await in_each_club("noting who left", gone, lambda club: note_club(services, club, is_there=False))


async def erase_left(services: Services, there: Collection[int], is_mine: Callable[[int], bool]) -> int:
    """Erase the clubs whose servers the bot left thirty days ago and is not on; return how many.

    there: the servers that Discord says the bot is on. is_mine: as of `note_clubs`.
    """
    every = await services.database.read(clubs.when_left, club=None)
    away = [club_id for club_id in every if is_mine(club_id) and club_id not in there]
    due = [club_id for club_id in away if _is_over(every[club_id], services.now())]
    return await in_each_club("erasing clubs", due, lambda club: write_for_club(services, club, _erase_if_left))


def _is_over(left: datetime | None, now: datetime) -> bool:
    return left is not None and left < now - KEPT


def _erase_if_left(write: ClubWrite) -> None:
    # Somebody on the server may have written meanwhile.
    if _is_over(clubs.when_left(write.connection, write.club.id)[write.club.id], write.now):
        rows = erase(write)
        log.info("erased club %d, which the bot left %d days ago: %d rows", write.club.id, KEPT.days, rows)


async def tidy(services: Services) -> int:
    """Erase files that nobody confirmed and what was typed long ago; return of how many clubs it was something."""
    now = services.now()

    def with_old(connection: Connection) -> list[int]:
        forms = kept_forms.clubs_with_older(connection, now - KEPT_FOR)
        return sorted({*imports.clubs_with_old(connection, now), *forms})

    waiting = await services.database.read(with_old, club=None)
    return await in_each_club("dropping old files", waiting, lambda club: write_for_club(services, club, _drop_old))


def erase(write: ClubWrite) -> int:
    """Delete all of a club but the note that it was, for whoever restores a backup; return how many rows went."""
    rows = traces.erase_club(write.connection, write.club.id)
    forgotten.note(write.connection, write.club.id, [forgotten.WHOLE_CLUB], write.now)
    return rows


def _drop_old(write: ClubWrite) -> None:
    imports.drop_old(write.connection, write.club.id, write.now)
    kept_forms.drop_older(write.connection, write.club.id, write.now - KEPT_FOR)
