"""Seasons in the fold: one that begins with other ratings is a fact like any, and is told late as well as in order."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Actor, Services
from bot.services.framework.season_figures import SeasonOrder
from bot.services.framework.whole_clubs import verify_club
from bot.services.people.merge import merge_players, undo_merge
from bot.services.ratings.seasons import NewSeason, begin_season, end_season, season_board, undo_season
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import journal, player
from bot.store.database.tables import season_board as kept_table
from bot.store.ratings import seasons
from bot.store.ratings.seasons import SeasonRatings
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import TODAY, person, rows
from tests.services.framework.folding_checks import CLUB, derived, wipe
from tests.services.framework.independent_fold import disagreements
from tests.services.framework.independent_steps import explained_otherwise
from tests.services.framework.test_folding_oracle import SETTINGS, Match, name_keeper, td, tell

POOL = RatingList.ORACLE
MATCHES = [
    (9, Match("Dana", "Keeper", "WLW", False)),
    (7, Match("Eli", "Dana", "WWL", False)),
    (5, Match("Fay", "Keeper", "WWWW", True)),
    (3, Match("Dana", "Eli", "LLW", False)),
]


def middle(days_ago: int, ratings: SeasonRatings = SeasonRatings.TOWARD_MIDDLE, **more: Any) -> NewSeason:
    return NewSeason("Spring", None, TODAY - timedelta(days_ago), POOL, ratings, 1, **more)


async def check(services: Services) -> dict[str, list[str]]:
    assert await verify_club(services, CLUB) == []
    assert await services.database.read(lambda connection: disagreements(connection, CLUB), club=CLUB) == []
    assert await services.database.read(lambda connection: explained_otherwise(connection, CLUB), club=CLUB) == []
    return await derived(services.database)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("values", SETTINGS)
@pytest.mark.parametrize("ratings", [SeasonRatings.TOWARD_MIDDLE, SeasonRatings.AFRESH])
async def test_a_season_told_late_is_where_one_told_in_order_is(
    services: Services, values: dict[str, Any], ratings: SeasonRatings
) -> None:
    await name_keeper(services, values)
    for index, (days, match) in enumerate(MATCHES):
        if days == 3:
            await begin_season(services, td(50), middle(4, ratings))
        await tell(services, index, days, match)
    in_order = await check(services)
    await wipe(services.database)

    await name_keeper(services, values)
    for index, (days, match) in reversed(list(enumerate(MATCHES))):
        await tell(services, index, days, match)
        if days == 7:
            without = await derived(services.database)
            late = await begin_season(services, td(50), middle(4, ratings))
            await undo_season(services, td(51), late.season.id)
            assert await derived(services.database) == without
            await begin_season(services, td(52), middle(4, ratings))
    assert await check(services) == in_order


async def test_half_the_way_is_to_the_last_bit_half_the_way(services: Services) -> None:
    await name_keeper(services)
    await tell(services, 0, *MATCHES[0])
    await begin_season(services, td(50), middle(4))
    moved = await rows(services.database, select(journal.c.before, journal.c.after).where(journal.c.rules == "season"))
    assert sorted(row.before != 50 for row in moved) == [False, True]  # the Keeper stays, Dana moves
    for row in moved:
        assert row.after == pytest.approx(50 + (row.before - 50) / 2, abs=1e-12)


async def test_an_event_of_a_newcomer_before_a_season_is_moved_by_it(services: Services) -> None:
    """Elo has no facts of those without a rating: a season after their first one must be seen."""
    season = NewSeason("Spring", None, TODAY - timedelta(3), RatingList.ELO, SeasonRatings.AFRESH)
    await begin_season(services, td(50), season)
    request = SetRatingRequest(person("Dana"), 1800.0, 30, RatingList.ELO, day=TODAY - timedelta(9))
    await set_rating(services, td(51), request)
    await check(services)
    entries = await rows(services.database, select(journal.c.after).order_by(journal.c.date))
    assert [row.after for row in entries] == [1800.0, 1500.0]


@pytest.mark.long
async def test_a_merge_moves_the_places_on_final_boards_and_a_split_restores(services: Services) -> None:
    await name_keeper(services)
    for index, (days, match) in enumerate(MATCHES):
        await tell(services, index, days, match)
    await begin_season(services, td(50), middle(9, SeasonRatings.CARRY_OVER))
    await end_season(services, td(51))
    ids = {row.name: row.id for row in await rows(services.database, select(player.c.name, player.c.id))}
    before = await rows(services.database, select(kept_table).order_by(kept_table.c.position))
    await tell(services, 9, 20, Match("Gus", "Keeper", "W", False))
    gus = (await rows(services.database, select(player.c.id).where(player.c.name == "Gus")))[0].id
    merged = await merge_players(services, td(52), gus, ids["Fay"], "the same")
    whose = {row.player_id for row in await rows(services.database, select(kept_table.c.player_id))}
    assert gus in whose
    assert ids["Fay"] not in whose
    await undo_merge(services, td(53), merged.merge_id)
    assert await rows(services.database, select(kept_table).order_by(kept_table.c.position)) == before
    await check(services)


@pytest.mark.parametrize("entered_after", [None, 12, 7])
async def test_a_rating_that_a_director_enters_is_no_gain(services: Services, entered_after: int | None) -> None:
    """Two lost games against equals: with K = 32, 16 points each and no more, wherever the rating is corrected to."""
    elo = RatingList.ELO
    await set_rating(services, td(50), SetRatingRequest(person("Dana"), 1500.0, 30, elo, day=TODAY - timedelta(20)))
    carry_over = SeasonRatings.CARRY_OVER
    begun = await begin_season(services, td(51), NewSeason("S", None, TODAY - timedelta(15), elo, carry_over, 1))
    rating = 1500.0
    for number, days in enumerate((9, 5)):
        if entered_after is not None and entered_after > days and rating < 1600:
            rating = 1800.0
            request = SetRatingRequest(person("Dana"), rating, 30, elo, day=TODAY - timedelta(entered_after))
            await set_rating(services, td(52), request)
        lost = EventSubmission(parse_opponents(f"L{rating}"), rating_list=elo, day=TODAY - timedelta(days))
        await record_own_event(services, Actor(CLUB, person("Dana"), 500 + number, manager=True), lost)
        rating -= 16
    board = await season_board(services, td(60), begun.season.id, SeasonOrder.GAIN)
    assert board.lines[0].placed.figures.gain == pytest.approx(-32)


async def test_who_won_is_known_of_every_season(services: Services) -> None:
    await name_keeper(services)
    for index, (days, match) in enumerate(MATCHES):
        await tell(services, index, days, match)
    begun = await begin_season(services, td(50), middle(9, SeasonRatings.CARRY_OVER))
    await end_season(services, td(51))
    board = await season_board(services, td(60), begun.season.id)
    (first,) = board.winners
    won = await services.database.read(lambda connection: seasons.won_by(connection, CLUB, first.id), club=CLUB)
    assert [season.name for season in won] == ["Spring"]
    last = board.lines[-1].player.id
    assert await services.database.read(lambda connection: seasons.won_by(connection, CLUB, last), club=CLUB) == []
