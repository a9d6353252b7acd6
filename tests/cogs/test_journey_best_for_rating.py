"""Something to win for everybody: the best for their rating of an evening on a club's own list, until the week's
announcement.
"""

import pytest

from bot.services.framework.whole_clubs import verify_club
from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_club_announce import send, words
from tests.cogs.test_event_prizes import asked, lines, written
from tests.cogs.test_own_lists import TENNIS, found
from tests.conftest import Clock, SimulatedClub
from tests.flows import close_evening, report_results, season_by, set_settings, start_season

RATINGS = {"Ann": 1200.0, "Bo": 1000.0, "Cy": 1000.0, "Di": 800.0}
BEST = "Cy +0.76 (chance alone: ±0.43)"
"""Elo, 200 points apart: 1 / (1 + 10^0.5) = 0.2403 is expected, and sqrt(0.2403 × 0.7597) = 0.4272 of it is luck."""

LINE = f"**Best for their rating:** {BEST}; Di +0.26 (chance alone: ±0.43)"


@pytest.mark.both_databases
async def test_journey_of_the_best_for_their_rating(club: SimulatedClub, clock: Clock) -> None:
    await found(club)
    await set_settings(club, channel=club.channel, when="weekly")
    await start_season(club, starts="2026-11-01", minimum=1, list=TENNIS)
    evening = await PairedEvening.opened(club, clock, list=TENNIS, rounds=1)
    for name, rating in RATINGS.items():
        player = evening.member(name)
        await club.td.slash(club.channel, "td rating", player=player, rating=rating, games=30, list=TENNIS)
        await evening.join(name)
    await written(club, "best for rating 20")
    await evening.begin()
    assert {frozenset(board) for board in await evening.opponents()} == {
        frozenset(("Ann", "Cy")),
        frozenset(("Bo", "Di")),
    }
    await report_results(club, club.td, results="Cy beat Ann; Bo 0.5-0.5 Di")

    standings = await evening.member("Di").click(evening.card, label="Standings")
    assert LINE in lines(standings.response)
    assert "`20` Cy" in lines(await asked(club))

    await evening.direct("Close round")
    await close_evening(club)
    (offered,) = await evening.member("Di").autocomplete(club.channel, "events", "event", "Friday")
    event = await evening.member("Di").slash(club.channel, "events", event=offered["value"])
    assert LINE in lines(event.response)
    assert "`20` Cy" in lines(await asked(club))
    assert "special prize: best for rating, 0.76 above the expected score" in lines(await asked(club))

    board = lines((await season_by(club, "for-rating")).response)
    assert [line for line in board if "chance alone" in line][:2] == [
        "`1 +0.76` Cy · chance alone: ±0.43",
        "`2 +0.26` Di · chance alone: ±0.43",
    ]

    await send(club, clock, days=7)
    assert "⭐ **Best for their rating** Cy +0.76 (Table tennis) · chance alone: ±0.43" in words(club)
    assert await verify_club(club.services, club.guild.id) == []
