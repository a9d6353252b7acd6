"""Provisional players on leaderboards: below a line, mixed or hidden, for each list."""

from pathlib import Path
from typing import Any

import pytest

from bot.site.club import ClubSites
from tests.conftest import Clock, SimulatedClub, details, said, text_of
from tests.flows import set_board, set_settings
from tests.site.test_club_pages import pages_in

# US Chess 2025, section 1: a rating of at most 25 games is provisional.
LINE = "── **Provisional**: fewer than 26 games"


async def four(club: SimulatedClub) -> Any:
    """Rate two established players, and two with 25 and 5 games; return the one who would be first."""
    prue = club.add("Prue")
    for member, rating, games in (
        (club.dana, 1600.0, 26),
        (club.eli, 1500.0, 90),
        (prue, 1900.0, 25),
        (club.add("Quin"), 1550.0, 5),
    ):
        date = {"date": "2026-11-01"}
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=games, **date)
    return prue


async def board(club: SimulatedClub, **options: Any) -> list[str]:
    answer = await club.dana.slash(club.channel, "leaderboard", **options)
    return lines_of(text_of(answer))


def lines_of(text: str) -> list[str]:
    """Return the lines below the heading."""
    return text.replace("\xa0", " ").splitlines()[1:]


BELOW = ["`1 1600 ` **Dana** ◂ you", "`2 1500 ` Eli", LINE, "`  1900P` Prue", "`  1550P` Quin"]
MIXED = ["`1 1900P` Prue", "`2 1600 ` **Dana** ◂ you", "`3 1550P` Quin", "`4 1500 ` Eli"]
HIDDEN = ["`1 1600` **Dana** ◂ you", "`2 1500` Eli"]


@pytest.mark.both_databases
async def test_each_list_has_its_choice(club: SimulatedClub) -> None:
    await four(club)
    assert await board(club) == BELOW
    assert await board(club, date="2026-11-10") == BELOW
    for where, lines in (("mixed", MIXED), ("hidden", HIDDEN), ("below", BELOW)):
        answer = await set_settings(club, provisional_players=f"uschess-regular:{where}")
        said_so = "US Chess Regular: " in str([one.to_dict() for one in answer.response.embeds])
        assert said_so is (where != "below")  # as it is at first, the page is silent
        assert await board(club) == lines
        assert await board(club, date="2026-11-10") == lines
    # Another list keeps its own, and this one's undo brings back what was.
    await set_settings(club, provisional_players="uschess-quick:hidden")
    answer = await set_settings(club, provisional_players="uschess-regular:hidden")
    assert await board(club) == HIDDEN
    await club.td.click(answer.response, label="Undo")
    assert await board(club) == BELOW


async def test_who_is_hidden_is_in_no_order_and_told_why(club: SimulatedClub) -> None:
    prue = await four(club)
    await set_settings(club, provisional_players="uschess-regular:hidden")
    assert await board(club, order="games") == ["`1 90` Eli · 1500", "`2 26` **Dana** ◂ you · 1600"]
    for number in range(10):
        member = club.add(f"Player {number}")
        await club.td.slash(club.channel, "td rating", player=member, rating=1000.0, games=30)
    answer = await prue.slash(club.channel, "leaderboard")
    assert "This leaderboard shows no provisional players" in await said(prue.click(answer.response, label="Me"))


async def test_cards_and_places_know_who_is_ranked(club: SimulatedClub) -> None:
    await four(club)
    answer = await club.dana.slash(club.channel, "leaderboard")
    assert "You: 1st" in answer.response.embeds[0].footer.text
    assert "P provisional" not in answer.response.embeds[0].footer.text
    cards = {}
    for name in ("Dana", "Prue"):
        cards[name] = text_of(await details(club.eli, club.channel, "rating show", player=name))
    assert "Rank **1** of 2" in cards["Dana"]
    assert "Not ranked yet: provisional, fewer than 26 games" in cards["Prue"]
    # By games everybody is ranked: nothing is uncertain about them.
    assert (await board(club, order="games"))[0] == "`1 90` Eli · 1500"
    assert LINE not in await board(club, order="games")


async def test_the_line_stands_above_a_page_that_begins_below_it(club: SimulatedClub) -> None:
    await four(club)
    for number in range(9):
        member = club.add(f"Player {number}")
        await club.td.slash(club.channel, "td rating", player=member, rating=1000.0 + number, games=30)
    answer = await club.dana.slash(club.channel, "leaderboard")
    await club.dana.click(answer.response, label="▶")
    assert lines_of(text_of(answer)) == ["`11 1000 ` Player 0", LINE, "`   1900P` Prue", "`   1550P` Quin"]


async def test_while_nobody_is_established_all_are_ranked(club: SimulatedClub) -> None:
    for member, rating in ((club.dana, 1600.0), (club.eli, 1500.0)):
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=8)
    assert await board(club) == ["`1 1600P` **Dana** ◂ you", "`2 1500P` Eli"]


async def test_live_boards_and_web_pages_have_the_line(club: SimulatedClub, clock: Clock, tmp_path: Path) -> None:
    await four(club)
    await set_board(club, channel=club.channel)
    with club.env._bot_scope():
        await club.env.bot.outbox.send_due()

    def live() -> list[str]:
        (found,) = [one for one in club.channel.history() if one.embeds and one.embeds[0].timestamp is not None]
        return [line.replace("**Dana** ◂ you", "Dana") for line in lines_of(found.embeds[0].description)]

    plain = [line.replace("**Dana** ◂ you", "Dana") for line in BELOW]
    assert live() == plain
    await set_settings(club, provisional_players="uschess-regular:hidden")
    clock.move(60)
    with club.env._bot_scope():
        await club.env.bot.outbox.send_due()
    assert live() == ["`1 1600` Dana", "`2 1500` Eli"]

    await set_settings(club, provisional_players="uschess-regular:below")
    await set_settings(club, site="public", site_name="Test Club")
    await ClubSites(club.services, tmp_path).write()
    text = " ".join(pages_in(tmp_path)["uschess-regular.html"].split())
    assert text.index(">Eli") < text.index("Provisional: fewer than 26 games") < text.index(">Prue")
    assert "<td>2</td>" in text
    assert "<td>3</td>" not in text
