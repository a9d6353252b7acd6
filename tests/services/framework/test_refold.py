"""Folding clubs again that an older version of the calculators has folded."""

from typing import Any

import pytest
from sqlalchemy import select, update

from bot.cli.database import require_usable
from bot.exit_codes import StartError
from bot.services.club.settings.change import change_settings
from bot.services.framework.context import Services
from bot.services.framework.whole_clubs import recalculate_outdated
from bot.services.ratings.rating_card import player_card
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.services.ratings.uschess import demote_title
from bot.store.club import clubs
from bot.store.database.tables import club, journal, norm, standing
from bot.store.database.transactions import Connection
from core.lists import RatingList
from tests.conftest import TODAY, Actors, person, rows
from tests.services.framework.folding_checks import derived, report

DAY = TODAY.replace(day=1)
OPEN = "W1400 W1400 D1400 L1400"  # half a point above 2.0 expected at 1400: a norm there, see test_club_lifetime
QUICK = RatingList.USCHESS_QUICK


async def fill(services: Services, actor: Actors) -> None:
    """Let Dana and Eli play on Regular and Quick."""
    for name, rating_list in (("Dana", None), ("Eli", None), ("Dana", QUICK)):
        entered = SetRatingRequest(person(name), 1580.0, 30, rating_list, day=DAY)
        await set_rating(services, actor("Tess", manager=True), entered)
        await report(services, actor(name), OPEN, DAY, rating_list=rating_list)
    await demote_title(services, actor("Tess", manager=True), person("Dana"), None, "asked")


async def make_old(services: Services) -> None:
    """Leave the database as version 1 had it: no lifetime titles."""

    def work(connection: Connection) -> None:
        connection.execute(update(club).values(fold_version=1))
        for table in (standing, journal):
            for row in connection.execute(select(table)).all():
                state = {name: value for name, value in row.state.items() if name != "lifetime"}
                key = [column == row._mapping[column.name] for column in table.primary_key]
                connection.execute(update(table).where(*key).values(state=state))
        connection.execute(update(standing).values(title_level=None, title_points=None))
        connection.execute(norm.delete().where(norm.c.scheme == "lifetime"))

    await services.database.write(work, club=None)


async def titles(services: Services) -> set[tuple[Any, ...]]:
    """Return rating list, level and points of every title on a board."""
    query = select(standing.c.list, standing.c.title_level, standing.c.title_points)
    return {tuple(row) for row in await rows(services.database, query)}


async def ratings(services: Services) -> list[tuple[Any, ...]]:
    query = select(journal.c.player_id, journal.c.list, journal.c.before, journal.c.after, journal.c.games_after)
    return sorted((tuple(row) for row in await rows(services.database, query)), key=repr)


# Dana's c2 of Regular was lowered to 1300 without points; Eli's c2 and Dana's of Quick are 1400 with two points.
FOLDED = {("uschess-regular", 1300, 0), ("uschess-regular", 1400, 2), ("uschess-quick", 1400, 2)}


@pytest.mark.long
async def test_codes_appear_and_no_rating_changes(services: Services, actor: Actors) -> None:
    await fill(services, actor)
    assert await titles(services) == FOLDED
    before, numbers = await derived(services.database), await ratings(services)
    await make_old(services)
    assert {level for _, level, _ in await titles(services)} == {None}
    assert await recalculate_outdated(services) == 1
    assert await titles(services) == FOLDED
    assert await ratings(services) == numbers
    assert await derived(services.database) == before


@pytest.mark.long
async def test_it_is_done_once(services: Services, actor: Actors) -> None:
    await fill(services, actor)
    assert await recalculate_outdated(services) == 0
    await make_old(services)
    assert await recalculate_outdated(services) == 1
    assert await recalculate_outdated(services) == 0
    assert await services.database.read(clubs.folded_before, club=None) == []


async def test_every_outdated_club_is_folded_and_no_other(services: Services, actor: Actors) -> None:
    await fill(services, actor)
    elsewhere = Actors(club_id=501, last_interaction=1000)
    await fill(services, elsewhere)
    await make_old(services)
    current = update(club).where(club.c.id == 501).values(fold_version=clubs.FOLD_VERSION)
    await services.database.write(lambda connection: connection.execute(current), club=None)
    assert await recalculate_outdated(services) == 1
    dana = await player_card(services, actor(), None, None)
    assert dana.standing.title_level == 1300
    untouched = await player_card(services, elsewhere(), None, None)
    assert untouched.standing.title_level is None


async def test_a_new_club_is_never_outdated(services: Services, actor: Actors) -> None:
    await change_settings(services, actor("Tess", manager=True), {"td_role_id": 7})
    assert await recalculate_outdated(services) == 0


@pytest.mark.long
async def test_a_club_that_has_settings_only_is_brought_up_too(services: Services, actor: Actors) -> None:
    await change_settings(services, actor("Tess", manager=True), {"td_role_id": 7})
    await make_old(services)
    assert await recalculate_outdated(services) == 1
    assert await derived(services.database) == {name: [] for name in await derived(services.database)}


async def test_the_clubs_own_rules_hold_when_it_is_folded_again(services: Services, actor: Actors) -> None:
    """By the informal calculator's rules nothing is a lifetime norm: c0."""
    await fill(services, actor)
    for moved in ("uschess-regular", "uschess-quick"):
        await change_settings(services, actor("Tess", manager=True), {"rules": (moved, "informal-2020")})
    await make_old(services)
    await recalculate_outdated(services)
    assert await titles(services) == {(rating_list, level, None) for rating_list, level, _ in FOLDED}


@pytest.mark.long
async def test_a_bot_does_not_start_before(services: Services, actor: Actors) -> None:
    await fill(services, actor)
    await require_usable(services.database)
    await make_old(services)
    with pytest.raises(StartError, match="Run `crosstable migrate` first"):
        await require_usable(services.database)
    await recalculate_outdated(services)
    await require_usable(services.database)
