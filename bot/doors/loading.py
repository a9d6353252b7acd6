"""Files of the operator's, loaded from the command line: what is larger than Discord takes, or for every club."""

import asyncio
from pathlib import Path

from bot.doors.database import require_usable
from bot.exits import Exit, StartError
from bot.services.context import Services
from bot.services.qursh.history import load_for_club
from bot.services.roster.federation import load_fide_list
from bot.store.database import Database
from core.errors import InputError, RatingError
from core.words import counted

LONGEST_ORIGIN = 200


async def history(database: Database, club_id: int, path: Path, origin: str) -> None:
    """Load a history of Scrabble games for a club, and print what was counted; raise StartError for what is none."""
    try:
        await require_usable(database)
        data = await asyncio.to_thread(path.read_bytes)
        report = await load_for_club(Services(database), club_id, data, (origin.strip() or path.name)[:LONGEST_ORIGIN])
    except OSError as error:
        raise StartError(
            f"{path} cannot be read ({error.strerror}): give the path of a CSV, gzip too.", Exit.NOT_DONE
        ) from None
    except RatingError as error:
        raise StartError(error.message, Exit.NOT_DONE) from None
    finally:
        await database.close()
    in_use = report.in_use.history
    left_out = ", ".join(f"{amount:,} {reason.value}" for reason, amount in in_use.skipped)
    for remark in report.remarks:
        print(remark)
    print(f"Games read: {in_use.read:,}" + (f", left out: {left_out}." if left_out else "."))
    noun = "game" if in_use.used == 1 else "games"
    print(f"Club {club_id} is ranked against {in_use.used:,} {noun}: /qursh table shows them.")


async def fide_list(database: Database, path: Path) -> None:
    """Keep what FIDE's list says of every club's players, for directors to look at; raise StartError for no list."""
    try:
        await require_usable(database)
        found = await load_fide_list(Services(database), path)
    except (InputError, OSError) as error:
        raise StartError(f"{path} cannot be loaded: {error}", Exit.NOT_DONE) from None
    finally:
        await database.close()
    amount = sum(found.clubs.values())
    print(
        f"FIDE's list of {found.month}: {counted(found.players, 'player')}, {amount} of them in "
        f"{counted(len(found.clubs), 'club')}. Their directors look at it with /player import."
    )
