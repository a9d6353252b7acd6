"""What directors ask of the pairings under More."""

from typing import Any

import pytest

from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.flows import export_event, report_results


async def of_four(club: SimulatedClub, clock: Clock, **options: Any) -> PairedEvening:
    """Return an event of Ann, Bo, Cy and Di."""
    evening = await PairedEvening.opened(club, clock, list="fide-standard", rounds=2, **options)
    for name, rating in (("Ann", 1900.0), ("Bo", 1800.0), ("Cy", 1700.0), ("Di", 1600.0)):
        player = evening.member(name)
        await club.td.slash(club.channel, "td rating", player=player, rating=rating, games=30, list="fide-standard")
        await evening.join(name)
    return evening


async def more(evening: PairedEvening, panel: Any, forbidden: str = "", fixed: str = "", baku: str = "no") -> Any:
    form = await evening.club.td.click(panel, label="More")
    fields = {"forbidden": forbidden, "fixed": fixed, "acceleration": baku}
    return await evening.club.td.submit_modal(form, fields)


async def boards(evening: PairedEvening) -> list[set[str]]:
    state = await evening.state()
    assert state.draft is not None
    games = [one for one in state.pairings_of(state.draft.number) if one.is_game]
    return [{state.name_of(number) for number in one.numbers} for one in games]


@pytest.mark.both_databases
async def test_who_shall_not_meet_does_not_and_boards_are_kept(club: SimulatedClub, clock: Clock) -> None:
    evening = await of_four(club, clock)
    panel = await evening.panel()
    await more(evening, panel, "Ann / Cy round 1", "Bo: 1")
    assert "paired by these rules" in panel.embeds[0].description
    await club.td.click(panel, label="Pair round 1")
    assert await boards(evening) == [{"Bo", "Cy"}, {"Ann", "Di"}]

    # A draft of before is not published; Undo has it fresh again.
    await more(evening, panel, "Ann / Di", "Bo: 1")
    assert "Press **Pair again**" in panel.embeds[0].description
    await club.td.click(panel, label="Undo")
    assert "Press **Pair again**" not in panel.embeds[0].description

    # Accelerated, the upper half has a point more in the first of two rounds (C.04.5.1), and meets among itself.
    await more(evening, panel, "Ann / Cy round 1", "Di: 1", "baku")
    await club.td.click(panel, label="Pair again")
    assert await boards(evening) == [{"Cy", "Di"}, {"Ann", "Bo"}]
    await club.td.click(panel, label="Publish")
    await report_results(club, club.td, results="Ann 1-0 Bo; Cy 1-0 Di")
    await evening.direct("Close round")

    key = (await evening.state()).evening.id
    answer = await export_event(club.td, club.channel, f"evening-{key}", "trf", arbiter="Tess")
    (file,) = answer.response.attachments
    lines = (await file.read()).decode().splitlines()
    assert "260 001 001    1    3" in lines
    assert "250      01.0 001 001 0001 0002" in lines


async def test_a_round_that_cannot_be_paired_names_them_and_goes_without_once(
    club: SimulatedClub, clock: Clock
) -> None:
    evening = await of_four(club, clock)
    panel = await evening.panel()
    await more(evening, panel, "Ann / Bo\nAnn / Cy\n#1 / Di")
    await club.td.click(panel, label="Pair round 1")
    text = panel.embeds[0].description
    assert "Ann and Bo; Ann and Cy; Ann and Di" in text
    await club.td.click(panel, label="Pair without them once")
    assert await boards(evening) == [{"Ann", "Cy"}, {"Bo", "Di"}]
    await club.td.click(panel, label="Publish")
    await report_results(club, club.td, results="Ann 1-0 Cy; Bo 1-0 Di")
    await evening.direct("Close round")
    panel = await evening.panel()
    await club.td.click(panel, label="Pair round 2")
    assert "Ann and Bo; Ann and Cy; Ann and Di" in panel.embeds[0].description


async def test_what_cannot_be_is_refused_and_given_back(club: SimulatedClub, clock: Clock) -> None:
    evening = await of_four(club, clock)
    panel = await evening.panel()
    for forbidden, fixed, words in (
        ("Ann - Bo", "", 'Line 1: "Ann - Bo" is not a pair. Write it like "Ada / Bob'),
        ("Ann / Bo rounds 2-3", "", "rounds begin with 1"),
        ("Ann / Ann", "", "cannot meet themselves"),
        ("Ann / Eve", "", '"Eve" is not in this event'),
        ("", "Ann 3", '"Ann 3" has no number. Write it like "Ada: 3"'),
        ("", "Ann: 3\nBo: 3", "Board 3 is fixed for two pairs"),
        ("", "Ann: 3\nAnn: 4", "Ann has two fixed boards"),
    ):
        (refused,) = (await more(evening, panel, forbidden, fixed)).followups
        assert words in refused.content
        assert "Edit again" in str(refused.components)
    state = await evening.state()
    assert (state.evening.forbidden, state.evening.fixed) == (None, None)
