"""`verify`: whatever is stored otherwise than the facts give it is told, row by row, and nothing is changed."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text

from bot.__main__ import main
from bot.services.club.settings.table import check_club
from bot.services.framework.context import Actor, Services
from bot.services.framework.whole_clubs import verify_club, verify_everywhere
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.transactions import Database
from core.lists import RatingList
from tests.conftest import TODAY, person
from tests.services.framework.folding_checks import CLUB, derived, report

TESS = Actor(CLUB, person("Tess"), 1, manager=True)


async def a_club(services: Services, club: int = CLUB) -> None:
    """Fill a club: a title and norms on two lists."""
    for number, (who, moved, rating) in enumerate(
        [("Dana", RatingList.USCHESS_REGULAR, 1500.0), ("Eli", RatingList.FIDE_STANDARD, 1700.0)]
    ):
        director = Actor(club, TESS.member, 10 * club + number, manager=True)
        await set_rating(
            services, director, SetRatingRequest(person(who), rating, 30, moved, day=TODAY - timedelta(60))
        )
    for number, (who, moved) in enumerate([("Dana", RatingList.USCHESS_REGULAR), ("Eli", RatingList.FIDE_STANDARD)]):
        actor = Actor(club, person(who), 20 * club + 2 * number)
        await report(services, actor, "W1900 W1800 W1850 D1900", TODAY - timedelta(40), rating_list=moved)


async def write(database: Database, statement: str) -> None:
    await database.write(lambda connection: connection.execute(text(statement)).close(), club=CLUB)


async def test_a_club_as_the_facts_give_it_differs_in_nothing_and_stays_as_it_is(services: Services) -> None:
    await a_club(services)
    before = await derived(services.database)
    assert before["norm"]
    assert await verify_club(services, CLUB) == []
    assert await derived(services.database) == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE standing SET rating = rating + 1 WHERE list = 'uschess-regular'", ["standing", "rating"]),
        ("UPDATE standing SET active = NOT active", ["standing", "active"]),
        ("UPDATE standing SET peak_on = NULL WHERE peak_on IS NOT NULL", ["standing", "peak_on"]),
        (
            "UPDATE journal SET performance = 1 WHERE list = 'fide-standard' AND event_id > 0",
            ["journal", "performance"],
        ),
        ("DELETE FROM journal WHERE event_id > 0", ["journal", "stored no such row"]),
        ("DELETE FROM norm", ["norm", "stored no such row"]),
        ("UPDATE norm SET level = level + 1", ["norm", "level"]),
        (
            "INSERT INTO title (club_id, player_id, list, scheme, level, date, seq) "
            "SELECT 500, min(id), 'uschess-regular', 'uschess', 1, '2026-01-01', 1 FROM player",
            ["title", "recalculated no such row"],
        ),
        (
            "UPDATE entered_rating SET rating = rating + 8 WHERE list = 'uschess-regular'",
            ["standing", "journal", "rating"],
        ),
    ],
)
async def test_whatever_is_stored_otherwise_is_told(services: Services, statement: str, told: list[str]) -> None:
    await a_club(services)
    await write(services.database, statement)
    lines = "\n".join(str(one) for one in await verify_club(services, CLUB))
    for words in told:
        assert words in lines
    assert "Dana" not in lines


async def test_the_last_bits_of_a_number_are_those_of_another_processor(services: Services) -> None:
    await a_club(services)
    await write(services.database, "UPDATE standing SET rating = rating * (1 + 1e-14)")
    assert await verify_club(services, CLUB) == []
    await write(services.database, "UPDATE standing SET rating = rating * (1 + 1e-9)")
    assert [(one.table, one.column) for one in await verify_club(services, CLUB)] == [("standing", "rating")] * 2


@pytest.mark.long
async def test_a_club_that_cannot_be_folded_does_not_keep_the_next_from_it(services: Services) -> None:
    await a_club(services)
    await a_club(services, CLUB + 1)
    await a_club(services, CLUB + 2)
    await write(services.database, f"UPDATE entered_rating SET rating = 5 WHERE club_id = {CLUB} AND list LIKE 'fide%'")
    await write(services.database, f"UPDATE standing SET shown = 1 WHERE club_id = {CLUB + 1}")
    verified = [club async for club in verify_everywhere(services)]
    assert [(club.club_id, club.is_good) for club in verified] == [(CLUB, False), (CLUB + 1, False), (CLUB + 2, True)]
    assert "verification failed: RuleError: Events stored for" in (verified[0].problem or "")
    assert "(A FIDE rating is a whole number" in (verified[0].problem or "")


@pytest.mark.parametrize("arguments", [(), ("--club", str(CLUB))])
@pytest.mark.parametrize("fault", [None, "UPDATE standing SET rating = 1"])
async def test_the_command_ends_with_one_where_anything_differs(
    services: Services,
    database_url: str,
    fault: str | None,
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await a_club(services)
    if fault is not None:
        await write(services.database, fault)
    monkeypatch.setenv("DATABASE_URL", database_url)
    code = await asyncio.to_thread(main, ["verify", *arguments])
    printed = capsys.readouterr()
    if fault is None:
        # On PostgreSQL the log tells how it is reached.
        complaints = [line for line in printed.err.splitlines() if " INFO " not in line]
        assert (code, complaints) == (0, [])
        assert "All ratings of 1 club were recalculated without a difference." in printed.out
    else:
        assert code == 1
        assert f"club {CLUB}: standing: list uschess-regular, player_id 1: rating: stored 1.0" in printed.out
        assert "Found differences in 1 of 1 club" in printed.err


@pytest.mark.parametrize(
    ("column", "value"), [("self_report", "nobody"), ("house_rules", '{"usual_rules":{"elo":"nobody"}}')]
)
async def test_a_setting_that_cannot_be_is_found(services: Services, column: str, value: str) -> None:
    await a_club(services)
    await write(services.database, f"UPDATE club SET {column} = '{value}'".replace(":", "\\:"))
    (verified,) = [club async for club in verify_everywhere(services, check=check_club)]
    assert "nobody" in (verified.problem or "")


async def test_of_a_club_that_is_not_there_the_command_says_so(
    services: Services, database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await a_club(services)
    monkeypatch.setenv("DATABASE_URL", database_url)
    assert await asyncio.to_thread(main, ["verify", "--club", str(CLUB + 1)]) == 1
    printed = capsys.readouterr()
    assert f"There is no data about a club {CLUB + 1}" in printed.err
    assert printed.out == ""
