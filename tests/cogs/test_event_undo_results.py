"""Results that a director entered, taken back by Undo."""

from typing import Any

import pytest

from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.flows import report_results, set_settings


async def standing(evening: PairedEvening, round_number: int = 1) -> list[str | None]:
    """Return the result of each board of a round as it stands."""
    state = await evening.state()
    reports = [state.report_of(one) for one in state.pairings_of(round_number) if one.is_game]
    return [None if report is None else report.result.value for report in reports]


async def refused(pressing: Any) -> str:
    (message,) = (await pressing).followups
    sentence: str = message.content
    return sentence


@pytest.mark.both_databases
async def test_a_whole_round_and_a_correction_are_taken_back(club: SimulatedClub, clock: Clock) -> None:
    await set_settings(club, confirm_minutes=7)
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=2)
    await evening.begin()
    (a, b), (c, d) = await evening.opponents()

    # What a player reported stands again.
    await evening.member(a).click(evening.boards(), label="Draw")
    panel = await evening.panel()
    for seconds, waiting in ((6 * 60, 1), (60, 0)):  # the time that the club has set
        clock.move(seconds)
        assert len((await evening.state()).unconfirmed(1)) == waiting
    form = await club.td.click(panel, label="Enter results")
    await club.td.submit_modal(form, {"results": f"{a} 1-0 {b}\n{c} 0-1 {d}"})
    assert await standing(evening) == ["1-0", "0-1"]
    await club.td.click(panel, label="Undo")
    assert await standing(evening) == ["½", None]

    # Of a round that is closed, a correction is taken back, and nothing is left open.
    entered = (await report_results(club, club.td, results=f"{a} 1-0 {b}; {c} 0-1 {d}")).response
    taken = (await report_results(club, club.td, results=f"{c} * {d}")).response
    assert await standing(evening) == ["1-0", None]
    assert "has been reported in the meantime" in await refused(club.td.click(entered, label="Undo"))
    await club.td.click(taken, label="Undo")
    assert await standing(evening) == ["1-0", "0-1"]
    await evening.direct("Close round")
    assert "is closed" in await refused(club.td.click(entered, label="Undo"))
    assert await standing(evening) == ["1-0", "0-1"]
    again = await report_results(club, club.td, results=f"1: {a} 0-1 {b}", reason="wrong board")
    assert await standing(evening) == ["0-1", "0-1"]
    await club.td.click(again.response, label="Undo")
    assert await standing(evening) == ["1-0", "0-1"]

    # What members report is theirs to take back, under their own report.
    await evening.begin()
    (e, f), _ = await evening.opponents()
    own = await report_results(club, evening.member(e), results=f"{e} 1-0 {f}")
    assert "Undo" not in str(own.response.components)
