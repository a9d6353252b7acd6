"""Who did best for their rating, under an event's crosstable in Discord."""

import pytest
from test_event_export import imported

from tests.conftest import SimulatedClub

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
