"""An evening whose games its list does not rate."""

import pytest

from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, card_of
from tests.flows import close_evening, export_event, report_results

WHY = "FIDE does not rate these games: the opponents are unrated."


async def played(evening: PairedEvening) -> None:
    """Let whoever begins win every board of a round."""
    await evening.begin()
    results = "; ".join(f"{first} beat {second}" for first, second in await evening.opponents())
    await report_results(evening.club, evening.club.td, results=results)
    await evening.direct("Close round")
    await evening.send()


@pytest.mark.parametrize("method", ["swiss", "round-robin"])
@pytest.mark.sqlite_only("PostgreSQL does not use a number of a preview again")
async def test_a_paired_evening_of_unrated_players_keeps_its_results(
    club: SimulatedClub, clock: Clock, method: str
) -> None:
    rounds = {"rounds": 2} if method == "swiss" else {}
    evening = await PairedEvening.opened(
        club, clock, "Ann", "Bo", "Cy", "Di", method=method, list="fide-standard", **rounds
    )
    await played(evening)
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    assert [line[1] for line in _rows(card_of(standings))] == ["1", "1", "0", "0"]
    card = evening.card
    assert "After round **1**" in card.embeds[0].description
    await played(evening)
    left = await evening.member("Di").click(evening.card, label="Leave")
    assert not left.followups
    closed = await close_evening(club, force=True)
    assert "**not rated**" in card_of(closed)
    assert WHY in closed.response.embeds[0].footer.text
    assert not closed.followups
    shown = await club.td.slash(club.channel, "events", event="1")
    assert "4 players · 2 rounds · 4 games" in card_of(shown)
    exported = await export_event(club.td, club.channel, "1", "trf", arbiter="Tess")
    (file,) = exported.response.attachments
    # Won and lost games that are not rated have letters of their own in a TRF.
    cells = [line[91:].split()[2::3] for line in (await file.read()).decode().splitlines() if line[:3] == "001"]
    assert sorted("".join(cells_of_one) for cells_of_one in cells) in (
        ["LL", "LW", "LW", "WW"],
        ["LL", "LW", "WL", "WW"],
    )


async def test_a_typed_evening_of_unrated_players_keeps_its_results(club: SimulatedClub) -> None:
    card = (await club.td.slash(club.channel, "td evening", name="Juniors", list="fide-standard")).response
    for who in (club.dana, club.eli):
        await who.click(card, label="Join")
    await report_results(club, club.td, results="1: Dana beat Eli")
    closed = await club.td.click(card, label="Close (TD)")
    assert "**not rated**" in card_of(closed)
    assert WHY in closed.response.embeds[0].footer.text
    assert not closed.followups


def _rows(text: str) -> list[list[str]]:
    return [line.split("`")[1].split() for line in text.splitlines() if line.startswith("`")][1:]
