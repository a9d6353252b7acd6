"""/td import: a dated list of games becomes events of its days, months or matches."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event, event_list, player, standing
from tests.conftest import SimulatedClub, rows, text_of
from tests.file_answers import parts_of

LADDER = (
    "date,white,black,result\n"
    "2026-10-02,Ada Blank,Bo Cart,1-0\n"
    "2026-10-09,Ada Blank,Bo Cart,1-0\n"
    "2026-11-06,Ada Blank,Bo Cart,1-0\n"
)


async def looked_at(club: SimulatedClub, text: str = LADDER, **options: Any) -> Any:
    return await club.td.slash(club.channel, "td import", file=("log.csv", text.encode()), **options)


def choices(answer: Any) -> list[tuple[str, bool]]:
    menu = next(part for part in parts_of(answer.response) if part.get("custom_id", "").startswith("import-span"))
    return [(option["label"], bool(option.get("default"))) for option in menu["options"]]


async def choose(club: SimulatedClub, answer: Any, value: str) -> Any:
    menu = next(part for part in parts_of(answer.response) if part.get("custom_id", "").startswith("import-span"))
    return await club.td.select(answer.response, [value], custom_id=menu["custom_id"])


async def events(club: SimulatedClub) -> list[tuple[str | None, str]]:
    query = select(event.c.began, event.c.date).where(event.c.voided.is_(False)).order_by(event.c.date)
    return [
        (row.began and row.began.isoformat(), row.date.isoformat()) for row in await rows(club.services.database, query)
    ]


async def ratings(club: SimulatedClub, rating_list: str = "elo") -> dict[str, int]:
    query = select(player.c.name, standing.c.shown).join(player, player.c.id == standing.c.player_id)
    return {
        row.name: row.shown for row in await rows(club.services.database, query.where(standing.c.list == rating_list))
    }


@pytest.mark.both_databases
async def test_each_day_of_a_log_is_rated_after_the_day_before(club: SimulatedClub) -> None:
    """Elo, K 32, from 1500: 1516 and 1484; E(+32) = .5460: 1530.53; E(+61.06) = .5870: 1543.75.

    In one sum it would be 1500 + 3 · 16 = 1548.
    """
    looked = await looked_at(club, list="elo", name="Ladder")
    assert "**3 events · 2 players · 3 games**" in text_of(looked)
    assert "2 October 2026 to 6 November 2026" in text_of(looked)
    assert (
        "❓ The games are of several days: **one event per day**, in order. You can choose **one event** below."
        in text_of(looked)
    )
    assert choices(looked) == [("One event per day", True), ("One event", False)]
    stored = await club.td.click(looked.response, label="Store it")
    assert await events(club) == [(None, "2026-10-02"), (None, "2026-10-09"), (None, "2026-11-06")]
    assert await ratings(club) == {"Ada Blank": 1544, "Bo Cart": 1456}
    await club.td.click(stored.response, label="Undo all")
    assert (await events(club), await ratings(club)) == ([], {})


async def test_a_log_can_be_one_event(club: SimulatedClub) -> None:
    looked = await looked_at(club, list="elo", name="Ladder")
    one = await choose(club, looked, "event")
    assert "**2 players · 3 rounds · 3 games**" in text_of(one)
    assert "❓" not in text_of(one)
    await club.td.click(looked.response, label="Store it")
    assert await events(club) == [("2026-10-02", "2026-11-06")]
    assert await ratings(club) == {"Ada Blank": 1548, "Bo Cart": 1452}


async def test_a_log_is_of_months_on_glicko2(club: SimulatedClub) -> None:
    looked = await looked_at(club, list="glicko-2", name="Ladder")
    assert choices(looked) == [("One event per month", True), ("One event per day", False), ("One event", False)]
    await club.td.click(looked.response, label="Store it")
    assert await events(club) == [("2026-10-02", "2026-10-09"), (None, "2026-11-06")]


async def test_a_log_is_of_matches_on_oracle(club: SimulatedClub) -> None:
    text = LADDER + "2026-11-06,Ada Blank,Cy Dorn,1-0\n2026-11-06,Bo Cart,Ada Blank,1-0\n"
    looked = await looked_at(club, text, list="oracle", name="Ladder")
    assert choices(looked)[0] == ("One event per match", True)
    await club.td.click(looked.response, label="Store it")
    found = await rows(club.services.database, select(event.c.date, event.c.kind).order_by(event.c.date))
    assert [(row.date.isoformat(), row.kind) for row in found] == [
        ("2026-10-02", "match"),
        ("2026-10-09", "match"),
        ("2026-11-06", "match"),
        ("2026-11-06", "match"),
    ]


async def test_rounds_are_one_event_first(club: SimulatedClub) -> None:
    text = "round,date,white,black,result\n1,2026-11-06,Ada Blank,Bo Cart,1-0\n2,2026-11-13,Bo Cart,Ada Blank,1-0\n"
    looked = await looked_at(club, text, list="elo", name="Swiss")
    assert choices(looked) == [("One event", True), ("One event per day", False)]
    assert "❓" not in text_of(looked)


async def test_more_than_99_games_of_a_player_are_days(club: SimulatedClub) -> None:
    days = [date(2026, 1, 1) + timedelta(days=day) for day in range(101)]
    text = "date,white,black,result\n" + "".join(f"{day},Ada Blank,Bo Cart,1/2-1/2\n" for day in days)
    looked = await looked_at(club, text, list="elo", name="Ladder")
    assert "**101 events · 2 players · 101 games**" in text_of(looked)
    assert choices(looked) == [("One event per day", True)]


async def test_a_log_that_has_grown_replaces_only_its_own_days(club: SimulatedClub) -> None:
    looked = await looked_at(club, list="elo", name="Ladder")
    await club.td.click(looked.response, label="Store it")
    grown = await looked_at(club, LADDER + "2026-11-13,Bo Cart,Ada Blank,1-0\n", list="elo", name="Ladder")
    assert text_of(grown).count("which is stored: 1 of its 1 game are the same") == 3
    await club.td.click(grown.response, label="Replace")
    assert [day for _, day in await events(club)] == ["2026-10-02", "2026-10-09", "2026-11-06", "2026-11-13"]


async def test_a_brought_rating_counts_once_from_the_first_day(club: SimulatedClub) -> None:
    """1800 against 1500, K 32: .8490 expected, 1804.83; then 309.66 apart, .8560: 1809.44; in one sum 1809.66."""
    text = (
        "date,white,rating,black,rating,result\n"
        "2026-10-02,Ada Blank,1800,Bo Cart,1500,1-0\n2026-10-09,Ada Blank,1800,Bo Cart,1500,1-0\n"
    )
    looked = await looked_at(club, text, list="elo", name="Ladder")
    await club.td.click(looked.response, label="Store it")
    assert (await ratings(club))["Ada Blank"] == 1809


async def test_the_days_of_a_log_count_on_the_same_list(club: SimulatedClub) -> None:
    await club.td.click((await looked_at(club, list="elo", name="Ladder")).response, label="Store it")
    assert {row.list for row in await rows(club.services.database, select(event_list.c.list))} == {"elo"}
