"""A section whose entrants all are rated, stored and folded."""

import tomllib
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.report import stored_report
from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.ratings.rating_card import player_card
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.services.ratings.uschess import norms_of
from bot.store.database.tables import journal, standing
from bot.ui.cards.events import calculation_pages
from bot.ui.systems.uschess.norms_card import norms_card
from core.errors import InputError, NotFoundError
from core.event.background import ExternalRating, ExternalSystem
from core.event.crosstable import Bye, ByeKind, TimeControl
from core.lists import RatingList
from tests.conftest import TODAY, person, rows
from tests.services.framework.folding_checks import CLUB, derived, record_section, report

GOLDEN = Path(__file__).parents[2] / "golden" / "uschess" / "section_rating.toml"
NOVICE = next(case for case in tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"] if "novice" in case["id"])
ESTABLISHED_GAMES = 200
QUICK = RatingList.USCHESS_QUICK


def tess(interaction: int) -> Actor:
    return Actor(CLUB, person("Tess"), interaction, manager=True)


def players(case: dict[str, Any]) -> list[str]:
    return [f"Player {line['row']}" for line in case["players"]]


async def open_all(services: Services, case: dict[str, Any]) -> None:
    """Enter the published ratings before the event."""
    for line in case["players"]:
        games = line["games_before"]
        games = ESTABLISHED_GAMES if games == "established" else games
        written = SetRatingRequest(person(f"Player {line['row']}"), line["pre"], games)
        await set_rating(services, tess(line["row"]), written)


async def open_two(services: Services, day: date = TODAY) -> None:
    """Enter Dana and Eli at 1500 after 30 games."""
    for index, name in enumerate(("Dana", "Eli")):
        await set_rating(services, tess(index + 1), SetRatingRequest(person(name), 1500.0, 30, day=day))


def games_of(case: dict[str, Any]) -> list[tuple[int, int, int, float]]:
    """Return the games in the rounds of the published crosstable."""
    games = []
    for line in case["players"]:
        for played, result in enumerate(line["rounds"].split(), start=1):
            if result[0] in "WDL" and int(result[1:]) > line["row"]:
                games.append((played, line["row"], int(result[1:]), {"W": 1.0, "D": 0.5, "L": 0.0}[result[0]]))
    return games


async def record(services: Services, *section: Any, **more: Any) -> tuple[int, dict[str, int]]:
    return await services.database.write(
        lambda connection: partial(record_section, connection, services)(*section, **more), club=CLUB
    )


async def novice(services: Services, names: list[str] | None = None, byes: list[Bye] | None = None) -> int:
    event_id, _ = await record(
        services, names or players(NOVICE), games_of(NOVICE), byes or [], control=TimeControl(25, 5)
    )
    return event_id


async def test_a_section_of_2026_comes_out_as_us_chess_published_it(services: Services) -> None:
    await open_all(services, NOVICE)
    event_id = await novice(services)
    for line in NOVICE["players"]:
        card = await player_card(services, tess(0), person(f"Player {line['row']}"), None)
        assert card.standing.rating == pytest.approx(line["expected_post"], abs=NOVICE["tolerance"])
        assert card.standing.displayed == line["expected_post_int"]
        report = await stored_report(services, tess(0), event_id, card.player.id)
        assert report.outcome.after.rating == card.standing.rating
        assert report.outcome.before is not None
        assert report.outcome.before.rating == line["pre"]
        assert report.outcome.score == sum(score for _, score in line["games"])
        assert report.outcome.steps[-1].reason.startswith("performance")
        assert calculation_pages(report)
        norms = await norms_of(services, tess(0), person(f"Player {line['row']}"), None)
        assert norms.event.event_id == event_id
        assert "whole section" in norms_card(norms).footer.text


async def test_the_first_player_is_meant_where_nobody_is_named(services: Services) -> None:
    await open_all(services, NOVICE)
    event_id = await novice(services)
    assert (await stored_report(services, tess(0), event_id)).player.name == "Player 1"
    with pytest.raises(NotFoundError, match="no rating from this event"):
        await stored_report(services, tess(0), event_id, 10**6)


async def test_undoing_it_restores_everything(services: Services) -> None:
    await open_all(services, NOVICE)
    before = await derived(services.database)
    event_id = await novice(services)
    undone = await undo_event(services, tess(100), event_id)
    assert await derived(services.database) == before
    assert {change.after for change in undone.changes if change.day is None} == {
        line["pre"] for line in NOVICE["players"]
    }
    assert {undone.people[change.player_id].name for change in undone.changes} == set(players(NOVICE))


async def test_what_followed_it_moves_with_it(services: Services) -> None:
    """Without the section Player 4 goes on from 572.53."""
    await open_all(services, NOVICE)
    event_id = await novice(services)
    one = Actor(CLUB, person("Player 4"), 200)
    await report(services, one, "W600 L700", TODAY)
    after = await derived(services.database)
    undone = await undo_event(services, tess(100), event_id)
    assert await derived(services.database) != after
    names = {undone.people[change.player_id].name for change in undone.changes}
    assert "Player 4" in names
    (last,) = (await player_card(services, one, None, None)).entries[:1]
    assert last.before == 572.53


async def test_a_player_of_byes_only_is_neither_moved_nor_shown(services: Services) -> None:
    await open_all(services, NOVICE)
    await set_rating(services, tess(50), SetRatingRequest(person("Rated Rest"), 1500, 30))
    before = (await player_card(services, tess(0), person("Rated Rest"), None)).standing
    names = [*players(NOVICE), "Rated Rest", "New Rest"]
    byes = [Bye(played, number, ByeKind.FULL_POINT) for number in (7, 8) for played in (1, 2, 3)]
    event_id = await novice(services, names, byes)
    card = await player_card(services, tess(0), person("Rated Rest"), None)
    assert card.standing == before
    assert [entry.event_id for entry in card.entries] == [None]
    with pytest.raises(NotFoundError, match="played no game"):
        await stored_report(services, tess(0), event_id, card.player.id)
    with pytest.raises(NotFoundError, match="no US Chess Regular rating"):
        await player_card(services, tess(0), person("New Rest"), None)
    moved = await rows(services.database, select(journal.c.player_id).where(journal.c.event_id == event_id))
    assert len(moved) == len(NOVICE["players"])
    # The others' ratings are the published ones all the same.
    for line in NOVICE["players"]:
        card = await player_card(services, tess(0), person(f"Player {line['row']}"), None)
        assert card.standing.rating == pytest.approx(line["expected_post"], abs=NOVICE["tolerance"])


async def test_the_norms_of_a_player_of_byes_are_those_of_their_last_event(services: Services) -> None:
    await open_all(services, NOVICE)
    rest = Actor(CLUB, person("Rated Rest"), 300)
    await set_rating(services, tess(50), SetRatingRequest(rest.member, 1500, 30))
    played = await report(services, rest, "W1500 D1500 L1500 W1500", TODAY)
    await novice(services, [*players(NOVICE), "Rated Rest"], [Bye(1, 7, ByeKind.HALF_POINT)])
    assert (await norms_of(services, rest, None, None)).event.event_id == played


async def test_a_dual_rated_section_moves_both_lists_and_back(services: Services) -> None:
    """Dana 1500 and Eli 1500 of today on Regular, and nothing on Quick: there each begins with 1500 and N = 10.

    A draw between equals moves nobody.
    """
    await open_two(services)
    before = await derived(services.database)
    lists = (RatingList.USCHESS_REGULAR, QUICK)
    event_id, known = await record(services, ["Dana", "Eli"], [(1, 1, 2, 0.5)], lists=lists, control=TimeControl(30, 5))
    query = select(standing.c.list, standing.c.player_id, standing.c.rating, standing.c.games)
    found = {(row.list, row.player_id): (row.rating, row.games) for row in await rows(services.database, query)}
    assert found == {
        ("uschess-regular", known["Dana"]): (1500.0, 31),
        ("uschess-regular", known["Eli"]): (1500.0, 31),
        ("uschess-quick", known["Dana"]): (1500.0, 11),
        ("uschess-quick", known["Eli"]): (1500.0, 11),
    }
    stored = await stored_report(services, tess(0), event_id, known["Eli"])
    assert [moved.rating_list for moved in stored.lists] == list(lists)
    await undo_event(services, tess(100), event_id)
    assert await derived(services.database) == before


async def test_newcomers_come_with_what_they_hold_elsewhere(services: Services) -> None:
    """FIDE 1850 of today is 1825 and five games; two such who draw stay 1825, and so do the figures after a reload."""
    fide = (ExternalRating(ExternalSystem.FIDE, 1850.0, TODAY),)
    event_id, known = await record(
        services, ["Dana", "Eli"], [(1, 1, 2, 0.5)], external_ratings={"Dana": fide, "Eli": fide}
    )
    for name in ("Dana", "Eli"):
        card = await player_card(services, tess(0), person(name), None)
        assert (card.standing.rating, card.standing.games) == (1825.0, 6)
        stored = await stored_report(services, tess(0), event_id, known[name])
        assert stored.outcome.after.rating == 1825.0


async def test_a_section_that_cannot_be_rated_stores_nothing(services: Services) -> None:
    before = await derived(services.database)
    with pytest.raises(InputError, match="games without a result"):
        await record(services, ["Dana", "Eli"], [(1, 1, 2, None)])
    assert await derived(services.database) == before


async def test_an_earlier_report_moves_the_section_and_everybody_in_it(services: Services) -> None:
    """Dana's own event of yesterday makes her section opponents' figures others; undone, all is as before."""
    await open_two(services, TODAY.replace(day=1))
    event_id, known = await record(services, ["Dana", "Eli"], [(1, 1, 2, 0.5)])
    before = await derived(services.database)
    eli = await stored_report(services, tess(0), event_id, known["Eli"])
    assert eli.outcome.after.rating == 1500.0
    await report(services, Actor(CLUB, person("Dana"), 400), "W1500 W1500", TODAY.replace(day=20))
    moved = await stored_report(services, tess(0), event_id, known["Eli"])
    assert moved.outcome.after.rating > 1500.0
    card = await player_card(services, tess(0), person("Eli"), None)
    assert card.standing.rating == moved.outcome.after.rating
    last = await rows(services.database, select(journal.c.event_id).order_by(journal.c.event_id.desc()))
    await undo_event(services, tess(101), max(row.event_id or 0 for row in last))
    assert await derived(services.database) == before
