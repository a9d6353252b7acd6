"""What will US Chess say: a report's range, the official rating that follows, what explains the difference, Undo."""

import pytest

from bot.services.framework.whole_clubs import verify_club
from tests.cogs.test_official_rating import entered, reported
from tests.conftest import SimulatedClub, card_of
from tests.flows import report_for


@pytest.mark.both_databases
async def test_journey_of_an_official_rating(club: SimulatedClub) -> None:
    answer, low, high = await reported(club)
    assert low < 1503 < high  # 2.5 of 4 at 1470, where 1.83 are expected
    ours = int(card_of(answer).partition("1470 → ")[2][:4])
    same = await club.td.slash(club.channel, "td rating", player=club.dana, rating=float(ours))
    assert f"The last report came to **{ours}** too." in str(same.response.embeds[0].description)
    await club.td.click(same.response, label="Undo")
    within = await club.td.slash(club.channel, "td rating", player=club.dana, rating=float(low))
    text = str(within.response.embeds[0].description)
    assert f"US Chess' second pass explains that ({low} to {high})" in text
    await club.td.click(within.response, label="Undo")
    text = await entered(club, low - 30.0)
    assert f"more than the second pass explains ({low} to {high}). Check the rating before the event (1470)" in text

    # A single game has no range, and neither has a first rating entered before any report.
    single = await report_for(club.td, club.channel, club.dana, opponents="W1500", event="Sunday")
    assert "probably publish" not in str(single.response.embeds[0].footer.text)
    first = await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30)
    assert "last report" not in str(first.response.embeds[0].description)
    assert await verify_club(club.services, club.guild.id) == []
