"""An opponent of the club counts with rating and deviation at the start of the month, and that is kept."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.events.record import record_own_event
from bot.services.events.report import EventReport, stored_report
from bot.services.framework.context import Services
from bot.services.framework.whole_clubs import verify_club
from bot.services.ratings.forecast import predict
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import entrant
from core.lists import RatingList
from core.rating.glicko2 import TYPED_DEVIATION, deviation_after, expected_score
from tests.conftest import TODAY, Actors, person, rows
from tests.services.framework.folding_checks import CLUB, event

LIST = RatingList.GLICKO_2


@pytest.fixture
def actor() -> Actors:
    return Actors(CLUB)


async def set_to(services: Services, actor: Actors, name: str, rating: float, games: int) -> None:
    written = SetRatingRequest(person(name), rating, games, LIST, day=date(2026, 10, 1))
    await set_rating(services, actor("Tess", manager=True), written)


def games_of(report: EventReport) -> list[tuple[float, float]]:
    return [(game.rating, game.deviation) for game in report.outcome.detail.games]


async def test_a_members_opponent_counts_as_they_began_the_month(services: Services, actor: Actors) -> None:
    await set_to(services, actor, "Dana", 1500, 40)
    await set_to(services, actor, "Eli", 1600, 3)
    # Eli wins this month: it is no matter for whoever meets them in it.
    await record_own_event(services, actor("Eli"), event("W1900 W1800", TODAY, rating_list=LIST))
    report = await record_own_event(services, actor("Dana"), event("W@Eli L1400", TODAY, rating_list=LIST))
    began: Any = (1600, pytest.approx(deviation_after(3)))
    assert games_of(report) == [began, (1400, TYPED_DEVIATION)]
    # It is a fact of the event: folded and told again it is the same.
    assert await verify_club(services, CLUB) == []
    assert report.event_id is not None
    assert games_of(await stored_report(services, actor("Dana"), report.event_id)) == [began, (1400, TYPED_DEVIATION)]
    query = select(entrant.c.deviation).where(entrant.c.event_id == report.event_id).order_by(entrant.c.number)
    assert [row.deviation for row in await rows(services.database, query)] == [None, began[1], None]


async def test_a_corrected_rating_is_one_that_is_typed(services: Services, actor: Actors) -> None:
    await set_to(services, actor, "Dana", 1500, 40)
    await set_to(services, actor, "Eli", 1600, 3)
    report = await record_own_event(services, actor("Dana"), event("W@Eli", TODAY, rating_list=LIST))
    assert report.event_id is not None
    change = EventEdit(member=person("Dana"), round=1, rating=1650.0)
    await correct_event(services, actor("Tess", manager=True), report.event_id, [change], "misread")
    told = await stored_report(services, actor("Dana"), report.event_id)
    assert games_of(told) == [(1650, TYPED_DEVIATION)]


async def test_a_prediction_goes_by_both_deviations(services: Services, actor: Actors) -> None:
    await set_to(services, actor, "Dana", 1500, 3)
    await set_to(services, actor, "Eli", 1600, 40)
    found = await predict(services, actor("Dana"), event("@Eli", TODAY, rating_list=LIST))
    assert found.own.expected == pytest.approx(expected_score(1500, 1600, deviation_after(40)))
    assert found.opponent.expected == pytest.approx(expected_score(1600, 1500, deviation_after(3)))
