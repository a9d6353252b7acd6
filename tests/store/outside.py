"""Runs tools/verify_export.py as somebody outside would: core/ and the standard library are all that it finds."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

_BARE = """
import runpy, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("bot", "cogs", "sqlalchemy", "discord", "pydantic"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def run_tool(*arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", _BARE, str(ROOT / "tools" / "verify_export.py"), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
