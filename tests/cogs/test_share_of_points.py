"""A list that rates the share of the points, or whole matches: what a member reads and gets as a file.

11-7 9-11 11-5 is 31 of 54 points, 0.574; 23 of them are 0.426.
"""

from typing import Any

import pytest

from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_journey_own_lists import SQUASH, THREE, match
from tests.cogs.test_own_lists import TENNIS, figures, found
from tests.conftest import Clock, SimulatedClub, full_text, said
from tests.flows import part_of, report_results, season_by, start_season

ASKED = "Squash is rated by share of points. Write the points, for example 11-7, 9-11, 11-5."


def text(answer: Any) -> str:
    embeds = [embed for one in (answer.response, *answer.followups) if one is not None for embed in one.embeds]
    return "\n".join(f"{embed.title}\n{embed.description}" for embed in embeds).replace("\N{NO-BREAK SPACE}", " ")


async def squash(club: SimulatedClub) -> None:
    await found(club, "Squash", start="1000", k="24", sets="points")


async def test_the_calculation_of_a_share_shows_the_share(club: SimulatedClub) -> None:
    """Elo 1.62: 24 × (0.574 − 0.5) is 1.7778; a season adds the shares up."""
    await squash(club)
    await start_season(club, starts="2026-11-01", minimum=1, list=SQUASH)
    for name in ("Fay", "Gus"):
        await club.add(name).slash(club.channel, "me")
    sides = await club.td.slash(club.channel, "match", opponent="Dana + Fay, Eli + Gus", wins=THREE, list=SQUASH)
    calculated = await full_text(await club.dana.click(sides.response, label="Calculation"))
    assert "0.50 expected, 0.574 of 1 scored" in calculated
    assert " 1 0.574 1000 0.50 " in calculated
    assert "24 × (0.574 − 0.5000) = **1.7778**" in calculated
    board = text(await season_by(club, "points"))
    assert "0.574" in board
    assert "0.426" in board
    assert "½" not in board


@pytest.mark.both_databases
async def test_a_match_without_its_points_is_asked_for_them(club: SimulatedClub) -> None:
    await squash(club)
    assert ASKED in await said(club.dana.slash(club.channel, "match", opponent=club.eli.mention, wins="2", list=SQUASH))
    await club.td.slash(club.channel, "me")
    asked = await club.dana.slash(club.channel, "challenge", player=club.eli, list=SQUASH, games=3)
    await club.eli.click(asked.response, label="Accept")
    form = await club.eli.click(asked.response, label="Report result")
    assert ASKED in await said(club.eli.submit_modal(form, {"results": "WWL"}))
    for name in ("Fay", "Gus"):
        await club.add(name).slash(club.channel, "me")
    sides = await said(club.td.slash(club.channel, "match", opponent="Dana + Fay, Eli + Gus", wins="2", list=SQUASH))
    assert ASKED in sides
    assert await figures(club, SQUASH) == {}


async def test_an_evening_asks_for_the_points_of_a_share(club: SimulatedClub, clock: Clock) -> None:
    """31 of 54 points are worth 24(31/54 - 1/2) = 1.78."""
    await squash(club)
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1, list=SQUASH)
    await evening.begin()
    assert "I won" not in str(evening.boards().components)
    told = await said(report_results(club, club.td, results="Ann beat Bo"))
    assert told == 'Result 1: the points are missing. Write the points of both players, for example "Dana 31-23 Eli".'
    form = await evening.member("Ann").click(evening.boards(), label="My game")
    await evening.member("Ann").submit_modal(form, {"mine": "31", "theirs": "23"})
    await evening.direct("Close round", "Close (TD)")
    assert await figures(club, SQUASH) == {"Ann": 1001.78, "Bo": 998.22}


async def exported(club: SimulatedClub) -> str:
    asked = await club.td.slash(club.channel, "td export", what="event")
    await club.td.select(asked.response, ["1"], custom_id=part_of(asked.response, "export-event"))
    file = await club.td.select(asked.response, ["pairings"], custom_id=part_of(asked.response, "export-format"))
    return (await file.response.attachments[0].read()).decode("utf-8-sig")


@pytest.mark.both_databases
async def test_a_drawn_game_of_a_match_makes_no_score_of_another_game(club: SimulatedClub) -> None:
    """2½ – ½ is one match won; doubled it would be 5-1, a game of Scrabble."""
    await found(club, start="1000", k="24", sets="match")
    confirmed = text(await match(club, TENNIS, "2", draws=1))
    assert "Dana 2½ – ½ Eli" in confirmed
    card = await club.dana.slash(club.channel, "rating show", list=TENNIS)
    assert "2½-½" in text(await club.dana.click(card.response, label="Games"))
    assert "5" not in (await exported(club)).splitlines()[1].split(",")
    assert await figures(club, TENNIS) == {"Dana": 1012, "Eli": 988}


async def test_a_match_is_imported_elsewhere_as_of_any_game(club: SimulatedClub) -> None:
    """The points of a match of darts are not Scrabble's: another club is not offered NASPA."""
    await found(club, start="1000", k="24", sets="match")
    await match(club, TENNIS, "2", losses=1)
    file = await exported(club)
    assert ",2,1," in file.splitlines()[1]
    assert "scrabble" not in file
    other = club.other_server()
    looked = await other.td.slash(other.channel, "td import", file=("darts.csv", file.encode()))
    assert "NASPA" not in text(looked)
