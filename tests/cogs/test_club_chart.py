"""Distribution and the other buttons that show a list at a glance."""

from unittest import mock

import pytest

from tests.conftest import SimulatedClub, card_of, said
from tests.flows import distribution, report_for

RATINGS = (1020, 1090, 1110, 1180, 1210, 1260, 1290, 1330, 1390, 1480, 1610)
"""Eleven members; the fifth is Dana, who stands above four of them: 36% rounded down. The sixth is the median."""


async def members(club: SimulatedClub, ratings: tuple[int, ...] = RATINGS) -> None:
    table = "name,rating,games\n" + "".join(
        f"Member {at},{rating},30\n" for at, rating in enumerate(ratings) if at != 4
    )
    preview = await club.td.slash(club.channel, "td import", file=("r.csv", table.encode()))
    await club.td.click(preview.response, label="Store it")
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1210.0, games=30)


@pytest.mark.both_databases
async def test_it_shows_where_you_stand(club: SimulatedClub) -> None:
    await members(club)
    answer = await distribution(club.td, club)
    (attached,) = answer.response.attachments
    assert attached.filename == "picture.png"
    assert attached.description.startswith("Ratings on US Chess Regular of 11 active members. 1000 to 1049: 1; ")
    assert "You stand" not in attached.description
    board = await club.dana.slash(club.channel, "leaderboard")
    mine = await club.dana.click(board.response, label="Distribution")
    assert mine.ephemeral
    assert mine.response.attachments[0].description.endswith("You are at 1210; 36% of the club is below you.")


async def test_your_own_neighbourhood_comes_first(club: SimulatedClub) -> None:
    """1210 is seventh of the eleven; two stand above and two below in the lines around it."""
    await members(club)
    answer = await distribution(club.dana, club)
    assert card_of(answer).replace("\xa0", " ").splitlines()[:6] == [
        "**Around you**", "`5 1290` Member 6", "`6 1260` Member 5", "`7 1210` **Dana** ◂ you",
        "`8 1180` Member 3", "`9 1110` Member 2",
    ]  # fmt: skip


async def test_provisional_ratings_do_not_count_and_ten_players_are_needed(club: SimulatedClub) -> None:
    await members(club, RATINGS[:9])
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=5)
    sentence = await said(distribution(club.td, club))
    assert sentence == ("US Chess Regular has 9 active players with an established rating. A chart needs 10.")


async def test_who_improved_most_stands_above_it(club: SimulatedClub) -> None:
    await members(club)
    await report_for(club.td, club.channel, club.dana, opponents="W1500 W1500 W1500")
    answer = await distribution(club.td, club)
    title, line = card_of(answer).splitlines()
    assert title == "**Most improved in a year**"
    assert line.startswith("`▲")
    assert " Dana · 1" in line
    assert answer.response.embeds[0].footer.text == "3 games this month, 3 in twelve"
    months = await club.td.click(answer.response, label="Games per month")
    assert months.ephemeral
    assert months.response.attachments[0].description.endswith("October 0, November 3.")


async def test_in_words_where_nothing_can_be_drawn(club: SimulatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    await members(club)
    monkeypatch.setattr("bot.ui.pictures.rendering.draw", mock.Mock(side_effect=OSError("no fonts")))
    board = await club.dana.slash(club.channel, "leaderboard")
    text = card_of(await club.dana.click(board.response, label="Distribution"))
    club.forgive()
    assert text.splitlines()[:2] == ["### US Chess Regular · Where you stand", "# 1210  36% of the club is below you"]
