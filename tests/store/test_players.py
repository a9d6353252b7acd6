"""Finding players by name, within one club, without reading all standings."""

from typing import Any

import pytest
from sqlalchemy import event

from bot.services.framework.context import Services
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.transactions import Connection, Database
from bot.store.people import players
from core.lists import RatingList
from tests.conftest import Actors, person

REGULAR = RatingList.USCHESS_REGULAR


async def test_a_search_shows_the_rating_of_its_own_club_and_list(services: Services, actor: Actors) -> None:
    entered = SetRatingRequest(person("Dana"), 1500, 30)
    await set_rating(services, actor("Tess", manager=True), entered)
    elsewhere = Actors(club_id=501, last_interaction=100)
    await set_rating(services, elsewhere("Tess", manager=True), SetRatingRequest(person("Dana"), 1800, 30))

    def found(connection: Connection) -> list[tuple[str, int | None]]:
        lists = (REGULAR, RatingList.USCHESS_QUICK)
        return [
            (player.name, shown)
            for rating_list in lists
            for player, shown, _ in players.search(connection, 500, rating_list, "dan", 25)
        ]

    assert await services.database.read(found, club=None) == [("Dana", 1500), ("Dana", None)]


async def test_a_search_finds_each_players_standing_by_its_whole_key(database: Database) -> None:
    """Without the club in the join, SQLite read all standings for every player found: 5 s at 10,000 players."""
    if not database.is_sqlite:
        pytest.skip("the plan is SQLite's own")

    def plan(connection: Connection) -> str:
        asked: list[tuple[str, Any]] = []

        @event.listens_for(connection, "before_cursor_execute")
        def remember(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            asked.append((statement, parameters))

        players.search(connection, 500, REGULAR, "dan", 25)
        statement, parameters = asked[-1]
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
        return "\n".join(row[3] for row in rows if "standing" in row[3])

    assert "club_id=? AND list=? AND player_id=?" in await database.read(plan, club=None)
