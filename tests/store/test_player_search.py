"""Searching while somebody types: exactly what looking at every player finds, however few of them are read."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, insert, literal, or_, select, update

from bot.services.context import Services
from bot.store.database import Connection, Database
from bot.store.derived import standings
from bot.store.people import player_search
from bot.store.tables import club, games_count, known_part, name_part, player, standing
from core.lists import RatingList
from tests.conftest import TODAY, now
from tests.depth import examples

LIST = RatingList.USCHESS_REGULAR
LETTERS = "abA%_ß É\\"
"""Few, so that names are alike, with what LIKE takes for its own and what case folding makes longer."""


def plain(connection: Connection, words: str, most: int, users: Sequence[int], hidden: bool) -> list[Any]:
    """Return what is found by looking at every player."""
    mine = (standing.c.club_id == 1) & (standing.c.list == LIST.value) & (standing.c.player_id == player.c.id)
    number = words.strip().upper()
    numbers = (player.c[column] == number for column in ("uschess_id", "fide_id", "naspa_id"))
    found = or_(player.c.folded.contains(words.casefold(), autoescape=True), player.c.user_id.in_(users), *numbers)
    starts = player.c.folded.startswith(words.casefold(), autoescape=True)
    query = (
        select(player.c.id)
        .select_from(player.outerjoin(standing, mine))
        .where(player.c.club_id == 1, found, or_(player.c.hidden.is_(False), literal(hidden)))
        .where(player.c.merged_into.is_(None))
        .order_by(starts.desc(), standing.c.games.desc().nulls_last(), player.c.name, player.c.id)
        .limit(most)
    )
    return list(connection.execute(query).scalars())


people = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.text(LETTERS, min_size=1, max_size=20),
            "games": st.none() | st.sampled_from((0, 1, 2, 63, 64, 65, 128, 300, 5000)),
            "hidden": st.booleans(),
            "merged_into": st.sampled_from((None, None, None, 1)),
            "fide_id": st.none() | st.sampled_from(("A", "AB")),
            "gone": st.sampled_from((False, False, True)),
            "renamed": st.none() | st.text(LETTERS, min_size=1, max_size=20),
        }
    ),
    min_size=1,
    max_size=12,
)


def put(connection: Connection, drawn: Sequence[dict[str, Any]]) -> None:
    for table in (standing, player, club):
        connection.execute(delete(table))
    for number in (1, 2):
        connection.execute(
            insert(club).values(id=number, default_list=LIST.value, self_report="everyone", created_at=now())
        )
    for number, one in enumerate(drawn, start=1):
        values = {key: one[key] for key in ("name", "hidden", "merged_into", "fide_id")}
        of = {"club_id": 1 if number % 5 else 2, "user_id": number, "folded": one["name"].casefold()}
        connection.execute(insert(player).values(id=number, created_at=now(), **values, **of))
        if one["games"] is not None:
            rated = {"rating": 1500.0, "shown": 1500, "games": one["games"], "provisional": False, "active": True}
            rest = {"list": LIST.value, "player_id": number, "date": TODAY, "seq": 1, "state": {}}
            connection.execute(insert(standing).values(club_id=of["club_id"], **rated, **rest))
        if one["renamed"] is not None:
            new = {"name": one["renamed"], "folded": one["renamed"].casefold()}
            connection.execute(update(player).where(player.c.id == number).values(**new))
            changed = {"games": one["games"] and one["games"] * 3 // 2 % 400, "active": False}
            connection.execute(update(standing).where(standing.c.player_id == number).values(**changed))
        if one["gone"]:
            connection.execute(delete(standing).where(standing.c.player_id == number))
            connection.execute(delete(player).where(player.c.id == number))


def kept(connection: Connection) -> tuple[set[Any], set[Any]]:
    """Return the parts and counts that are there, and those that the players and standings give."""
    tables = (name_part, games_count, known_part)
    there: set[Any] = {tuple(row) for table in tables for row in connection.execute(select(table))}
    given: set[Any] = set()
    parts: dict[int, list[bytes]] = {}
    for row in connection.execute(select(player)):
        parts[row.id] = [row.folded[at : at + 8].encode() for at in range(len(row.folded))]
        parts[row.id].append(b"\0" + row.folded[:8].encode())
        given |= {(row.club_id, part, row.id) for part in parts[row.id]}
    rows = [(row.club_id, row.list, row.active, row.games) for row in connection.execute(select(standing))]
    for row in connection.execute(select(standing)):
        reached = [games for games in (64, 128, 256, 512, 1024, 2048, 4096) if games <= row.games]
        given |= {
            (row.club_id, row.list, games, part, row.player_id) for games in reached for part in parts[row.player_id]
        }
    return there, given | {(*row, rows.count(row)) for row in rows}


@pytest.mark.both_databases
async def test_a_search_finds_what_looking_at_everybody_finds(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(
        drawn: Sequence[dict[str, Any]], words: str, limits: tuple[int, int, int], spare: int, most: int, hidden: bool
    ) -> None:
        def work(connection: Connection) -> None:
            put(connection, drawn)
            there, given = kept(connection)
            assert there == given
            monkeypatch.setattr(player_search, "SPARE", spare)
            for numbers in ((300, 2000, 15000), (0, 0, 0), (0, 0, 50), (0, 50, 50), sorted(limits)):
                for name, number in zip(("FEW", "SOME", "MANY"), numbers, strict=True):
                    monkeypatch.setattr(player_search, name, number)
                found = player_search.search(connection, 1, LIST, words, most, [1, 2], hidden=hidden)
                assert [one.player.id for one in found] == plain(connection, words, most, [1, 2], hidden)

        asyncio.run_coroutine_threadsafe(database.write(work, club=None), loop).result(60)

    loop = asyncio.get_running_loop()
    limits = st.tuples(*[st.integers(0, 8)] * 3)
    small = st.integers(0, 2), st.integers(1, 5), st.booleans()
    drawing = given(people, st.text(LETTERS, max_size=12), limits, *small)
    await asyncio.to_thread(examples()(drawing(check)))


@pytest.mark.both_databases
async def test_a_board_by_games_is_read_by_its_counts(services: Services) -> None:
    """Every page and every place, with ties, as sorting everybody gives them."""
    games = [7, 0, 3, 3, 450, 3, 7, 120, 3, 0, 99, 100]
    alike = {"hidden": False, "merged_into": None, "fide_id": None, "gone": False}
    drawn = [{**alike, "name": f"P{n}", "games": g, "renamed": "Q" if n == 4 else None} for n, g in enumerate(games)]

    def work(connection: Connection) -> None:
        put(connection, drawn)
        for everyone in (True, False):
            rows = connection.execute(select(standing).where(standing.c.club_id == 1)).all()
            rows = sorted((r for r in rows if everyone or r.active), key=lambda r: (-r.games, r.player_id))
            for at, row in enumerate(rows):
                read = standings.page_by_games(connection, 1, LIST, at, 3, everyone=everyone)
                assert [line.player.id for line in read] == [one.player_id for one in rows[at : at + 3]]
                mine = standings.find(connection, 1, LIST, row.player_id)
                assert mine is not None
                assert standings.position_by_games(connection, 1, LIST, mine, everyone=everyone) == at
                rank = 1 + sum(one.games > row.games for one in rows)
                assert standings.rank_by_games(connection, 1, LIST, row.games, everyone=everyone) == rank
            assert standings.page_by_games(connection, 1, LIST, len(rows), 3, everyone=everyone) == []

    await services.database.write(work, club=None)
