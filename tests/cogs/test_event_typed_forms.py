"""Results of an evening as people type them."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import evening_result
from tests.conftest import SimulatedClub, rows
from tests.flows import open_evening, report_results


async def reported(club: SimulatedClub, results: str, who: Any = None, **options: Any) -> tuple[Any, list[float]]:
    """Open an evening of Łukasz, Bo and Hana, report."""
    lukasz, bo, hana = (club.add(name) for name in ("Łukasz Żółw", "Bo Lind", "Hana Ito"))
    opened = await open_evening(club, **options)
    for member in (lukasz, bo, hana):
        await member.click(opened.response, label="Join")
    by = {"lukasz": lukasz, None: club.td}[who]
    answer = await report_results(club, by, results=results)
    stored = await rows(club.services.database, select(evening_result.c.result))
    return answer, [row.result for row in stored]


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ("lukasz - bo draw", [0.5]),
        ("Zolw Lukasz 1-0 lind", [1.0]),
        ("Ito, Hana lost to bo", None),
        ('"Ito, Hana" lost to bo', [0.0]),
        ("hana ito lukasz zolw １-０", [1.0]),
        ("lukasz – bo =", [0.5]),
    ],
)
async def test_names_are_found_as_they_are_typed(club: SimulatedClub, results: str, points: list[float] | None) -> None:
    answer, stored = await reported(club, results)
    assert stored == (points or []), answer


@pytest.mark.parametrize(
    ("results", "points"),
    [("I beat Bo", 1.0), ("beat bo lind", 1.0), ("lost to Hana", 0.0), ("d Bo", 0.5), ("I drew with hana ito", 0.5)],
)
async def test_a_member_reports_their_own_games(club: SimulatedClub, results: str, points: float) -> None:
    answer, stored = await reported(club, results, "lukasz")
    assert stored == [points], answer


async def test_a_director_who_does_not_play_is_nobody_of_the_event(club: SimulatedClub) -> None:
    answer, stored = await reported(club, "I beat Bo")
    assert stored == []
    assert 'Result 1: "Tess" is not in this event' in answer.followups[0].content


@pytest.mark.parametrize(("results", "points"), [("hana 2-1 bo", 1.0), ("hana 7:11 bo", 0.0), ("hana bo 2-2", 0.5)])
async def test_a_score_is_a_result_on_lists_of_any_game(club: SimulatedClub, results: str, points: float) -> None:
    answer, stored = await reported(club, results, list="elo")
    assert stored == [points], answer


async def test_a_score_is_no_result_of_chess(club: SimulatedClub) -> None:
    answer, stored = await reported(club, "hana 2-1 bo")
    assert stored == []
    assert "For points on the board, open an event with" in answer.followups[0].content
