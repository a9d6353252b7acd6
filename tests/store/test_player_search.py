"""Searching while somebody types, and the board by games."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.services.framework.context import Services
from bot.store.database.names import read_as
from bot.store.database.tables import club, player, standing
from bot.store.database.transactions import Connection
from bot.store.people.players import name_columns, search
from bot.store.ratings import standings
from core.lists import RatingList
from tests.conftest import now

LIST = RatingList.USCHESS_REGULAR
NAMES = [
    "Jürgen Groß",
    "Łukasz Żółw",
    "María José Núñez",
    "Nguyễn Văn An",
    "Seán O'Neill",
    "Jean-Luc Ørsted",
    "100% Bot",
]


def put(connection: Connection, people: list[dict[str, Any]]) -> None:
    connection.execute(insert(club).values(id=1, default_list=LIST.value, self_report="everyone", created_at=now()))
    for number, one in enumerate(people, start=1):
        details = {key: value for key, value in one.items() if key not in ("name", "games")}
        row = {"id": number, "club_id": 1, "created_at": now(), **name_columns(one["name"]), **details}
        connection.execute(insert(player).values(row))
        if one.get("games") is not None:
            figures = {"rating": 1500.0, "shown": 1500, "games": one["games"], "provisional": False, "active": True}
            place = {"club_id": 1, "list": LIST.value, "player_id": number, "date": date(2026, 1, 1), "seq": 1}
            connection.execute(insert(standing).values(**place, **figures, state={}))


async def found(
    services: Services, people: list[dict[str, Any]], words: str, *, director: bool = False, **more: Any
) -> list[str]:
    def work(connection: Connection) -> list[str]:
        put(connection, people)
        read_as(connection, 1, is_director=director)
        return [one.player.name for one in search(connection, 1, LIST, words, 25, **more)]

    return await services.database.try_out(work, club=1)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("jurgen", "Jürgen Groß"),
        ("JÜRGEN GROSS", "Jürgen Groß"),
        ("lukasz", "Łukasz Żółw"),
        ("zolw lukasz", "Łukasz Żółw"),
        ("maria jose", "María José Núñez"),
        ("nunez", "María José Núñez"),
        ("nguyen", "Nguyễn Văn An"),
        ("oneill", "Seán O'Neill"),
        ("o'neill", "Seán O'Neill"),
        ("O’Neill", "Seán O'Neill"),
        ("jeanluc", "Jean-Luc Ørsted"),
        ("jean luc orsted", "Jean-Luc Ørsted"),
    ],
)
async def test_a_name_is_found_without_its_accents_and_in_any_order(services: Services, words: str, name: str) -> None:
    assert await found(services, [{"name": one} for one in NAMES], words) == [name]


@pytest.mark.parametrize("words", ["%", "_", "\\", "nobody", "jurgen lukasz"])
async def test_nothing_is_found_for(services: Services, words: str) -> None:
    assert await found(services, [{"name": one} for one in NAMES], words) == []


async def test_nothing_typed_offers_everybody(services: Services) -> None:
    assert len(await found(services, [{"name": one} for one in NAMES], "")) == len(NAMES)


async def test_names_that_begin_so_come_first_then_who_has_played_most(services: Services) -> None:
    people = [{"name": "Anna Bo", "games": 3}, {"name": "Bo Ek", "games": 1}, {"name": "Bo Ahl", "games": 9}]
    assert await found(services, people, "bo") == ["Bo Ahl", "Bo Ek", "Anna Bo"]


async def test_numbers_and_users_are_found_and_hidden_and_merged_players_are_not(services: Services) -> None:
    people = [
        {"name": "Ann", "fide_id": "123"},
        {"name": "Ben", "user_id": 77},
        {"name": "Annika", "hidden": True},
        {"name": "Anton", "merged_into": 1},
    ]
    assert await found(services, people, "123") == ["Ann"]
    assert await found(services, people, "x", users=[77]) == ["Ben"]
    assert await found(services, people, "an") == ["Ann"]
    assert await found(services, people, "an", director=True) == ["Ann", "Annika"]


async def test_every_page_and_place_of_a_board_by_games(services: Services) -> None:
    games = [7, 0, 3, 3, 450, 3, 7, 120, 3, 0, 99, 100]

    def work(connection: Connection) -> None:
        put(connection, [{"name": f"P{number}", "games": played} for number, played in enumerate(games)])
        rows = sorted(connection.execute(select(standing)).all(), key=lambda row: (-row.games, row.player_id))
        for at, row in enumerate(rows):
            read = standings.page_by_games(connection, 1, LIST, at, 3, standings.EVERYONE)
            assert [line.player.id for line in read] == [one.player_id for one in rows[at : at + 3]]
            mine = standings.find(connection, 1, LIST, row.player_id)
            assert mine is not None
            assert standings.position_by_games(connection, 1, LIST, mine, standings.EVERYONE) == at
            rank = 1 + sum(one.games > row.games for one in rows)
            assert standings.rank_by_games(connection, 1, LIST, row.games, standings.EVERYONE) == rank

    await services.database.try_out(work, club=1)
