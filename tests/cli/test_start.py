"""What the program brings into memory to start."""

import re
from pathlib import Path

from tests.practice.processes import running

MOST_MODULES = 1_400
"""700 of them are discord.py's, SQLAlchemy's, pydantic's and Python's; each of ours takes 0.8 ms of processor."""

SCRIPT = """
import sys

from bot.app import CrosstableBot

async def start(self, token):
    await self.add_commands()
    heavy = ("numpy", "alembic", "matplotlib", "PIL.ImageDraw", "simcord", "psycopg")
    heavy += ("aiohttp.web_app", "wcwidth", "xml.etree")
    heavy += ("core.files.recognise", "core.files.chess", "core.files.scrabble", "core.tournament.pairing.trf26")
    heavy += ("bot.services.club.club_copy", "gacrux", "networkx", "bot.store.club.pg_backups")
    heavy += ("bot.ui.pictures.scene", "bot.ui.systems.uschess.cards")
    print("imported:", *(name for name in heavy if name in sys.modules))
    print("modules:", len(sys.modules))

CrosstableBot.start = start
from bot.__main__ import main
print("ended:", main(["run"]))
"""


def test_a_bot_that_waits_for_commands_has_imported_nothing_heavy(tmp_path: Path) -> None:
    with running(tmp_path, "-m", "bot", "migrate") as process:
        assert process.end().code == 0
    with running(tmp_path, "-c", SCRIPT, DISCORD_TOKEN="not-a-token") as process:
        ended = process.end()
    assert "imported:\n" in ended.out, ended
    modules = re.search(r"modules: (\d+)", ended.out)
    assert modules is not None
    assert int(modules[1]) <= MOST_MODULES
    assert ended.out.endswith("ended: 0\n")
