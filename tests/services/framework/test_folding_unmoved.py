"""Who gets a rating on an earlier day moves whom they met later, though that event had left no line of either."""

from datetime import date

from bot.services.events.report import stored_report
from bot.services.framework.context import Actor, Services
from bot.services.ratings.rating_card import recent_events
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from core.lists import RatingList
from core.rating.fide.rules import Reason
from tests.conftest import person
from tests.services.framework.folding_checks import CLUB, derived, record_section, wipe

RAPID = RatingList.FIDE_RAPID
DANA, ELI = "Dana", "Eli"


async def meet(services: Services) -> None:
    """Let Dana draw with a stranger and beat Eli, both."""
    games = [(1, 1, 2, 1.0), (2, 1, 3, 0.5)]
    await services.database.write(
        lambda connection: record_section(
            connection, services, [DANA, ELI], games, day=date(2026, 11, 9), lists=(RAPID,), strangers=[1600.0]
        ),
        club=CLUB,
    )


async def rate(services: Services) -> None:
    written = SetRatingRequest(person(ELI), 1850.0, 50, RAPID, day=date(2026, 11, 7))
    await set_rating(services, Actor(CLUB, person("Tess"), 5, manager=True), written)


async def performance_starts_from(services: Services) -> float:
    """Return the average of the opponents' ratings."""
    tess = Actor(CLUB, person("Tess"), 6, manager=True)
    (event,) = await recent_events(services, tess, person(DANA), 5)
    report = await stored_report(services, tess, event.id)
    (step,) = [step for step in report.outcome.steps if step.reason is Reason.PERFORMANCE]
    return step.inputs[0]


async def test_an_earlier_rating_counts_in_a_later_event_that_moved_nobody(services: Services) -> None:
    await rate(services)
    await meet(services)
    in_order = await derived(services.database)
    assert await performance_starts_from(services) == 1725  # (1850 + 1600) / 2
    await wipe(services.database)

    await meet(services)
    await rate(services)

    assert await derived(services.database) == in_order
    assert await performance_starts_from(services) == 1725
