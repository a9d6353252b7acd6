"""What the program brings into memory to start: no more than a bot that waits for commands needs."""

from pathlib import Path

from tests.practice.processes import running

SCRIPT = """
import sys

from bot.app import CrosstableBot

async def start(self, token):
    await self.add_commands()
    heavy = ("numpy", "alembic", "matplotlib", "PIL.ImageDraw", "simcord", "psycopg", "sqlalchemy.orm")
    heavy += ("prometheus_client", "aiohttp.web_app", "wcwidth")
    print("imported:", *(name for name in heavy if name in sys.modules))

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
    assert ended.out.endswith("ended: 0\n")
