"""Histories as they are read from the journal, for whoever may see them."""

from datetime import date, timedelta

import pytest
from sqlalchemy import update

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.framework.context import Services
from bot.services.people.merge import merge_players
from bot.services.ratings.history import Axis, HistoryQuery, Since, Track, compare_histories, rating_history_of
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import player
from core.errors import InputError, NotAllowedError, NotFoundError
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import TODAY, Actors, person

REGULAR, QUICK, FIDE = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.FIDE_STANDARD


async def given(
    services: Services, actor: Actors, name: str, rating: float, on: RatingList = REGULAR, day: date | None = None
) -> None:
    """Let a director give somebody a rating of 40 games."""
    written = SetRatingRequest(person(name), rating, 40, on, day=day or TODAY - timedelta(900))
    await set_rating(services, actor("Tess", manager=True), written)


async def played(services: Services, actor: Actors, name: str, days_ago: int, *, on: RatingList = REGULAR) -> int:
    """Let somebody win against 1700, 1750 and 1800, so many days ago; return the event."""
    opponents = parse_opponents("W1700 W1750 W1800")
    day = TODAY - timedelta(days_ago)
    written = EventSubmission(opponents, rating_list=on, day=day, name=f"{days_ago} days ago")
    report = await record_own_event(services, actor(name), written)
    assert report.event_id is not None
    return report.event_id


async def track(services: Services, actor: Actors, name: str, query: HistoryQuery | None = None) -> Track:
    (found,) = (await rating_history_of(services, actor(name), None, query or HistoryQuery())).tracks
    return found


async def change(services: Services, name: str, **values: bool) -> None:
    query = update(player).where(player.c.name == name).values(**values)
    await services.database.write(lambda connection: connection.execute(query), club=500)


async def test_it_goes_with_the_facts(services: Services, actor: Actors) -> None:
    await given(services, actor, "Dana", 1500.0)
    await played(services, actor, "Dana", 30)
    second = await played(services, actor, "Dana", 20)
    found = await track(services, actor, "Dana")
    assert [point.events and point.events[0][0] for point in found.points] == [(), "30 days ago", "20 days ago"]
    assert [point.game for point in found.points] == [40, 43, 46]
    assert found.points[0].entered
    await undo_event(services, actor("Dana"), second)
    assert [point.game for point in (await track(services, actor, "Dana")).points] == [40, 43]


async def test_a_year_begins_a_year_ago(services: Services, actor: Actors) -> None:
    await given(services, actor, "Dana", 1500.0)
    await played(services, actor, "Dana", 600)
    await played(services, actor, "Dana", 100)
    report = await rating_history_of(services, actor("Dana"), None, HistoryQuery(since=Since.YEAR, axis=Axis.GAME))
    (found,) = report.tracks
    assert (report.axis, report.window.first) == (Axis.GAME, date(2025, 11, 21))
    assert [name for point in found.points for name, _ in point.events] == ["100 days ago"]
    assert found.before is not None
    assert found.before.day == date(2025, 11, 21)


async def test_all_lists_are_those_of_one_scale(services: Services, actor: Actors) -> None:
    for rating, on in ((1500.0, REGULAR), (1650.0, QUICK), (1600.0, FIDE), (1550.0, RatingList.NASPA)):
        await given(services, actor, "Dana", rating, on)
    report = await rating_history_of(services, actor("Dana"), None, HistoryQuery(), all_lists=True)
    assert [one.rating_list for one in report.tracks] == [QUICK, FIDE, REGULAR]
    scrabble = HistoryQuery(RatingList.NASPA)
    alone = await rating_history_of(services, actor("Dana"), None, scrabble, all_lists=True)
    assert [one.rating_list for one in alone.tracks] == [RatingList.NASPA]


