"""A round robin that a member leaves, as the members see it."""

import csv
import io

import pytest

from bot.services.evenings.tournament import tournament_of
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, card_of
from tests.flows import report_results

NAMES = ("Ann", "Bo", "Cy", "Di")


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


async def everywhere(club: SimulatedClub, event_id: int) -> dict[str, dict[str, list[str]]]:
    """Return place and score of everybody on the event's card and in its file."""
    card = await club.dana.slash(club.channel, "events", event=str(event_id))
    chart = await club.dana.click(card.response, label="Crosstable")
    files = (await club.dana.click(chart.response, label="File")).response
    (data,) = [await one.read() for one in files.attachments if one.filename == "crosstable.csv"]
    return {
        "card": {name: cells[:2] for name, cells in places(card_of(card)).items()},
        "csv": {
            row["name"]: [row["place"] or "–", row["total"] or "–"]
            for row in csv.DictReader(io.StringIO(data.decode("utf-8-sig")))
        },
    }


@pytest.mark.both_databases
async def test_who_is_out_of_the_table_is_out_of_the_stored_event_too(club: SimulatedClub, clock: Clock) -> None:
    """Di loses round 1 and leaves, all else is drawn: the others have a point each of two games, and share place 1."""
    evening = await PairedEvening.opened(club, clock, *NAMES, method="round-robin")
    for number in (1, 2, 3):
        await evening.begin()
        lines = [
            f"{one} ½ {two}" if "Di" not in (one, two) else f"{two} beat Di" if one == "Di" else f"{one} beat Di"
            for one, two in await evening.opponents()
        ]
        await report_results(club, club.td, results="; ".join(lines))
        await evening.direct("Close round")
        await evening.send()
        if number == 1:
            await evening.member("Di").click(evening.card, label="Leave")
    live = places(card_of(await evening.member("Ann").click(evening.card, label="Standings")))
    assert live == {name: ["–", "–"] if name == "Di" else ["1", "1"] for name in NAMES}
    key = (await evening.state()).evening.id
    await club.td.click(await evening.panel(), label="Close (TD)")
    closed = await tournament_of(club.services, club.guild.id, key)
    shown = await everywhere(club, closed.evening.event_id or 0)
    assert shown["card"] == live
    assert {name: [place, total.removesuffix(".0")] for name, (place, total) in shown["csv"].items()} == live


async def test_a_board_without_a_result_is_no_bye(club: SimulatedClub, clock: Clock) -> None:
    """Six players, one result of round 2: nobody had a bye and no game is drawn, so no tie-break has a half."""
    names = (*NAMES, "Eva", "Flo")
    evening = await PairedEvening.opened(club, clock, *names, rounds=4, list="fide-standard")
    await evening.begin()
    await report_results(
        club, club.td, results="; ".join(f"{one} beat {two}" for one, two in await evening.opponents())
    )
    await evening.direct("Close round")
    await evening.send()
    await evening.begin()
    (first, second), *playing = await evening.opponents()
    await report_results(club, club.td, results=f"{first} beat {second}")
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    assert "½" not in card_of(standings)
    # 21 November 2026 is a day of the edition of 1 March 2026.
    assert "tie-breaks DE, BH/C1, BH, SB, WIN (FIDE C.07 of 2026)" in str(standings.response.embeds[0].footer.text)
    for name in (name for pair in playing for name in pair):
        # How? opens at one's own first tie-break; the other four follow.
        standings = await evening.member(name).click(evening.card, label="Standings")
        how = await evening.member(name).click(standings.response, label="How?")
        for turn in range(5):
            if turn:
                await evening.member(name).click(how.response, label="▶")
            page = str(how.response.embeds[0].description)
            assert f". {name}," in page.splitlines()[0]
            assert "unplayed" not in page
            assert "requested bye" not in page
