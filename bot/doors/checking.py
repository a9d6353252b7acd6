"""Say whether settings and database are in order."""

from bot.doors.database import open_database, require_usable
from bot.settings import Settings
from bot.store import migrate
from bot.ui.pictures.fonts import font_remarks


async def check(settings: Settings) -> None:
    """Print what is in order, and what pictures lack; raise StartError for what must be mended."""
    database = open_database(settings)
    try:
        await require_usable(database)
    finally:
        await database.close()
    print(f"Settings and database are in order ({migrate.head()}).")
    for remark in font_remarks():
        print(remark)
