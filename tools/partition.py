"""Print the SQL that makes Crosstable's tables in an empty PostgreSQL database, in partitions by club.

python tools/partition.py [NUMBER] | psql --set ON_ERROR_STOP=1 DATABASE
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sqlalchemy.dialects import postgresql

from bot.store import migrate
from bot.store.schema.partitions import PARTITIONS, statements


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else PARTITIONS
    made = [*statements(postgresql.dialect(), number), *migrate.stamp()]  # type: ignore[no-untyped-call]
    print("BEGIN;", *(f"{statement.strip()};" for statement in made), "COMMIT;", sep="\n")


if __name__ == "__main__":
    main()
