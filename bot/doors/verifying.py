"""Work every rating out from scratch, from the command line."""

from pathlib import Path

from bot.doors.database import require_usable
from bot.exits import Exit, StartError
from bot.services.context import Services
from bot.services.upkeep.last_verified import note
from bot.services.upkeep.verify import Verified, verify_everywhere
from bot.store.database import Database
from core.words import counted

MOST_DIFFERENCES = 100
"""How many a club's verification prints."""


async def verify(database: Database, club_id: int | None = None, folder: Path | None = None) -> None:
    """Print whatever is stored otherwise than the facts give it, club by club; raise StartError where anything is.

    club_id: of one club alone. folder: where what all clubs gave is noted for the bot to tell.
    """
    different = verified = found = 0
    try:
        await require_usable(database)
        async for club in verify_everywhere(Services(database), club_id):
            verified += 1
            different += not club.is_good
            found += len(club.differences) + (club.problem is not None)
            tell(club)
    finally:
        await database.close()
    if club_id is None and folder is not None:
        note(folder, found)
    if club_id is not None and not verified:
        raise StartError(f"Nothing is stored of a club {club_id}: name the id of a Discord server.", Exit.NOT_DONE)
    if different:
        raise StartError(
            f"Of {counted(verified, 'club')}, {different} {'is' if different == 1 else 'are'} stored otherwise than "
            "the facts give it: make a backup, and report what is printed above.",
            Exit.NOT_DONE,
        )
    print(f"All that is stored of {counted(verified, 'club')} is what the facts give.")


def tell(club: Verified) -> None:
    """Print in what a club differs."""
    if club.problem is not None:
        print(f"club {club.club_id} {club.problem}")
    for difference in club.differences[:MOST_DIFFERENCES]:
        print(f"club {club.club_id}: {difference}")
    if len(club.differences) > MOST_DIFFERENCES:
        print(f"club {club.club_id}: … and {len(club.differences) - MOST_DIFFERENCES} more")
