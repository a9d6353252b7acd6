"""A juniors' evening on FIDE's list."""

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import event
from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_event_import_fide import ratings
from tests.cogs.test_event_quads import played as play_quad
from tests.cogs.test_event_quads import section
from tests.cogs.test_event_round_robin import places
from tests.cogs.test_journey_european_club import coming
from tests.conftest import Clock, SimulatedClub, card_of, rows
from tests.flows import report_results


async def rate(club: SimulatedClub, evening: PairedEvening, name: str, rating: float) -> None:
    """Enter a junior's FIDE rating after 12 games, which makes K 40."""
    member = evening.member(name)
    await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=12, list="fide-standard")


async def play_round(evening: PairedEvening) -> None:
    """Play a round in which whoever comes first in the alphabet wins."""
    await evening.begin()
    results = "; ".join(f"{min(board)} beat {max(board)}" for board in await evening.opponents())
    await report_results(evening.club, evening.club.td, results=results)
    await evening.direct("Close round")
    await evening.send()


async def standings(evening: PairedEvening) -> dict[str, list[str]]:
    """Return everybody's place and points."""
    return places(card_of(await evening.member("Ann").click(evening.card, label="Standings")))


@pytest.mark.both_databases
async def test_journey_of_a_juniors_evening(club: SimulatedClub, clock: Clock) -> None:
    # Ann and Bo have FIDE ratings, Cy and Di none. They play everybody once.
    evening = await PairedEvening.opened(club, clock, method="round-robin", list="fide-standard", name="Juniors")
    await rate(club, evening, "Ann", 1500)
    await rate(club, evening, "Bo", 1600)
    for name in ("Ann", "Bo", "Cy", "Di"):
        await evening.join(name)
    await play_round(evening)
    await play_round(evening)

    # Di's parents come before the last round: two of three games played, so the third is lost by forfeit.
    await evening.member("Di").click(evening.card, label="Leave")
    await play_round(evening)
    assert await standings(evening) == {"Ann": ["1", "3"], "Bo": ["2", "2"], "Cy": ["3", "1"], "Di": ["4", "0"]}
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    assert "**4 players · 3 rounds · 5 games**" in card_of(closed)
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    shown = await club.td.slash(club.channel, "events", event=str(event_id))
    assert "2 forfeits" in shown.response.embeds[0].footer.text  # Cy's point and Di's nought
    # Only Ann's win over Bo counts for FIDE: D 100, so .36 was expected, and K 40 makes 25.6.
    assert await coming(club) == {"Ann": 26, "Bo": -26}
    assert await ratings(club, "fide-standard") == {"Ann": 1500, "Bo": 1600}

    # A week later eight come, and play quads by rating; in the second quad nobody has one.
    clock.move(7 * 24 * 3600)
    quads = await PairedEvening.opened(club, clock, method="quads", list="fide-standard", name="Quads")
    quads.members = evening.members
    for name in ("Ann", "Bo", "Cy", "Di", "Eva", "Finn", "Gil", "Hal"):
        await quads.join(name)
    await quads.direct("Make quads")
    await quads.send()
    strong = {"Ann": ["1", "3"], "Bo": ["2", "2"], "Cy": ["3", "1"], "Di": ["4", "0"]}
    weak = {"Eva": ["1", "3"], "Finn": ["2", "2"], "Gil": ["3", "1"], "Hal": ["4", "0"]}
    for number, table, rated in ((1, strong, "rated on **FIDE Standard**"), (2, weak, "**not rated**")):
        quad = section(quads, f"Quads · Quad {number}")
        quad.members = quads.members
        await play_quad(quad)
        assert await standings(quad) == table
        closed = await club.td.click(await quad.panel(), label="Close (TD)")
        if number == 1:  # the same four played the same results a week ago
            assert "The file looks like **Juniors of 2026-11-21**" in card_of(closed)
            closed = await club.td.click(closed.response, label="Close as a separate event")
        assert rated in card_of(closed)
        assert ("The new ratings are those expected for the list of" in card_of(closed)) == (number == 1)
        assert ("FIDE does not rate these games" in closed.response.embeds[0].footer.text) == (number == 2)
    # Ann has beaten Bo again, in the same period: 51.2 by the ratings of November's list.
    assert await coming(club) == {"Ann": 51, "Bo": -51}
    names = await rows(club.services.database, select(event.c.name).order_by(event.c.id))
    assert [row.name for row in names] == ["Juniors", "Quads · Quad 1", "Quads · Quad 2"]
    assert await verify_club(club.services, club.guild.id) == []
