"""Then and now: a club of two years looks back at a leaderboard, a rating, an opponent and a year."""

import re

import pytest

from bot.services.framework.whole_clubs import verify_club
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, by_names, said
from tests.flows import report_results

GAMES = "round,white,black,result\n1,Dana,Bo,0-1\n2,Dana,Bo,0-1\n3,Bo,Dana,0-1\n4,Bo,Dana,0-1\n"


@pytest.mark.both_databases
async def test_journey_of_then_and_now(club: SimulatedClub, clock: Clock) -> None:
    """It is 21 November 2026. Dana and Bo have won two each with Black, a year and a month ago."""
    evening = await PairedEvening.opened(club, clock, "Bo", rounds=1)
    await club.dana.click(evening.card, label="Join")
    for player, rating in ((club.dana, 1470.0), (evening.member("Bo"), 1600.0)):
        await club.td.slash(club.channel, "td rating", player=player, rating=rating, games=30, date="2025-10-01")
    file = ("games.csv", GAMES.encode())
    looked = await club.td.slash(club.channel, "td import", file=file, name="Winter Match", date="2025-10-12")
    await by_names(club.td, looked)
    await club.td.click(looked.response, label="Store it")

    await evening.begin()
    opponent = await club.dana.click(evening.boards(), label="My opponent")
    lines = opponent.response.embeds[0].description.splitlines()
    assert lines[1:4] == ["**2–2** between you in 4 games", "You never won with White (2 games)",
                          "You won every game with Black (2 games)"]  # fmt: skip
    assert "Bo never won with White (2 games)" in lines
    await report_results(club, club.td, results="Dana beat Bo")
    await evening.direct("Close round")
    await club.td.click(await evening.panel(), label="Close (TD)")

    then = await club.eli.slash(club.channel, "leaderboard", date="2025-10-05")
    assert [line for line in then.response.embeds[0].description.splitlines() if "`" in line] == [
        "`1\u00a01600` Bo",
        "`2\u00a01470` Dana",
    ]
    nobody = await club.eli.slash(club.channel, "leaderboard", date="2024-01-01")
    assert "Dana" not in str(nobody.response.embeds[0].description)
    assert "is not a date" in await said(club.eli.slash(club.channel, "leaderboard", date="2025-13-01"))

    card = await club.dana.slash(club.channel, "rating show")
    line = card.response.embeds[0].description.splitlines()[0]
    assert re.fullmatch(r"This time last year \*\*\d{4}\*\* · ▲ \d+ since", line), line
    assert await verify_club(club.services, club.guild.id) == []
