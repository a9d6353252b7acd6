"""What becomes of the databases' own errors."""

import logging
from datetime import UTC, datetime

import psycopg
import pytest

from bot.store.club import audits, clubs
from bot.store.database.transactions import Connection, Database

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
INTERACTION = 77


class Reporting:
    """Work that stores something for an interaction, as the services do; `deaf` does not look at the audit first."""

    def __init__(self, *, deaf_once: bool) -> None:
        self.deaf = deaf_once
        self.runs = 0

    def __call__(self, connection: Connection) -> str:
        self.runs += 1
        clubs.lock_club(connection, 5, NOW)
        if not self.deaf and audits.by_interaction(connection, 5, INTERACTION):
            return "the stored answer"
        self.deaf = False
        audits.add(
            connection,
            club_id=5,
            at=NOW,
            actor_id=1,
            action="set",
            subject_id=None,
            details={},
            interaction_id=INTERACTION,
        )
        return "stored"


async def test_an_interaction_delivered_twice_is_answered_from_the_audit(database: Database) -> None:
    assert await database.write(Reporting(deaf_once=False), club=5) == "stored"
    late = Reporting(deaf_once=True)
    assert await database.write(late, club=5) == "the stored answer"
    assert late.runs == 2


async def test_an_error_of_the_program_stays_one(database: Database) -> None:
    """A table that is not there is no reason to try again in a minute."""
    with pytest.raises(Exception, match="nowhere") as caught:
        await database.write(lambda c: c.exec_driver_sql("INSERT INTO nowhere VALUES (1)"), club=5)
    assert type(caught.value).__module__.startswith("sqlalchemy")


async def test_no_error_shows_the_values_of_a_statement(database: Database) -> None:
    def twice(connection: Connection) -> None:
        for _ in range(2):
            Reporting(deaf_once=True)(connection)

    with pytest.raises(Exception, match="hide_parameters") as caught:
        await database.write(twice, club=5)
    assert "2026" not in str(caught.value)


@pytest.mark.parametrize(("part", "level"), [("binary", logging.INFO), ("python", logging.WARNING)])
async def test_the_log_says_how_postgresql_is_reached(
    part: str, level: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(psycopg.pq, "__impl__", part)
    database = Database("postgresql://u@h/d")
    with caplog.at_level(logging.INFO):
        database.log_driver()
    await database.close()
    (driver,) = caplog.records
    assert driver.levelno == level
    assert "psycopg" in driver.getMessage()
