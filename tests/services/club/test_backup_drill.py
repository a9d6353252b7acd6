"""The drill: fill, back up under load, kill, lose, restore, verify, forget again; on both databases."""

import os
import stat
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import func, select, text

from bot.services.club.backup import back_up, restore
from bot.services.club.privacy import forget_player
from bot.services.framework.context import Actor, Services
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.club import backups
from bot.store.database import migrate
from bot.store.database.errors import DatabaseError
from bot.store.database.tables import event, player
from bot.store.database.transactions import Database
from core.lists import RatingList
from tests.conftest import POSTGRES, SQLITE, SharedServer, person, rows
from tests.practice.processes import ROOT, running
from tests.services.framework.folding_checks import CLUB


@dataclass(frozen=True)
class Place:
    """A database that a drill may lose. folder: where its backups go."""

    url: str
    folder: Path
    file: Path | None = None

    def open(self) -> Services:
        return Services(Database(self.url))

    def lose(self) -> None:
        if self.file is not None:
            for ending in ("", "-wal", "-shm"):
                Path(f"{self.file}{ending}").unlink(missing_ok=True)
            return
        database = self.url.partition("?")[0].rpartition("/")[2]
        with psycopg.connect(self.url.replace(f"/{database}?", "/postgres?"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {database} WITH (FORCE)".encode())
            connection.execute(f"CREATE DATABASE {database}".encode())


@pytest.fixture(params=[SQLITE, POSTGRES])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    folder = tmp_path / "backups"
    folder.mkdir()
    if request.param == "sqlite":
        file = tmp_path / "club.db"
        yield Place(f"sqlite:///{file}", folder, file)
        return
    server: SharedServer = request.getfixturevalue("shared_server")
    monkeypatch.setenv("PATH", f"{server.programs}{os.pathsep}{os.environ['PATH']}")
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS drill WITH (FORCE)")
        connection.execute("CREATE DATABASE drill")
        yield Place(server.url.replace("/postgres?", "/drill?"), folder)
        connection.execute("DROP DATABASE drill WITH (FORCE)")


@pytest.fixture
async def services(place: Place) -> AsyncIterator[Services]:
    opened = place.open()
    await migrate.upgrade(opened.database)
    yield opened
    await opened.database.close()


def tess(interaction: int) -> Actor:
    return Actor(CLUB, person("Tess"), interaction, manager=True)


async def fill(services: Services) -> dict[str, int]:
    """Enter ratings for three; return their numbers by name."""
    for number, name in enumerate(("Dana", "Eli", "Fay")):
        request = SetRatingRequest(person(name), 1500.0 + number, 30, RatingList.USCHESS_REGULAR)
        await set_rating(services, tess(number + 1), request)
    return {row.name: row.id for row in await rows(services.database, select(player.c.name, player.c.id))}


async def names(services: Services) -> set[str]:
    return {row.name for row in await rows(services.database, select(player.c.name))}


async def forget(services: Services, name: str, interaction: int) -> None:
    await forget_player(services, Actor(CLUB, person(name), interaction), None)


async def closed(services: Services) -> None:
    await services.database.close()


@pytest.mark.sampled(2)
async def test_the_drill(place: Place, services: Services) -> None:
    numbers = await fill(services)
    with running(ROOT, "-m", "tests.services.framework.reports_until_killed", place.url, str(CLUB)) as bot:
        answered = [int(bot.wait_for(r"stored (\d+)")[1]) for _ in range(12)]
        made, _ = await back_up(services, place.folder)
        bot.wait_for("stored")  # it went on meanwhile
        bot.process.kill()
    await forget(services, "Eli", 50)  # after the backup: it must not come back with it
    later, _ = await back_up(Services(services.database, lambda: services.now() + timedelta(hours=1)), place.folder)
    await closed(services)
    place.lose()
    later.unlink()  # of the lost day there is the list alone

    fresh = place.open()
    restored = await restore(fresh, made)

    assert [(club.club_id, club.is_good) for club in restored.clubs] == [(CLUB, True)]
    assert (restored.forgotten, restored.aside) == (1, None)
    again = place.open()
    there = {row.id for row in await rows(again.database, select(event.c.id))}
    assert set(answered) <= there
    assert await names(again) == {"Dana", f"Former player {numbers['Eli']}", "Fay"} | {f"Member {n}" for n in range(7)}
    ((left,),) = await rows(again.database, select(func.count()).where(player.c.user_id == person("Eli").user_id))
    assert left == 0
    await migrate.require_current(again.database)
    await forget(again, "Fay", 51)  # and it is a database like any other
    await closed(again)


@pytest.mark.long
async def test_a_backup_is_its_owner_s_alone_and_has_its_checksum(place: Place, services: Services) -> None:
    await fill(services)
    made, _ = await back_up(services, place.folder)
    beside = backups.checksum_of(made)
    assert stat.S_IMODE(made.stat().st_mode) == stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert beside.read_bytes() == backups.checksum(made)
    assert sorted(place.folder.iterdir()) == [made, beside]


async def refused(services: Services, made: Path, words: str, *, replace: bool = False) -> None:
    with pytest.raises(DatabaseError, match=words) as refusal:
        await restore(services, made, replace=replace)
    assert "\n" not in str(refusal.value)


async def test_a_database_in_use_or_with_clubs_is_not_overwritten(place: Place, services: Services) -> None:
    await fill(services)
    made, _ = await back_up(services, place.folder)
    await forget(services, "Fay", 60)
    other = place.open()
    await refused(other, made, "is in use", replace=True)
    await closed(services)
    await refused(other, made, r"not empty \(1 club\)\. Add --replace")

    restored = await restore(other, made, replace=True)

    assert restored.aside is not None
    again = place.open()
    assert {"Dana", "Eli"} < await names(again)
    assert "Fay" not in await names(again)  # the database that went told of it: no list did
    await closed(again)
    if place.file is not None:
        assert restored.aside in map(str, place.file.parent.iterdir())
    else:
        with psycopg.connect(place.url) as connection:
            assert connection.execute(
                "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'public_rep%'"
            ).fetchone() == (1,)


@pytest.mark.long
async def test_a_backup_that_is_not_what_it_was_changes_nothing(place: Place, services: Services) -> None:
    await fill(services)
    made, _ = await back_up(services, place.folder)
    await closed(services)
    place.lose()
    whole = made.read_bytes()
    other = place.open()

    made.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    await refused(other, made, "SHA-256 differs")
    made.write_bytes(whole)
    beside = backups.checksum_of(made)
    told = beside.read_bytes()
    beside.unlink()
    await refused(other, made, "does not exist")
    beside.write_bytes(b"0" * 64 + told[64:])
    await refused(other, made, "SHA-256 differs")
    made.write_bytes(whole[: len(whole) // 2])  # whoever makes the checksum fit has not made the copy whole
    beside.write_bytes(backups.checksum(made))
    await refused(other, made, "damaged|nothing was changed")

    if place.file is not None:
        assert sorted(path.name for path in place.file.parent.iterdir()) == ["backups"]
    else:
        with psycopg.connect(place.url) as connection:
            assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


@pytest.mark.long
async def test_a_club_that_was_erased_since_is_erased_again(place: Place, services: Services) -> None:
    await fill(services)
    made, _ = await back_up(services, place.folder)
    await services.database.write(
        lambda connection: connection.execute(
            text(f"INSERT INTO forgotten VALUES ({CLUB}, 0, '2099-01-01 00:00:00+00:00')")
        ).close(),
        club=CLUB,
    )
    await closed(services)
    assert (await restore(place.open(), made, replace=True)).forgotten == 1
    again = place.open()
    assert await names(again) == set()
    await closed(again)
