"""A round robin that a member leaves, as the members see it."""

import pytest

from tests.cogs.paired_evening import Clock, PairedEvening
from tests.conftest import SimulatedClub, card_of
from tests.flows import report_results

NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def drawn(evening: PairedEvening) -> None:
    """Pair a round, let every game of it be drawn."""
    await evening.begin()
    results = "; ".join(f"{first} ½ {second}" for first, second in await evening.opponents())
    await report_results(evening.club, evening.club.td, results=results)
    await evening.direct("Close round")
    await evening.send()


def places(text: str) -> dict[str, list[str]]:
    """Return place and points of everybody in standings."""
    rows = [line.split("`") for line in text.splitlines() if line.startswith("`")]
    return {name.split("·")[0].strip(): cell.split()[:2] for _, cell, name in rows if name.strip()}


async def test_who_leaves_after_one_game_of_three_is_out_of_the_table(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, method="round-robin")
    assert "evening-bye" not in str(evening.card.components)
    await drawn(evening)
    await evening.member("Di").click(evening.card, label="Leave")
    await drawn(evening)
    await drawn(evening)
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    assert places(card_of(standings)) == {
        "Ann": ["1", "1"],
        "Bo": ["1", "1"],
        "Cy": ["1", "1"],
        "Di": ["–", "–"],
    }
    assert "Di · withdrew" in card_of(standings)


async def test_who_leaves_after_two_games_of_three_loses_the_last_by_forfeit(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES, method="round-robin")
    await drawn(evening)
    await drawn(evening)
    await evening.member("Di").click(evening.card, label="Leave")
    await drawn(evening)
    found = places(card_of(await evening.member("Ann").click(evening.card, label="Standings")))
    assert sorted(found.pop(name)[1] for name in ("Ann", "Bo", "Cy")) == ["1½", "1½", "2"]
    assert found == {"Di": ["4", "1"]}


async def test_standings_name_only_the_tie_breaks_that_part_somebody(club: SimulatedClub, clock: Clock) -> None:
    """Cy and Di drew each other, and Cy has met Ann with two points where Di has met Bo with one."""
    evening = await PairedEvening.opened(club, clock, *NAMES, rounds=2, list="fide-standard")

    async def after(results: str) -> str:
        await evening.begin()
        await report_results(club, club.td, results=results)
        await evening.direct("Close round")
        await evening.send()
        return card_of(await evening.member("Ann").click(evening.card, label="Standings"))

    first = await after("Ann beat Cy; Bo beat Di")
    assert not any(code in first for code in ("DE", "BH", "SB", "WIN"))
    second = (await after("Ann beat Bo; Cy ½ Di")).replace("\u00a0", " ")
    names = [line.rpartition("`")[2].strip() for line in second.splitlines() if line.startswith("`")][1:]
    assert names == ["Ann", "Bo", "Cy · BH/C1 2", "Di · BH/C1 1"]
    assert "Cy · BH/C1 2" in evening.card.embeds[0].description
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    everything = card_of(await evening.member("Ann").click(standings.response, label="All tie-breaks"))
    assert everything.splitlines()[1].split("`")[1].split() == ["Pts", "DE", "BH/C1", "BH", "SB", "WIN"]
