"""Who did best for their rating, under an event's crosstable in Discord."""

import pytest
from test_event_export import imported

from tests.cogs.paired_evening import Clock, PairedEvening
from tests.conftest import SimulatedClub
from tests.flows import report_results

EQUAL = (
    b"number,name,rating,games,1,2,3\n1,Ada,1500,30,W4,W3,W2\n2,Bo,1500,30,W3,W4,L1\n"
    b"3,Cy,1500,30,L2,L1,W4\n4,Di,1500,30,L1,L2,L3\n"
)
TWO = b"number,name,rating,games,1\n1,Ada,1500,30,W2\n2,Bo,1500,30,L1\n"


async def shown(club: SimulatedClub, data: bytes) -> str:
    event_id = await imported(club, data, list="fide-standard")
    answer = await club.dana.slash(club.channel, "events", event=event_id)
    return str(answer.response.embeds[0].description)


@pytest.mark.both_databases
async def test_an_event_names_the_best_for_their_rating_with_luck(club: SimulatedClub) -> None:
    """FIDE, equal ratings: 1.5 of 3 is expected of everybody, and luck alone makes sqrt(3 / 4) = 0.87 of it."""
    text = await shown(club, EQUAL)
    best = "**Best for their rating:** Ada +1.50 (by luck ±0.87); Bo +0.50 (by luck ±0.87)"
    assert best in text.splitlines()


async def test_an_event_of_two_names_nobody(club: SimulatedClub) -> None:
    assert "Best for their rating" not in await shown(club, TWO)


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def test_running_standings_name_the_best_for_their_rating(club: SimulatedClub, clock: Clock) -> None:
    """Equal ratings: half a point is expected of a game, and luck alone makes sqrt(1 / 4) = 0.5 of it."""
    names = ("Ann", "Bo", "Cy", "Di")
    evening = await PairedEvening.opened(club, clock, *names, rounds=1)
    for name in names:
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=1500.0, games=30)
    await evening.begin()
    boards = await evening.opponents()
    await report_results(club, club.td, results="; ".join(f"{one} beat {other}" for one, other in boards))
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    line = str(standings.response.embeds[0].description).splitlines()[-1]
    assert line.startswith("**Best for their rating:** ")
    winners = sorted(one for one, _ in boards)
    assert sorted(line.removeprefix("**Best for their rating:** ").split("; ")) == [
        f"{name} +0.50 (by luck ±0.50)" for name in winners
    ]