async def test_a_list_that_is_published_moves_on_its_days(services: Services, actor: Actors) -> None:
    """Events of September wait for the list of October (FIDE B02.2024, 2.2: lists of the first of each month)."""
    await given(services, actor, "Dana", 1600.0, FIDE)
    for day in (date(2026, 9, 5), date(2026, 9, 20)):
        opponents = parse_opponents("W1600 W1600")
        written = EventSubmission(opponents, rating_list=FIDE, day=day, name=f"Cup {day.day}")
        await record_own_event(services, actor("Dana"), written)
    found = await track(services, actor, "Dana", HistoryQuery(FIDE))
    assert [point.day for point in found.points[1:]] == [date(2026, 10, 1)]
    assert [name for name, _ in found.points[1].events] == ["Cup 5", "Cup 20"]
    assert found.steps
    assert found.events == 2


async def test_people_are_compared_highest_first_on_one_list(services: Services, actor: Actors) -> None:
    for name, rating in (("Dana", 1500.0), ("Eli", 1700.0), ("Finn", 1600.0)):
        await given(services, actor, name, rating)
    people = [None, person("Eli"), person("Finn")]
    report = await compare_histories(services, actor("Dana"), people, HistoryQuery())
    assert [one.player.name for one in report.tracks] == ["Eli", "Finn", "Dana"]
    assert report.compares


async def test_whoever_is_named_twice_is_one_sentence(services: Services, actor: Actors) -> None:
    await given(services, actor, "Dana", 1500.0)
    with pytest.raises(InputError, match="Dana is listed twice"):
        await compare_histories(services, actor("Dana"), [None, person("Dana")], HistoryQuery())


async def test_without_a_rating_one_is_told_how_to_begin(services: Services, actor: Actors) -> None:
    await given(services, actor, "Dana", 1500.0)
    with pytest.raises(NotFoundError, match=r"You have no US Chess Quick rating here yet\. Start with /rating update"):
        await rating_history_of(services, actor("Dana"), None, HistoryQuery(QUICK))
    with pytest.raises(NotFoundError, match=r"Dana has no US Chess Quick rating here yet\. Ratings start with"):
        await rating_history_of(services, actor("Eli"), person("Dana"), HistoryQuery(QUICK))
    with pytest.raises(NotFoundError, match="Eli is not a player of this club yet"):
        await compare_histories(services, actor("Dana"), [None, person("Eli")], HistoryQuery())


async def test_a_private_card_is_for_its_player_and_directors(services: Services, actor: Actors) -> None:
    for name in ("Dana", "Eli"):
        await given(services, actor, name, 1500.0)
    await change(services, "Dana", card_private=True)
    with pytest.raises(NotAllowedError, match="Only directors can see the card of Dana"):
        await rating_history_of(services, actor("Eli"), person("Dana"), HistoryQuery())
    with pytest.raises(NotAllowedError, match="Only directors can see the card of Dana"):
        await compare_histories(services, actor("Eli"), [None, person("Dana")], HistoryQuery())
    for who in (actor("Dana"), actor("Tess", manager=True)):
        report = await rating_history_of(services, who, person("Dana"), HistoryQuery())
        assert report.tracks[0].player.name == "Dana"


async def test_who_is_hidden_is_for_themselves_and_directors(services: Services, actor: Actors) -> None:
    await given(services, actor, "Dana", 1500.0)
    await change(services, "Dana", hidden=True)
    with pytest.raises(NotFoundError, match="no such player"):
        await rating_history_of(services, actor("Eli"), person("Dana"), HistoryQuery())
    assert (await rating_history_of(services, actor("Tess", manager=True), person("Dana"), HistoryQuery())).tracks
    assert (await rating_history_of(services, actor("Dana"), None, HistoryQuery())).tracks


async def test_whoever_turned_out_to_be_somebody_else_is_that_one(services: Services, actor: Actors) -> None:
    for name, days in (("Dana", 30), ("Eli", 20)):
        await given(services, actor, name, 1500.0)
        await played(services, actor, name, days)
    before = await rating_history_of(services, actor("Eli"), None, HistoryQuery())
    gone = before.tracks[0].player
    kept = (await rating_history_of(services, actor("Dana"), None, HistoryQuery())).tracks[0].player
    await merge_players(services, actor("Tess", manager=True), kept.id, gone.id, "one person")
    report = await rating_history_of(services, actor("Finn"), gone, HistoryQuery())
    assert report.tracks[0].player.name == "Dana"
    assert report.tracks[0].events == 2
