"""What US Chess will probably publish, and what explains the difference once it is entered."""

import re
from typing import Any

import pytest

from tests.conftest import SimulatedClub, card_of
from tests.flows import report_for


async def reported(club: SimulatedClub) -> tuple[Any, int, int]:
    """Return Dana's report of four games, and the range under its headline."""
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=60, date="2026-01-01")
    answer = await report_for(club.td, club.channel, club.dana, opponents="W1500 D1500 L1600 W1400", event="Saturday")
    text = card_of(answer)
    found = re.search(
        r"^# .*\nUS Chess will probably publish \*\*(\d+) to (\d+)\*\*, depending on the section's other games\.$",
        text,
        re.MULTILINE,
    )
    assert found is not None, text
    assert "publish" not in answer.response.embeds[0].footer.text
    return answer, int(found[1]), int(found[2])


async def entered(club: SimulatedClub, rating: float) -> str:
    answer = await club.td.slash(club.channel, "td rating", player=club.dana, rating=rating)
    text: str = answer.response.embeds[0].description
    return text


@pytest.mark.both_databases
async def test_a_report_says_what_will_probably_be_published(club: SimulatedClub) -> None:
    answer, low, high = await reported(club)
    shown = re.search(r"1470 → (\d+)", card_of(answer))
    assert shown is not None
    assert low < int(shown[1]) < high
    assert high - low < 40


@pytest.mark.both_databases
async def test_the_official_rating_is_explained_by_the_second_pass(club: SimulatedClub) -> None:
    _, low, high = await reported(club)
    text = await entered(club, float(high))
    assert re.search(
        rf"\d+ above the last report's \*\*\d+\*\*: US Chess' second pass explains that \({low} to {high}\)", text
    )


async def test_a_larger_difference_asks_for_the_rating_before_the_event(club: SimulatedClub) -> None:
    _, low, high = await reported(club)
    text = await entered(club, high + 40.0)
    assert f"more than the second pass explains ({low} to {high}). " in text
    assert "Check the rating before the event (1470) and the games." in text


async def test_a_rating_that_follows_no_report_is_explained_by_nothing(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1470.0, games=60, date="2026-01-01")
    assert "last report" not in await entered(club, 1480.0)


async def test_a_whole_section_has_no_range(club: SimulatedClub) -> None:
    table = b"number,name,rating,games,1,2\n1,Ada,1500,60,W2,W2\n2,Bo,1400,60,L1,L1\n"
    looked = await club.td.slash(club.channel, "td import", file=("e.csv", table))
    posted = await club.td.click(looked.response, label="Store it")
    assert "probably publish" not in str(posted.response.embeds[0].to_dict())
