"""A history of Scrabble games, loaded by the operator where it is larger than Discord takes."""

import asyncio
from pathlib import Path

from bot.app import StartError, require_usable
from bot.services.context import Services
from bot.services.qursh.history import load_for_club
from bot.store.database import Database
from core.errors import RatingError

LONGEST_ORIGIN = 200


async def load_history(database: Database, club_id: int, path: Path, origin: str) -> list[str]:
    """Load a file for a club; return what was counted, line by line. Raise StartError for what cannot be loaded."""
    try:
        await require_usable(database)
        data = await asyncio.to_thread(path.read_bytes)
        report = await load_for_club(Services(database), club_id, data, (origin.strip() or path.name)[:LONGEST_ORIGIN])
    except OSError as error:
        raise StartError(f"{path} cannot be read ({error.strerror}): give the path of a CSV, gzip too.") from None
    except RatingError as error:
        raise StartError(error.message) from None
    finally:
        await database.close()
    history = report.in_use.history
    left_out = ", ".join(f"{amount:,} {reason.value}" for reason, amount in history.skipped)
    read = f"Games read: {history.read:,}" + (f", left out: {left_out}." if left_out else ".")
    noun = "game" if history.used == 1 else "games"
    used = f"Club {club_id} is ranked against {history.used:,} {noun}: /qursh table shows them."
    return [*map(str, report.remarks), read, used]
