"""What every test may rely on."""

from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.settings import Settings
from bot.store.club import clubs
from bot.store.database.tables import club
from bot.store.database.transactions import Connection, Database
from bot.store.people import players
from tests.conftest import now, rows


def test_no_env_file_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nPRACTICE_PORT=1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert Settings().model_dump() == {name: field.default for name, field in Settings.model_fields.items()}


@pytest.mark.both_databases
@pytest.mark.parametrize("turn", range(2))
async def test_a_database_begins_empty_and_counts_from_one(database: Database, turn: int) -> None:
    def work(connection: Connection) -> int:
        clubs.lock_club(connection, 7, now())
        return players.add_unlinked(connection, 7, "Dana", now()).id

    assert await rows(database, select(func.count()).select_from(club)) == [(0,)]
    assert await database.write(work, club=7) == 1
