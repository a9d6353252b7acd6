"""Rewrite bot/store/database/migrations/versions/0001_first_release.py from the tables, until 0.1.0 is released.

python tools/first_revision.py
"""

import subprocess
import sys
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.store.database import migrate  # noqa: E402

FILE = migrate.MIGRATIONS / "versions" / "0001_first_release.py"


def main() -> None:
    FILE.unlink(missing_ok=True)
    with create_engine("sqlite://").connect() as connection:
        command.revision(migrate.config(connection), "First release", autogenerate=True, rev_id="0001")
    subprocess.run([sys.executable, "-m", "ruff", "check", "--fix", "--quiet", FILE], cwd=ROOT, check=True)  # noqa: S603


if __name__ == "__main__":
    main()
